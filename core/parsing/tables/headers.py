"""Header rows: where a table's names of columns end and its content begins."""

from collections.abc import Sequence
from dataclasses import replace

from core.parsing.ink import Area, Shape
from core.parsing.tables.found import FoundCell, FoundTable
from core.parsing.tables.prose import NUMERIC

_MOST_ROWS = 4
_LONGEST_NAME = 40  # characters


def with_headers(
    table: FoundTable, shading: Sequence[Shape], *, may_continue: bool = False
) -> FoundTable:
    """The table with its header rows marked, those that its rules tell already or as many as seem.

    ``may_continue`` is true for a table at the top of a page: what stands in its first row may
    belong to a table of the page before, so there must be a positive sign.
    """
    count = table.header_row_count or _header_row_count(table, shading, may_continue)
    return replace(
        table,
        header_row_count=count,
        cells=tuple(replace(cell, is_header=cell.row < count) for cell in table.cells),
    )


def _header_row_count(table: FoundTable, shading: Sequence[Shape], may_continue: bool) -> int:
    rows = _rows(table)
    marked = _marked(rows, shading)
    leading = next((at for at, is_marked in enumerate(marked) if not is_marked), len(rows))
    if 0 < leading <= min(_MOST_ROWS, len(rows)) and sum(marked) <= max(leading, 0.5 * len(rows)):
        return _whole_spans(table, leading)
    if len(rows) < 2:
        return 0
    title = 1 if len(rows) > 2 and len(rows[0]) == 1 and table.col_count > 2 else 0
    if not _names_columns(table, rows, title, may_continue):
        return 0
    names = rows[title]
    if any(cell.col_span > 1 for cell in names):
        depth = max(cell.row + cell.row_span for cell in names)
        return min(depth, _MOST_ROWS, table.row_count - 1)
    return title + 1


def _rows(table: FoundTable) -> list[list[FoundCell]]:
    rows: list[list[FoundCell]] = [[] for _ in range(table.row_count)]
    for cell in table.cells:
        rows[cell.row].append(cell)
    return rows


def _marked(rows: Sequence[Sequence[FoundCell]], shading: Sequence[Shape]) -> list[bool]:
    """Which rows stand out: bold from end to end, or on another ground than the rest.

    A ground that comes again further down tells row from row, not the header from the content.
    """
    grounds = [_ground(row, shading) for row in rows]
    head = grounds[0] if grounds else None
    leading = next((at for at, ground in enumerate(grounds) if ground != head), len(rows))
    stands_out = head is not None and head not in grounds[leading:]
    return [_is_bold(row) or (stands_out and at < leading) for at, row in enumerate(rows)]


def _is_bold(row: Sequence[FoundCell]) -> bool:
    filled = [cell for cell in row if cell.text]
    return bool(filled) and all(cell.is_bold for cell in filled)


def _ground(row: Sequence[FoundCell], shading: Sequence[Shape]) -> tuple[int, int, int] | None:
    """The colour that the whole row stands on; None where some of it stands on white."""
    filled = [cell for cell in row if cell.text]
    colors = [
        next((box.fill_color for box in reversed(shading) if _grounds(box.area, cell.area)), None)
        for cell in filled
    ]
    return colors[0] if filled and None not in colors else None


def _grounds(box: Area, cell: Area) -> bool:
    across = min(box.right, cell.right) - max(box.left, cell.left)
    down = min(box.bottom, cell.bottom) - max(box.top, cell.top)
    return across > 0 and down > 0 and across * down > 0.6 * cell.width * cell.height


def _whole_spans(table: FoundTable, count: int) -> int:
    """``count``, but no row that a spanning cell of the header reaches into is left outside."""
    for cell in table.cells:
        reaches_on = cell.row < count < cell.row + cell.row_span
        if reaches_on and any(c.row < count and c.col_span > 1 for c in table.cells):
            count = cell.row + cell.row_span
    return min(count, table.row_count)


def _names_columns(
    table: FoundTable, rows: Sequence[Sequence[FoundCell]], at: int, may_continue: bool
) -> bool:
    """Whether row ``at`` looks like names of columns: short words over what is not."""
    names = rows[at]
    filled = [cell for cell in names if cell.text]
    empty = [cell for cell in names if not cell.text]
    if len(filled) < 2 or any(cell.col > 0 for cell in empty):
        return False
    if any(NUMERIC.match(cell.text) and not _is_year(cell.text) for cell in filled):
        return False
    if any(len(cell.text) > _LONGEST_NAME for cell in filled):
        return False
    if not may_continue:
        return True
    below = [cell for row in rows[at + 1 :] for cell in row if cell.text]
    return any(_is_over_figures(cell, below) for cell in filled) or (
        any(cell.col_span > 1 for cell in filled) and any(cell.row_span > 1 for cell in names)
    )


def _is_year(text: str) -> bool:
    return len(text) == 4 and text[:2] in ("19", "20")


def _is_over_figures(name: FoundCell, below: Sequence[FoundCell]) -> bool:
    column = [cell for cell in below if cell.col == name.col]
    figures = sum(1 for cell in column if NUMERIC.match(cell.text))
    return len(column) >= 2 and figures > 0.6 * len(column)
