"""Words that only the pixels of figures show: which figures are read by OCR, and what came of it.

Which ones is decided over the whole document and counted in pixels, never in seconds: the same
bytes give the same words on a slow machine and a fast one.
"""

import hashlib
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from core.errors import ParsingFailed
from core.parsing.crew import Crew
from core.parsing.elements import ElementPlace, ParsedElement, ParsedPage
from core.parsing.messages import PictureTask
from core.parsing.stamps import repeated_pictures

logger = logging.getLogger(__name__)

OnPicture = Callable[[int, int], None]  # pictures read, pictures to read

_SMALLEST = 4500.0  # square points (5.6 cm²): less is a logo or a sign
_FEW_CHARACTERS = 10  # of the text layer over a picture: a letter or two, not all its words
_PIXELS_PER_POINT = (150 / 72) ** 2
# 0.5 to 0.8 CPU s per million pixels of a drawing, 2.3 of a printed page. The model sees small
# pictures enlarged, so that none costs less than half a million.
_MOST_PIXELS = 150_000_000
_LEAST_PIXELS = 500_000
_FEW_PICTURES = 4  # a second worker would load its models longer than it reads
_MOST_FAILURES = 5  # each may have cost a minute and a worker


def is_to_read(page: ParsedPage, element: ParsedElement) -> bool:
    """Can a figure's words be known from its pixels alone?

    On a page that was read by OCR they are known; a drawing's own labels are text.
    """
    if element.figure is None or page.ocr_confidence is not None or page.text_quality == "none":
        return False
    printed = len("".join(element.text.split()))
    return printed < _FEW_CHARACTERS if element.figure.is_raster else printed == 0


def with_figure_words(
    pages: Sequence[ParsedPage], folder: Path, crew: Crew, on_picture: OnPicture
) -> list[ParsedPage]:
    """The pages, their figures with ``words_by_ocr``; the pictures lie in ``folder``."""
    elements = {
        (page.page_num, index): (page, element)
        for page in pages
        for index, element in enumerate(page.elements)
        if is_to_read(page, element)
    }
    for place in repeated_pictures(pages):
        elements.pop(place, None)
    words: dict[ElementPlace, str | None] = {}
    same: dict[str, list[ElementPlace]] = {}  # by the picture's bytes
    pixels: dict[str, float] = {}
    paths: dict[str, Path] = {}
    for place, (page, element) in elements.items():
        area = _square_points(page, element)
        if area < _SMALLEST:
            words[place] = ""
            continue
        assert element.figure is not None
        path = folder / element.figure.image_name
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        same.setdefault(digest, []).append(place)
        pixels.setdefault(digest, max(_LEAST_PIXELS, area * _PIXELS_PER_POINT))
        paths.setdefault(digest, path)
    affordable = _affordable(pixels)
    read = _read([paths[digest] for digest in affordable], crew, on_picture)
    for digest, found in zip(affordable, read, strict=True):
        words.update(dict.fromkeys(same[digest], found))
    return [_with_words(page, words) for page in pages]


def _affordable(pixels: Mapping[str, float]) -> list[str]:
    """In the order of the document, as many as may be read."""
    chosen: list[str] = []
    left = float(_MOST_PIXELS)
    for digest, count in pixels.items():
        left -= count
        if left < 0:
            break
        chosen.append(digest)
    return chosen


def _read(paths: Sequence[Path], crew: Crew, on_picture: OnPicture) -> list[str | None]:
    """None for a picture that could not be read: its page does without these words."""
    failed = 0

    def read_one(path: Path) -> str | None:
        nonlocal failed
        if crew.is_late or failed >= _MOST_FAILURES:
            return None
        try:
            return crew.read_picture(PictureTask(path=path))
        except ParsingFailed as error:
            failed += 1
            logger.warning("a figure's words could not be read: %s", error.message)
            return None

    if not paths:
        return []
    on_picture(0, len(paths))
    words: list[str | None] = []
    hands = min(crew.worker_count, -(-len(paths) // _FEW_PICTURES))
    with ThreadPoolExecutor(hands) as threads:
        try:
            for found in threads.map(read_one, paths):
                words.append(found)
                on_picture(len(words), len(paths))
        except BaseException:
            threads.shutdown(cancel_futures=True)
            raise
    return words


def _with_words(page: ParsedPage, words: Mapping[ElementPlace, str | None]) -> ParsedPage:
    elements = list(page.elements)
    for index, element in enumerate(elements):
        found = words.get((page.page_num, index))
        if found is not None and element.figure is not None:
            figure = element.figure.model_copy(update={"words_by_ocr": found})
            elements[index] = element.model_copy(update={"figure": figure})
    return page.model_copy(update={"elements": tuple(elements)})


def _square_points(page: ParsedPage, element: ParsedElement) -> float:
    box = element.box
    return (box.right - box.left) * page.width * (box.bottom - box.top) * page.height
