"""Two tables laid over each other: every row and column of both, each place once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.comparison.folding import same_text
from core.comparison.table_grids import Grid
from core.comparison.words import word_diff
from core.model import Table, TableCell
from core.model.comparison import ChangeKind, DiffSpan, RowPair, TablePair

CellState = Literal["equal", "changed", "renumbered", "added", "removed", "above", "nothing"]


@dataclass(frozen=True)
class ViewedCell:
    """``above``: a cell of a row above reaches down to here on both sides and was compared there.

    ``renumbered``: in a column that only counts the rows. ``nothing``: a cell from the left reaches
    over this place, or neither side has it.
    """

    state: CellState
    old: str = ""
    new: str = ""
    spans: tuple[DiffSpan, ...] = ()


@dataclass(frozen=True)
class ViewedColumn:
    kinds: tuple[ChangeKind, ...]
    old_header: str
    new_header: str


@dataclass(frozen=True)
class ViewedRow:
    """Pages are None where that side does not have the row."""

    kinds: tuple[ChangeKind, ...]
    old_page: int | None
    new_page: int | None
    cells: tuple[ViewedCell, ...]


@dataclass(frozen=True)
class TableView:
    columns: tuple[ViewedColumn, ...]
    rows: tuple[ViewedRow, ...]


def view_table(pair: TablePair, old: Table | None, new: Table | None) -> TableView:
    """``old`` and ``new`` are the tables of the pair; rows are in the order of ``pair.rows``."""
    grids = (
        _grid(pair, old, [(row.old_row, row.old_parts) for row in pair.rows]),
        _grid(pair, new, [(row.new_row, row.new_parts) for row in pair.rows]),
    )
    columns = _columns(pair, grids)
    return TableView(
        tuple(column for _, _, column in columns),
        tuple(
            ViewedRow(
                row.kinds,
                row.old_place.page_num if row.old_place else None,
                row.new_place.page_num if row.new_place else None,
                tuple(_cell(grids, row, old_col, new_col) for old_col, new_col, _ in columns),
            )
            for row in pair.rows
        ),
    )


_Grids = tuple[Grid | None, Grid | None]


def _grid(
    pair: TablePair, table: Table | None, rows: Sequence[tuple[int | None, tuple[int, ...]]]
) -> Grid | None:
    side = pair.new or pair.old
    if table is None or side is None:
        return None
    parts = {row: parts for row, parts in rows if row is not None and parts}
    return Grid(table, side.place, parts)


def _columns(pair: TablePair, grids: _Grids) -> list[tuple[int | None, int | None, ViewedColumn]]:
    """A column whose header has several rows that changed is one column here."""
    found: dict[tuple[int | None, int | None], ViewedColumn] = {}
    for column in pair.columns:
        where = column.old_col, column.new_col
        before = found.get(where)
        kinds = column.kinds or (before.kinds if before else ())
        headers = [_header(grid, col) for grid, col in zip(grids, where, strict=True)]
        found[where] = ViewedColumn(kinds, *headers)
    if not found:  # of a table that one side only has
        for place, grid in enumerate(grids):
            for col in range(grid.table.col_count) if grid is not None else ():
                header = _header(grid, col)
                names = (header, "") if place == 0 else ("", header)
                where = (col, None) if place == 0 else (None, col)
                found[where] = ViewedColumn((), *names)
    return [(*where, column) for where, column in found.items()]


def _header(grid: Grid | None, col: int | None) -> str:
    return grid.header(col) if grid is not None and col is not None else ""


def _cell(grids: _Grids, row: RowPair, old_col: int | None, new_col: int | None) -> ViewedCell:
    before = _found(grids[0], row.old_row, old_col)
    after = _found(grids[1], row.new_row, new_col)
    if before is None or after is None:
        return _of_one_side(before, after)
    old, new = before.content, after.content
    if before.row != row.old_row and after.row != row.new_row:
        return ViewedCell("above", old, new)
    if same_text(old, new):
        return ViewedCell("equal", old, new)
    is_serial = _is_serial(grids[0], old_col) and _is_serial(grids[1], new_col)
    return ViewedCell("renumbered" if is_serial else "changed", old, new, word_diff(old, new))


def _of_one_side(before: TableCell | None, after: TableCell | None) -> ViewedCell:
    if after is not None:
        return ViewedCell("added", new=after.content)
    return ViewedCell("removed", old=before.content) if before else ViewedCell("nothing")


def _found(grid: Grid | None, row: int | None, col: int | None) -> TableCell | None:
    if grid is None or row is None or col is None:
        return None
    cell = grid.cells.get((row, col))
    return cell if cell is not None and cell.col == col else None


def _is_serial(grid: Grid | None, col: int | None) -> bool:
    return grid is not None and col is not None and grid.is_serial(col)
