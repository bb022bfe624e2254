"""One page: its ink, or what OCR sees in its picture, becomes blocks."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from core.model.geometry import Box
from core.model.pages import TextQuality
from core.parsing.blocks import Block, PageFrame, page_frame, text_block
from core.parsing.clause_numbers import heal_clause_numbers
from core.parsing.figure_regions import FigureRegion, figure_regions, words_in
from core.parsing.ink import Area, PageInk, Word
from core.parsing.line_joining import is_ideograph
from core.parsing.lines import lines_of, text_of_words
from core.parsing.margin_notes import margin_notes
from core.parsing.mended_words import mend_words
from core.parsing.ocr import Reading, read_picture
from core.parsing.page_images import Picture
from core.parsing.paragraphs import Paragraph, around, paragraphs_of
from core.parsing.reading_order import in_reading_order
from core.parsing.tables import FoundTable, find_tables, find_tables_on_scan
from core.parsing.tables.image_rules import rules_in_image
from core.parsing.text_quality import is_doubtful, judge_text

_HARDLY_ANY_TEXT = 30  # characters over a scan: a stamp or page number, not its text
_SCAN = 0.5  # of the page's area covered by one picture
_SAMPLE_WORDS = 60
_AGREEMENT = 0.5
_IDEOGRAPHS_FOR_CHINESE = 10


@dataclass(frozen=True, slots=True)
class PageReading:
    """The blocks of a page in reading order, and how its text was come by."""

    ink: PageInk
    blocks: tuple[Block, ...]
    text_quality: TextQuality
    ocr_confidence: float | None = None
    warnings: tuple[str, ...] = ()
    is_lost: bool = False

    def with_warning(self, warning: str) -> "PageReading":
        return replace(self, warnings=(*self.warnings, warning))

    def box_as_shown(self, area: Area) -> Box:
        return self.ink.box_as_shown(area)


def read_page(ink: PageInk, take_picture: Callable[[], Picture]) -> PageReading:
    """The page's blocks; ``take_picture`` is called only where the text layer is no good."""
    text = " ".join(word.text for word in ink.words)
    quality = judge_text(text)
    has_print = bool(ink.bitmaps or ink.shapes or ink.words)
    if quality in ("good", "folded") and _is_scan_with_little_text(ink, text):
        quality = "none"
    elif quality in ("good", "folded") and is_doubtful(text):
        quality = quality if _print_agrees(ink, take_picture()) else "garbage"
    if quality in ("garbage", "none") and has_print:
        return _read_by_ocr(ink, quality, take_picture())
    mended = replace(ink, words=tuple(mend_words(ink.words)))
    tables = find_tables(mended)
    return PageReading(mended, tuple(_blocks(mended, tables)), quality)


def _is_scan_with_little_text(ink: PageInk, text: str) -> bool:
    page_area = ink.width * ink.height
    return len("".join(text.split())) < _HARDLY_ANY_TEXT and any(
        bitmap.width * bitmap.height > _SCAN * page_area for bitmap in ink.bitmaps
    )


def _read_by_ocr(ink: PageInk, quality: TextQuality, picture: Picture) -> PageReading:
    # Where the ink was turned for its text, the picture still shows the page as it is.
    shown = (ink.height, ink.width) if ink.turn in (90, 270) else (ink.width, ink.height)
    reading = read_picture(picture, *shown)
    turned_ink = PageInk(
        width=reading.width,
        height=reading.height,
        words=reading.words,
        bitmaps=ink.bitmaps if ink.turn == reading.turn == 0 else (),
        turn=reading.turn,
    )
    if not reading.words:
        return PageReading(turned_ink, tuple(_blocks(turned_ink, [])), "none")
    rules = rules_in_image(reading.picture, reading.width / reading.picture.shape[1])
    tables = find_tables_on_scan(rules, reading.words, reading.height)
    return PageReading(
        turned_ink, tuple(_blocks(turned_ink, tables)), quality, round(reading.confidence, 4)
    )


def _blocks(ink: PageInk, tables: list[FoundTable]) -> list[Block]:
    table_areas = [table.area for table in tables]
    figures = figure_regions(ink, table_areas)
    blocks = [Block(kind="table", area=table.area, table=table) for table in tables]
    taken: set[int] = set()
    for figure in figures:
        inside = words_in(figure, ink.words)
        taken.update(map(id, inside))
        blocks.append(_figure_block(figure, inside))
    free = [
        word
        for word in ink.words
        if id(word) not in taken and not any(table.covers(word) for table in tables)
    ]
    notes = margin_notes(free, ink.height)
    in_margin = {id(word) for note in notes for word in note}
    lines, gutters = lines_of(word for word in free if id(word) not in in_margin)
    lines = heal_clause_numbers(lines)
    frame = page_frame(ink.width, ink.height, lines)
    obstacles = table_areas + [figure.area for figure in figures]
    blocks += [text_block(paragraph, frame) for paragraph in paragraphs_of(lines, obstacles)]
    blocks += [_note_block(note, frame) for note in notes]
    return in_reading_order(blocks, gutters)


def _figure_block(figure: FigureRegion, words: list[Word]) -> Block:
    labels = "\n".join(line.text for line in lines_of(words)[0])
    return Block(kind="figure", area=figure.area, text=labels, is_raster=figure.is_raster)


def _note_block(words: list[Word], frame: PageFrame) -> Block:
    lines, _ = lines_of(words)
    note = Paragraph(tuple(lines), around([line.area for line in lines]))
    # A note may begin like a heading or a footnote (45 of 1860), but stands for neither.
    return replace(text_block(note, frame), kind="text", is_furniture=False)


def _print_agrees(ink: PageInk, picture: Picture) -> bool:
    """Does OCR of a part of the page see what its text layer says?"""
    if ink.turn or not ink.words:
        return True
    sample = sorted(ink.words, key=lambda word: (word.top, word.left))
    start = max(0, len(sample) // 3 - _SAMPLE_WORDS // 2)
    sample = sample[start : start + _SAMPLE_WORDS]
    scale = picture.shape[0] / ink.height
    top = max(0, int((min(word.top for word in sample) - 4) * scale))
    bottom = int((max(word.bottom for word in sample) + 4) * scale)
    part = picture[top:bottom]
    if part.shape[0] < 8:
        return True
    seen = read_picture(part, ink.width, part.shape[0] / scale)
    area = Area(0, top / scale, ink.width, bottom / scale)
    said = text_of_words([word for word in ink.words if area.contains(*word.middle)])
    return _likeness(said, seen) >= _AGREEMENT


def _likeness(said: str, seen: Reading) -> float:
    """The share of characters that both have; places do not matter.

    Of Chinese print only the ideographs count: a broken layer may well have the Latin words right.
    """
    ours, theirs = (Counter("".join(text.split()).lower()) for text in (said, seen.text))
    ideographs = Counter({c: count for c, count in theirs.items() if is_ideograph(c)})
    if ideographs.total() >= _IDEOGRAPHS_FOR_CHINESE:
        theirs = ideographs
    if not theirs:
        return 1.0
    return (ours & theirs).total() / max(theirs.total(), 1)
