"""Which table of the one side is which of the other: by number, caption and what is in them."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from core.comparison.folding import key_of
from core.comparison.similarity import features_of
from core.comparison.table_grids import Grid

_LEAST = 0.3
_LEAST_CONTENT = 0.1
_SAME_NAME = 0.6
_COMMON_CELL = 20  # a cell text in more tables than this (—, 合格) leads nowhere


def match_tables(old: Sequence[Grid], new: Sequence[Grid]) -> dict[int, tuple[int, float]]:
    """Old to new positions with a confidence; each table once."""
    contents = [_Content(grid) for grid in old], [_Content(grid) for grid in new]
    scored = []
    for one, other in _candidates(*contents):
        score = _score(contents[0][one], contents[1][other])
        if score >= _LEAST:
            # Among equal tables the one at about the same place.
            shift = abs(one / len(old) - other / len(new))
            scored.append((score, -shift, one, other))
    found: dict[int, tuple[int, float]] = {}
    taken: set[int] = set()
    for score, _, one, other in sorted(scored, reverse=True):
        if one not in found and other not in taken:
            found[one] = other, round(min(score, 1.0), 3)
            taken.add(other)
    return found


class _Content:
    """What a table is known by, counted once."""

    def __init__(self, grid: Grid) -> None:
        self.cells = Counter(key_of(cell.content) for cell in grid.table.cells if cell.content)
        self.words: Counter[str] = Counter()
        for cell in grid.table.cells:
            self.words.update(features_of(cell.content))  # += looks at every word again
        self.number = key_of(grid.table.number or "")
        self.title = key_of(grid.table.caption or "")
        if self.number and self.number in self.title:  # the number may change
            self.title = self.title.split(self.number, 1)[-1]
        self.title_words = features_of(self.title)

    def hints(self) -> set[str]:
        hints = {f"cell:{text}" for text in self.cells if len(text) > 1}
        if self.number:
            hints.add(f"number:{self.number}")
        if self.title:
            hints.add(f"title:{self.title}")
        return hints


def _candidates(old: Sequence[_Content], new: Sequence[_Content]) -> set[tuple[int, int]]:
    by_hint: defaultdict[str, list[int]] = defaultdict(list)
    for other, content in enumerate(new):
        for hint in content.hints():
            by_hint[hint].append(other)
    return {
        (one, other)
        for one, content in enumerate(old)
        for hint in content.hints()
        if len(by_hint[hint]) <= _COMMON_CELL
        for other in by_hint[hint]
    }


def _score(old: _Content, new: _Content) -> float:
    """1 for the same content; number and caption make up for content that changed."""
    equal = _dice(old.cells, new.cells)
    likeness = max(equal, 0.9 * _dice(old.words, new.words))
    named = _dice(old.title_words, new.title_words)
    numbered = bool(old.number) and old.number == new.number
    if likeness < _LEAST_CONTENT and named < _SAME_NAME:
        return 0.0
    return 0.7 * likeness + 0.2 * named + 0.1 * numbered + 0.1 * (equal == 1.0)


def _dice(one: Counter[str], other: Counter[str]) -> float:
    whole = one.total() + other.total()
    return 2 * (one & other).total() / whole if whole else 0.0
