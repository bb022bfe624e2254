"""Columns of text: white stripes that no row crosses, and what stands on which side of them."""

from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from core.parsing.ink import Area, Word

_GUTTER = 1.0  # in ems
_ROWS_OF_A_GUTTER = 4
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
    """White stripes that run down between two columns of text."""
    if not rows:
        return []
    left = min(row[0].left for row in rows)
    right = max(word.right for row in rows for word in row)
    least = _COLUMN_SHARE * (right - left)
    found: list[Gutter] = []
    for index, row in enumerate(rows):
        for start, end in _gaps(row):
            if start - row[0].left < least or row[-1].right - end < least:
                continue
            if any(_lies_in(gutter, start, end, row[0].baseline) for gutter in found):
                continue
            gutter = _grown(rows, index, start, end)
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


def _gaps(row: list[Word]) -> list[tuple[float, float]]:
    gaps = []
    reach = row[0].right
    for before, word in pairwise(row):
        reach = max(reach, before.right)
        if word.left - reach > _GUTTER * min(before.size, word.size):
            gaps.append((reach, word.left))
    return gaps


def _lies_in(gutter: Gutter, start: float, end: float, y: float) -> bool:
    return start < gutter.right and end > gutter.left and gutter.top <= y <= gutter.bottom


def _grown(rows: list[list[Word]], index: int, start: float, end: float) -> Gutter | None:
    """The stripe through row ``index``, as far down and up as no row crosses it."""
    em = median(word.size for word in rows[index])
    first = last = index
    shared = 1  # rows with text on both sides
    for step in (1, -1):
        at = index + step
        while 0 <= at < len(rows):
            narrowed = _gap_within(rows[at], start, end)
            if narrowed is None or narrowed[1] - narrowed[0] < 0.5 * em:
                break
            start, end = narrowed
            shared += rows[at][0].left < start and rows[at][-1].right > end
            first, last = min(first, at), max(last, at)
            at += step
    if shared < _ROWS_OF_A_GUTTER:
        return None
    return Gutter(start, end, rows[first][0].top, rows[last][0].bottom)


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
