"""Whether words or a number stand on a page, and where: the check behind every citation.

Width, blanks, dashes, line breaks and the bars of a Markdown table are setting; everything else
must be there, in that order.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

from core.answering.claims import BEFORE_A_SIGN
from core.answering.passages import Passage
from core.answering.relevance import sentences
from core.answering.spelled_numbers import in_digits
from core.model import PageDocument
from core.retrieval.folding import fold, fold_characters
from core.retrieval.user_dictionary import stands_alone

_SETTING = re.compile(r"<br ?/?>|\\(?=[|\\])|[\s|]+|^#+ ", re.MULTILINE)
# Word processors, models and PDF readers disagree on which of these is which.
_QUOTATION_MARKS = str.maketrans("", "", "\"'“”‘’「」『』《》")
_RANGE = re.compile(r"[~-]+")  # 15%～85%, 15%-85%, 15%—85%
_ENDS_IN_LETTER, _BEGINS_WITH_LETTER = re.compile(r"[a-z]$"), re.compile(r"[a-z]")
_ENDS_IN_DIGIT, _GOES_ON_AS_NUMBER = re.compile(r"\d$"), re.compile(r"\d|[.,]\d")
_DENIED, _MODAL = re.compile(r"[不未勿]$"), re.compile(r"[应得宜可能须必需允许准超低少小大高]")
# What a quotation may not leave out in front of it: 未经许可, 禁止带电作业, never shed load.
DENIAL = re.compile(
    r"(?:[不未勿]|(?<![除是莫])非|严禁|禁止|(?:不[得应宜准可必]|无[需须])"
    r"|never|not)$"
)
_NOT_NEEDED = frozenset("需须法权")
_GOES_ON_BEFORE = re.compile(r"\d[.,]$")
_MINUS = re.compile(rf"(?:^|{BEFORE_A_SIGN})-$")  # 15%-85% has none
_LEFT_OUT = re.compile(r"(?:\.{3,}|…+|⋯+)")
_NUMBER_AND_UNIT = re.compile(r"(?P<number>[\d.,:]*\d)\s*(?P<unit>.*)", re.DOTALL)
_SECTION = re.compile(r"第\s*(?P<number>\d+(?:\.\d+)*)\s*\w+")  # folded
_LONGEST_QUOTE = 420  # characters
_SHORTEST_PART = 2


def bare(text: str) -> str:
    """The words without their setting; two texts that print the same words are equal."""
    return "".join(_words(text))


def _words(text: str) -> list[str]:
    without = _SETTING.sub(" ", text)
    folded = fold_characters(without.translate(_QUOTATION_MARKS)).text
    return _RANGE.sub("-", folded).split()


class _Bare:
    """Bare text that knows where its words were apart, so that nothing is found inside a number
    or a word: 20 kV does not stand in 220 kV, nor 15 MW in 15 MWh, nor 应停用 in 不应停用."""

    def __init__(self, texts: Iterable[str]) -> None:
        words = [word for text in texts for word in _words(text)]
        self.text = "".join(words)
        self._apart = frozenset(accumulate(map(len, words), initial=0))

    def end_of(self, part: str, start: int = 0) -> int:
        """Where the first such part that is whole ends; -1 where there is none."""
        place = self.text.find(part, start)
        while place >= 0:
            is_whole = not self._is_cut(place) and not self._is_cut(place + len(part))
            if is_whole and not self._is_denied(place):
                return place + len(part)
            place = self.text.find(part, place + 1)
        return -1

    def holds(self, parts: Iterable[str]) -> bool:
        return all(self.end_of(part) >= 0 for part in parts)

    def _is_denied(self, place: int) -> bool:
        """What stands there is said not to be so, right before."""
        before, behind = self.text[max(0, place - 6) : place], self.text[place : place + 1]
        if before.endswith("无"):
            return behind in _NOT_NEEDED
        denial = DENIAL.search(before)
        if denial is None or not denial[0].isascii():
            return denial is not None
        return place - len(denial[0]) in self._apart  # knot is no not

    def _is_cut(self, place: int) -> bool:
        if place in self._apart:
            return False
        before, behind = self.text[max(0, place - 2) : place], self.text[place : place + 2]
        return (
            bool(_ENDS_IN_LETTER.search(before) and _BEGINS_WITH_LETTER.match(behind))
            or bool(_ENDS_IN_DIGIT.search(before) and _GOES_ON_AS_NUMBER.match(behind))
            or bool(_GOES_ON_BEFORE.search(before) and behind[:1].isdigit())
            or bool(_DENIED.search(before) and _MODAL.match(behind))
        )


@dataclass(frozen=True)
class PageWords:
    """A page, ready to be asked; ``passages`` are all that can be quoted from it."""

    page: PageDocument
    passages: tuple[Passage, ...]

    @cached_property
    def _bare(self) -> _Bare:
        return _Bare(block.content_markdown for block in self.page.content_blocks)

    @cached_property
    def _bare_passages(self) -> list[_Bare]:
        return [_Bare([passage.text]) for passage in self.passages]

    def holds(self, quote: str) -> bool:
        """Parts around an ellipsis stand there one behind the other."""
        place = 0
        parts = _parts(quote)
        if not parts or any(len(part) < _SHORTEST_PART for part in parts if len(parts) > 1):
            return False
        for part in parts:
            place = self._bare.end_of(part, place)
            if place < 0:
                return False
        return True

    def passage_with(self, quote: str) -> Passage | None:
        """The shortest passage that holds the quote whole, else the one that holds its beginning;
        None where the quote does not stand on the page."""
        if not self.holds(quote):
            return None
        parts = _parts(quote)
        read = list(zip(self.passages, self._bare_passages, strict=True))
        whole = [passage for passage, words in read if words.holds(parts)]
        if whole:
            return min(whole, key=lambda passage: len(passage.text))
        for length in range(len(parts[0]), 3, -1):
            for passage, words in read:
                if words.text.endswith(parts[0][:length]):
                    return passage
        return None

    def passage_with_number(self, written: str, near: str = "") -> Passage | None:
        """The passage in which the number stands, with its unit beside it or in the table's header.

        Of several, the one that shares most with ``near``, the sentence that gives the number.
        """
        holding = [passage for passage in self.passages if _holds_number(passage, written)]
        if not holding:
            return None
        around = {a + b for a, b in zip(bare(near), bare(near)[1:], strict=False)}
        return max(holding, key=lambda passage: _shared(around, passage))


def _parts(quote: str) -> list[str]:
    return [part for part in map(bare, _LEFT_OUT.split(quote)) if part]


def _shared(pairs: set[str], passage: Passage) -> float:
    text = bare(passage.text + passage.context)
    return sum(pair in text for pair in pairs) - len(text) / 10_000


def _holds_number(passage: Passage, written: str) -> bool:
    """三十分钟, 30 分钟 and 30 min are one number."""
    section = _SECTION.fullmatch(fold(written).text)
    if section is not None:
        return _lies_in(passage, section)
    text = fold(in_digits(passage.text)).text
    written = in_digits(written)
    if _stands(fold(written).text, text):
        return True
    parts = _NUMBER_AND_UNIT.fullmatch(written.strip())
    if parts is None or passage.kind != "row" or not parts["unit"]:
        return False
    unit = fold(f"1{parts['unit']}").text[1:].strip()  # 毫秒 is a unit behind a number only
    header = fold(re.sub(r"([^\W\d_]+)", r"1\1 \1", passage.context)).text
    return _stands(parts["number"], text) and _stands(unit, header)


def _lies_in(passage: Passage, section: re.Match[str]) -> bool:
    """In the section, below it, or the words name it."""
    number = section["number"]
    if f"{passage.section_number}.".startswith(f"{number}."):
        return True
    named = fold("\n".join((*passage.chapter_path, passage.text))).text
    return _stands(section[0], named)


def _stands(term: str, text: str) -> bool:
    """A number with a minus in front of it is another one."""
    start = text.find(term) if term else -1
    while start >= 0:
        is_negative = _MINUS.search(text, 0, start) is not None
        if stands_alone(text, start, start + len(term)) and not is_negative:
            return True
        start = text.find(term, start + 1)
    return False


def shortened(passage: Passage, telling: Sequence[str]) -> Passage:
    """A long clause by the sentences in a row that hold most of the ``telling`` words."""
    if len(passage.text) <= _LONGEST_QUOTE or passage.kind == "row":
        return passage
    places = sentences(passage.text)
    best, most = (0, min(_LONGEST_QUOTE, len(passage.text))), -1
    for first, (start, _) in enumerate(places):
        for _, end in places[first:]:
            if end - start > _LONGEST_QUOTE:
                break
            words = fold(passage.text[start:end]).text
            held = sum(term in words for term in telling)
            if held > most:
                best, most = (start, end), held
    return replace(passage, text=passage.text[slice(*best)].strip())
