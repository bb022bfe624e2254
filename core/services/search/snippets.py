"""The words of a query in the text around them."""

from dataclasses import dataclass

from core.retrieval.highlights import Span, highlights
from core.retrieval.query import Query

_LENGTH = 160  # characters
_BEFORE = _LENGTH // 3  # of them stand before the first mark


@dataclass(frozen=True)
class Snippet:
    """``marks`` are places in ``text``; ``words`` those marked anywhere in the content."""

    text: str
    marks: tuple[Span, ...]
    words: tuple[str, ...]


def snippet(content: str, query: Query) -> Snippet:
    """The stretch of the content with most of the query in it."""
    places = highlights(content, query.text, query.dictionary)
    start = _at_word(content, _best_start(content, places), places)
    shown = content[start : _word_end(content, start + _LENGTH)]
    text = shown.strip()
    start += len(shown) - len(shown.lstrip())
    end = start + len(text)
    return Snippet(
        text=text,
        marks=tuple(
            (max(first, start) - start, min(last, end) - start)
            for first, last in places
            if first < end and last > start
        ),
        words=tuple(dict.fromkeys(content[first:last] for first, last in places)),
    )


def _best_start(content: str, places: tuple[Span, ...]) -> int:
    latest = max(0, len(content) - _LENGTH)
    starts = {max(0, min(first - _BEFORE, latest)) for first, _ in places} or {0}
    return min(starts, key=lambda start: (-_marked(places, start), start))


def _at_word(content: str, start: int, places: tuple[Span, ...]) -> int:
    """Where the next word begins, if the start is inside one of letters and no mark is before."""
    latest = min((first for first, _ in places if first >= start), default=start)
    at = start
    while at < latest and _is_inside_word(content, at):
        at += 1
    return start if _is_inside_word(content, at) else at


def _word_end(content: str, end: int) -> int:
    at = min(end, len(content))
    while at > end - _BEFORE and _is_inside_word(content, at):
        at -= 1
    return end if _is_inside_word(content, at) else at


def _is_inside_word(content: str, at: int) -> bool:
    beside = content[max(at - 1, 0) : at + 1]
    return 0 < at < len(content) and beside.isascii() and beside.isalnum()


def _marked(places: tuple[Span, ...], start: int) -> int:
    end = start + _LENGTH
    return sum(last - first for first, last in places if first >= start and last <= end)


def opening(content: str) -> str:
    """How a text begins, for a hit that no words led to; says where it was cut."""
    text = content.strip()
    if len(text) <= _LENGTH:
        return text
    return f"{text[: _word_end(text, _LENGTH)].rstrip()}…"
