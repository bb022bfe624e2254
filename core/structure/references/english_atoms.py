"""The smallest pieces of references in English text: Section 4.2, Tables 1 to 3, Article 5(1)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.structure.references.atoms import Atom, numbers_between
from core.structure.references.mentions import StepKind

_OUTLINE = r"(?:\([A-Za-z0-9]{1,4}\))"
_ROMAN = r"[IVXL]{1,6}(?![A-Za-z])"
_TO = r"(?: to | through | - )"
_AND = r"(?:,? and (?:also )?|,? or |, )"


@dataclass(frozen=True)
class _Noun:
    """How a kind of target is named, alone and several, and how its numbers look."""

    kind: StepKind
    single: str
    plural: str
    number: str
    printed: str = ""


_NOUNS = (
    _Noun(
        "table",
        "[Tt]able|TABLE",
        "[Tt]ables",
        r"(?:[A-Z]{1,2}[-.]?)?\d{1,3}(?:[.-]\d{1,3})*[a-z]?(?![A-Za-z\d%])|" + _ROMAN,
    ),
    _Noun(
        "figure",
        r"[Ff]igure|FIGURE|Fig\.",
        r"[Ff]igures|Figs\.",
        r"(?:[A-Z]{1,2}[-.]?)?\d{1,3}(?:[.-]\d{1,3})*[a-z]?(?![A-Za-z\d%])",
    ),
    _Noun(
        "decimal",
        "[Ss]ection|[Cc]lause|§",
        "[Ss]ections|[Cc]lauses|§§",
        rf"(?:[A-Z]?\d{{1,3}}(?:\.\d{{1,4}})*|[A-Z](?:\.\d{{1,2}})+){_OUTLINE}*(?![A-Za-z\d%/])",
    ),
    _Noun(
        "article",
        "[Aa]rticle|ARTICLE",
        "[Aa]rticles",
        rf"\d{{1,3}}(?:\.\d{{1,3}})*[a-z]?{_OUTLINE}*(?![A-Za-z\d%/]|\.\d)|{_ROMAN}",
    ),
    _Noun("chapter", "Chapter|CHAPTER", "Chapters", rf"\d{{1,2}}(?!\d|\.\d)|{_ROMAN}"),
    _Noun("requirement", "Requirements?|Measures?", "Rs", r"[RM]\d{1,2}(?:\.\d{1,2})*"),
    _Noun("part", "Part", "Parts", r"\d{1,2}(?:\.\d{1,2})+"),
    _Noun(
        "attachment",
        "[Aa]ttachment|ATTACHMENT",
        "[Aa]ttachments",
        r"\d{1,2}(?!\d|\.\d)|[A-Z](?![A-Za-z])",
        "Attachment",
    ),
    _Noun(
        "appendix",
        "[Aa]nnex|ANNEX|[Aa]ppendix|APPENDIX|Schedule",
        "[Aa]nnexes|[Aa]ppendices|Schedules",
        rf"{_ROMAN}|[A-Z](?![A-Za-z])(?:\.\d{{1,2}})*|\d{{1,2}}[A-Z]?(?![A-Za-z\d]|\.\d)",
    ),
    _Noun("note", "Note|NOTE", "Notes", r"\d{1,2}(?![\d%]|\.\d)", "Note"),
    _Noun("plan", "Plan", "Plans", r"[A-Z](?![A-Za-z0-9-])", "Plan"),
    _Noun(
        "paragraph",
        "[Pp]aragraph|[Ss]ub-?section",
        "[Pp]aragraphs|[Ss]ub-?sections",
        rf"\d{{1,2}}{_OUTLINE}*(?![\d%]|\.\d)|{_OUTLINE}+",
    ),
)


def _pattern(index: int, noun: _Noun) -> str:
    """Tables 1 and 2, but Table 1 and 2 MW: only a plural opens a list of plain numbers."""
    more = rf"(?:(?:{_TO}|{_AND})(?:{noun.number}))*"
    if noun.kind == "requirement":  # R1 cannot be mistaken, whatever the noun
        return rf"(?:{noun.single}) (?P<many{index}>(?:{noun.number}){more})|(?P<one{index}>$^)"
    return (
        rf"(?:{noun.plural}) ?(?P<many{index}>(?:{noun.number}){more})"
        rf"|(?:{noun.single}) ?(?P<one{index}>{noun.number})"
    )


# The first letter alone rules out most places, which halves the time.
_ATOMS = re.compile(
    r"(?=[TtFfSsCcAaRMPpN§])(?<!\w)(?:"
    + "|".join(_pattern(index, noun) for index, noun in enumerate(_NOUNS))
    + ")"
)
_LIST = re.compile(rf"(?P<to>{_TO})|{_AND}")
_ANY = re.compile(r"[A-Za-z§]")


def find_english_atoms(folded: str) -> Iterator[Atom]:
    if not _ANY.search(folded):
        return
    for found in _ATOMS.finditer(folded):
        for index, noun in enumerate(_NOUNS):
            listed = found.group(f"many{index}") or found.group(f"one{index}")
            if listed:
                numbers = _members(listed)
                yield Atom(noun.kind, found.start(), found.end(), numbers, noun=noun.printed)
                break


def _members(listed: str) -> tuple[str, ...]:
    members: list[str] = []
    position, is_range = 0, False
    for cut in [*_LIST.finditer(listed), None]:
        number = listed[position : cut.start() if cut else len(listed)].strip()
        members += numbers_between(members.pop(), number) if is_range and members else (number,)
        if cut is not None:
            position, is_range = cut.end(), cut.group("to") is not None
    return tuple(members)
