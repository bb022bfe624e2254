"""How a sentence says that it defines a term."""

import re
from typing import NamedTuple

# Chapters that define terms: 术语和定义, 名词解释, 附录A 调度术语, Article 2 Definitions, Glossary.
# 字段定义 and the like define something else.
DEFINING_TITLE = (
    r"术语|^定义|用语|名词(解释|定义)|释义|缩略语|缩写"
    r"|(?i:\b(definitions?|glossary|defined terms|terms used|abbreviations|acronyms)\b)"
)
# The beginning of a list of definitions, and of a sentence that defines wherever it stands.
LIST_OPENINGS = ("用语的含义", "用语含义", "用语的定义")
IN_PASSING = ("所称",)

_MARK = r"(?:[(（]?(?:[a-zA-Z]|[0-9]{1,2}|[一二三四五六七八九十]{1,3})[)）.、]\s*|[-•·—]\s*)?"
_TERM = r"[^\s，。；：,;:!?！？|][^，。；：;:!?！？|]{0,38}?"
_COLON = re.compile(rf"^{_MARK}(?P<term>{_TERM})\s*[：:]\s*(?P<text>\S.{{2,}})$", re.DOTALL)
_MEANS = re.compile(
    rf"^{_MARK}(?:本[^，。；]{{1,6}}[中里]?所称的?)?[“\"]?(?P<term>{_TERM})[”\"]?\s*"
    r"(?:[，,]\s*(?:是|系)?指|(?:是|系)指)\s*(?P<text>\S.{2,})$",
    re.DOTALL,
)
_SO_CALLED = re.compile(
    rf"所称的?[“\"]?(?P<term>{_TERM})[”\"]?\s*[，,]?\s*(?:是|系)指\s*(?P<text>[^。]{{3,}}。?)"
)
# A term as English regulations print it: Real-time Assessment, Time to Limit.
_CAPITALS = r"[A-Z][\w'’/&()-]*(?: (?:[A-Z(][\w'’/&()-]*|of|to|and|in|or|the|for|by)){0,7}"
_ENGLISH_MEANS = re.compile(
    rf"^{_MARK}(?:[‘'“\"](?P<quoted>[^’'”\"]{{2,60}})[’'”\"]|(?P<plain>{_CAPITALS}))"
    r"\s+(?:means|shall mean|refers to)\s*:?\s*(?P<text>\S.{2,})$",
    re.DOTALL,
)
_ENGLISH_STOP = re.compile(
    rf"^{_MARK}(?P<term>{_CAPITALS})"
    r"\s*(?:\.|—|–|:| -)\s+(?P<text>[A-Z\"“].{2,})$",
    re.DOTALL,
)
_NO_TERM = re.compile(
    r"^(?:注|例|示例|方案|备注|说明|附注|表|图|note|example|table|figure)\s*[\d①-⑳一-十A-Z]{0,3}$",
    re.IGNORECASE,
)
_NAMES = re.compile(
    r"^(?P<term>.*[㐀-鿿）)])\s*(?P<bracket>[（(]\s*)?"
    r"(?P<other>[A-Za-z][A-Za-z0-9 ,.;；，/'’()（）-]+?)(?(bracket)\s*[）)])$"
)
_MOST_WORDS = 8


class Wording(NamedTuple):
    term: str
    text: str


def read_definition(sentence: str) -> Wording | None:
    """For a paragraph of a chapter that defines terms: 失压：母线因…, Tie Line. A circuit…"""
    words = sentence.strip()
    for pattern in (_ENGLISH_MEANS, _MEANS, _COLON, _ENGLISH_STOP):
        found = pattern.match(words)
        if found is None:
            continue
        groups = found.groupdict()
        term = groups.get("term") or groups.get("quoted") or groups.get("plain") or ""
        if is_term(term):
            return Wording(term.strip(), _flat(found["text"]))
    return None


def read_in_passing(sentence: str) -> list[Wording]:
    """For any paragraph: 本规程所称电网，是指…"""
    found = [Wording(it["term"].strip(), _flat(it["text"])) for it in _SO_CALLED.finditer(sentence)]
    return [it for it in found if is_term(it.term)]


def split_names(title: str) -> tuple[str, str]:
    """``电力系统 power system`` -> both names; the second is empty where there is one alone."""
    words = _flat(title)
    found = _NAMES.match(words)
    if found is None:
        return words, ""
    return found["term"].strip(), found["other"].strip(" ；;,")


def is_term(words: str) -> bool:
    term = words.strip()
    if not term or _NO_TERM.match(term) or term[0].isdigit():
        return False
    return len(term.split()) <= _MOST_WORDS and any(char.isalpha() for char in term)


def _flat(text: str) -> str:
    return " ".join(text.split())
