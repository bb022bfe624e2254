"""What a model's text claims: quotations, numbers, and the pages it cites for them."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from core.answering.spelled_numbers import spelled_claims
from core.structure.numerals import NUMERAL

_OPENING, _CLOSING = r"[\[【〔(（]", r"[\]】〕)）]"
_PAGE = r"[Pp](?:age|\.)?\s?(?P<first>\d{1,5})(?:\s?[-–—~～]\s?[Pp]?(?P<last>\d{1,5}))?"
_BRACKET = re.compile(rf"{_OPENING}(?P<inside>[^\[\]【】〔〕()（）\n]{{2,200}}){_CLOSING}")
_CITED = re.compile(rf"(?:(?P<reg_id>[\w.@-]{{1,90}})\s+)?{_PAGE}(?![\w])")
_QUOTATION = re.compile(
    r"“(?P<curly>[^”\n]{2,})”|「(?P<corner>[^」\n]{2,})」|\"(?P<straight>[^\"\n]{2,})\""
)
_UNIT = (
    r"(?:个?(?:小时|分钟|毫秒|工作日|月|年|天|日|周|秒|次|人|台|回|级|%)"
    r"|千伏安|兆伏安|千伏|兆瓦时|兆瓦|千瓦时|千瓦|兆乏|赫兹|公里|千米|毫米|米|安|伏"
    r"|(?:kVA|MVA|kV|mV|V|kA|mA|A|GW|MW|kW|W|Mvar|kvar|MWh|kWh|Hz|kHz|ms|min|s|h|km|mm|cm|m|kg|t"
    r"|p\.?u\.?|seconds?|minutes?|hours?|days?|months?|years?|percent)(?![A-Za-z])"
    r"|[%％‰℃°])"
)
BEFORE_A_SIGN = r"[\s(（,，、:：=＝<>≤≥为至到于是]"
_NUMBER = re.compile(
    rf"(?:(?<={BEFORE_A_SIGN})[-−–－])?(?<![A-Za-z0-9_.])\d+(?:[.,:]\d+)*(?:\s?[万亿])?(?:\s?{_UNIT})?",
    re.IGNORECASE,
)
# 第六章, 第6.3.2条: the number of a place, looked up with what it counts.
_SECTION = re.compile(rf"第\s*(?:\d+(?:\.\d+)*|{NUMERAL})\s*(?:章|节|条|款|项|篇|编|部分)")
_EDITION = re.compile(r"\d{4}\s?年?版")
_LIST_NUMBER = re.compile(
    r"^[ \t]*(?:\*\*)?(?:\d{1,2}(?:\.(?!\d)|[、)）])\s*)?"
    r"(?:第[一二三四五六七八九十]{1,3}[条点](?=[，,：:、\s]|\Z))?",
    re.MULTILINE,
)
_JUST_BEFORE = 10  # characters
_MANY_PAGES = 10  # a citation of more is no citation


@dataclass(frozen=True)
class Mark:
    """A citation in the text: ``[angui_2024 P72]``; ``pages`` are regulation and number."""

    start: int
    end: int
    pages: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Claim:
    """``text`` is what must stand on a page; ``near`` is the sentence around it, ``before`` the
    words right before it."""

    kind: Literal["quote", "number"]
    text: str
    start: int
    end: int
    near: str = ""
    before: str = ""


def marks_in(text: str, reg_ids: Collection[str]) -> list[Mark]:
    """``reg_ids`` are those the answer is about: the only one of them need not be named."""
    found = []
    for bracket in _BRACKET.finditer(text):
        pages = tuple(_pages(bracket["inside"], reg_ids))
        if pages:
            found.append(Mark(bracket.start(), bracket.end(), pages))
    return found


def claims_in(text: str, marks: list[Mark], names: Collection[str] = ()) -> list[Claim]:
    """In order; numbers in words are claims like those in figures. Numbers inside quotations,
    citations, list numbers and ``names`` (titles of regulations) are no claims of their own."""
    taken = [(mark.start, mark.end) for mark in marks]
    taken += [match.span() for match in _LIST_NUMBER.finditer(text)]
    titles = {_bare_name(name) for name in names}
    claims: list[Claim] = []
    for match in _QUOTATION.finditer(text):
        words = match["curly"] or match["corner"] or match["straight"]
        if _inside(match.span(), taken) or _bare_name(words) in titles:
            continue
        before = text[max(0, match.start() - _JUST_BEFORE) : match.start()]
        claims.append(Claim("quote", words, *match.span(), _around(text, *match.span()), before))
        taken.append(match.span())
    taken += [match.span() for match in _EDITION.finditer(text)]
    for name in names:
        taken += [match.span() for match in re.finditer(re.escape(name), text)]
    numbers = [match.span() for match in _SECTION.finditer(text)]
    numbers += [match.span() for match in _NUMBER.finditer(text)]
    numbers += [(found.start, found.end) for found in spelled_claims(text)]
    for start, end in numbers:
        if not _inside((start, end), taken):
            claims.append(Claim("number", text[start:end], start, end, _around(text, start, end)))
            taken.append((start, end))
    return sorted(claims, key=lambda claim: claim.start)


def _bare_name(words: str) -> str:
    return words.strip(" 《》").casefold()


def mark_of(claim: Claim, marks: list[Mark], text: str) -> list[Mark]:
    """The citations that a claim rests on: the next ones in its paragraph, else those before it."""
    start = text.rfind("\n", 0, claim.start) + 1
    end = text.find("\n", claim.end)
    end = len(text) if end < 0 else end
    here = [mark for mark in marks if start <= mark.start < end]
    behind = [mark for mark in here if mark.start >= claim.end]
    if behind:
        return _together(behind, text)
    before = [mark for mark in here if mark.end <= claim.start]
    return _together(list(reversed(before)), text) if before else []


def _together(marks: list[Mark], text: str) -> list[Mark]:
    """The first and those right beside it: [a P1][b P2]."""
    chosen = marks[:1]
    for mark in marks[1:]:
        last = chosen[-1]
        between = text[min(last.end, mark.end) : max(last.start, mark.start)]
        if between.strip(" ,，;；、"):
            break
        chosen.append(mark)
    return chosen


def _pages(inside: str, reg_ids: Collection[str]) -> Iterator[tuple[str, int]]:
    named = next(iter(reg_ids)) if len(reg_ids) == 1 else ""
    for cited in _CITED.finditer(inside):
        if cited["reg_id"]:
            named = cited["reg_id"]
        if not named:
            continue
        first = int(cited["first"])
        last = min(int(cited["last"] or first), first + _MANY_PAGES)
        yield from ((named, page_num) for page_num in range(first, max(first, last) + 1))


def _inside(span: tuple[int, int], taken: list[tuple[int, int]]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in taken)


def _around(text: str, start: int, end: int) -> str:
    before = max(text.rfind(stop, 0, start) for stop in "。；\n") + 1
    behind = [place for stop in "。；\n" if (place := text.find(stop, end)) >= 0]
    return text[before : min(behind, default=len(text))]
