"""Cutting a document into ranges of pages that workers take one after the other."""

from typing import NamedTuple

_SHORTEST, _LONGEST = 4, 32
_RANGES_PER_WORKER = 2  # more than one, so that a slow range does not leave the others idle


class PageRange(NamedTuple):
    """Pages ``first`` to ``last``, both included."""

    first: int
    last: int

    @property
    def is_single(self) -> bool:
        return self.first == self.last


def cut_into_ranges(page_count: int, worker_count: int) -> list[PageRange]:
    wanted = -(-page_count // (_RANGES_PER_WORKER * worker_count))
    length = min(max(wanted, _SHORTEST), _LONGEST)
    return [
        PageRange(first, min(first + length - 1, page_count))
        for first in range(1, page_count + 1, length)
    ]


def without_culprit(failed: PageRange, last_read: int | None) -> list[PageRange]:
    """The range cut so that the page at which it failed, after ``last_read``, is alone."""
    culprit = failed.first if last_read is None else min(last_read + 1, failed.last)
    parts = [
        PageRange(failed.first, culprit - 1),
        PageRange(culprit, culprit),
        PageRange(culprit + 1, failed.last),
    ]
    return [part for part in parts if part.first <= part.last]
