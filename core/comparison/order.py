"""Which of the pairs kept their order, and which must have moved."""

from bisect import bisect_left
from collections.abc import Sequence


def kept_in_order(positions: Sequence[int], weights: Sequence[float]) -> set[int]:
    """Indices of the heaviest rising subsequence: the fewest words are said to have moved.

    ``positions`` are the places on the new side, listed in the order of the old one.
    """
    ranks = sorted(set(positions))
    # A tree over ranks: the heaviest chain that ends at or below each of them.
    tree: list[tuple[float, int]] = [(0.0, -1)] * (len(ranks) + 1)
    before: list[int] = []
    for index, (position, weight) in enumerate(zip(positions, weights, strict=True)):
        rank = bisect_left(ranks, position) + 1
        heaviest, last = _heaviest(tree, rank - 1)
        before.append(last)
        chain = (heaviest + weight, index)
        while rank < len(tree):
            if chain[0] > tree[rank][0]:
                tree[rank] = chain
            rank += rank & -rank
    kept: set[int] = set()
    last = _heaviest(tree, len(ranks))[1]
    while last >= 0:
        kept.add(last)
        last = before[last]
    return kept


def _heaviest(tree: Sequence[tuple[float, int]], rank: int) -> tuple[float, int]:
    best = (0.0, -1)
    while rank > 0:
        if tree[rank][0] > best[0]:
            best = tree[rank]
        rank -= rank & -rank
    return best
