"""Folded text cut into the tokens of the two keyword fields.

Words carry meaning; characters and pairs of them make sure that no literal phrase is missed, be
it known to the word list or not. A token holds no blank.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from core.retrieval.numbers_and_units import chinese_readings
from core.retrieval.scripts import CJK
from core.retrieval.user_dictionary import UserDictionary

RULES = "2"  # to be counted up with every change of folding or cutting: old tokens are made anew
_LONGEST_TOKEN = 64  # beyond this it is no word, and the index should not carry it whole
_LETTER = rf"[^\W_{CJK}]"
_RUN = re.compile(rf"(?P<cjk>[{CJK}]+)|(?P<code>{_LETTER}+(?:[./_-]{_LETTER}+)*)")
_CHARACTER_RUN = re.compile(rf"(?P<cjk>[{CJK}]+)|(?P<code>[0-9]+(?:\.[0-9]+)+|{_LETTER}+)")
_DOTTED_NUMBER = r"[0-9]+(?:\.[0-9]+)*"
_CODE_PART = re.compile(rf"{_DOTTED_NUMBER}|[^\W\d_]+|{_LETTER}+")


def word_tokens(folded: str, dictionary: UserDictionary | None = None) -> list[str]:
    """In reading order; terms that only the dictionary knows follow behind."""
    import rjieba  # slow to load: many commands cut no words

    tokens: list[str] = []
    for run in _RUN.finditer(folded):
        if run.lastgroup == "cjk":
            tokens += rjieba.cut_for_search(run[0])
        else:
            tokens += _code_tokens(run[0])
    if dictionary is not None:
        tokens += _beyond(tokens, dictionary.tokens_in(folded))
    return tokens


def character_tokens(folded: str) -> list[str]:
    """Single characters and pairs of neighbours; letters and digits as whole runs."""
    tokens = list(_characters_and_pairs(folded))
    for reading in chinese_readings(folded):
        tokens += _beyond(tokens, _characters_and_pairs(reading))
    return tokens


def tokens_within(folded: str) -> tuple[list[str], list[str]]:
    """-> words and characters that a text has among its tokens wherever ``folded`` stands in it.

    Chinese by its characters and pairs, whatever words it is cut into; letters and numbers by their
    smallest parts: kv stands in 220kv, and cip-005 in cip-005-7, though neither is a token there.
    """
    words: list[str] = []
    characters: list[str] = []
    for run in _RUN.finditer(folded):
        if run.lastgroup == "cjk":
            characters += _characters_and_pairs(run[0])
        else:
            words += (part for part in _CODE_PART.findall(run[0]) if len(part) <= _LONGEST_TOKEN)
    return list(dict.fromkeys(words)), list(dict.fromkeys(characters))


def _characters_and_pairs(text: str) -> Iterator[str]:
    for run in _CHARACTER_RUN.finditer(text):
        if run.lastgroup == "cjk":
            characters = run[0]
            yield from characters
            yield from map("".join, pairwise(characters))
        else:
            yield from _pieces(run[0])


def _code_tokens(code: str) -> Iterator[str]:
    """``gb/t`` is also gb and t, ``220kv`` also 220 and kv; 2.1.4 is one number."""
    yield from _pieces(code)
    parts = _CODE_PART.findall(code)
    if len(parts) > 1:
        for part in parts:
            yield from _pieces(part)


def _pieces(run: str) -> Iterator[str]:
    for start in range(0, len(run), _LONGEST_TOKEN):
        yield run[start : start + _LONGEST_TOKEN]


def _beyond(tokens: Iterable[str], others: Iterable[str]) -> list[str]:
    """``others`` without as many of each as there are already: nothing counts twice."""
    return list((Counter(others) - Counter(tokens)).elements())
