"""Queries that name a place with all their words: a page, a part of a document, a document.

``P72``, ``第72-75页``, ``2.1.4``, ``表6-2``, ``注1``, with the id of a regulation before it or
without; a citation as it is copied (``angui_2024 P72-P75 表6-2 …``) leads to its page.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

from core.retrieval.characters import simplified
from core.structure.numerals import NUMERAL, numeral_value
from core.structure.references.finding import find_in_text
from core.structure.references.mentions import fold

_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3})+|[A-Z](?:\.\d{1,3})+|R\d{1,3}(?:\.\d{1,3})*")
_PAGES = re.compile(
    r"(?:pp?\.? ?|pages? )(?P<first>\d{1,5})(?: ?[-~] ?(?:pp?\.? ?)?(?P<last>\d{1,5}))?",
    re.IGNORECASE,
)
_PRINTED_PAGE = re.compile(r"第 ?(?P<written>[^ ]{1,8}?) ?页|(?P<digits>\d{1,5}) ?页")
_PRINTED_PAGES = re.compile(
    rf"第? ?(?P<first>{NUMERAL}) ?页? ?(?:[-~]|至|到) ?第? ?(?P<last>{NUMERAL}) ?页"
)
# What stands around a name, and blanks inside it, as people type them.
_AROUND = " .。:：,，、;；"
_BLANKS_INSIDE = re.compile(r"(?<=[0-9A-Za-z]) ?([-.]) ?(?=[0-9])")
_SAYS_CLAUSE = re.compile(r"(?:条款|章节|条文|小节) ?(?=[0-9])")
_ID_GOES_ON = re.compile(r"[A-Za-z0-9_@.-]")  # 2.1 is no id before 2.1.4
_SMALL_LETTER = re.compile(r"(?<=附录) ?[a-z](?![A-Za-z])")


@dataclass(frozen=True)
class NamedPages:
    first: int
    last: int


@dataclass(frozen=True)
class NamedPlace:
    """``text`` names it as it is printed; ``number`` is it where it is nothing but a number."""

    text: str
    number: str | None = None
    document: str = ""


@dataclass(frozen=True)
class PlaceName:
    """``reg_id`` is the regulation that the query names before the place, if any."""

    place: NamedPages | NamedPlace
    reg_id: str | None = None


def read_place(query: str, reg_ids: Collection[str]) -> PlaceName | None:
    """None where the query is words, or a question."""
    text = _tidied(query)
    reg_id = _named_first(text, reg_ids)
    rest = _tidied(text[len(reg_id) :]) if reg_id is not None else ""
    if reg_id is None or not rest:
        place = _read(simplified(text))
    else:
        place = _read(simplified(rest), is_cited=True)
    return PlaceName(place, reg_id if rest else None) if place is not None else None


def _read(text: str, *, is_cited: bool = False) -> NamedPages | NamedPlace | None:
    return _pages(text, is_cited=is_cited) or _place(text)


def _tidied(query: str) -> str:
    text = " ".join(fold(query).split()).strip(_AROUND)
    text = _SAYS_CLAUSE.sub("", _BLANKS_INSIDE.sub(r"\1", text))
    return _SMALL_LETTER.sub(lambda match: match[0].upper(), text)


def _named_first(text: str, reg_ids: Collection[str]) -> str | None:
    """The regulation whose id the text begins with, the longest such id."""
    lowered = text.lower()
    named = [
        reg_id
        for reg_id in reg_ids
        if lowered.startswith(reg_id.lower()) and not _ID_GOES_ON.match(text, len(reg_id))
    ]
    return max(named, key=len, default=None)


def _pages(text: str, *, is_cited: bool = False) -> NamedPages | None:
    """Behind the pages of a citation stands what is cited."""
    found = _PAGES.match(text)
    if found is not None and (found.end() == len(text) or (is_cited and text[found.end()] == " ")):
        first = int(found["first"])
        return NamedPages(first, max(first, int(found["last"] or first)))
    several = _PRINTED_PAGES.fullmatch(text)
    if several is not None:
        values = numeral_value(several["first"]), numeral_value(several["last"])
        if values[0] is not None and values[1] is not None:
            return NamedPages(values[0], max(values[0], values[1]))
    printed = _PRINTED_PAGE.fullmatch(text)
    value = numeral_value(printed["written"] or printed["digits"]) if printed else None
    return NamedPages(value, value) if value is not None else None


def _place(text: str) -> NamedPlace | None:
    if _NUMBER.fullmatch(text):
        return NamedPlace(text, number=text)
    mentions = find_in_text(text)
    if len(mentions) != 1 or (mentions[0].start, mentions[0].end) != (0, len(text)):
        return None
    found = mentions[0]
    if found.document:
        return NamedPlace(text, document=found.document) if found.part_type is None else None
    is_number = bool(_NUMBER.fullmatch(found.parsed_target))
    return NamedPlace(text, number=found.parsed_target if is_number else None)
