"""Where two regulations say the same of one thing, but for a number or a word."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import combinations

from core.answering.page_lookup import bare
from core.comparison.words import word_diff
from core.model.answers import Citation, Conflict

_ALIKE = 0.8  # of the words with their digits masked
_MOST_DIFFERENCES = 6
_OWN_NUMBER = re.compile(r"^\s*(?:\d+(?:\.\d+)+|第[\d一二三四五六七八九十百]+条|\d+\s*\|)\s*")
_DIGITS = re.compile(r"\d+(?:\.\d+)?")


def conflicts_between(citations: Sequence[Citation]) -> tuple[Conflict, ...]:
    """Pairs of different regulations, each citation with its nearest counterpart only."""
    found: list[Conflict] = []
    paired: set[tuple[int, str]] = set()
    pairs = [
        (_likeness(a, b), a, b)
        for a, b in combinations(citations, 2)
        if a.reg_id != b.reg_id and a.kind == b.kind
    ]
    for likeness, a, b in sorted(pairs, key=lambda pair: (-pair[0], pair[1].number)):
        if likeness < _ALIKE or paired & {(a.number, b.reg_id), (b.number, a.reg_id)}:
            continue
        paired |= {(a.number, b.reg_id), (b.number, a.reg_id)}
        says = _differences(a, b)
        if says is not None:
            found.append(
                Conflict(first=a.number, second=b.number, first_says=says[0], second_says=says[1])
            )
    return tuple(sorted(found, key=lambda conflict: (conflict.first, conflict.second)))


def _likeness(a: Citation, b: Citation) -> float:
    if a.kind == "row":
        # Rows of numbers look alike whatever they are of: what is no number must be the same.
        return 1.0 if _labels(a) == _labels(b) and _header(a) == _header(b) else 0.0
    return SequenceMatcher(None, _masked(a.quote), _masked(b.quote), autojunk=False).ratio()


def _labels(row: Citation) -> tuple[str, ...]:
    cells = [bare(cell) for cell in _OWN_NUMBER.sub("", row.quote).split("|")]
    named = [cell for cell in cells if cell and not cell[0].isdigit()]
    return tuple(named[:1])


def _header(row: Citation) -> str:
    lines = row.context.split("\n")
    return bare(lines[1] if len(lines) > 1 else row.context)


def _masked(text: str) -> str:
    return _DIGITS.sub("0", bare(_OWN_NUMBER.sub("", text)))


def _differences(a: Citation, b: Citation) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """None where both say the same."""
    spans = word_diff(_OWN_NUMBER.sub("", a.quote), _OWN_NUMBER.sub("", b.quote))
    changed = [span for span in spans if span.kind != "equal"]
    if not changed:
        return None
    kept = changed[:_MOST_DIFFERENCES]
    return (
        tuple(span.old.strip() for span in kept if span.old.strip()),
        tuple(span.new.strip() for span in kept if span.new.strip()),
    )
