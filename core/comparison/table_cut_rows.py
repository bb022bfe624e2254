"""Rows that a page break cut and nobody joined, seen by the other table having them whole."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from core.comparison.similarity import features_of
from core.comparison.table_grids import Grid
from core.comparison.table_rows import match_rows

_LEAST_CONTAINED = 0.6
_LEAST_OF_FURTHER_PARTS = 0.4


def heal_cut_rows(old: Grid, new: Grid, columns: dict[int, int]) -> tuple[Grid, Grid]:
    """A row that names nothing in its first column and has no partner goes on with the row above,
    if its words are what that row's partner has beyond the row above."""
    partner = match_rows(old, new, columns)
    back = {other: row for row, other in partner.items()}
    return (
        replace(old, parts=_parts(old, new, partner, back)),
        replace(new, parts=_parts(new, old, back, partner)),
    )


def _parts(
    grid: Grid, other: Grid, partner: Mapping[int, int], back: Mapping[int, int]
) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    host, left = None, Counter[str]()
    for row in grid.body_rows:
        if row in partner:
            host = row
            left = _words(other, partner[row])
            for behind in range(partner[row] + 1, other.table.row_count):
                if behind in back or not _goes_on(other, behind):
                    break
                left += _words(other, behind)
            left -= _words(grid, row)
        elif host is not None and _goes_on(grid, row):
            words = _words(grid, row)
            least = _LEAST_OF_FURTHER_PARTS if host in found else _LEAST_CONTAINED
            if words and (words & left).total() >= least * words.total():
                found[host] = (*found.get(host, ()), row)
                left -= words
            else:
                host = None
        else:
            host = None
    return found


def _goes_on(grid: Grid, row: int) -> bool:
    """Nothing in the first column, not even a cell that reaches down from above."""
    return not grid.keys[row][0] if grid.table.col_count else False


def _words(grid: Grid, row: int) -> Counter[str]:
    total: Counter[str] = Counter()
    for col in range(grid.table.col_count):
        cell = grid.cells.get((row, col))
        if cell is not None and (cell.row, cell.col) == (row, col):
            total += features_of(cell.content)
    return total
