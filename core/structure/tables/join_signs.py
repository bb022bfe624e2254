"""What speaks for and against two tables on neighbouring pages being one, kept as data."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from core.model import JoinSign
from core.parsing.elements import ParsedTable
from core.structure.body import Body, BodyBlock
from core.structure.tables.caption_text import fold, is_passing
from core.structure.tables.captions import Caption, Captions
from core.structure.tables.columns import match_columns
from core.structure.tables.repeated_headers import (
    could_be_header,
    names_columns,
    repeated_rows,
    repeats_below_title,
)

ENOUGH = 4.0  # the weights' sum from which two parts are joined
_FOOT = 0.03  # of the page's height: the end of the text area may be so far below the table
_MUCH_LEFT = 0.2
_MARGIN = 0.07
_NOTE = re.compile(r"\s*(?:注|备注|说明[:：]|note\b|\*|[①-⑳]|[0-9a-z]{1,2}[)）])", re.IGNORECASE)
_PART = re.compile(
    r"\((?:[一二三四五六七八九十]{1,2}|[0-9]{1,2})(?:/[0-9]{1,2})?\)$"
)  # 表4 限额(二)
_KEY = re.compile(r"(?P<stem>.*?)(?P<count>[0-9]+)(?P<tail>[^0-9]*)")


@dataclass(frozen=True)
class TextArea:
    """Where a page's content usually begins and ends, for pages of one shape."""

    top: float
    bottom: float


@dataclass(frozen=True)
class Break:
    """Two tables with a page break between them; ``first`` is the first part of the upper one."""

    first: BodyBlock
    upper: BodyBlock
    lower: BodyBlock
    between: tuple[BodyBlock, ...]
    upper_area: TextArea
    lower_area: TextArea
    width_ratio: float = 1.0  # of the lower page to the upper


def table_of(block: BodyBlock) -> ParsedTable:
    assert block.element.table is not None
    return block.element.table


def total(signs: Sequence[JoinSign]) -> float:
    return sum(sign.weight for sign in signs)


def strength(signs: Sequence[JoinSign]) -> float:
    """From 0 to 1; 0.5 is where joining begins."""
    return round(1 / (1 + exp(ENOUGH - total(signs))), 4)


