"""Passages that were split, or merged into one.

A passage without a partner belongs to its neighbour's partner when its words are what that partner
has beyond the neighbour.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from core.comparison.alignment import Alignment, align, pair_alike
from core.comparison.similarity import Features
from core.comparison.strays import release_strays
from core.model.comparison import Passage

_LEAST_CONTAINED = 0.6
_LEAST_BETWEEN = 0.3  # for a passage between two that belong together
_MOST_LOOKED_AT = 20


@dataclass(frozen=True)
class Link:
    """Positions on both sides that belong together, in order; one side may be empty."""

    old: tuple[int, ...]
    new: tuple[int, ...]
    confidence: float


def find_links(old: Sequence[Passage], new: Sequence[Passage]) -> list[Link]:
    """Every position of both sides in exactly one link."""
    alignment = align(old, new)
    release_strays(alignment)
    _absorb_parts(alignment)
    pair_alike(alignment, anywhere=True)
    _absorb_parts(alignment)
    links = [
        _link(
            alignment,
            sorted([one, *alignment.old_parts.get(one, ())]),
            sorted([other, *alignment.new_parts.get(other, ())]),
        )
        for one, other in alignment.partner.items()
    ]
    return links + _alone(alignment, alignment.free_old(), alignment.free_new())


def _absorb_parts(alignment: Alignment) -> None:
    back = {new: old for old, new in alignment.partner.items()}
    old_side = _Side(
        alignment.old, alignment.old_features, alignment.new_features, alignment.old_parts
    )
    new_side = _Side(
        alignment.new, alignment.new_features, alignment.old_features, alignment.new_parts
    )
    _absorb(alignment, old_side, alignment.free_old(), alignment.partner, alignment.new_parts)
    _absorb(alignment, new_side, alignment.free_new(), back, alignment.old_parts)


@dataclass(frozen=True)
class _Side:
    passages: Sequence[Passage]
    features: Sequence[Features]
    others: Sequence[Features]
    parts: dict[int, list[int]]


def _absorb(
    alignment: Alignment,
    side: _Side,
    free: Sequence[int],
    partner: dict[int, int],
    other_parts: dict[int, list[int]],
) -> None:
    """Adds free passages of one side to the neighbour whose partner has their words."""
    host_of = {index: index for index in partner}
    host_of |= {part: host for host, parts in side.parts.items() for part in parts}
    waiting = set(free)
    # Forwards for what follows its host, backwards for what stands before it.
    for order, step in ((free, -1), (list(reversed(free)), 1)):
        for index in order:
            between = [] if index + step in host_of else [index + step]
            host = host_of.get(index + step * (1 + len(between)))
            if index not in waiting or host is None or not waiting.issuperset(between):
                continue
            if partner[host] in other_parts or not _may_belong(side, index, host):
                continue
            left = side.others[partner[host]] - _sum(
                side.features, [host, *side.parts.get(host, ())]
            )
            if alignment.weights.contained(side.features[index], left) < _LEAST_CONTAINED:
                continue
            inside = [side.features[each] for each in between]
            if any(alignment.weights.contained(own, left) < _LEAST_BETWEEN for own in inside):
                continue
            for each in (*between, index):
                side.parts.setdefault(host, []).append(each)
                host_of[each] = host
                waiting.discard(each)


def _may_belong(side: _Side, index: int, host: int) -> bool:
    passage = side.passages[index]
    if not side.features[index] or passage.subject in ("note", "figure"):
        return False
    return passage.part == side.passages[host].part


def _sum(features: Sequence[Features], indices: Sequence[int]) -> Features:
    total: Features = Counter()
    for index in indices:
        total += features[index]
    return total


def _link(alignment: Alignment, old: list[int], new: list[int]) -> Link:
    if len(old) == len(new) == 1:
        confidence = alignment.likeness(old[0], new[0])
    else:
        confidence = alignment.weights.likeness(
            _sum(alignment.old_features, old), _sum(alignment.new_features, new)
        )
    return Link(tuple(old), tuple(new), round(confidence, 3))


def _alone(alignment: Alignment, olds: list[int], news: list[int]) -> list[Link]:
    """As sure as nothing in a section of the same number looks alike."""
    best_old, best_new = dict.fromkeys(olds, 0.0), dict.fromkeys(news, 0.0)
    by_section: defaultdict[str | None, list[int]] = defaultdict(list)
    for new in news:
        by_section[alignment.new[new].place.section_number].append(new)
    for old in olds:
        for new in by_section[alignment.old[old].place.section_number][:_MOST_LOOKED_AT]:
            likeness = alignment.likeness(old, new)
            best_old[old] = max(best_old[old], likeness)
            best_new[new] = max(best_new[new], likeness)
    return [
        *(Link((old,), (), round(1 - best, 3)) for old, best in best_old.items()),
        *(Link((), (new,), round(1 - best, 3)) for new, best in best_new.items()),
    ]
