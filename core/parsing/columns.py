"""Columns of text: white stripes that no row crosses, and what stands on which side of them."""

from dataclasses import dataclass
from itertools import pairwise

from core.parsing.ink import Area, Word

_GUTTER = 1.0  # in ems
_ROWS_OF_A_GUTTER = 4
_BREAK = 2.4  # in ems from row to row: a wider space ends the columns
_COLUMN_SHARE = 0.2  # of the text's width: narrower left of a gap is a number or a mark

Column = tuple[int, ...]
"""Equal for what stands in one column: the numbers of the gutters beside it, and how many of them
are on its left. ``()`` where text runs over the whole page."""


@dataclass(frozen=True, slots=True)
class Gutter:
    """A white stripe between two columns."""

    left: float
    right: float
    top: float
    bottom: float


def find_gutters(rows: list[list[Word]]) -> list[Gutter]:
    """White stripes that run down between two columns of text, found left of aligned beginnings."""
    if not rows:
        return []
    left = min(row[0].left for row in rows)
    right = max(word.right for row in rows for word in row)
    least = _COLUMN_SHARE * (right - left)
    found: list[Gutter] = []
    for index, row in enumerate(rows):
        for start in _beginnings(row):
            if start - left < least or right - start < least:
                continue
            em = row[0].size
            if any(_lies_in(gutter, start, em, row[0].baseline) for gutter in found):
                continue
            gutter = _grown(rows, index, start - _GUTTER * em, start, least)
            if gutter is not None:
                found.append(gutter)
    return found


def column_of(area: Area, gutters: list[Gutter]) -> Column:
    """The column that ``area`` stands in; what crosses a gutter stands in none."""
    middle = (area.top + area.bottom) / 2
    beside = [
        (number, gutter)
        for number, gutter in enumerate(gutters, start=1)
        if gutter.top <= middle <= gutter.bottom
    ]
    if not beside or any(
        area.left < gutter.left and area.right > gutter.right for _, gutter in beside
    ):
        return ()
    on_the_left = sum(gutter.left <= area.left for _, gutter in beside)
    return (*(number for number, _ in beside), on_the_left)


def _beginnings(row: list[Word]) -> list[float]:
    """Where text begins in the row: at its left end, and after every wide gap."""
    beginnings = [row[0].left]
    reach = row[0].right
    for before, word in pairwise(row):
        reach = max(reach, before.right)
        if word.left - reach > _GUTTER * min(before.size, word.size):
            beginnings.append(word.left)
    return beginnings


def _lies_in(gutter: Gutter, start: float, em: float, y: float) -> bool:
    return gutter.left <= start <= gutter.right + em and gutter.top <= y <= gutter.bottom


def _grown(
    rows: list[list[Word]], index: int, start: float, end: float, least: float
) -> Gutter | None:
    """The stripe through row ``index``, as far down and up as no row crosses it."""
    em = rows[index][0].size
    members = [rows[index]]
    for step in (1, -1):
        at = index + step
        while 0 <= at < len(rows):
            apart = abs(rows[at][0].baseline - rows[at - step][0].baseline)
            narrowed = _gap_within(rows[at], start, end)
            if narrowed is None or narrowed[1] - narrowed[0] < 0.5 * em or apart > _BREAK * em:
                break
            start, end = narrowed
            members.append(rows[at])
            at += step
    beside_left = [word for row in members for word in row if word.right <= start + 0.1]
    beside_right = [word for row in members for word in row if word.left >= end - 0.1]
    if not (_is_column(beside_left, least) and _is_column(beside_right, least)):
        return None
    if _shared_rows(beside_left, beside_right) < _ROWS_OF_A_GUTTER:
        return None
    baselines = [row[0].baseline for row in members]
    return Gutter(start, end, min(baselines) - em, max(baselines) + em)


def _is_column(words: list[Word], least: float) -> bool:
    if not words:
        return False
    return max(word.right for word in words) - min(word.left for word in words) >= least


def _shared_rows(left: list[Word], right: list[Word]) -> int:
    """How many rows the shorter side has where both sides have any."""
    top = max(min(word.baseline for word in side) for side in (left, right))
    bottom = min(max(word.baseline for word in side) for side in (left, right))
    return min(
        len({round(word.baseline) for word in side if top - 1 <= word.baseline <= bottom + 1})
        for side in (left, right)
    )


def _gap_within(row: list[Word], start: float, end: float) -> tuple[float, float] | None:
    """The part of the stripe that the row leaves white; None where a word stands in its middle."""
    middle = (start + end) / 2
    for word in row:
        if word.left <= middle <= word.right:
            return None
        if word.right < middle:
            start = max(start, word.right)
        else:
            end = min(end, word.left)
    return start, end
