"""Heads of two rows that short rules part: names above, and below each rule what it unites."""

import itertools
from collections.abc import Sequence

from core.parsing.tables.grids import Span
from core.parsing.tables.gutters import Chunk
from core.parsing.tables.rules import Rule

_MOST_WAYS = 5000  # to share columns out among the names above them


def spans_of_head(
    borders: Sequence[float], short: Sequence[Rule], names: Sequence[Chunk]
) -> list[Span] | None:
    """Names over several columns in the first row, the rest of the head below and beside.

    ``short`` are the rules below the names. None where the names do not fit the rules.
    """
    spans: list[Span] = []
    covered: set[int] = set()
    for rule in short:
        held = [
            col
            for col, (start, end) in enumerate(itertools.pairwise(borders))
            if rule.start - 1 <= (start + end) / 2 <= rule.end + 1
        ]
        above = [
            chunk for chunk in names if rule.start <= (chunk.left + chunk.right) / 2 <= rule.end
        ]
        if len(held) < 2 or covered.intersection(held) or not 0 < len(above) <= len(held):
            return None
        covered.update(held)
        spans += [Span(0, first, 1, end) for first, end in _shared_out(held, above, borders)]
    for col in range(len(borders) - 1):
        spans.append(Span(1 if col in covered else 0, col, 2, col + 1))
    return spans


def _shared_out(
    columns: Sequence[int], names: Sequence[Chunk], borders: Sequence[float]
) -> list[tuple[int, int]]:
    """Neighbouring columns for each name above one rule: those that it stands in the middle of."""

    def off_centre(ends: Sequence[int]) -> float:
        runs = itertools.pairwise((columns[0], *ends, columns[-1] + 1))
        return sum(
            abs(borders[first] + borders[end] - name.left - name.right)
            for (first, end), name in zip(runs, names, strict=True)
        )

    ways = itertools.islice(itertools.combinations(columns[1:], len(names) - 1), _MOST_WAYS)
    best = min(ways, key=off_centre)
    return list(itertools.pairwise((columns[0], *best, columns[-1] + 1)))
