"""Grids: rules that cross become rows, columns and merged cells.

A wall that is missing between two slots of the grid means that they are one cell.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from core.parsing.ink import Area
from core.parsing.tables.rules import Rule, Rules
from core.parsing.tables.word_index import WordIndex

_TOUCH = 3.0  # points by which a rule may miss the one it is meant to meet
_STICKS_OUT = 6.0
_GUTTER = 7.0  # grid lines nearer than this with no word between them are one double rule
_MOST_SLOTS = 20_000  # what has more is a drawing
_WALL_COVER = 0.6  # share of a slot's side that must be ruled to be a wall


@dataclass(frozen=True, slots=True)
class Span:
    """A cell's place in a grid: rows and columns, half-open."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(slots=True)
class Grid:
    """Row and column borders in points, and the cells that tile the slots between them.

    ``irregular`` is the share of the area whose slots ran together to no rectangle, as happens in
    drawings. ``is_open_above`` and ``is_open_below`` tell that no rule closes the grid there.
    """

    xs: list[float]
    ys: list[float]
    spans: list[Span]
    irregular: float = 0.0
    is_open_above: bool = False
    is_open_below: bool = False

    @property
    def row_count(self) -> int:
        return len(self.ys) - 1

    @property
    def col_count(self) -> int:
        return len(self.xs) - 1

    @property
    def area(self) -> Area:
        return Area(self.xs[0], self.ys[0], self.xs[-1], self.ys[-1])

    def area_of(self, span: Span) -> Area:
        return Area(
            self.xs[span.left], self.ys[span.top], self.xs[span.right], self.ys[span.bottom]
        )


def crossing_groups(rules: Rules) -> list[Rules]:
    """Rules that hang together by crossing or touching; those that meet no other are left out."""
    horizontal, vertical = rules.horizontal, rules.vertical
    if not horizontal or not vertical:
        return []
    rows = np.array([(rule.position, rule.start, rule.end) for rule in horizontal])[:, :, None]
    columns = np.array([(rule.position, rule.start, rule.end) for rule in vertical]).T[None]
    crosses = (
        (columns[:, 0] >= rows[:, 1] - _TOUCH)
        & (columns[:, 0] <= rows[:, 2] + _TOUCH)
        & (rows[:, 0] >= columns[:, 1] - _TOUCH)
        & (rows[:, 0] <= columns[:, 2] + _TOUCH)
    )
    leaders = _Leaders(len(horizontal) + len(vertical))
    for row, column in zip(*np.nonzero(crosses), strict=True):
        leaders.unite(int(row), len(horizontal) + int(column))
    groups: dict[int, Rules] = defaultdict(Rules)
    for index, rule in enumerate(horizontal):
        groups[leaders.of(index)].horizontal.append(rule)
    for index, rule in enumerate(vertical, len(horizontal)):
        groups[leaders.of(index)].vertical.append(rule)
    return [group for group in groups.values() if group.horizontal and group.vertical]


def grid_of(group: Rules, words: WordIndex) -> Grid | None:
    """The grid that one group of crossing rules draws; ``words`` tell double rules from rows."""
    xs, open_left, open_right = _borders(group.vertical, group.horizontal)
    ys, open_above, open_below = _borders(group.horizontal, group.vertical)
    if len(xs) < 2 or len(ys) < 2:
        return None
    inside = [word.middle for word in words.inside(Area(xs[0], ys[0], xs[-1], ys[-1]))]
    # An open side that holds no text is only the rules' overhang.
    xs = _trimmed(xs, sorted(x for x, _ in inside), open_left, open_right)
    above, below = ys[0], ys[-1]
    ys = _trimmed(ys, sorted(y for _, y in inside), open_above, open_below)
    xs, ys = (
        _without_gutters(xs, [x for x, _ in inside]),
        _without_gutters(ys, [y for _, y in inside]),
    )
    if len(xs) < 2 or len(ys) < 2 or len(xs) * len(ys) > _MOST_SLOTS:
        return None
    spans, irregular = _spans(xs, ys, group)
    return Grid(
        xs=xs,
        ys=ys,
        spans=spans,
        irregular=irregular,
        is_open_above=open_above and ys[0] <= above,
        is_open_below=open_below and ys[-1] >= below,
    )


class _Leaders:
    """Which things belong together (union-find)."""

    def __init__(self, count: int) -> None:
        self._leader = list(range(count))

    def of(self, item: int) -> int:
        while self._leader[item] != item:
            self._leader[item] = self._leader[self._leader[item]]
            item = self._leader[item]
        return item

    def unite(self, one: int, other: int) -> None:
        self._leader[self.of(other)] = self.of(one)