def text_areas(body: Body) -> dict[int, TextArea]:
    """By page number. The few pages that reach farther than the rest do not count."""
    shapes: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    is_wide = {page.page_num: page.width > page.height for page in body.pages}
    for page_num, blocks in body.by_page.items():
        if blocks:
            top = min(block.element.box.top for block in blocks)
            bottom = max(block.element.box.bottom for block in blocks)
            shapes[is_wide[page_num]].append((top, bottom))
    areas = {}
    for shape, reached in shapes.items():
        tops = sorted(top for top, _ in reached)
        bottoms = sorted(bottom for _, bottom in reached)
        count = len(reached)
        if count:
            areas[shape] = TextArea(tops[count // 10], bottoms[count - 1 - count // 10])
    return {num: areas.get(shape, TextArea(0.1, 0.9)) for num, shape in is_wide.items()}


def join_signs(place: Break, captions: Captions) -> list[JoinSign]:
    signs = [
        *_caption_signs(place, captions),
        *_header_signs(place),
        *_column_signs(place),
        *_between_signs(place, captions),
        *_edge_signs(place),
        *_sequence_signs(place),
    ]
    return [sign for sign in signs if sign.weight]


def _caption_signs(place: Break, captions: Captions) -> list[JoinSign]:
    upper, lower = captions.of.get(place.first.block_id), captions.of.get(place.lower.block_id)
    if lower is None:
        return []
    if lower.is_continuation:
        if upper is None or lower.number is None or _same_number(upper, lower):
            return [_sign("continued_caption", 6.0, lower.text)]
        return [
            _sign("continued_caption", 4.0, f"{lower.text}, though the first is {upper.number}")
        ]
    if upper is not None and _same_number(upper, lower) and _same_title(upper, lower):
        return [_sign("same_caption", 5.0, lower.text)]
    if lower.is_below and upper is None:
        return []  # where captions stand below, the last page of a table has it
    return [_sign("new_caption", -8.0, lower.text)]


def _same_number(upper: Caption, lower: Caption) -> bool:
    return upper.kind == lower.kind and upper.number == lower.number


def _same_title(upper: Caption, lower: Caption) -> bool:
    above, below = (_PART.sub("", fold(caption.text)) for caption in (upper, lower))
    return above.startswith(below) or below.startswith(above)


def _header_signs(place: Break) -> list[JoinSign]:
    first, lower = table_of(place.first), table_of(place.lower)
    repeated = repeated_rows(first, lower)
    if repeated:
        return [_sign("repeated_header", 3.0, f"{repeated} rows")]
    if repeats_below_title(first, lower):
        return [_sign("repeated_header", 3.0, "without its title")]
    if lower.header_row_count:
        weight = -4.0 if could_be_header(lower) else -1.0
        return [_sign("different_header", weight, _first_row(lower))]
    upper = table_of(place.upper)
    if place.upper is not place.first and repeated_rows(first, upper):
        return [_sign("header_not_repeated", -2.5, _first_row(first))]
    is_header_alone = upper.row_count <= max(upper.header_row_count, 1) and names_columns(upper)
    if is_header_alone and place.upper is place.first:
        return [_sign("header_alone", 1.5, _first_row(upper))]
    return []


def _first_row(table: ParsedTable) -> str:
    return " | ".join(cell.text for cell in table.cells if cell.row == 0)[:80]


def _column_signs(place: Break) -> list[JoinSign]:
    upper, lower = table_of(place.upper), table_of(place.lower)
    edges = [edge * place.width_ratio for edge in lower.column_edges]
    are_ruled = upper.kind == lower.kind == "ruled"
    match = match_columns(upper.column_edges, edges, are_ruled=are_ruled)
    detail = f"{upper.col_count} and {lower.col_count} columns"
    if abs(match.shift) > 0.002:
        detail += f", shifted by {-match.shift:.3f}"
    if match.is_same:
        return [_sign("same_columns", 3.0 if match.is_exact else 2.0, detail)]
    if match.is_contained:
        is_telling = min(match.upper_count, match.lower_count) > 2
        return [_sign("columns_within", 2.0 if is_telling else 1.0, detail)]
    if match.share >= 0.7:
        return [_sign("similar_columns", 0.5, detail)]
    return [_sign("different_columns", -4.0, detail)]


def _between_signs(place: Break, captions: Captions) -> list[JoinSign]:
    """Furniture is out already; the lower table's own caption is no obstacle."""
    caption = captions.of.get(place.lower.block_id)
    own = caption.block_id if caption is not None else None
    notes, pictures, others = [], [], []
    for block in place.between:
        if block.block_id == own or _is_in_the_margin(block) or is_passing(block.text):
            continue
        if block.element.figure is not None and block.block_id not in captions.of:
            pictures.append(block)
        elif block.element.kind == "footnote" or _NOTE.match(block.text):
            notes.append(block)
        else:
            others.append(block)
    if others:
        return [_sign("text_between", -6.0, others[0].text[:80])]
    signs = []
    if notes:
        signs.append(_sign("notes_between", -0.5, notes[0].text[:80]))
    if pictures:
        signs.append(_sign("picture_between", -0.5 * len(pictures)))
    return signs or [_sign("nothing_between", 1.5)]


def _is_in_the_margin(block: BodyBlock) -> bool:
    """A running line that was not seen to run, as on the only landscape page."""
    box = block.element.box
    is_outside = box.bottom < _MARGIN or box.top > 1 - _MARGIN
    is_sentence = block.text.rstrip().endswith(("。", "；", "：", ";", ":"))
    is_line = len(block.element.lines) <= 1 and len(block.text) < 60
    return is_outside and is_line and not is_sentence


def _edge_signs(place: Break) -> list[JoinSign]:
    upper, lower = place.upper.element.box, place.lower.element.box
    signs = []
    left = place.upper_area.bottom - upper.bottom
    # A row that is kept whole leaves as much room as it would have needed.
    needed = _first_row_height(place.lower)
    if left <= max(_FOOT, needed + 0.02):
        signs.append(_sign("ends_at_foot", 1.0))
    else:
        weight = -1.5 if left < _MUCH_LEFT else -2.5
        signs.append(_sign("ends_before_foot", weight, f"{left:.2f} of the page left"))
    caption_room = 0.04 if lower.top > place.lower_area.top + _FOOT else 0.0
    if lower.top <= place.lower_area.top + _FOOT + caption_room:
        signs.append(_sign("begins_at_head", 1.0))
    if table_of(place.upper).is_open_below or table_of(place.lower).is_open_above:
        signs.append(_sign("open_rule", 2.0))
    return signs


def _first_row_height(block: BodyBlock) -> float:
    """Of the first row below the header, as a part of the page's height."""
    table = table_of(block)
    heights = [
        cell.box.bottom - cell.box.top
        for cell in table.cells
        if cell.row == table.header_row_count and cell.row_span == 1
    ]
    return max(heights, default=0.0)


def _sequence_signs(place: Break) -> list[JoinSign]:
    """Numbers in the first column that go on, or begin again."""
    upper, lower = table_of(place.upper), table_of(place.lower)
    above = _keys(upper)[-1:]
    below = _keys(lower)[:1]
    if not above or not below:
        return []
    before, after = _KEY.fullmatch(above[0]), _KEY.fullmatch(below[0])
    if not before or not after or before["stem"] != after["stem"]:
        return []
    detail = f"{above[0]}, {below[0]}"
    step = int(after["count"]) - int(before["count"])
    if step in (0, 1):
        return [_sign("sequence_goes_on", 1.5, detail)]
    if step > 1:
        return [_sign("sequence_goes_on", 0.5, detail)]
    return [_sign("sequence_begins_again", -1.5, detail)]


def _keys(table: ParsedTable) -> list[str]:
    cells = sorted(table.cells, key=lambda cell: cell.row)
    return [
        fold(cell.text)
        for cell in cells
        if cell.col == 0 and cell.row >= table.header_row_count and cell.text.strip()
    ]


def _sign(name: str, weight: float, detail: str = "") -> JoinSign:
    return JoinSign(name=name, weight=weight, detail=detail)
