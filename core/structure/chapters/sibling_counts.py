"""Counting: whether a number continues the count of its siblings.

A gap is taken when the number in between never comes, and leaves a doubt; so does a number printed
twice under different titles. A number that jumps back begins nothing.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Sequence

from core.structure.chapters.heading_candidates import Candidate
from core.structure.chapters.numbering import LabelPath, Scheme
from core.structure.chapters.section import CONTAINERS, Section
from core.structure.text_folding import fold_title

WIDEST_GAP = 6
_Key = tuple[int, str]


class SiblingCounts:
    """Counts are kept per ``owner``, the section they run in, and ``kind``; None is the document.

    Owners are told apart by identity: they live as long as the tree does.
    """

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        self.doubts: list[str] = []
        self._last: dict[_Key, int] = {}
        self._last_title: dict[_Key, str] = {}
        self._scope_starts: list[int] = []
        self._by_number: defaultdict[tuple[Scheme | None, LabelPath], list[Candidate]] = (
            defaultdict(list)
        )
        for candidate in candidates:
            if candidate.label is not None:
                self._by_number[candidate.scheme, candidate.label.path].append(candidate)
            if candidate.scheme in CONTAINERS and candidate.is_heading:
                self._scope_starts.append(candidate.place)

    def last(self, owner: Section | None, kind: str) -> int:
        return self._last.get((id(owner), kind), 0)

    def set_last(self, owner: Section | None, kind: str, value: int) -> None:
        self._last[id(owner), kind] = value

    def continues(
        self,
        candidate: Candidate,
        owner: Section | None,
        kind: str,
        value: int,
        written: Callable[[int], LabelPath],
    ) -> bool:
        """Takes ``value`` as the last of its count if it fits; ``written`` is a number's label."""
        key = (id(owner), kind)
        last = self._last.get(key, 0)
        following = written(last + 1)
        doubt = ""
        if value == last + 1:
            # where the same number is yet to come with a title, that is meant
            fits = bool(candidate.title) or not self.comes_later(candidate, following, True)
        elif value > last + 1:
            is_misprint = not self.comes_later(candidate, following)
            fits = value - last <= WIDEST_GAP and is_misprint and _is_credible(candidate)
            doubt = f"{as_text(following)} is missing before it"
        else:
            fits = value == last and candidate.is_heading and self._is_new_title(key, candidate)
            doubt = "its number was used before"
        if fits:
            self._last[key] = value
            self._last_title[key] = candidate.title
            if doubt:
                self.doubt(candidate, doubt)
        return fits

    def comes_later(self, candidate: Candidate, path: LabelPath, only_titled: bool = False) -> bool:
        """Whether this number comes before the next appendix, attachment or part begins."""
        after = bisect_right(self._scope_starts, candidate.place)
        end = self._scope_starts[after] if after < len(self._scope_starts) else None
        return any(
            other.place > candidate.place
            and (end is None or other.place < end)
            and (bool(other.title) or not only_titled)
            for other in self._by_number.get((candidate.scheme, path), ())
        )

    def comes_next(self, candidate: Candidate, path: LabelPath) -> bool:
        """Whether this number stands in the very next block."""
        following = candidate.place + 1
        return any(
            other.place == following for other in self._by_number.get((candidate.scheme, path), ())
        )

    def doubt(self, candidate: Candidate, why: str) -> None:
        label = candidate.label.printed if candidate.label else candidate.title
        self.doubts.append(f"{label} (page {candidate.block.page_num}): {why}")

    def _is_new_title(self, key: _Key, candidate: Candidate) -> bool:
        title = fold_title(candidate.title)
        return bool(title) and title != fold_title(self._last_title.get(key, ""))


def as_text(path: LabelPath) -> str:
    return ".".join(str(step) for step in path)


def _is_credible(candidate: Candidate) -> bool:
    """Behind a gap: 2.5 at the begin of a sentence may be an amount, 2.5.4 hardly."""
    label = candidate.label
    return candidate.is_heading or (label is not None and len(label.path) > 2)
