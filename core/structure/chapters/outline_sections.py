"""Where the items of an outline belong: (a), (1), (A) and so on, level by level."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from core.structure.chapters.heading_candidates import Candidate
from core.structure.chapters.open_path import OpenPath
from core.structure.chapters.outline_tokens import Count, counts_of
from core.structure.chapters.section import Section
from core.structure.chapters.sibling_counts import SiblingCounts

_INDENT = 0.01
_WIDEST_GAP = 3


class OutlineSections:
    def __init__(
        self, candidates: Sequence[Candidate], path: OpenPath, counts: SiblingCounts
    ) -> None:
        self._candidates = candidates
        self._places = [candidate.place for candidate in candidates]
        self._path = path
        self._counts = counts

    def section(self, candidate: Candidate) -> Section | None:
        counts = _counts(candidate)
        levels = [above for above in self._path.sections() if above.scheme == "outline"]
        before = next((above for above in levels if _value(above, counts) == above.value + 1), None)
        first = next((count for count, value in counts.items() if value == 1), None)
        if before is not None and not (
            first is not None and self._begins_level(candidate, first, before)
        ):
            return _beside(before, candidate, before.value + 1)
        if first is not None and self._has_second(candidate, first):
            return self._first_item(candidate, first, levels)
        for above in levels:
            value = _value(above, counts)
            if above.value < value <= above.value + _WIDEST_GAP:
                self._counts.doubt(candidate, "an item before it is missing")
                return _beside(above, candidate, value)
        return None

    def _first_item(
        self, candidate: Candidate, first: Count, levels: Sequence[Section]
    ) -> Section | None:
        if self._path.innermost is None:
            return None  # an outline is an outline of something
        same = next((above for above in levels if above.count == first), None)
        if same is None:
            return Section(candidate, self._path.innermost, "outline", 1, count=first)
        # No level counts like one above it: the heading in between was not read.
        self._counts.doubt(candidate, "its count begins anew")
        return _beside(same, candidate, 1)

    def _begins_level(self, candidate: Candidate, first: Count, before: Section) -> bool:
        """(i) behind (h): a new level if (ii) follows, or if it is set further in."""
        following = next(self._items_after(candidate), None)
        if following is not None:
            counts = _counts(following)
            if counts.get(first) == 2:
                return True
            if _value(before, counts) == before.value + 2:
                return False
        return candidate.left > before.candidate.left + _INDENT

    def _has_second(self, candidate: Candidate, first: Count) -> bool:
        """A list of one item is none."""
        return any(_counts(other).get(first) == 2 for other in self._items_after(candidate))

    def _items_after(self, candidate: Candidate) -> Iterator[Candidate]:
        """The items that follow, up to the next heading."""
        for other in self._candidates[bisect_right(self._places, candidate.place) :]:
            if other.scheme == "outline":
                yield other
            elif other.is_heading and other.label is not None:
                return


def _counts(candidate: Candidate) -> Mapping[Count, int]:
    assert candidate.label is not None
    return counts_of(str(candidate.label.path[0]))


def _value(section: Section, counts: Mapping[Count, int]) -> int:
    """Where a token stands in the count of ``section``; 0 if it does not count that way."""
    return 0 if section.count is None else counts.get(section.count, 0)


def _beside(section: Section, candidate: Candidate, value: int) -> Section:
    return Section(candidate, section.parent, "outline", value, count=section.count)
