"""How much of one text stands in another, rare words counting more than common ones."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import log

from core.comparison.folding import key_of
from core.retrieval.scripts import CJK

Features = Counter[str]

_RUN = re.compile(rf"(?P<cjk>[{CJK}]+)|(?P<word>[^\W{CJK}]+(?:\.[0-9]+)*)")
_MOST_COMMON = 60  # a feature in more passages than this leads nowhere
_BEST = 8


def features_of(text: str) -> Features:
    """Pairs of Chinese characters, whole words and numbers elsewhere; case is folded."""
    found: list[str] = []
    for run in _RUN.finditer(_spaced_key(text)):
        if run.lastgroup == "cjk":
            found += map("".join, pairwise(run[0])) if len(run[0]) > 1 else run[0]
        else:
            found.append(run[0])
    return Counter(found)


class Weights:
    """Weighs features by how few of the passages have them."""

    def __init__(self, passages: Sequence[Features]) -> None:
        spread = Counter(name for features in passages for name in features)
        total = len(passages) + 2
        self._weights = {name: log(total / (count + 1)) + 0.3 for name, count in spread.items()}
        self._unknown = log(total) + 0.3

    def of(self, features: Features) -> float:
        weights, unknown = self._weights, self._unknown
        return sum(count * weights.get(name, unknown) for name, count in features.items())

    def shared(self, one: Features, other: Features) -> float:
        if len(one) > len(other):
            one, other = other, one
        weights, unknown = self._weights, self._unknown
        return sum(
            min(count, other[name]) * weights.get(name, unknown)
            for name, count in one.items()
            if name in other
        )

    def likeness(self, one: Features, other: Features) -> float:
        """0 to 1: the share of both that is in both."""
        whole = self.of(one) + self.of(other)
        return 2 * self.shared(one, other) / whole if whole else 0.0

    def contained(self, part: Features, whole: Features) -> float:
        """0 to 1: the share of ``part`` that is in ``whole``."""
        weight = self.of(part)
        return self.shared(part, whole) / weight if weight else 0.0


class Lookup:
    """Finds the passages that share the most with a text, without looking at all of them."""

    def __init__(self, features: Mapping[int, Features], weights: Weights) -> None:
        self._features = features
        self._weights = weights
        self._holders: defaultdict[str, list[int]] = defaultdict(list)
        for index, own in features.items():
            for name in own:
                self._holders[name].append(index)

    def like(self, features: Features) -> list[tuple[int, float]]:
        """The best few with their likeness, best first."""
        votes: Counter[int] = Counter()
        for name in features:
            holders = self._holders.get(name, ())
            if len(holders) <= _MOST_COMMON:
                votes.update(holders)
        best = self._ranked(features, (index for index, _ in votes.most_common(3 * _BEST)))
        return best[:_BEST]

    def _ranked(self, features: Features, indices: Iterable[int]) -> list[tuple[int, float]]:
        scored = [
            (index, self._weights.likeness(features, self._features[index])) for index in indices
        ]
        return sorted(scored, key=lambda entry: (-entry[1], entry[0]))


def _spaced_key(text: str) -> str:
    return " ".join(key_of(word) for word in text.split()).casefold()
