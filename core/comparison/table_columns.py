"""Columns of two tables: the same, renamed, added or removed."""

from collections import Counter

from core.comparison.folding import key_of, same_text
from core.comparison.similarity import features_of
from core.comparison.table_grids import Grid
from core.model import TableCell
from core.model.comparison import ChangeKind, ColumnPair, Place

_SAME_DATA = 0.5
_RENAMED_IN_PLACE = 0.2


def match_columns(old: Grid, new: Grid) -> dict[int, int]:
    """Old to new columns: first by header, then by what stands in them."""
    found: dict[int, int] = {}
    taken: set[int] = set()
    # The whole header first; then its last row, below a heading that may have changed.
    for name in (Grid.header, Grid.last_header):
        names = [key_of(name(new, col)) for col in range(new.table.col_count)]
        for col in range(old.table.col_count):
            header = key_of(name(old, col))
            same = [c for c, text in enumerate(names) if text == header and c not in taken]
            if header and same and col not in found:
                found[col] = min(same, key=lambda c: abs(c - col))
                taken.add(found[col])
    scored = [
        (_data_likeness(old, new, col, other), -abs(col - other), col, other)
        for col in range(old.table.col_count)
        if col not in found
        for other in range(new.table.col_count)
        if other not in taken
    ]
    same_width = old.table.col_count == new.table.col_count
    for likeness, shift, col, other in sorted(scored, reverse=True):
        in_place = shift == 0 and same_width
        is_alike = likeness >= (_RENAMED_IN_PLACE if in_place else _SAME_DATA)
        if is_alike and col not in found and other not in taken:
            found[col] = other
            taken.add(other)
    if same_width:  # nothing else is left for what remains in the same place
        for col in range(old.table.col_count):
            if col not in found and col not in taken:
                found[col] = col
                taken.add(col)
    return found


def column_pairs(old: Grid, new: Grid, columns: dict[int, int]) -> list[ColumnPair]:
    """Every column of both sides once; a header cell over several columns is told once."""
    back = {other: col for col, other in columns.items()}
    pairs: list[ColumnPair] = []
    told: set[tuple[int, int]] = set()
    for other in range(new.table.col_count):
        col = back.get(other)
        if col is None:
            pairs.append(_one_sided(new, other, is_new=True))
        else:
            pairs += _headers(old, new, col, other, told)
    pairs += [
        _one_sided(old, col, is_new=False)
        for col in range(old.table.col_count)
        if col not in columns
    ]
    return pairs


def _headers(
    old: Grid, new: Grid, col: int, other: int, told: set[tuple[int, int]]
) -> list[ColumnPair]:
    plain = ColumnPair(
        old_col=col, new_col=other, old_header=old.header(col), new_header=new.header(other)
    )
    if len(old.header_rows) == len(new.header_rows):
        changed = []
        for row in old.header_rows:
            before, after = old.cells.get((row, col)), new.cells.get((row, other))
            if before is None or after is None or same_text(before.content, after.content):
                continue
            is_title = old.is_title(before) and new.is_title(after)
            if not is_title and (before.row, before.col) not in told:
                told.add((before.row, before.col))
                changed.append(_renamed(old, new, (col, other), (before, after)))
        return changed or [plain]
    if same_text(plain.old_header, plain.new_header):
        return [plain]
    return [
        plain.model_copy(
            update={
                "kinds": ("renamed",),
                "old_place": _header_place(old, col),
                "new_place": _header_place(new, other),
            }
        )
    ]


def _renamed(
    old: Grid, new: Grid, cols: tuple[int, int], cells: tuple[TableCell, TableCell]
) -> ColumnPair:
    return ColumnPair(
        old_col=cols[0],
        new_col=cols[1],
        kinds=("renamed",),
        old_header=cells[0].content,
        new_header=cells[1].content,
        old_place=old.cell_place(cells[0]),
        new_place=new.cell_place(cells[1]),
    )


def _one_sided(grid: Grid, col: int, *, is_new: bool) -> ColumnPair:
    kind: ChangeKind = "added" if is_new else "removed"
    side = "new" if is_new else "old"
    return ColumnPair.model_validate(
        {
            f"{side}_col": col,
            "kinds": (kind,),
            f"{side}_header": grid.header(col),
            f"{side}_place": _header_place(grid, col),
        }
    )


def _header_place(grid: Grid, col: int) -> Place:
    rows = grid.header_rows or range(min(1, grid.table.row_count))
    cell = grid.cells.get((rows[-1], col)) if rows else None
    return grid.cell_place(cell) if cell is not None else grid.place


def _data_likeness(old: Grid, new: Grid, col: int, other: int) -> float:
    one = Counter(old.keys[row][col] for row in old.body_rows)
    two = Counter(new.keys[row][other] for row in new.body_rows)
    whole = one.total() + two.total()
    data = 2 * (one & two).total() / whole if whole else 0.0
    names = features_of(old.header(col)), features_of(new.header(other))
    named = names[0].total() + names[1].total()
    title = 2 * (names[0] & names[1]).total() / named if named else 0.0
    return 0.7 * data + 0.3 * title
