"""Text rewritten in places, with the way back from the new positions to the old ones."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass

Edit = tuple[int, int, str]  # start, end and what stands there instead


@dataclass(frozen=True)
class Rewriting:
    """What one step changed; places are in order and do not overlap."""

    old_starts: tuple[int, ...]
    old_ends: tuple[int, ...]
    new_starts: tuple[int, ...]
    new_ends: tuple[int, ...]

    def old_start(self, position: int) -> int:
        """Where the character at ``position`` began before."""
        nth = bisect_right(self.new_starts, position) - 1
        # A dropped stretch has no length: what stands at its place came after it.
        if nth < 0:
            return position
        if position < self.new_ends[nth]:
            return self.old_starts[nth]
        return position - self.new_ends[nth] + self.old_ends[nth]

    def old_end(self, position: int) -> int:
        """Where the character before ``position`` ended."""
        last = position - 1
        nth = bisect_right(self.new_starts, last) - 1
        if nth < 0:
            return position
        if last < self.new_ends[nth]:
            return self.old_ends[nth]
        return position - self.new_ends[nth] + self.old_ends[nth]


def rewritten(text: str, edits: Iterable[Edit]) -> tuple[str, Rewriting | None]:
    """The new text, and None where nothing changed."""
    parts: list[str] = []
    places: list[tuple[int, int, int, int]] = []
    done, length = 0, 0
    for start, end, instead in edits:
        parts += (text[done:start], instead)
        length += start - done
        places.append((start, end, length, length + len(instead)))
        length += len(instead)
        done = end
    if not places:
        return text, None
    parts.append(text[done:])
    old_starts, old_ends, new_starts, new_ends = zip(*places, strict=True)
    return "".join(parts), Rewriting(old_starts, old_ends, new_starts, new_ends)


def pattern_edits(
    pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], str], text: str
) -> Iterable[Edit]:
    for match in pattern.finditer(text):
        instead = replacement(match)
        if instead != match[0]:
            yield match.start(), match.end(), instead
