"""Captions tied to the tables and figures that they name, also over a page break."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from core.structure.body import Body, BodyBlock
from core.structure.tables.caption_text import (
    CaptionKind,
    PrintedCaption,
    is_passing,
    read_caption,
)
from core.structure.tables.repeated_headers import spanning_first_row

_LONGEST_TITLE_BLOCK = 60  # characters of the title when it stands on a line of its own
_MOST_BETWEEN = 2  # blocks between a caption and what it names: a unit, a remark
_FARTHEST = 0.25  # of the page's height
_FIRM_HABIT = 6
_LIST_OF_TABLES = 4  # so many captions on a page without a table or figure are a list of them
_NOT_A_TITLE = re.compile(
    r"\s*(?:第\s*[0-9一二三四五六七八九十百]+\s*[章节条款部]|附\s*[录件表图]|[注备]|方案|单\s*位"
    r"|[(（]?[0-9一二三四五六七八九十]+[)）、.．\s]|[A-Z]?[0-9]+(?:\.[0-9]+)+|[A-Z]\.\s"
    r"|(?:appendix|annex|attachment|article|chapter|section|part|note|contents|目\s*[次录])\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Caption:
    """``number`` as printed, folded: 6-2, B.10, 附表1, R1; None where there is only a title.

    ``block_id`` is the table's own when the caption is the title row of its grid. ``is_below`` says
    that what it names stands before it.
    """

    kind: CaptionKind
    number: str | None
    text: str
    block_id: str
    page_num: int
    is_continuation: bool = False
    is_title_row: bool = False
    is_below: bool = False


@dataclass(frozen=True)
class Captions:
    """``of``: block id of a table or figure to its caption.

    ``block_ids`` are the blocks that are captions, those in ``untied`` too, whose table or figure
    was not found. A figure's caption may belong to a table block when the drawing is made of
    rules, and a table's to a figure block when the table is a picture: ``kind`` tells.
    """

    of: Mapping[str, Caption]
    block_ids: frozenset[str]
    untied: tuple[Caption, ...] = ()


@dataclass(frozen=True)
class _Tie:
    cost: float
    caption: Caption
    target: BodyBlock


def tie_captions(body: Body) -> Captions:
    of = {
        block.block_id: caption
        for block in body.blocks
        if (caption := _title_row(block)) is not None
    }
    printed, second_lines = _printed_captions(body)
    habits: dict[CaptionKind, int] = {
        "table": _habit(body, printed, "table"),
        "figure": _habit(body, printed, "figure"),
    }
    ties = [
        tie
        for block_id, caption in printed.items()
        for tie in _possible_ties(body, printed, body.position[block_id], caption, habits)
        if tie.target.block_id not in of
    ]
    tied: set[str] = set()
    for tie in sorted(ties, key=lambda tie: (tie.cost, body.position[tie.caption.block_id])):
        if tie.caption.block_id not in tied and tie.target.block_id not in of:
            of[tie.target.block_id] = tie.caption
            tied.add(tie.caption.block_id)
    captions = frozenset(printed) | second_lines
    of |= _unnumbered(body, of, captions)
    return Captions(
        of,
        captions | {caption.block_id for caption in of.values() if not caption.is_title_row},
        tuple(caption for block_id, caption in printed.items() if block_id not in tied),
    )


def _title_row(block: BodyBlock) -> Caption | None:
    """The caption in the first row of the grid, where one cell over all columns holds it."""
    table = block.element.table
    text = spanning_first_row(table) if table is not None else None
    printed = read_caption(text) if text is not None else None
    if text is None or printed is None or printed.kind != "table":
        return None
    return _caption(printed, text, block, is_title_row=True)


def _caption(
    printed: PrintedCaption, text: str, block: BodyBlock, *, is_title_row: bool = False
) -> Caption:
    return Caption(
        printed.kind,
        printed.number,
        text.strip(),
        block.block_id,
        block.page_num,
        printed.is_continuation,
        is_title_row,
    )


def _printed_captions(body: Body) -> tuple[dict[str, Caption], frozenset[str]]:
    """All captions by their block, and the blocks that hold the second line of one."""
    found: dict[str, Caption] = {}
    second_lines: set[str] = set()
    for blocks in body.by_page.values():
        on_page: dict[str, Caption] = {}
        for place, block in enumerate(blocks):
            printed = None if _is_target(block) else read_caption(block.text)
            if printed is None:
                continue
            caption = _caption(printed, block.text, block)
            if not printed.title and not printed.is_continuation:
                title = _title_below(blocks, place)
                if title is not None:
                    caption = replace(caption, text=f"{caption.text} {title.text.strip()}")
                    second_lines.add(title.block_id)
            on_page[block.block_id] = caption
        if len(on_page) < _LIST_OF_TABLES or any(_is_target(block) for block in blocks):
            found |= on_page
    return found, frozenset(second_lines)


def _title_below(blocks: tuple[BodyBlock, ...], place: int) -> BodyBlock | None:
    """The block that holds the title when the line of the caption holds the number alone."""
    if place + 2 >= len(blocks):
        return None
    line, title, target = blocks[place : place + 3]
    if not _is_target(target) or _is_target(title) or read_caption(title.text) is not None:
        return None
    gap = title.element.box.top - line.element.box.bottom
    is_below = 0 <= gap < 0.02 and _is_centred(title, line)
    # 附表1 at the margin, and the title in the middle of the page
    is_over = 0 <= gap < 0.04 and _is_centred(title, target) and _is_close_over(title, target)
    return title if (is_below or is_over) and _reads_as_title(title) else None


def _is_target(block: BodyBlock) -> bool:
    return block.element.table is not None or block.element.figure is not None


def _habit(body: Body, printed: Mapping[str, Caption], kind: CaptionKind) -> int:
    """Positive where this document puts such captions above, negative for below, by how much.

    In doubt tables' captions go above and figures' below.
    """
    above = 2 if kind == "table" else -2
    for block_id, caption in printed.items():
        if caption.kind != kind:
            continue
        place = body.position[block_id]
        is_before, is_behind = (
            0 <= near < len(body.blocks)
            and body.blocks[near].page_num == caption.page_num
            and _suits(body.blocks[near], kind)
            for near in (place + 1, place - 1)
        )
        above += is_before - is_behind
    return above


def _suits(block: BodyBlock, kind: CaptionKind) -> bool:
    element = block.element
    return (element.table if kind == "table" else element.figure) is not None


def _possible_ties(
    body: Body,
    printed: Mapping[str, Caption],
    place: int,
    caption: Caption,
    habits: Mapping[CaptionKind, int],
) -> Iterator[_Tie]:
    habit = habits[caption.kind]
    usual = 1 if habit > 0 else -1
    tie = _nearest(body, printed, place, caption, usual)
    if tie is not None:
        yield tie
    # Against a firm habit a caption rather lost its own table than it names the other one.
    if abs(habit) < _FIRM_HABIT and not caption.is_continuation:
        tie = _nearest(body, printed, place, caption, -usual)
        if tie is not None and tie.target.page_num == caption.page_num:
            yield replace(tie, cost=tie.cost + 2)


def _nearest(
    body: Body, printed: Mapping[str, Caption], place: int, caption: Caption, step: int
) -> _Tie | None:
    """The next table or figure in one direction, at most over one page break."""
    here = body.blocks[place].element.box
    cost, between = 0.0, 0
    at = place + step
    while 0 <= at < len(body.blocks):
        block = body.blocks[at]
        is_overleaf = block.page_num != caption.page_num
        if _is_target(block):
            if abs(block.page_num - caption.page_num) > 1 or (is_overleaf and between):
                return None
            box = block.element.box
            gap = box.top - here.bottom if step > 0 else here.top - box.bottom
            if not is_overleaf and gap > _FARTHEST:
                return None
            cost += 1.5 if is_overleaf else max(gap, 0.0) * 4
            cost += 0 if _suits(block, caption.kind) else 3
            return _Tie(cost, replace(caption, is_below=step < 0), block)
        if is_passing(block.text):
            at += step
            continue
        if block.block_id in printed or is_overleaf:
            return None
        if block.element.kind != "footnote":
            between += 1
            cost += 0.7
        if between > _MOST_BETWEEN:
            return None
        at += step
    return None


def _unnumbered(
    body: Body, of: Mapping[str, Caption], captions: frozenset[str]
) -> dict[str, Caption]:
    """Titles without a number: a short centred line right above a table that has no caption."""
    found: dict[str, Caption] = {}
    for place, table in enumerate(body.blocks):
        if table.element.table is None or table.block_id in of or place == 0:
            continue
        line = body.blocks[place - 1]
        if line.page_num != table.page_num or line.block_id in captions or _is_target(line):
            continue
        if _is_close_over(line, table) and _is_centred(line, table) and _reads_as_title(line):
            found[table.block_id] = Caption(
                "table", None, line.text.strip(), line.block_id, line.page_num
            )
    return found


def _is_close_over(line: BodyBlock, table: BodyBlock) -> bool:
    """Right above, and away from both ends of the table."""
    box, grid = line.element.box, table.element.box
    is_near = -0.01 < grid.top - box.bottom < 0.03
    return is_near and box.left - grid.left > 0.08 and grid.right - box.right > 0.08


def _is_centred(line: BodyBlock, over: BodyBlock) -> bool:
    box, other = line.element.box, over.element.box
    return abs(box.left + box.right - other.left - other.right) < 0.05


def _reads_as_title(block: BodyBlock) -> bool:
    text = block.text.strip()
    return (
        block.element.kind in ("heading", "text", "caption")
        and len(block.element.lines) <= 1
        and 2 <= len(text) <= _LONGEST_TITLE_BLOCK
        and not text.endswith(("。", "；", ";", "，", ",", "：", ":", "."))
        and _NOT_A_TITLE.match(text) is None
    )
