"""Contents pages and what they list: a check on the chapters, never chapters themselves."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from core.structure.body import Body, BodyBlock
from core.structure.chapters.heading_shapes import split_appendix_kind
from core.structure.chapters.numbering import read_label
from core.structure.text_folding import fold_title, fold_widths

Listed = Literal["chapters", "tables", "figures"]

_HEADINGS: dict[str, Listed] = {
    **dict.fromkeys(("目次", "目录", "目錄", "总目录", "contents", "tableofcontents"), "chapters"),
    **dict.fromkeys(("表目次", "表目录", "表格目录", "listoftables", "tables"), "tables"),
    **dict.fromkeys(
        ("图目次", "图目录", "插图目录", "插图清单", "listoffigures", "figures"), "figures"
    ),
}
_PAGE = r"(?P<page>\d{1,4}|[ivxlcIVXLC]{1,7}|[Ⅰ-Ⅻ])"
_LEADERS = r"[.．·…⋯‥_\-—]"
_LEADER_RUN = re.compile(rf"(?:{_LEADERS}\s*){{3}}")  # most lines have none: a quick look first
_WITH_LEADERS = re.compile(rf"(?P<title>.*?\S)\s*(?:{_LEADERS}\s*){{3,}}[(（]?{_PAGE}[)）]?")
_ONLY_LEADERS = re.compile(rf"(?P<title>.*?\S)\s*(?:{_LEADERS}\s*){{6,}}")
_WITHOUT_LEADERS = re.compile(rf"(?P<title>.*?\S)\s+{_PAGE}")
_SAME_INDENT = 0.012
_FEWEST_LEADERS = 5  # lines with leaders that make a contents page out of one without heading


@dataclass(frozen=True)
class ContentsEntry:
    """``printed_page`` as it stands there, empty if it is missing; ``level`` from 1, by indent."""

    label: str
    title: str
    printed_page: str
    level: int
    page_num: int
    listed: Listed = "chapters"


@dataclass(frozen=True)
class Contents:
    """``block_ids`` are all blocks of the contents pages that belong to the lists, headings too."""

    block_ids: frozenset[str] = frozenset()
    entries: tuple[ContentsEntry, ...] = ()


@dataclass(frozen=True)
class _Line:
    block: BodyBlock
    text: str
    left: float
    top: float


@dataclass(frozen=True)
class _Row:
    line: _Line
    title: str
    printed_page: str


def find_contents(body: Body) -> Contents:
    block_ids: set[str] = set()
    entries: list[ContentsEntry] = []
    place = 0
    while place < len(body.blocks):
        listed = _heading_of(body.blocks[place])
        first = place if listed is None else place + 1
        end, rows = _list_from(body.blocks, first, has_heading=listed is not None)
        if not rows:
            place += 1
            continue
        block_ids.update(block.block_id for block in body.blocks[place:end])
        entries += _entries(rows, listed or "chapters")
        place = end
    return Contents(frozenset(block_ids), tuple(entries))


def _heading_of(block: BodyBlock) -> Listed | None:
    if block.element.kind not in ("text", "heading") or len(block.text) > 40:
        return None
    return _HEADINGS.get(fold_title(block.text))


def _list_from(
    blocks: Sequence[BodyBlock], first: int, *, has_heading: bool
) -> tuple[int, list[_Row]]:
    """The rows of a list that begins at ``first``, and the place behind its last block.

    Blocks in between that are no row (a figure, half of a torn line) are part of it when rows
    follow on the same page.
    """
    rows: list[_Row] = []
    end = place = first
    strict = not has_heading
    while place < len(blocks):
        found, plain = _rows_of(blocks[place], strict=strict)
        # A few stray lines are allowed within a page; the list ends where a page begins otherwise.
        if found and plain <= len(found):
            rows += found
            end = place + 1
        elif strict or not _goes_on(blocks, place, end):
            break
        place += 1
    if strict and sum(bool(row.printed_page) for row in rows) < _FEWEST_LEADERS:
        return first, []
    if has_heading and len(rows) < 2:
        return first, []
    return _with_torn_numbers(blocks, end), rows


def _goes_on(blocks: Sequence[BodyBlock], place: int, end: int) -> bool:
    """A block without rows belongs to the list if rows with leaders follow on its page."""
    if blocks[place].element.kind == "table" or place - end >= 3:
        return False
    following = blocks[place + 1 : place + 4]
    return any(
        _rows_of(block, strict=True)[0]
        for block in following
        if block.page_num == blocks[place].page_num
    )


def _with_torn_numbers(blocks: Sequence[BodyBlock], end: int) -> int:
    while end < len(blocks) and blocks[end].page_num == blocks[end - 1].page_num:
        if not re.fullmatch(_PAGE, fold_widths(blocks[end].text).strip()):
            break
        end += 1
    return end


def _rows_of(block: BodyBlock, *, strict: bool) -> tuple[list[_Row], int]:
    """Rows that the block holds, and how many of its lines are none.

    A line without page number is the beginning of the row that the next line ends.
    """
    rows: list[_Row] = []
    begun: _Line | None = None
    plain = 0
    for line in _lines(block):
        text = fold_widths(line.text).strip()
        has_leaders = _LEADER_RUN.search(text) is not None
        match = _WITH_LEADERS.fullmatch(text) if has_leaders else None
        if match is None and not strict:
            match = _WITHOUT_LEADERS.fullmatch(text)
        if match is None and has_leaders and (torn := _ONLY_LEADERS.fullmatch(text)):
            rows.append(_Row(begun or line, torn["title"], ""))
            begun = None
        elif match is None:
            plain += 1
            begun = line
        else:
            title = match["title"]
            if begun is not None and read_label(text) is None:
                title, plain = f"{begun.text} {title}", plain - 1
                rows.append(_Row(begun, title, match["page"]))
            else:
                rows.append(_Row(line, title, match["page"]))
            begun = None
    return rows, plain


def _lines(block: BodyBlock) -> Iterator[_Line]:
    element = block.element
    if element.table is not None:
        by_row = groupby(
            sorted(element.table.cells, key=lambda cell: (cell.row, cell.col)),
            key=lambda cell: cell.row,
        )
        for _, cells in by_row:
            filled = [cell for cell in cells if cell.text.strip()]
            if filled:
                text = " ".join(" ".join(cell.text.split()) for cell in filled)
                yield _Line(block, text, filled[0].box.left, filled[0].box.top)
    elif element.kind in ("text", "heading", "list", "caption", "footnote"):
        for line in element.lines:
            yield _Line(block, element.text[line.start : line.end], line.box.left, line.box.top)
        if not element.lines:
            yield _Line(block, element.text, element.box.left, element.box.top)


def _entries(rows: Sequence[_Row], listed: Listed) -> Iterator[ContentsEntry]:
    indents = _indents([row.line.left for row in rows])
    for row in rows:
        label = read_label(row.title)
        end = 0 if label is None else label.end
        yield ContentsEntry(
            label="" if label is None else label.printed,
            title=split_appendix_kind(row.title[end:])[0].strip(" \t　.:："),
            printed_page=row.printed_page,
            level=1 + max(n for n, left in enumerate(indents) if left <= row.line.left + 1e-9),
            page_num=row.line.block.page_num,
            listed=listed,
        )


def _indents(lefts: Sequence[float]) -> list[float]:
    """Where the levels begin, from the outermost on; odd pages may lie shifted and add some."""
    distinct: list[float] = []
    for left in sorted(lefts):
        if not distinct or left - distinct[-1] > _SAME_INDENT:
            distinct.append(left)
    return distinct
