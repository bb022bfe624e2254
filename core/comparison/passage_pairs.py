"""Pairs of passages in reading order, each with what became of it."""

from collections.abc import Sequence

from core.comparison.folding import key_of, same_text
from core.comparison.grouping import Link, find_links
from core.comparison.order import kept_in_order
from core.comparison.strictness import direction_of
from core.comparison.wholes import is_in_text, texts_of
from core.comparison.words import word_diff
from core.model.comparison import ChangeKind, DiffSpan, Passage, PassagePair

_KEPT_ITS_NUMBER = 20.0  # times as heavy
_NEVER_MOVED = ("note", "figure")  # these go where the page has room
# The numbers of the sections that are compared, to be left out of the numbers below them.
Roots = tuple[str, str]


def pair_passages(
    old: Sequence[Passage], new: Sequence[Passage], roots: Roots = ("", "")
) -> list[PassagePair]:
    """In the order of the new side; what was removed follows what it followed before."""
    links = find_links(old, new)
    moved = _moved(old, new, links)
    return [
        _pair(
            link,
            [old[index] for index in link.old],
            [new[index] for index in link.new],
            link in moved,
            roots,
        )
        for link in _in_reading_order(links, moved)
    ]


def _moved(old: Sequence[Passage], new: Sequence[Passage], links: Sequence[Link]) -> set[Link]:
    movable = sorted(
        (
            link
            for link in links
            if link.old and link.new and old[link.old[0]].subject not in _NEVER_MOVED
        ),
        key=lambda link: link.old,
    )
    weights = [_weight(old[link.old[0]], new[link.new[0]]) for link in movable]
    kept = kept_in_order([link.new[0] for link in movable], weights)
    return {link for index, link in enumerate(movable) if index not in kept}


def _weight(old: Passage, new: Passage) -> float:
    """What kept its number is the last to be said to have moved."""
    same = bool(old.label) and (old.place.section_number, old.label) == (
        new.place.section_number,
        new.label,
    )
    return (1.0 + len(old.body)) * (_KEPT_ITS_NUMBER if same else 1.0)


def _in_reading_order(links: Sequence[Link], moved: set[Link]) -> list[Link]:
    partners = {index: link.new[0] for link in links if link.new for index in link.old}
    placed: list[tuple[tuple[int, int, int], Link]] = []
    last = -1
    for link in sorted((link for link in links if link.old), key=lambda link: link.old):
        if link.new:
            last = partners[link.old[0]] if link not in moved else last
        else:
            placed.append(((last, 1, link.old[0]), link))
    placed += [((link.new[0], 0, 0), link) for link in links if link.new]
    return [link for _, link in sorted(placed, key=lambda entry: entry[0])]


def _pair(
    link: Link, old: list[Passage], new: list[Passage], moved: bool, roots: Roots
) -> PassagePair:
    kinds: tuple[ChangeKind, ...]
    spans: tuple[DiffSpan, ...] = ()
    if not old or not new:
        kinds = ("added",) if new else ("removed",)
    else:
        kinds = _kinds(old, new, moved, roots)
        if {"changed", "split", "merged"} & set(kinds):
            spans = word_diff(_whole(old, new), _whole(new, old))
    return PassagePair(
        old=tuple(old),
        new=tuple(new),
        kinds=kinds,
        spans=spans,
        direction=direction_of(spans),
        confidence=link.confidence,
    )


def _kinds(
    old: list[Passage], new: list[Passage], moved: bool, roots: Roots
) -> tuple[ChangeKind, ...]:
    kinds: list[ChangeKind] = []
    if moved:
        kinds.append("moved")
    elif _relative(old[0], roots[0]) != _relative(new[0], roots[1]):
        kinds.append("renumbered")
    if _has_own_numbers(old[1:], new):
        kinds.append("merged")
    elif _has_own_numbers(new[1:], old):
        kinds.append("split")
    elif not _same_words(old, new):
        kinds.append("changed")
    return tuple(kinds)


def _same_words(old: list[Passage], new: list[Passage]) -> bool:
    if same_text(_whole(old, new), _whole(new, old)):
        return True
    if len(old) == len(new) == 1:
        return False
    printed = ["".join(passage.text for passage in side) for side in (old, new)]
    return same_text(*printed)


def _whole(passages: Sequence[Passage], others: Sequence[Passage]) -> str:
    return " ".join(texts_of(passages, others))


def _has_own_numbers(passages: Sequence[Passage], others: Sequence[Passage]) -> bool:
    """Where only a paragraph ends earlier, or a list is set as text, nothing was split."""
    return any(
        passage.subject in ("clause", "heading") and not is_in_text(passage, others)
        for passage in passages
    )


def _relative(passage: Passage, root: str) -> str:
    label = key_of(passage.label).rstrip(".")
    if root and label == root:
        return ""
    return label.removeprefix(f"{root}.") if root else label
