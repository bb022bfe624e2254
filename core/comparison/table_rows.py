"""Rows of two tables: matched by the columns that tell rows apart, then cell by cell."""

from collections import Counter, defaultdict

from core.comparison.folding import same_text
from core.comparison.order import kept_in_order
from core.comparison.similarity import features_of
from core.comparison.strictness import direction_of
from core.comparison.table_grids import Grid
from core.comparison.table_row_names import (
    NUMERIC,
    column_weights,
    is_named_otherwise,
    key_column,
)
from core.comparison.words import word_diff
from core.model import TableCell
from core.model.comparison import CellPair, ChangeKind, RowPair

_LEAST = 0.34
_REST_OF_A_RENAMED_ROW = 0.8
_LONGEST_NAME = 20  # characters that a second name of a row may have
_COMMON_VALUE = 40  # rows; a value in more of them finds nothing


def row_pairs(old: Grid, new: Grid, columns: dict[int, int]) -> list[RowPair]:
    """Every row of both bodies once, in the order of the new table, removed ones in between."""
    partner = match_rows(old, new, columns)
    olds = sorted(partner)
    kept = kept_in_order([partner[row] for row in olds], [1.0] * len(olds))
    moved = {row for index, row in enumerate(olds) if index not in kept}
    compared = _Cells(old, new, columns)
    placed: list[tuple[tuple[int, int, int], RowPair]] = []
    last = -1
    for row in old.body_rows:
        if row in partner:
            last = partner[row] if row not in moved else last
        else:
            placed.append(((last, 1, row), _one_sided(old, row, is_new=False)))
    back = {other: row for row, other in partner.items()}
    for other in new.body_rows:
        before = back.get(other)
        if before is None:
            pair = _one_sided(new, other, is_new=True)
        else:
            pair = _pair(old, new, (before, other), compared, is_moved=before in moved)
        placed.append(((other, 0, 0), pair))
    return [pair for _, pair in sorted(placed, key=lambda entry: entry[0])]


def match_rows(old: Grid, new: Grid, columns: dict[int, int]) -> dict[int, int]:
    """Old to new rows, each once."""
    weights = column_weights(old, new, columns)
    key = key_column(old, new, columns, weights)
    partner: dict[int, int] = {}
    taken: set[int] = set()
    _match_equal_rows(old, new, columns, partner, taken)
    scored = []
    for row, others in _alike(old, new, weights, partner, taken).items():
        for other in others:
            if key is not None and is_named_otherwise(old, new, columns, key, (row, other)):
                continue
            score = _row_likeness(old, new, columns, weights, key, (row, other))
            if score >= _LEAST:
                shift = abs(row / old.table.row_count - other / new.table.row_count)
                scored.append((score, -shift, row, other))
    for _, _, row, other in sorted(scored, reverse=True):
        if row not in partner and other not in taken:
            partner[row] = other
            taken.add(other)
    return partner


def _match_equal_rows(
    old: Grid, new: Grid, columns: dict[int, int], partner: dict[int, int], taken: set[int]
) -> None:
    """Rows with the same words everywhere but in the columns that only count."""
    used = [(col, other) for col, other in columns.items() if not old.is_serial(col)]
    used = used or list(columns.items())
    waiting: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for other in new.body_rows:
        waiting[tuple(new.keys[other][c] for _, c in used)].append(other)
    for row in old.body_rows:
        same = waiting[tuple(old.keys[row][c] for c, _ in used)]
        if same and any(old.keys[row]):
            partner[row] = same.pop(0)
            taken.add(partner[row])


def _alike(
    old: Grid, new: Grid, weights: dict[int, float], partner: dict[int, int], taken: set[int]
) -> dict[int, set[int]]:
    """Rows that share a value, or words; in a small table simply all."""
    free_old = [row for row in old.body_rows if row not in partner]
    free_new = [row for row in new.body_rows if row not in taken]
    if len(free_old) * len(free_new) <= 2500:
        return {row: set(free_new) for row in free_old}
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for other in free_new:
        for text in set(new.keys[other]):
            holders[text].append(other)
    return {
        row: {
            other
            for text in set(old.keys[row])
            if text and len(holders[text]) <= _COMMON_VALUE
            for other in holders[text]
        }
        for row in free_old
    }


