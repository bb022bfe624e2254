"""Columns of two parts of a table laid over each other: the same, nearly, or not at all."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

_FARTHEST_SHIFT = 0.09  # odd and even pages are printed sideways of each other
_SAME = 0.006  # parts of the page's width; a rule is drawn where the column ends
_NEAR = 0.014
_NEAR_UNRULED = 0.035  # without rules a column ends where its widest text does


@dataclass(frozen=True)
class ColumnMatch:
    """How the lower part's edges lie on the upper's.

    ``shift`` is what to add to a lower edge. ``share`` is the part of the edges of the poorer side
    that the richer side has too: 1.0 when they differ by merged columns only.
    """

    shift: float
    share: float
    is_exact: bool
    upper_count: int
    lower_count: int

    @property
    def is_same(self) -> bool:
        return self.share == 1.0 and self.upper_count == self.lower_count

    @property
    def is_contained(self) -> bool:
        """Only merged columns differ: every edge of one side is an edge of the other."""
        return self.share == 1.0 and self.upper_count != self.lower_count


def match_columns(
    upper: Sequence[float], lower: Sequence[float], *, are_ruled: bool = True
) -> ColumnMatch:
    """Both as fractions of the page's width, outer edges included."""
    if len(upper) < 2 or len(lower) < 2:
        return ColumnMatch(0.0, 0.0, False, len(upper), len(lower))
    fewest = min(len(upper), len(lower))
    near = _NEAR if are_ruled else _NEAR_UNRULED
    best = ColumnMatch(0.0, 0.0, False, len(upper), len(lower))
    for shift in _shifts(upper, lower):
        for reach, is_exact in ((_SAME, True), (near, False)):
            outer = max(abs(lower[0] + shift - upper[0]), abs(lower[-1] + shift - upper[-1]))
            if outer > reach:
                continue
            share = len(_pairs(upper, [edge + shift for edge in lower], reach)) / fewest
            if share > best.share:
                best = ColumnMatch(shift, share, is_exact, len(upper), len(lower))
    return best


def _shifts(upper: Sequence[float], lower: Sequence[float]) -> list[float]:
    """No shift first: it wins when it fits as well as another."""
    middle = (upper[0] + upper[-1] - lower[0] - lower[-1]) / 2
    return [shift for shift in (0.0, middle) if abs(shift) <= _FARTHEST_SHIFT]


def _pairs(upper: Sequence[float], lower: Sequence[float], reach: float) -> list[tuple[int, int]]:
    """Edges that lie on each other, left to right, none used twice."""
    found: list[tuple[int, int]] = []
    at = 0
    for lower_at, edge in enumerate(lower):
        candidates = [place for place in range(at, len(upper)) if abs(upper[place] - edge) <= reach]
        if candidates:
            place = min(candidates, key=lambda place: abs(upper[place] - edge))
            found.append((place, lower_at))
            at = place + 1
    return found


@dataclass(frozen=True)
class UnionColumns:
    """Columns fine enough for both parts; ``upper`` and ``lower`` say where an old edge now is."""

    edges: tuple[float, ...]
    upper: tuple[int, ...]
    lower: tuple[int, ...]

    @property
    def count(self) -> int:
        return len(self.edges) - 1


def unite_columns(
    upper: Sequence[float], lower: Sequence[float], *, are_ruled: bool = True
) -> UnionColumns:
    """One column grid over both; parts with equally many columns that do not fit go by their order.

    Every cell keeps at least one column of its own and their order stays, whatever the edges are.
    """
    match = match_columns(upper, lower, are_ruled=are_ruled)
    if len(upper) == len(lower) and (match.is_same or match.share == 0.0):
        in_order = tuple(range(len(upper)))
        return UnionColumns(tuple(upper), in_order, in_order)
    moved = [edge + match.shift for edge in lower]
    moved[0], moved[-1] = upper[0], upper[-1]  # the parts are one table, so they are equally wide
    inner = [min(max(edge, upper[0]), upper[-1]) for edge in moved[1:-1]]
    reach = _NEAR if are_ruled else _NEAR_UNRULED
    paired = {
        lower_at + 1: upper_at + 1 for upper_at, lower_at in _pairs(upper[1:-1], inner, reach)
    }
    paired |= {0: 0, len(lower) - 1: len(upper) - 1}
    return _merged(upper, [moved[0], *inner, moved[-1]], paired)


def _merged(upper: Sequence[float], lower: Sequence[float], paired: dict[int, int]) -> UnionColumns:
    """The edges of both in order; ``paired`` are the lower edges that are an upper edge."""
    edges: list[float] = []
    upper_to: list[int] = []
    lower_to: list[int] = []
    anchors = sorted(paired.items())
    for (lower_at, upper_at), (lower_next, upper_next) in pairwise(anchors):
        upper_to.append(len(edges))
        lower_to.append(len(edges))
        edges.append(upper[upper_at])
        between = [(upper[place], True) for place in range(upper_at + 1, upper_next)]
        between += [(lower[place], False) for place in range(lower_at + 1, lower_next)]
        for edge, is_upper in sorted(between):
            (upper_to if is_upper else lower_to).append(len(edges))
            edges.append(edge)
    upper_to.append(len(edges))
    lower_to.append(len(edges))
    edges.append(upper[-1])
    return UnionColumns(tuple(edges), tuple(upper_to), tuple(lower_to))
