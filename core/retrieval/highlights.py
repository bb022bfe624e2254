"""Where the words of a question stand in a text, in places of the text as it is printed."""

import re
from collections.abc import Callable, Iterable, Iterator

from core.retrieval.folding import FoldedText, fold, fold_characters
from core.retrieval.tokens import word_tokens
from core.retrieval.user_dictionary import UserDictionary, stands_alone

Span = tuple[int, int]
_QUOTED = re.compile(r"[\"“”「『]([^\"“”「」『』]+)[\"“”」』]")


def highlights(text: str, query: str, dictionary: UserDictionary | None = None) -> tuple[Span, ...]:
    """In order, none touching another. Where two overlap, the longer one stands."""
    found: set[Span] = set()
    # 六章 stands in 第六章, but not in its fold 第6章: hence both ways of folding.
    for folding in (fold, fold_characters):
        folded = folding(text)
        terms = _terms(query, folding, dictionary)
        found |= {folded.original_span(*place) for place in _places(folded.text, terms)}
    return _merged(_longest_first(found))


def contains_phrase(text: str, phrase: str) -> bool:
    """True where the whole phrase stands in the text, setting aside."""
    return any(
        next(_occurrences(folding(text).text, folding(phrase).text), None) is not None
        for folding in (fold, fold_characters)
    )


def quoted_phrases(query: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in _QUOTED.findall(query) if phrase.strip())


def _terms(
    query: str, folding: Callable[[str], FoldedText], dictionary: UserDictionary | None
) -> set[str]:
    """Phrases in quotes whole; of the rest each stretch between blanks, and its words."""
    phrases = {folding(phrase).text for phrase in quoted_phrases(query)}
    terms: set[str] = set()
    rest = _QUOTED.sub(" ", query)
    for stretch in (rest, *rest.split()):
        folded = folding(stretch).text
        words = word_tokens(folded, dictionary)
        terms.add(folded)
        # 的 and 和 would light up everywhere; a question of one character means it.
        terms |= {word for word in words if len(word) > 1 or word.isdigit()}
    return (phrases | terms) - {""}


def _places(folded: str, terms: Iterable[str]) -> set[Span]:
    return {place for term in terms for place in _occurrences(folded, term)}


def _occurrences(folded: str, term: str) -> Iterator[Span]:
    start = folded.find(term) if term else -1
    while start >= 0:
        if stands_alone(folded, start, start + len(term)):
            yield start, start + len(term)
        start = folded.find(term, start + 1)


def _longest_first(places: Iterable[Span]) -> list[Span]:
    chosen: list[Span] = []
    taken: set[int] = set()
    for start, end in sorted(places, key=lambda place: (place[0] - place[1], place[0])):
        # Chosen before, so at least as long: an overlap shows at one of this place's two ends.
        if start not in taken and end - 1 not in taken:
            chosen.append((start, end))
            taken.update(range(start, end))
    return sorted(chosen)


def _merged(places: Iterable[Span]) -> tuple[Span, ...]:
    merged: list[Span] = []
    for start, end in places:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)
