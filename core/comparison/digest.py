"""A comparison in a minute: of each kind of change how many there are, and which say most."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from core.model.comparison import Change

DigestKind = Literal["added", "removed", "tightened", "loosened", "renumbered", "moved"]

KINDS: tuple[DigestKind, ...] = (
    "added",
    "removed",
    "tightened",
    "loosened",
    "moved",
    "renumbered",
)
_SHOWN = 6
_TEXT = 60  # characters
# What an analyst wants to hear of first.
_WEIGHT = {"heading": 0, "table": 0, "clause": 1, "note": 2, "table_row": 2, "table_column": 2}
_LEAST_WEIGHT = 3


@dataclass(frozen=True)
class DigestEntry:
    """``nth`` counts the list of changes from 1. ``label`` is a number, or old → new.

    ``changed`` has the words that make a rule tighter or looser, old and new.
    """

    nth: int
    label: str
    text: str
    changed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class DigestPart:
    """``total`` counts changes; ``entries`` are the weightiest, in the order of the list."""

    kind: DigestKind
    total: int
    entries: tuple[DigestEntry, ...]
    is_all: bool


def digest_of(changes: Sequence[Change]) -> list[DigestPart]:
    """Without cover and contents; kinds that do not occur are left out."""
    of_kind: dict[str, list[tuple[int, Change]]] = {kind: [] for kind in KINDS}
    for nth, change in enumerate(changes, start=1):
        if change.part == "body":
            for kind in (*change.kinds, change.direction):
                if kind in of_kind:
                    of_kind[kind].append((nth, change))
    return [
        _runs_part(kind, of_kind[kind]) if kind == "renumbered" else _part(kind, of_kind[kind])
        for kind in KINDS
        if of_kind[kind]
    ]


def _part(kind: DigestKind, own: Sequence[tuple[int, Change]]) -> DigestPart:
    weights = [_WEIGHT.get(change.subject, _LEAST_WEIGHT) for _, change in own]
    best = sorted(range(len(own)), key=weights.__getitem__)[:_SHOWN]
    entries = tuple(_entry(*own[index]) for index in sorted(best))
    return DigestPart(kind, len(own), entries, is_all=len(entries) == len(own))


def _runs_part(kind: DigestKind, own: Sequence[tuple[int, Change]]) -> DigestPart:
    runs = list(islice(_runs(own), _SHOWN + 1))
    return DigestPart(kind, len(own), tuple(runs[:_SHOWN]), is_all=len(runs) <= _SHOWN)


def _entry(nth: int, change: Change) -> DigestEntry:
    label = change.new_label or change.old_label
    if change.old_label and change.new_label and change.old_label != change.new_label:
        label = f"{change.old_label} → {change.new_label}"
    if change.subject.startswith("table_"):
        label = " · ".join(name for name in (change.table, change.column) if name)
    changed = tuple(
        (span.old.strip(), span.new.strip())
        for span in change.spans
        if change.direction and span.kind != "equal"
    )
    return DigestEntry(nth, label, _short(change.new_text or change.old_text), changed)


def _runs(renumbered: Sequence[tuple[int, Change]]) -> Iterator[DigestEntry]:
    """6.2.5 to 6.2.9 that became 6.2.6 to 6.2.10 are one entry."""
    run: list[tuple[int, Change]] = []
    for nth, change in renumbered:
        if run and _family(run[-1][1]) != _family(change):
            yield _run(run)
            run = []
        run.append((nth, change))
    if run:
        yield _run(run)


def _family(change: Change) -> tuple[object, ...]:
    return (
        change.table,
        change.old_label.rstrip(".").rpartition(".")[0],
        change.new_label.rstrip(".").rpartition(".")[0],
    )


def _run(run: Sequence[tuple[int, Change]]) -> DigestEntry:
    (nth, first), (_, last) = run[0], run[-1]
    if len(run) == 1 or first.subject.startswith("table"):
        return _entry(nth, first)
    label = f"{first.old_label}–{last.old_label} → {first.new_label}–{last.new_label}"
    return DigestEntry(nth, label, _short(first.new_text))


def _short(text: str) -> str:
    words = " ".join(text.split()).strip(" |")  # a row may begin with empty cells
    return words if len(words) <= _TEXT else f"{words[:_TEXT]}…"
