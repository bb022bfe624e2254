"""What a line of print says about itself when it is the caption of a table or a figure."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

CaptionKind = Literal["table", "figure"]

_DASH = r"\-‐‑‒–—―−－"
_DIGITS = r"[0-9０-９]+"
# 6-2, B.10, R1, 4 - 1, V-1; a letter behind the digits (2a) only where no word begins with it.
_NUMBER = (
    rf"(?:[A-Z]{{1,3}}\s?[.．{_DASH}]?\s?)?{_DIGITS}(?:\s?[.．{_DASH}]\s?{_DIGITS})*"
    r"(?:[a-z](?![A-Za-z]))?(?![0-9０-９])"
)
_CHINESE = re.compile(
    rf"(?:附\s*录\s*[A-Z]\s*)?(?P<again>续\s*)?(?P<annex>附\s*)?(?P<word>[表图])\s*"
    rf"(?P<number>{_NUMBER}|[一二三四五六七八九十]{{1,3}}(?=[\s：:（(]|$))(?P<rest>.*)",
    re.DOTALL,
)
_LATIN = re.compile(
    r"(?:[A-Z]{2,}[\w.‐‑–-]*\s+)?"  # the standard's own code: CIP-005-7 Table R1
    r"(?P<word>Table|TABLE|Tab\.|Tabela|Tabelle|Tableau|Tabla|Figure|FIGURE|Fig\.?|FIG\.?)\s+"
    rf"(?P<number>{_NUMBER}|[IVXL]+\b|[A-Z]\b)(?P<rest>.*)",
    re.DOTALL,
)
_ONLY_AGAIN = re.compile(r"[（(]?\s*续\s*上?\s*(?P<word>[表图])\s*[）)]?")
# 续 goes on, 完 is the last page; sheet 1 of 3 is the first and no continuation.
_AGAIN = re.compile(
    r"[（(【\[]\s*[续完][^）)】\]]{0,6}[）)】\]]|(?<=\s)续\s*表?\s*$|^\s*续\s*$"
    r"|[（(\[]\s*cont(?:inued|inuation|['’]?d|\.)?(?:\s[^）)\]]{0,30})?\s*[）)\]]"
    r"|[（(\[]\s*(?:concluded|(?:sheet|page)?\s*(?:[2-9]|[1-9]\d+)\s*(?:of|/)\s*\d+)\s*[）)\]]"
    rf"|(?:^|[\s{_DASH},])(?:cont(?:inued(?:\s+from\s.{{0,20}})?|['’]d|\.)|concluded)\s*$",
    re.IGNORECASE,
)
_PASSING = re.compile(  # lines that only lead over a page break, or repeat the unit
    r"\s*(?:[（(]?\s*(?:接|转|续)[上下]?[页表]\s*[）)]?|[（(]?\s*单\s*位\s*[:：].{0,20}"
    r"|[（(]?\s*(?:table\s+)?continue[sd]?\s+(?:on|from)\s.{0,20})\s*",
    re.IGNORECASE,
)
_LEADER = re.compile(r"[.·…．]{4,}|…{2,}|(?:\.\s){4,}")
_SENTENCE_GOES_ON = re.compile(
    r"\s*(?:[、，,。；;～~和与及或至到为是的]|以[上下]|分别|第[0-9一二三四五六七八九十]+[行列栏]"
    r"|(?:所|中)(?:[的示列给述定规未各第，、“]|数据)"
    r"|[给列示画绘]出|规定了|说明了|描述了|定义了|反映了|显示了|表明|表示[了为])"
)
_LONGEST_CHINESE = 80
_LONGEST_LATIN = 260


@dataclass(frozen=True)
class PrintedCaption:
    """``number`` has no blanks and plain hyphens: 6-2, B.10, 附表1, R1; None in a bare 续表."""

    kind: CaptionKind
    number: str | None
    title: str
    is_continuation: bool


def read_caption(text: str) -> PrintedCaption | None:
    """The caption that ``text`` is; None for a sentence (表6-2 给出了…) or a line of contents."""
    text = text.strip()
    if _LEADER.search(text):
        return None
    alone = _ONLY_AGAIN.fullmatch(text)
    if alone:
        return PrintedCaption(_kind(alone["word"]), None, "", True)
    match = _CHINESE.match(text)
    if match:
        return _chinese(match)
    match = _LATIN.match(text)
    return _latin(match) if match else None


def is_passing(text: str) -> bool:
    """Does a line between a table and what is its own say nothing: 接下页, 单位：MW?"""
    return _PASSING.fullmatch(text) is not None


def fold(text: str) -> str:
    """For comparing print with print: no white space, one width, one dash, one case."""
    folded = unicodedata.normalize("NFKC", text).lower()
    return re.sub(rf"[{_DASH}]", "-", re.sub(r"\s+", "", folded))


def _chinese(match: re.Match[str]) -> PrintedCaption | None:
    rest = match["rest"]
    title, is_again = _without_again(rest)
    if len(rest) > _LONGEST_CHINESE or _SENTENCE_GOES_ON.match(rest):
        return None
    if title.endswith(("。", "；", ";", "，", "：", ":")) or "。" in title:
        return None
    number = _plain(match["number"])
    if match["annex"]:
        number = f"附{match['word']}{number}"
    return PrintedCaption(_kind(match["word"]), number, title, is_again or bool(match["again"]))


def _latin(match: re.Match[str]) -> PrintedCaption | None:
    rest = match["rest"]
    title, is_again = _without_again(rest)
    if len(rest) > _LONGEST_LATIN or re.match(r"\s*[,;)]\s*\S", _AGAIN.sub(" ", rest)):
        return None
    # "Table 2 lists …" goes on in small letters; "Table 2 – lists" has a mark between.
    if re.match(r"\s+[a-z]", rest) and not (is_again and not title):
        return None
    if re.search(r"[a-z]{2}\.\s+[A-Z]", title):  # a second sentence
        return None
    return PrintedCaption(_kind(match["word"]), _plain(match["number"]), title, is_again)


def _without_again(rest: str) -> tuple[str, bool]:
    title, count = _AGAIN.subn(" ", rest)
    return title.strip(" \t\n　,:：.．-‐‑–—－"), count > 0


def _plain(number: str) -> str:
    folded = unicodedata.normalize("NFKC", number)
    return re.sub(rf"[{_DASH}]", "-", re.sub(r"\s+", "", folded))


def _kind(word: str) -> CaptionKind:
    return "figure" if word[0] in "图Ff" else "table"
