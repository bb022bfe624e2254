"""Where the words of a question stand in a text, in places of the text as it is printed."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from core.retrieval.folding import FoldedText, fold, fold_characters
from core.retrieval.numbers_and_units import is_unit
from core.retrieval.quotations import split_quoted
from core.retrieval.scripts import CJK
from core.retrieval.tokens import word_tokens
from core.retrieval.user_dictionary import UserDictionary, stands_alone
from core.structure.numerals import NUMERAL

Span = tuple[int, int]
_CHINESE_ENDS = re.compile(f"[{CJK}](?:.*[{CJK}])?$", re.DOTALL)
# The 12 of 第12条 and P12, the 6 and the 2 of 表6-2 stand in many places and mean other things.
_NOT_BEHIND_A_NAME = r"(?<![A-Za-z0-9./_-])(?<![第录表图件注])"
_NOT_GOING_ON = r"(?![A-Za-z0-9]|[./_-][A-Za-z0-9])"
_ORDINAL = re.compile("第[0-9]+(?:章|节|条|款|项|篇|编|卷|页|册|部分)")
_SPACED_ORDINAL = re.compile(rf"第\s*(?:{NUMERAL})\s*(?:章|节|条|款|项|篇|编|卷|页|册|部分)")
_SPACED_NUMBER = re.compile(r"(?<=[0-9A-Za-z])\s+([-.])\s+(?=[0-9])")
_SHORT_NUMBER = re.compile(r"[0-9]{1,2}")


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
    if phrase in text and _CHINESE_ENDS.match(phrase):
        return True  # as it is printed, and no word or number is cut: no need to fold
    return any(
        next(_occurrences(folding(text).text, _folded(phrase, folding)), None) is not None
        for folding in (fold, fold_characters)
    )


@lru_cache(maxsize=256)  # one query is looked for in hundreds of texts
def _folded(phrase: str, folding: Callable[[str], FoldedText]) -> str:
    return folding(phrase).text


@lru_cache(maxsize=256)
def _terms(
    query: str, folding: Callable[[str], FoldedText], dictionary: UserDictionary | None
) -> frozenset[str]:
    """Phrases in quotes whole; of the rest each stretch between blanks, and its words."""
    quoted, rest = split_quoted(query)
    phrases = {folding(phrase).text for phrase in quoted}
    terms: set[str] = set()
    for stretch in _stretches(rest):
        folded = folding(stretch).text
        words = _words(folded, dictionary)
        if folding is not fold and (usual := fold(stretch).text) != folded:
            # 第十二条 is not made of 第十 and 二条: of what has numerals, words of both ways only.
            words &= _words(usual, dictionary)
        if not quoted or len(folded) > 1:  # “母线”和“失压”: what joins them is not asked for
            terms.add(folded)
        # 的 and 和 would light up everywhere; a question of one character means it.
        terms |= {word for word in words if len(word) > 1 or word.isdigit()}
    return frozenset(phrases | terms) - {""}


def _stretches(query: str) -> list[str]:
    """The query whole, and what stands between its blanks.

    第 6 条 and 表 6 - 2 are one name each; a sign or a character beside longer ones would light up
    everywhere.
    """
    joined = _SPACED_ORDINAL.sub(lambda match: "".join(match[0].split()), query)
    joined = _SPACED_NUMBER.sub(r"\1", joined)
    parts = [part for part in joined.split() if any(map(str.isalnum, part))]
    longer = [part for part in parts if len(part) > 1 or part.isascii()]
    return list(dict.fromkeys((query, joined, *(longer or parts))))


def _words(folded: str, dictionary: UserDictionary | None) -> set[str]:
    words = {word for word in word_tokens(folded, dictionary) if _means_itself(word, folded)}
    return words | set(_ORDINAL.findall(folded))


def _means_itself(word: str, folded: str) -> bool:
    """False for the unit of a number, and for a short number inside a name or code."""
    if is_unit(word):
        return bool(re.search(f"(?<![0-9]){word}", folded))
    if not _SHORT_NUMBER.fullmatch(word):
        return True
    return bool(re.search(f"{_NOT_BEHIND_A_NAME}{word}{_NOT_GOING_ON}", folded))


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