def _borders(along: Sequence[Rule], across: Sequence[Rule]) -> tuple[list[float], bool, bool]:
    """Grid lines at the rules of one direction, and where those of the other stick out of them."""
    positions = _merged(sorted(rule.position for rule in along), _TOUCH)
    starts, ends = sorted(rule.start for rule in across), sorted(rule.end for rule in across)
    needed = min(2, len(across)) - 1  # one rule alone may overshoot
    open_before = starts[needed] < positions[0] - _STICKS_OUT
    open_after = ends[-1 - needed] > positions[-1] + _STICKS_OUT
    if open_before:
        positions.insert(0, starts[needed])
    if open_after:
        positions.append(ends[-1 - needed])
    return positions, open_before, open_after


def _merged(positions: Iterable[float], tolerance: float) -> list[float]:
    groups: list[list[float]] = []
    for position in positions:
        if groups and position - groups[-1][-1] <= tolerance:
            groups[-1].append(position)
        else:
            groups.append([position])
    return [sum(group) / len(group) for group in groups]


def _trimmed(
    borders: list[float], middles: list[float], open_before: bool, open_after: bool
) -> list[float]:
    def holds_text(start: float, end: float) -> bool:
        return bisect_right(middles, end) > bisect_right(middles, start)

    if open_before and not holds_text(borders[0], borders[1]):
        borders = borders[1:]
    if open_after and not holds_text(borders[-2], borders[-1]):
        borders = borders[:-1]
    return borders


def _without_gutters(borders: list[float], middles: list[float]) -> list[float]:
    middles = sorted(middles)
    kept = [borders[0]]
    for border in borders[1:]:
        is_gutter = border - kept[-1] < _GUTTER and bisect_right(middles, border) == bisect_right(
            middles, kept[-1]
        )
        if not is_gutter:
            kept.append(border)
        elif border == borders[-1] and len(kept) > 1:
            kept[-1] = border
    return kept


def _spans(xs: list[float], ys: list[float], group: Rules) -> tuple[list[Span], float]:
    row_count, col_count = len(ys) - 1, len(xs) - 1
    wall_below = _walls(group.horizontal, ys, xs)
    wall_right = _walls(group.vertical, xs, ys)
    leaders = _Leaders(row_count * col_count)
    for row in range(row_count):
        for col in range(col_count):
            slot = row * col_count + col
            if col + 1 < col_count and not wall_right(col + 1, row):
                leaders.unite(slot, slot + 1)
            if row + 1 < row_count and not wall_below(row + 1, col):
                leaders.unite(slot, slot + col_count)
    regions: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for slot in range(row_count * col_count):
        regions[leaders.of(slot)].append(divmod(slot, col_count))
    spans: list[Span] = []
    irregular = 0.0
    for slots in regions.values():
        rows, cols = [row for row, _ in slots], [col for _, col in slots]
        span = Span(min(rows), min(cols), max(rows) + 1, max(cols) + 1)
        if (span.bottom - span.top) * (span.right - span.left) == len(slots):
            spans.append(span)
            continue
        irregular += sum((ys[row + 1] - ys[row]) * (xs[col + 1] - xs[col]) for row, col in slots)
        spans.extend(_rectangles(slots))
    whole = (xs[-1] - xs[0]) * (ys[-1] - ys[0])
    return sorted(spans, key=lambda span: (span.top, span.left)), irregular / whole


def _walls(
    rules: Sequence[Rule], lines: list[float], borders: list[float]
) -> Callable[[int, int], bool]:
    """Tells whether grid line ``line`` is ruled between border ``at`` and the next."""
    on_line: dict[int, list[Rule]] = defaultdict(list)
    for rule in rules:
        nearest = min(range(len(lines)), key=lambda line: abs(lines[line] - rule.position))
        on_line[nearest].append(rule)

    def is_wall(line: int, at: int) -> bool:
        start, end = borders[at], borders[at + 1]
        covered = sum(
            max(0.0, min(end, rule.end) - max(start, rule.start)) for rule in on_line[line]
        )
        return covered >= _WALL_COVER * (end - start)

    return is_wall


def _rectangles(slots: Sequence[tuple[int, int]]) -> list[Span]:
    """Slots of an L or U shape, cut into runs along the rows, equal runs on top of each other."""
    runs: list[Span] = []
    open_runs: dict[tuple[int, int], int] = {}
    for row in sorted({row for row, _ in slots}):
        cols = sorted(col for at, col in slots if at == row)
        starts = [col for col in cols if col - 1 not in cols]
        ends = [col + 1 for col in cols if col + 1 not in cols]
        still_open: dict[tuple[int, int], int] = {}
        for run in zip(starts, ends, strict=True):
            if run in open_runs:
                above = runs[open_runs[run]]
                runs[open_runs[run]] = Span(above.top, above.left, row + 1, above.right)
                still_open[run] = open_runs[run]
            else:
                runs.append(Span(row, run[0], row + 1, run[1]))
                still_open[run] = len(runs) - 1
        open_runs = still_open
    return runs