def _row_likeness(
    old: Grid,
    new: Grid,
    columns: dict[int, int],
    weights: dict[int, float],
    key: int | None,
    rows: tuple[int, int],
) -> float:
    """0 for rows with different names, unless all else is nearly equal."""
    row, other = rows
    scores = {}
    for col, partner in columns.items():
        before, after = old.keys[row][col], new.keys[other][partner]
        if before or after:
            scores[col] = 1.0 if before == after else _likeness(before, after)
    if key is not None and scores.get(key, 1.0) < 0.5:
        rest = [score for col, score in scores.items() if col != key]
        if sum(rest) < _REST_OF_A_RENAMED_ROW * len(rest) or not rest:
            return 0.0
    total = sum(weights[col] for col in scores)
    return sum(weights[col] * score for col, score in scores.items()) / total if total else 0.0


def _likeness(before: str, after: str) -> float:
    """Of two different texts; numbers are either equal or not."""
    one, other = features_of(before), features_of(after)
    whole = one.total() + other.total()
    return 2 * (one & other).total() / whole if whole > 4 else 0.0


class _Cells:
    """Compares cells; one over several rows or columns is told once."""

    def __init__(self, old: Grid, new: Grid, columns: dict[int, int]) -> None:
        self._old, self._new, self._columns = old, new, columns
        self._told: set[tuple[int, int]] = set()
        self._names: dict[tuple[int, ...], Counter[tuple[str, ...]]] = {}
        self._serial = {
            col for col, other in columns.items() if old.is_serial(col) and new.is_serial(other)
        }

    def changed(self, row: int, other: int) -> list[CellPair]:
        found = []
        for col, partner in sorted(self._columns.items(), key=lambda pair: pair[1]):
            before = self._old.cells.get((row, col))
            after = self._new.cells.get((other, partner))
            if before is None or after is None or col in self._serial:
                continue
            where = (after.row, after.col)
            if same_text(before.content, after.content) or where in self._told:
                continue
            # A cell that reaches into this row was compared where it begins on either side.
            if before.row != row and after.row != other:
                continue
            self._told.add(where)
            found.append(self._cell(before, after, other, partner))
        return found

    def is_renumbered(self, row: int, other: int) -> bool:
        return any(
            self._old.keys[row][col] != self._new.keys[other][self._columns[col]]
            for col in self._serial
        )

    def _cell(self, before: TableCell, after: TableCell, other: int, partner: int) -> CellPair:
        spans = word_diff(before.content, after.content)
        header = self._new.header(partner)
        return CellPair(
            row_label=self._row_label(other, partner),
            column=header,
            old_text=before.content,
            new_text=after.content,
            old_place=self._old.cell_place(before),
            new_place=self._new.cell_place(after),
            spans=spans,
            direction=direction_of(spans, header),
        )

    def _row_label(self, row: int, besides: int) -> str:
        """The first cells that name the row, with words, and with more where several begin so."""
        texts: list[str] = []
        named: list[int] = []
        for col in range(self._new.table.col_count):
            cell = self._new.cells.get((row, col))
            key = self._new.keys[row][col]
            if cell is None or not key or col == besides or cell.content in texts:
                continue
            if texts and (NUMERIC.fullmatch(key) or len(key) > _LONGEST_NAME):
                continue
            texts.append(cell.content)
            named.append(col)
            if not key.isdigit() and self._is_the_only_one(row, named):
                break
        return " ".join(texts)

    def _is_the_only_one(self, row: int, cols: list[int]) -> bool:
        names = self._names.get(tuple(cols))
        if names is None:
            rows = (self._new.keys[other] for other in self._new.body_rows)
            names = Counter(tuple(keys[col] for col in cols) for keys in rows)
            self._names[tuple(cols)] = names
        return names[tuple(self._new.keys[row][col] for col in cols)] <= 1


def _pair(
    old: Grid, new: Grid, rows: tuple[int, int], compared: _Cells, *, is_moved: bool
) -> RowPair:
    row, other = rows
    kinds: list[ChangeKind] = []
    cells = compared.changed(row, other)
    if is_moved:
        kinds.append("moved")
    elif compared.is_renumbered(row, other):
        kinds.append("renumbered")
    if cells:
        kinds.append("changed")
    return RowPair(
        old_row=row,
        new_row=other,
        old_parts=old.parts.get(row, ()),
        new_parts=new.parts.get(other, ()),
        kinds=tuple(kinds),
        old_text=old.row_text(row),
        new_text=new.row_text(other),
        old_place=old.row_place(row),
        new_place=new.row_place(other),
        cells=tuple(cells),
    )


def _one_sided(grid: Grid, row: int, *, is_new: bool) -> RowPair:
    side = "new" if is_new else "old"
    kind: ChangeKind = "added" if is_new else "removed"
    return RowPair.model_validate(
        {
            f"{side}_row": row,
            "kinds": (kind,),
            "group": grid.row_group(row),
            f"{side}_text": grid.row_text(row),
            f"{side}_place": grid.row_place(row),
        }
    )
