"""Figures with their caption, what stands around them, and an honest description."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from core.model import Figure, ids
from core.model.figures import FigureType
from core.parsing.elements import ParsedElement, ParsedPage
from core.parsing.figure_words import is_to_read
from core.structure.body import Body, BodyBlock
from core.structure.tables.captions import Caption

_LABEL = re.compile(
    r"(?P<kind>图|Figure|Fig\.?)\s?(?P<number>[A-Z]?[.-]?\d+(?:[.-]\d+)*)", re.IGNORECASE
)
_CONTEXT = 500  # characters before and after
# No model has looked at the picture.
DESCRIBED_BY = "caption and context"
DESCRIBED_BY_OCR = "caption, context and OCR"
UNREAD = "caption and context, its picture not read"
# What a caption's words say of the picture; the first that occurs decides.
_TYPE_WORDS: tuple[tuple[FigureType, tuple[str, ...]], ...] = (
    ("Screenshot", ("截图", "界面", "screenshot")),
    ("Logo", ("标志", "徽标", "logo")),
    ("Natural Image", ("照片", "实物", "photo")),
    ("Chart", ("曲线", "柱状", "饼图", "折线", "趋势", "chart", "curve", "plot")),
    (
        "Diagram",
        (
            "示意",
            "流程",
            "接线",
            "结构",
            "框图",
            "原理",
            "拓扑",
            "时序",
            "diagram",
            "flow",
            "scheme",
        ),
    ),
)


class WordsInside(NamedTuple):
    """The words printed inside a picture, on one line, and what a description of them is by."""

    words: str
    described_by: str


def words_inside(page: ParsedPage, element: ParsedElement) -> WordsInside:
    """From the text layer, from the picture, or both: as they were read with the page."""
    assert element.figure is not None
    seen = element.figure.words_by_ocr
    words = " ".join(element.text.split())
    if seen is not None:
        return with_ocr(words, seen)
    if is_to_read(page, element):
        return WordsInside(words, UNREAD)
    by_ocr = words and page.ocr_confidence is not None
    return WordsInside(words, DESCRIBED_BY_OCR if by_ocr else DESCRIBED_BY)


def with_ocr(words: str, seen: str) -> WordsInside:
    """The text layer's words, then the lines that OCR alone saw."""
    squeezed = "".join(words.split())
    more = [line for line in seen.split("\n") if "".join(line.split()) not in squeezed]
    together = " ".join(part for part in (words, *more) if part)
    return WordsInside(together, DESCRIBED_BY_OCR if more else DESCRIBED_BY)


def find_figures(
    body: Body, captions: Mapping[str, Caption], chapter_of: Mapping[str, str]
) -> dict[str, Figure]:
    """Block id to figure, in the order of the document."""
    found: dict[str, Figure] = {}
    pages = {page.page_num: page for page in body.pages}
    for page_num, blocks in body.by_page.items():
        pictures = [block for block in blocks if block.element.figure is not None]
        for nth, block in enumerate(pictures, start=1):
            figure_id = ids.figure_id(body.reg_id, page_num, nth)
            inside = words_inside(pages[page_num], block.element)
            found[block.block_id] = _figure(figure_id, body, block, inside, captions, chapter_of)
    return found


def _figure(
    figure_id: str,
    body: Body,
    block: BodyBlock,
    inside: WordsInside,
    captions: Mapping[str, Caption],
    chapter_of: Mapping[str, str],
) -> Figure:
    assert block.element.figure is not None
    caption = captions.get(block.block_id)
    beside = {block.block_id} | ({caption.block_id} if caption else set())
    place = body.position[block.block_id]
    before = _text(body.blocks[max(0, place - 40) : place], beside)[-_CONTEXT:]
    after = _text(body.blocks[place + 1 : place + 41], beside)[:_CONTEXT]
    title = caption.text if caption else None
    return Figure(
        figure_id=figure_id,
        reg_id=body.reg_id,
        page_num=block.page_num,
        box=block.element.box,
        image_name=block.element.figure.image_name,
        number=caption.number if caption else None,
        caption=title,
        block_id=block.block_id,
        chapter_id=chapter_of.get(block.block_id),
        context_before=before,
        context_after=after,
        description=printed_description(title, inside.words, lead_line(title, before, after)),
        described_by=inside.described_by,
        figure_type=figure_type_of(title or ""),
    )


def lead_line(title: str | None, before: str, after: str) -> str:
    """The nearest line that names the figure (见图4-1); where none does, the one before it."""
    lines = [*reversed(before.rstrip().split("\n")), *after.split("\n")]
    label = _LABEL.match(title or "")
    if label is not None:
        named = rf"{label['kind']}\s?{re.escape(label['number'])}(?![\d.-]*\d)"
        name = re.compile(named, re.IGNORECASE)
        return next((line for line in lines if name.search(line)), lines[0])
    return lines[0]


def printed_description(title: str | None, inside: str, lead: str) -> str:
    """Only what is printed: the caption, the words inside the picture, the line that leads to
    it."""
    return "\n".join(dict.fromkeys(part for part in (title or "", inside, lead) if part))


def figure_type_of(title: str) -> FigureType:
    folded = title.casefold()
    for kind, words in _TYPE_WORDS:
        if any(word in folded for word in words):
            return kind
    return "Other"


def _text(blocks: tuple[BodyBlock, ...], left_out: set[str]) -> str:
    """Paragraphs, not tables: cells out of their table say little about a picture."""
    return "\n".join(
        block.text
        for block in blocks
        if block.block_id not in left_out and block.element.kind not in ("table", "figure")
    )
