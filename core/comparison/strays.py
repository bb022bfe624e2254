"""Passages that found their equal far away, though their words stand right where they belong.

A list that one side sets as a part of its paragraph has no item there to be paired with. If it is
printed once more, in an appendix, its items would be said to have moved.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from core.comparison.alignment import Alignment
from core.comparison.order import kept_in_order
from core.comparison.similarity import Features, Weights
from core.model.comparison import Passage

_SURELY = 0.85
_LIKELY = 0.3  # for an item between two that surely belong there


def release_strays(alignment: Alignment) -> None:
    """Undoes such pairs; their words are then found where they stand."""
    olds = sorted(alignment.partner)
    news = [alignment.partner[old] for old in olds]
    kept = kept_in_order(news, [1.0 + len(alignment.old[old].body) for old in olds])
    strays = [old for index, old in enumerate(olds) if index not in kept]
    if not strays:
        return
    one = alignment.old, alignment.old_features
    other = alignment.new, alignment.new_features
    weights = alignment.weights
    at_home = _at_home(*one, alignment.partner, set(strays), other[1], weights)
    back = dict(alignment.back)
    strayed = {alignment.partner[old] for old in strays}
    at_home |= {back[new] for new in _at_home(*other, back, strayed, one[1], weights)}
    for old in at_home:
        alignment.unpair(old)


def _at_home(
    passages: Sequence[Passage],
    features: Sequence[Features],
    partner: Mapping[int, int],
    strays: set[int],
    others: Sequence[Features],
    weights: Weights,
) -> set[int]:
    """Strays whose words the partner of what they follow has, beyond the words it shares."""
    found: set[int] = set()
    doubtful: list[int] = []
    left: Features = Counter()
    for index, passage in enumerate(passages):
        if index in partner and index not in strays:
            left, doubtful = others[partner[index]] - features[index], []
        elif not left or passage.subject not in ("list_item", "paragraph"):
            left = Counter()
        else:
            share = weights.contained(features[index], left)
            if share >= _SURELY:
                found.update({index, *doubtful} & strays)
                doubtful = []
                left -= features[index]
            elif share >= _LIKELY:
                doubtful.append(index)
            else:
                left = Counter()
    return found
