"""What a page is made of, before docling puts it in order: text blocks, tables and figures."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from core.parsing.elements import ElementKind
from core.parsing.ink import Area
from core.parsing.line_joining import join_lines
from core.parsing.lines import TextPiece
from core.parsing.marks import (
    ARTICLE,
    CHAPTER,
    CLAUSE,
    LIST_MARK,
    NOTE,
    REQUIREMENT,
    SINGLE_NUMBER,
    ends_sentence,
    is_caption,
    is_clause_start,
    is_page_number,
)
from core.parsing.paragraphs import Paragraph
from core.parsing.tables import FoundTable

_LONGEST_HEADING = 60  # characters; Latin letters count half
_LONGEST_CLAUSE_TITLE = 36
_LONGEST_CAPTION = 120
_LARGER = 1.15  # than the page's body text
_SMALLER = 0.93
_FOOT = 0.6  # of the page's height: footnotes begin below
_MARGIN = 0.09
_LEADERS = re.compile(r"[.．·…]{4,}|(?:\s[.．·]){4,}|…{2,}")
_FOOTNOTE_MARK = re.compile(r"\s*(?:\d{1,3}|[*†‡§]|[①-⑳])(?:\s|\D)")


@dataclass(frozen=True, slots=True)
class BlockLine:
    """A printed line and the stretch of its block's text that it carries."""

    start: int
    end: int
    area: Area


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a page in points of the upright page; ``table`` and ``is_raster`` where it is one.

    ``is_furniture`` marks a page number: printed on the page, but no part of its content.
    """

    kind: ElementKind
    area: Area
    text: str = ""
    lines: tuple[BlockLine, ...] = ()
    size: float | None = None
    is_bold: bool | None = None
    superscripts: tuple[tuple[int, int], ...] = ()
    table: FoundTable | None = None
    is_raster: bool = False
    is_furniture: bool = False


@dataclass(frozen=True, slots=True)
class PageFrame:
    """What the kinds of blocks are judged against."""

    width: float
    height: float
    body_size: float = field(default=10.0)


def page_frame(width: float, height: float, lines: Sequence[TextPiece]) -> PageFrame:
    sizes = [line.size for line in lines for _ in range(max(1, len(line.text) // 8))]
    return PageFrame(width, height, median(sizes) if sizes else 10.0)


def text_block(paragraph: Paragraph, frame: PageFrame) -> Block:
    text, stretches = join_lines([line.text for line in paragraph.lines])
    superscripts = [
        (start + first, start + last)
        for (start, end), line in zip(stretches, paragraph.lines, strict=True)
        for first, last in line.superscripts
        if start + last <= end
    ]
    return Block(
        kind=_kind(text, paragraph, frame),
        area=paragraph.area,
        text=text,
        lines=tuple(
            BlockLine(start, end, line.area)
            for (start, end), line in zip(stretches, paragraph.lines, strict=True)
        ),
        size=paragraph.size,
        is_bold=paragraph.is_bold,
        superscripts=tuple(superscripts),
        is_furniture=_is_page_number(text, paragraph.area, frame),
    )


def _kind(text: str, paragraph: Paragraph, frame: PageFrame) -> ElementKind:
    if is_page_number(text) or _LEADERS.search(text):
        return "text"
    if is_caption(text) and len(text) <= _LONGEST_CAPTION and not text.rstrip().endswith("。"):
        return "caption"
    if NOTE.match(text) or _is_footnote(text, paragraph, frame):
        return "footnote"
    if _is_heading(text, paragraph, frame):
        return "heading"
    if LIST_MARK.match(text):
        return "list"
    return "text"


def _is_footnote(text: str, paragraph: Paragraph, frame: PageFrame) -> bool:
    return (
        paragraph.size < _SMALLER * frame.body_size
        and not paragraph.is_bold  # 5 线路保护, set smaller than the text
        and not CLAUSE.match(text)
        and paragraph.area.top > _FOOT * frame.height
        and bool(_FOOTNOTE_MARK.match(text))
        and len(text) > 4
    )


def _is_heading(text: str, paragraph: Paragraph, frame: PageFrame) -> bool:
    length = _length(text)
    if length > _LONGEST_HEADING or len(paragraph.lines) > 3 or not any(map(str.isalnum, text)):
        return False
    if CHAPTER.match(text):
        return not text.rstrip().endswith(("。", "；", "，", ";", ","))
    if REQUIREMENT.match(text):
        return False
    if ends_sentence(text):
        return False
    if ARTICLE.match(text) or is_clause_start(text):
        return length <= _LONGEST_CLAUSE_TITLE
    if _in_margin(paragraph.area, frame):
        return False
    stands_out = paragraph.size >= _LARGER * frame.body_size or bool(paragraph.is_bold)
    if SINGLE_NUMBER.match(text):
        return stands_out or length <= _LONGEST_CLAUSE_TITLE / 2
    if LIST_MARK.match(text):
        return paragraph.size >= _LARGER * frame.body_size
    return stands_out and length > 1


def _length(text: str) -> float:
    return sum(0.5 if character.isascii() else 1.0 for character in text)


def _in_margin(area: Area, frame: PageFrame) -> bool:
    return area.bottom < _MARGIN * frame.height or area.top > (1 - _MARGIN) * frame.height


def _is_page_number(text: str, area: Area, frame: PageFrame) -> bool:
    return is_page_number(text) and _in_margin(area, frame)
