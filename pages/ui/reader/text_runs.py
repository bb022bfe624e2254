"""A text cut into runs: plain, marked by a search, leading somewhere, or saying why it does not."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Span = tuple[int, int]
Run = str | dict[str, Any]


@dataclass(frozen=True)
class Stretch:
    """A part of a text that is a reference; ``shown`` is what the script needs to draw it."""

    start: int
    end: int
    shown: dict[str, Any]


def runs(text: str, marks: Sequence[Span] = (), stretches: Sequence[Stretch] = ()) -> list[Run]:
    """In order; together they are the text, no character lost or doubled.

    Of stretches that overlap the first one counts.
    """
    if not marks and not stretches:
        return [text] if text else []
    apart = _apart(stretches, len(text))
    edges = sorted(
        {0, len(text)}
        | {edge for start, end in marks for edge in (start, end) if edge <= len(text)}
        | {edge for it in apart for edge in (it.start, it.end)}
    )
    cut: list[Run] = []
    for start, end in pairwise(edges):
        run: dict[str, Any] = {}
        if any(left <= start and end <= right for left, right in marks):
            run["mark"] = True
        for stretch in apart:
            if stretch.start <= start and end <= stretch.end:
                run |= stretch.shown
        cut.append({"t": text[start:end]} | run if run else text[start:end])
    return cut


def _apart(stretches: Sequence[Stretch], length: int) -> list[Stretch]:
    chosen: list[Stretch] = []
    for stretch in sorted(stretches, key=lambda it: (it.start, -it.end)):
        after = chosen[-1].end if chosen else 0
        if after <= stretch.start < stretch.end <= length:
            chosen.append(stretch)
    return chosen
