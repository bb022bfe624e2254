"""A text that is too long, cut into windows that overlap, at the ends of sentences if it can be."""

import re
from bisect import bisect_left, bisect_right

from core.model import ChunkConfig

_SENTENCE_END = re.compile(r"[。！？；!?;\n]+[”’」』）)]*|\.(?=\s)|<br>")

# Lines of a narrow cell end every few characters: a phrase over three of them must stand whole in
# one of two windows.
_LEAST_SHARED = 40


def windows(text: str, config: ChunkConfig) -> list[tuple[int, int]]:
    """Half-open places that cover the text; none is longer than a chunk may be."""
    size = config.max_chunk_size
    overlap = min(int(size * config.overlap_ratio), size - 1)
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    found: list[tuple[int, int]] = []
    start = 0
    while start + size < len(text):
        # In the second half of the window, so that each one is worth its while.
        end = _last_between(ends, start + max(size // 2, overlap + 1), start + size) or start + size
        found.append((start, end))
        earliest = end - overlap
        latest = end - min(overlap, _LEAST_SHARED)
        start = max(_first_between(ends, earliest, latest) or earliest, start + 1)
    if found and len(text) - start < config.min_chunk_size:
        start = max(found[-1][0] + 1, len(text) - config.min_chunk_size)
    found.append((start, len(text)))
    return found


def _last_between(ends: list[int], lowest: int, highest: int) -> int | None:
    nth = bisect_right(ends, highest) - 1
    return ends[nth] if nth >= 0 and ends[nth] >= lowest else None


def _first_between(ends: list[int], lowest: int, highest: int) -> int | None:
    nth = bisect_left(ends, lowest)
    return ends[nth] if nth < len(ends) and ends[nth] <= highest else None
