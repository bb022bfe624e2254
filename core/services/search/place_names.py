"""Queries that name a place with all their words: a page, a part of a document, a document.

``P72``, ``第七十二页``, ``2.1.4``, ``表6-2``, ``注1``, with the id of a regulation before it or
without; a citation as it is copied (``angui_2024 P72-P75 表6-2 …``) leads to its page.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

from core.structure.numerals import numeral_value
from core.structure.references.finding import find_in_text
from core.structure.references.mentions import fold

_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3})+|[A-Z](?:\.\d{1,3})+|R\d{1,3}(?:\.\d{1,3})*")
_PAGES = re.compile(
    r"(?:pp?\.? ?|pages? )(?P<first>\d{1,5})(?: ?[-~] ?(?:pp?\.? ?)?(?P<last>\d{1,5}))?",
    re.IGNORECASE,
)
_PRINTED_PAGE = re.compile(r"第 ?(?P<written>[^ ]{1,8}?) ?页|(?P<digits>\d{1,5}) ?页")


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
    text = fold(query).strip()
    first, _, rest = text.partition(" ")
    named = {reg_id.lower(): reg_id for reg_id in reg_ids}.get(first.lower())
    if named is None or not rest.strip():
        place = _pages(text) or _place(text)
        return PlaceName(place) if place is not None else None
    place = _pages(rest.strip(), is_cited=True) or _place(rest.strip())
    return PlaceName(place, named) if place is not None else None


def _pages(text: str, *, is_cited: bool = False) -> NamedPages | None:
    """Behind the pages of a citation stands what is cited."""
    found = _PAGES.match(text)
    if found is not None and (found.end() == len(text) or (is_cited and text[found.end()] == " ")):
        first = int(found["first"])
        return NamedPages(first, max(first, int(found["last"] or first)))
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
