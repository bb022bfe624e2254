"""Which column names the rows of a table, and which columns tell rows apart."""

import re
from collections import Counter

from core.comparison.table_grids import Grid

NUMERIC = re.compile(r"[\d.,%+/~-]+")
_KEY = 0.6  # weight from which a column names its rows
_A_CODE = 0.1
_DIGITS = re.compile(r"\d+")


def column_weights(old: Grid, new: Grid, columns: dict[int, int]) -> dict[int, float]:
    """High for a column whose values are all different and stand on both sides: a key."""
    weights: dict[int, float] = {}
    for col, other in columns.items():
        one = Counter(old.keys[row][col] for row in old.body_rows if old.keys[row][col])
        two = Counter(new.keys[row][other] for row in new.body_rows if new.keys[row][other])
        if not one or not two:
            weights[col] = 0.05
            continue
        different = (len(one) / one.total() + len(two) / two.total()) / 2
        shared = 2 * len(one.keys() & two.keys()) / (len(one) + len(two))
        weights[col] = 0.05 + different * shared
        if old.is_serial(col) or new.is_serial(other):
            weights[col] = 0.05
    return _names_before_codes(old, new, columns, weights)


def key_column(
    old: Grid, new: Grid, columns: dict[int, int], weights: dict[int, float]
) -> int | None:
    """The column that names the rows: the one with most weight, else the first with words that
    are different in every row, even if no word of it is on both sides."""
    best = max(weights, key=lambda col: weights[col], default=None)
    if best is not None and weights[best] >= _KEY:
        return best
    for col, other in sorted(columns.items()):
        if _names_rows(old, col) and _names_rows(new, other):
            return col
    return None


def is_named_otherwise(
    old: Grid, new: Grid, columns: dict[int, int], key: int, rows: tuple[int, int]
) -> bool:
    """1号主变 is not 2号主变, as long as the other side has either of them."""
    before, after = old.keys[rows[0]][key], new.keys[rows[1]][columns[key]]
    if _DIGITS.findall(before) == _DIGITS.findall(after):
        return False
    return before in new.values(columns[key]) or after in old.values(key)


def _names_before_codes(
    old: Grid, new: Grid, columns: dict[int, int], weights: dict[int, float]
) -> dict[int, float]:
    """V01, V02, V03 only count where another column names the rows: behind a row that is gone
    each of them stands for the next one."""
    coded = {col for col, other in columns.items() if old.is_coded(col) or new.is_coded(other)}
    named = any(
        weights[col] >= _KEY and _names_rows(old, col) and _names_rows(new, other)
        for col, other in columns.items()
        if col not in coded
    )
    return {**weights, **dict.fromkeys(coded, _A_CODE)} if named else weights


def _names_rows(grid: Grid, col: int) -> bool:
    values = [grid.keys[row][col] for row in grid.body_rows]
    words = [value for value in values if value and not NUMERIC.fullmatch(value)]
    return len(words) > 0.9 * len(values) and len(set(words)) > 0.9 * len(values)
