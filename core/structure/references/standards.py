"""Numbers of standards (GB/T 1234.5, DL/T 5429—2009, NERC CIP-005-7) and titles of documents."""

import re
from dataclasses import dataclass

from core.structure.references.mentions import fold

# Codes that print without a slash. With /T, /Z or another suffix any two letters will do.
_CODES = (
    "GBZ?J?|GJB|DL|NB|SD|HJ|JB|YD|SL|CJJ?|JGJ|SJ|GA|TB|JTG|JTJ?|QX|AQ|WS|GM|GY|YB|HG|SHS?|SY|LY"
    "|NY|MT|QB|DZ|JJ[GF]|TSG|CECS|DGJ|XF|RB|CNCA"
)
_YEAR = r"(?: ?- ?(?P<{0}>(?:19|20)\d\d|\d\d)(?!\d|\.\d))?"
CHINESE_STANDARD = (
    r"(?<![A-Za-z0-9/])"
    rf"(?:(?:{_CODES})(?: ?/ ?[A-Z]{{1,3}})?|[A-Z]{{2,3}} ?/ ?[TZ]|DB ?\d{{2,6}}(?: ?/ ?[TZ])?"
    r"|T ?/ ?[A-Z]{2,8}|Q ?/ ?[A-Z]{2,8})"
    r" ?\d{1,6}(?:\.\d{1,3})*" + _YEAR.format("year")
)
_NERC = "BAL|CIP|COM|EOP|FAC|INT|IRO|MOD|NUC|PER|PRC|TOP|TPL|VAR"
# These numbers have three digits. A fourth is a footnote mark: fonts with raised figures of their
# own leave no trace of them in the text layer.
_THREE_DIGITS = r"\d{3}(?:-\d{1,2}(?:\.\d+)*[a-z]?|(?=\d(?![A-Za-z0-9-]))|(?![A-Za-z0-9]))"
FOREIGN_STANDARD = (
    r"(?<![A-Za-z0-9/-])"
    rf"(?:NERC [A-Z]{{3}}-{_THREE_DIGITS}|(?:{_NERC})-{_THREE_DIGITS}|"
    r"(?:(?:IEEE|ANSI|ASTM|NIST|EN|BS|DIN|CISPR|IEC|ISO)(?: ?/ ?(?:IEC|IEEE|TS|TR|ASTM|EN))*"
    r"(?: (?:Std\.?|SP|TS|TR))? ?(?:[A-Z]{1,2}\d{1,3}\.)?\d{2,6}(?:[.-]\d{1,4})*(?: ?: ?\d{4})?"
    r"|(?:IETF )?RFC ?\d{3,5}"
    r"|ITU-[TR] [A-Z]\.\d+(?:\.\d+)*"
    r"|[A-Z]{3}-\d{3}-\d{1,2}(?:\.\d+)*[a-z]?"
    r"|(?:Regulation|Directive|Decision) (?:\((?:EU|EC|EEC)\) )?(?:No\.? ?)?\d{2,4}/\d{2,4}"
    r"(?:/(?:EU|EC|EEC|JHA))?)(?![A-Za-z0-9]))"
)
_TITLE_ENDS = (
    "法|法典|条例|规定|办法|规程|规范|标准|导则|细则|准则|规则|制度|指南|意见|通知|决定|章程|通则"
    "|纲要|手册|协议|公约|批复|预案|总则|技术要求"
)
# 表3《数据段结构》 names a table; only names that documents bear count.
TITLE = rf"《[^《》]{{2,60}}?(?:{_TITLE_ENDS})(?:[(（][^()（）《》]{{1,20}}[)）])?》"

_STANDARD = re.compile(f"(?:{CHINESE_STANDARD})|(?:{FOREIGN_STANDARD})")


@dataclass(frozen=True)
class StandardNumber:
    """``key`` is the number without its year; equal for GB/T16706 and GB/T 16706."""

    key: str
    year: str = ""


def read_standard(text: str) -> StandardNumber | None:
    """The first standard number of a text, or None."""
    found = _STANDARD.search(fold(text))
    return _number(found.group()) if found else None


def standards_in(text: str) -> set[StandardNumber]:
    return {_number(found.group()) for found in _STANDARD.finditer(fold(text))}


def is_standard(text: str) -> bool:
    """Is the whole text one standard number?"""
    return _STANDARD.fullmatch(fold(text).strip()) is not None


def title_key(title: str) -> str:
    """Titles are equal without blanks, brackets and width; 2023年版 still counts."""
    return re.sub(r"[\s《》()\[\]-]+", "", fold(title)).lower()


def _number(printed: str) -> StandardNumber:
    compact = re.sub(r"\s+", "", printed).upper().replace(":", "-")
    compact = re.sub(r"^(?:NERC|IETF)(?=[A-Z])", "", compact).replace("STD.", "").replace("STD", "")
    year = re.search(r"-((?:19|20)\d\d)$", compact)
    if year is None:
        return StandardNumber(compact)
    return StandardNumber(compact[: year.start()], year.group(1))
