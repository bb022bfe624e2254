"""Which changes of a list somebody wants to see."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.comparison.folding import key_of
from core.model.comparison import Change

What = Literal["text", "tables", "front"]


@dataclass(frozen=True)
class ChangeFilter:
    """``kinds`` are kinds of change and directions, any of which will do; none means all.

    ``what``: None is all but cover and contents, which are ``front``.
    """

    kinds: Collection[str] = field(default_factory=frozenset)
    what: What | None = None
    words: str = ""
    changed_only: bool = False


def fitting(changes: Sequence[Change], chosen: ChangeFilter) -> list[int]:
    """Positions in the list, from 0."""
    words = [key_of(word).casefold() for word in chosen.words.split()]
    return [
        index
        for index, change in enumerate(changes)
        if _is_of(change, chosen.what)
        and (change.kinds or not chosen.changed_only)
        and (not chosen.kinds or _is_any(change, chosen.kinds))
        and (not words or _has(change, words))
    ]


def count_kinds(changes: Sequence[Change], what: What | None) -> Counter[str]:
    """How often each kind and direction occurs in that part of the list."""
    counted: Counter[str] = Counter()
    for change in changes:
        if _is_of(change, what):
            counted.update(change.kinds)
            if change.direction:
                counted[change.direction] += 1
    return counted


def _is_of(change: Change, what: What | None) -> bool:
    if what == "front" or change.part == "front":
        return what == change.part
    return what is None or (what == "tables") == change.subject.startswith("table")


def _is_any(change: Change, kinds: Collection[str]) -> bool:
    return change.direction in kinds or any(kind in kinds for kind in change.kinds)


def _has(change: Change, words: Sequence[str]) -> bool:
    texts = (
        change.old_label,
        change.new_label,
        change.old_text,
        change.new_text,
        change.table,
        change.column,
    )
    whole = "\n".join(key_of(text) for text in texts).casefold()
    return all(word in whole for word in words)
