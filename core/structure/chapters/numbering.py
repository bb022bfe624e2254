"""Labels of sections: what numbering a line begins with, in all styles in use.

Reading a label says nothing about its being one: ``3.5 秒内`` begins like a section. Whether it
counts is decided where its neighbours are known (heading_candidates, chapter_order).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from core.structure.numerals import NUMERAL, numeral_value
from core.structure.text_folding import fold_widths

Scheme = Literal[
    "part",  # 第一篇, PART II
    "chapter",  # 第六章, CHAPTER I
    "section",  # 第三节, Section 2
    "article",  # 第十二条, Article 5
    "decimal",  # 2.1.4, A.1.1, Section 4.2
    "appendix",  # 附录A, Annex 1
    "attachment",  # 附件2, Attachment 1
    "requirement",  # R1., M1.
    "requirement_part",  # Part 1.1
    "outline",  # (a)(1)(A)
    "paragraph sign",  # §25.181.
    "roman",  # II. Title
    "letter",  # B. Title
    "enumerated",  # 一、标题
    "named",  # Principle 3
]
Step = int | str
LabelPath = tuple[Step, ...]


@dataclass(frozen=True)
class Label:
    """``printed`` is the label without inner blanks, ``end`` where the text behind it begins.

    ``path`` is what is counted: 第十二条 (12,), 2.1.4 (2, 1, 4), A.1 ("A", 1), M2. ("M", 2),
    第十二条之一 (12, 1); an outline keeps its token, (iv) ("iv",): which count it belongs to
    only its neighbours tell.
    """

    scheme: Scheme
    printed: str
    path: LabelPath
    end: int


_HEAD_LENGTH = 80  # no label is longer; keeps the regular expressions off whole paragraphs
_ROMAN = r"[IVXLC]+|[Ⅰ-Ⅻ]"
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


def read_label(text: str) -> Label | None:
    """The label that ``text`` begins with, or None."""
    head = fold_widths(text[:_HEAD_LENGTH])
    if not head or not _FIRST.match(head):
        return None
    for scheme, pattern, read in _STYLES:
        if (match := pattern.match(head)) and (path := read(match)) is not None:
            start, end = match.span("label")
            return Label(scheme, _printed(text[start:end]), path, end)
    return None


def roman_value(text: str) -> int | None:
    """IV is 4; what is no well-formed roman numeral up to 399 is None."""
    value = 0
    upper = text.upper()
    for char, following in zip(upper, [*upper[1:], ""], strict=True):
        if char not in _ROMAN_VALUES:
            return None
        step = _ROMAN_VALUES[char]
        value += -step if step < _ROMAN_VALUES.get(following, 0) else step
    return value if value > 0 and _as_roman(value) == upper else None


def _as_roman(value: int) -> str:
    written = ""
    for amount, digits in (
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ):
        while value >= amount:
            written, value = written + digits, value - amount
    return written


def _printed(text: str) -> str:
    """附 录 A → 附录A and 8. 13 → 8.13, but Article 5 stays."""
    text = re.sub(r"\s+", " ", text).strip()
    return re.sub(r"(?<=[\u4e00-\u9fff.])\s|\s(?=[\u4e00-\u9fff.])", "", text)


def _count(text: str) -> Step | None:
    """A number in any script, or the letter of an appendix."""
    value = numeral_value(text)
    if value is None and (len(text) > 1 or text in "IVX"):
        value = roman_value(text)
    if value is None and len(text) == 1 and text.isalpha():
        return text.upper()
    return value


def _single(match: re.Match[str]) -> LabelPath | None:
    value = _count(match["n"])
    return None if value is None else (value,)


def _appendix(match: re.Match[str]) -> LabelPath | None:
    # Appendix C is a letter, though C is a roman numeral too
    token = match["n"] or ""
    if len(token) == 1 and token.isalpha() and token.isascii():
        return (token.upper(),)
    value = _count(token) if token else ""
    return None if value is None else (value,)


def _article(match: re.Match[str]) -> LabelPath | None:
    path = _single(match)
    inserted = match.groupdict().get("inserted")
    if path is None or inserted is None:
        return path
    extra = numeral_value(inserted)
    return None if extra is None else (*path, extra)


def _steps(match: re.Match[str]) -> LabelPath | None:
    first, *others = re.sub(r"\s", "", match["n"]).rstrip(".").split(".")
    start: Step = int(first) if first.isdigit() else first
    return (start, *(int(step) for step in others))


def _requirement(match: re.Match[str]) -> LabelPath:
    return (match["kind"], int(match["n"]))


def _named(match: re.Match[str]) -> LabelPath:
    return (match["word"], int(match["n"]))


def _token(match: re.Match[str]) -> LabelPath:
    return (match["n"],)


def _style(
    scheme: Scheme, pattern: str, read: Callable[[re.Match[str]], LabelPath | None] = _single
) -> tuple[Scheme, re.Pattern[str], Callable[[re.Match[str]], LabelPath | None]]:
    return scheme, re.compile(pattern), read


def _counted(unit: str) -> str:
    return rf"(?P<label>第\s*(?P<n>{NUMERAL})\s*(?:{unit}))"


_WORD_END = r"(?![A-Za-z0-9])"
# What may stand behind a decimal number: a blank, a word, the end; no unit sign, range or fraction.
_AFTER_DECIMAL = r"(?=$|\s|[\u4e00-\u9fff（(《“\"‘]|[A-Za-z])"
_FIRST = re.compile(r"\s*[第附A-ZⅠ-Ⅻ§0-9(（一二三四五六七八九十]")  # most text begins otherwise

_STYLES = (
    _style("part", _counted("篇|编|部分")),
    _style("chapter", _counted("章")),
    _style("section", _counted("节")),
    _style("article", _counted("条")[:-1] + rf"(?:之(?P<inserted>{NUMERAL})(?![\d.]))?)", _article),
    _style(
        "appendix",
        rf"(?P<label>附\s*录\s*(?P<n>[A-Z]{_WORD_END}|{NUMERAL}|{_ROMAN})?)(?![.．]\d)",
        _appendix,
    ),
    _style(
        "attachment", rf"(?P<label>附\s*件\s*(?P<n>[A-Z]{_WORD_END}|{NUMERAL})?)(?!\.\d)", _appendix
    ),
    _style(
        "appendix",
        rf"(?P<label>(?i:Appendix|Annex)\s+(?P<n>[A-Z]|\d+|{_ROMAN}){_WORD_END}[.:]?)(?!\d)",
        _appendix,
    ),
    _style(
        "attachment",
        r"(?:[A-Z]{2,}[\w.-]*\s*[-–—]\s*)?"  # CIP-002-5.1a - Attachment 1
        rf"(?P<label>(?i:Attachment|Schedule|Exhibit|Enclosure)\s+(?P<n>[A-Z]|\d+|{_ROMAN})"
        rf"{_WORD_END}[.:]?)(?!\d)",
        _appendix,
    ),
    _style("chapter", rf"(?P<label>(?i:Chapter)\s*(?P<n>\d+|{_ROMAN}){_WORD_END}[.:]?)"),
    _style("article", rf"(?P<label>(?i:Article)\s+(?P<n>\d+|{_ROMAN}){_WORD_END}[.:]?)(?![.(]\d)"),
    _style("decimal", r"(?P<label>(?i:Section)\s+(?P<n>\d+(?:\.\d+)+)\.?)(?=\s|$)", _steps),
    _style("section", rf"(?P<label>(?i:Section)\s+(?P<n>\d+|{_ROMAN}){_WORD_END}[.:]?)"),
    _style("requirement_part", r"(?P<label>Part\s+(?P<n>\d+\.\d+(?:\.\d+)*)\.?)(?=\s|$)", _steps),
    _style("part", rf"(?P<label>(?:Part|PART)\s+(?P<n>[A-Z]|\d+|{_ROMAN}){_WORD_END}[.:]?)"),
    _style("paragraph sign", r"(?P<label>§\s*(?P<n>\d+(?:\.\d+)*)\.?)(?=\s|$)", _steps),
    _style("requirement", r"(?P<label>(?P<kind>[RM])(?P<n>\d{1,2})\.)(?=\s|$)", _requirement),
    _style("requirement_part", r"(?P<label>R(?P<n>\d{1,2}\.\d{1,2}(?:\.\d+)*)\.?)(?=\s)", _steps),
    _style(
        "decimal",
        rf"(?P<label>(?P<n>[A-Z]\d{{0,2}}(?:\s?\.\s?\d{{1,3}})+)\.?){_AFTER_DECIMAL}",
        _steps,
    ),
    _style(
        "decimal",
        rf"(?P<label>(?P<n>\d{{1,3}}(?:\s?\.\s?\d{{1,3}})+)\.?)(?!\d){_AFTER_DECIMAL}",
        _steps,
    ),
    _style("decimal", rf"(?P<label>(?P<n>\d{{1,3}})(?:\.(?!\d))?)(?!\d){_AFTER_DECIMAL}", _steps),
    _style("enumerated", r"(?P<label>(?P<n>[一二三四五六七八九十]{1,3}|\d{1,2})、)"),
    _style("outline", r"(?P<label>\((?P<n>[a-z]{1,4}|[A-Z]{1,4}|\d{1,3})\))(?=\s|\()", _token),
    # A single I, V or X counts as roman until its neighbours say otherwise; C and L never do.
    _style("letter", r"(?P<label>(?P<n>[A-HJ-UWYZ])\.)(?=\s+[A-Z\u4e00-\u9fff])", _token),
    _style("roman", rf"(?P<label>(?P<n>{_ROMAN})\.)(?=\s+\S)"),
    _style(
        "named", r"(?P<label>(?P<word>[A-Z][a-z]{3,14})\s(?P<n>\d{1,3}))(?=$|\s*[:–—-]\s)", _named
    ),
)
