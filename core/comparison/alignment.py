"""Finds for every passage its partner on the other side.

Equal texts first, the one among several equal ones by what stands around it; then the most alike
among those with the same number or the same neighbours, which make up for some unlikeness. What
is left may be a part of its neighbour's partner (:mod:`core.comparison.grouping`). Only then are
partners looked for in all of the document, by text alone.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from core.comparison.folding import key_of
from core.comparison.similarity import Features, Lookup, Weights, features_of
from core.model.comparison import Passage

_MOST_EQUALS = 4096  # pairs of equal texts that are weighed one by one
_REACH = 3  # so many passages away is still a neighbour
# The least likeness of partners, by what speaks for them besides.
_SAME_NUMBER_AND_NEIGHBOURS = 0.25
_SAME_NUMBER = 0.35
_TITLES_OF_THE_SAME = 0.2  # headings with another number, before the same clause
_NEIGHBOURS = 0.42
_TEXT_ALONE = 0.6
_SHORT_TEXT_ALONE = 0.8
_SHORT = 12  # features
_A_PART_COUNTS = 0.8  # of a clause of the same number that all stands in the longer one
# A passage that was cut short or drawn out, and went elsewhere: nearly all of it is in the longer.
_NEARLY_ALL = 0.85
_MOST_TIMES_LONGER = 6
_NEVER = 2.0
_ROUNDS = 3


@dataclass
class Alignment:
    """``partner`` leads from old to new positions, ``back`` the other way; each one to one.

    ``old_parts`` and ``new_parts`` lead from a passage with a partner to others of its side that
    belong to that partner as well.
    """

    old: Sequence[Passage]
    new: Sequence[Passage]
    old_features: list[Features]
    new_features: list[Features]
    weights: Weights
    partner: dict[int, int] = field(default_factory=dict)
    back: dict[int, int] = field(default_factory=dict)
    old_parts: dict[int, list[int]] = field(default_factory=dict)
    new_parts: dict[int, list[int]] = field(default_factory=dict)

    def pair(self, old: int, new: int) -> None:
        self.partner[old] = new
        self.back[new] = old

    def unpair(self, old: int) -> None:
        del self.back[self.partner.pop(old)]

    def likeness(self, old: int, new: int) -> float:
        if key_of(self.old[old].body) == key_of(self.new[new].body):
            return 1.0
        return self.weights.likeness(self.old_features[old], self.new_features[new])

    def free_old(self) -> list[int]:
        taken = {index for parts in self.old_parts.values() for index in parts}
        return [i for i in range(len(self.old)) if i not in self.partner and i not in taken]

    def free_new(self) -> list[int]:
        taken = {index for parts in self.new_parts.values() for index in parts}
        return [i for i in range(len(self.new)) if i not in self.back and i not in taken]


def align(old: Sequence[Passage], new: Sequence[Passage]) -> Alignment:
    old_features = [features_of(passage.body) for passage in old]
    new_features = [features_of(passage.body) for passage in new]
    weights = Weights([*old_features, *new_features])
    alignment = Alignment(old, new, old_features, new_features, weights)
    _pair_equals(alignment)
    pair_alike(alignment, anywhere=False)
    return alignment


def pair_alike(alignment: Alignment, *, anywhere: bool) -> None:
    """``anywhere`` looks beyond the same number and the same neighbours."""
    for _ in range(_ROUNDS):
        if not _pair_alike_once(alignment, anywhere=anywhere):
            break


def _pair_equals(alignment: Alignment) -> None:
    groups = _equal_texts(alignment)
    for olds, news in groups:
        if len(olds) == len(news) == 1:
            alignment.pair(olds[0], news[0])
    several = [group for group in groups if len(group[0]) + len(group[1]) > 2]
    found = True
    while found:  # each pair is context for the next
        found = False
        for olds, news in several:
            found |= _pair_by_context(alignment, olds, news, least=1.0)
    for olds, news in several:
        _pair_by_context(alignment, olds, news, least=0.0)


def _equal_texts(alignment: Alignment) -> list[tuple[list[int], list[int]]]:
    groups: defaultdict[tuple[str, str, str], tuple[list[int], list[int]]] = defaultdict(
        lambda: ([], [])
    )
    for side, passages in enumerate((alignment.old, alignment.new)):
        for index, passage in enumerate(passages):
            figure = "figure" if passage.subject == "figure" else ""
            groups[passage.part, figure, key_of(passage.body)][side].append(index)
    return [group for group in groups.values() if group[0] and group[1]]


def _pair_by_context(
    alignment: Alignment, olds: Sequence[int], news: Sequence[int], least: float
) -> bool:
    olds = [index for index in olds if index not in alignment.partner]
    news = [index for index in news if index not in alignment.back]
    if not olds or not news:
        return False
    if len(olds) * len(news) > _MOST_EQUALS:
        scored = [(1.0, 0.0, *pair) for pair in zip(olds, news, strict=False)]
    else:
        scored = [
            (_context(alignment, old, new), -_shift(alignment, old, new), old, new)
            for old in olds
            for new in news
        ]
    found = False
    for context, _, old, new in sorted(scored, reverse=True):
        if context >= least and old not in alignment.partner and new not in alignment.back:
            alignment.pair(old, new)
            found = True
    return found


def _context(alignment: Alignment, old: int, new: int) -> float:
    one, other = alignment.old[old], alignment.new[new]
    score = 0.0
    score += alignment.partner.get(old - 1, -2) == new - 1
    score += alignment.partner.get(old + 1, -2) == new + 1
    score += bool(one.label) and _label(one) == _label(other)
    # The number of the section is no evidence alone: in a renumbered text it misleads.
    return score + 0.5 * (one.place.section_number == other.place.section_number)


def _shift(alignment: Alignment, old: int, new: int) -> float:
    return abs(old / max(len(alignment.old), 1) - new / max(len(alignment.new), 1))


def _pair_alike_once(alignment: Alignment, *, anywhere: bool) -> bool:
    free_new = alignment.free_new()
    lookup = Lookup({new: alignment.new_features[new] for new in free_new}, alignment.weights)
    by_number: defaultdict[tuple[str | None, str], list[int]] = defaultdict(list)
    for new in free_new:
        if alignment.new[new].label:
            by_number[_number(alignment.new[new])].append(new)
    scored = []
    for old in alignment.free_old():
        candidates = dict(lookup.like(alignment.old_features[old]))
        for new in (*by_number[_number(alignment.old[old])], *_beside(alignment, old)):
            candidates.setdefault(new, alignment.likeness(old, new))
        for new, likeness in candidates.items():
            least, bonus = _demands(alignment, old, new, anywhere=anywhere)
            if bonus:
                likeness = max(likeness, _as_a_part(alignment, old, new))
            if likeness < least < _NEVER and not bonus and _is_nearly_all(alignment, old, new):
                likeness = least
            if likeness >= least:
                scored.append((likeness + bonus, -old, -new))
    found = False
    for _, old, new in sorted(scored, reverse=True):
        if -old not in alignment.partner and -new not in alignment.back:
            alignment.pair(-old, -new)
            found = True
    return found


def _demands(alignment: Alignment, old: int, new: int, *, anywhere: bool) -> tuple[float, float]:
    """The least likeness this pair must have, and what its circumstances add to it."""
    one, other = alignment.old[old], alignment.new[new]
    if (one.subject == "figure") != (other.subject == "figure") or one.part != other.part:
        return _NEVER, 0.0
    same_number = bool(one.label) and _number(one) == _number(other)
    near = _is_near(alignment, old, new)
    if same_number:
        if one.subject == other.subject == "heading" and _is_near(alignment, old, new, (1,)):
            return 0.0, 0.25  # a title may change altogether, what follows is the same
        return (_SAME_NUMBER_AND_NEIGHBOURS, 0.25) if near else (_SAME_NUMBER, 0.15)
    if one.subject == other.subject == "heading" and alignment.partner.get(old + 1) == new + 1:
        return _TITLES_OF_THE_SAME, 0.3  # says more than the number does
    if near:
        return _NEIGHBOURS, 0.1
    is_short = min(len(alignment.old_features[old]), len(alignment.new_features[new])) < _SHORT
    return ((_SHORT_TEXT_ALONE if is_short else _TEXT_ALONE) if anywhere else _NEVER), 0.0


def _as_a_part(alignment: Alignment, old: int, new: int) -> float:
    """A clause may be kept and much be added to it; 0 unless both have the same number."""
    one, other = alignment.old[old], alignment.new[new]
    if not one.label or _number(one) != _number(other):
        return 0.0
    parts = sorted((alignment.old_features[old], alignment.new_features[new]), key=len)
    return _A_PART_COUNTS * alignment.weights.contained(parts[0], parts[1])


def _is_nearly_all(alignment: Alignment, old: int, new: int) -> bool:
    parts = sorted((alignment.old_features[old], alignment.new_features[new]), key=len)
    if len(parts[0]) < _SHORT or len(parts[1]) > _MOST_TIMES_LONGER * len(parts[0]):
        return False
    return alignment.weights.contained(parts[0], parts[1]) >= _NEARLY_ALL


def _is_near(alignment: Alignment, old: int, new: int, steps: Sequence[int] = (-1, 1)) -> bool:
    """The nearest partners before, or behind, lead to about the same place."""
    for step in steps:
        for distance in range(1, _REACH + 1):
            partner = alignment.partner.get(old + step * distance)
            if partner is not None:
                if 0 < step * (partner - new) <= _REACH + 1:
                    return True
                break
    return False


def _beside(alignment: Alignment, old: int) -> Iterator[int]:
    """Free passages next to the partners of the neighbours."""
    for step in (-1, 1):
        partner = alignment.partner.get(old + step)
        if partner is not None:
            beside = partner - step
            if 0 <= beside < len(alignment.new) and beside not in alignment.back:
                yield beside


def _label(passage: Passage) -> str:
    return key_of(passage.label).rstrip(".")


def _number(passage: Passage) -> tuple[str | None, str]:
    return passage.place.section_number, _label(passage)
