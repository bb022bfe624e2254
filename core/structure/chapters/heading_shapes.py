"""How headings look: print that stands out, words that make a title, numbers that are amounts."""

import re
from collections import Counter
from dataclasses import dataclass

from core.parsing.elements import ParsedElement
from core.structure.body import Body
from core.structure.text_folding import fold_title

_LARGER = 1.07  # times the height of body text
_MUCH_LARGER = 1.18
_LONGEST = 70  # ideographs; other letters are half as wide
_SHORT = 28
_GOES_ON = tuple("。；;，,、：:？?！!")
_SENTENCE = re.compile(r"[。；！？]|[a-z]{2}[.;?!]\s+[A-Z]|;\s")

# Titles that stand without a number, at the top level of their document.
_FRONT_AND_BACK = frozenset(
    (
        *("前言", "引言", "序言", "序", "编制说明", "条文说明", "修订说明", "编写说明", "参考文献"),
        *("索引", "中文索引", "英文索引", "后记", "附则", "附加说明", "引用标准名录", "发布令"),
        *("公告", "本规程用词说明", "本标准用词说明", "本规范用词说明"),
        *("foreword", "preface", "preamble", "introduction", "summary", "executivesummary"),
        *("abstract", "acknowledgements", "bibliography", "references", "index", "glossary"),
        *("abbreviations", "acronyms", "rationale", "background", "conclusion", "conclusions"),
        *("versionhistory", "revisionhistory"),
    )
)  # folded

_UNITS = (
    r"(?:[kKMGTmµμn]?(?:V|W|A(?!\s+[a-z])|Hz|VA|var|Var|VAr|Wh|Ω|F|H|Pa|bit|B|N|J)(?:/\w+)?"
    r"|MVA|MVAr|kVA|p\.u\.|pu|dB|rpm|km/h|m/s|m[²³23]?|km|cm|mm|kg|g|t|s|ms|min|h|d|℃|°C?|%|‰)"
    r"(?![A-Za-z])"
)
_LATIN_UNITS = (
    r"(?:percent|per\s|hours?|minutes?|seconds?|days?|weeks?|months?|years?|times?|calendar days"
    r"|business days|working days|volts?|kilovolts?|amperes?|megawatts?|miles?|feet|inch(?:es)?)\b"
)
_CHINESE_UNITS = (
    r"(?:千伏|万|亿|秒|分钟|小时|个(?!人|体|别)|年(?!度|终|底|报|检)|月(?!度|报)|日(?!常|前|志|报)"
    r"|天(?!然|气|线)|周(?!期|边|围)|时(?!间|刻|效|段|钟|延|限)|台(?!账|帐)|回(?!路|收|退|复|流|放)"
    r"|号(?!码|牌)|次(?!级|要|序|年|日)|倍|座|套(?!管)|辆|级(?!别|联)|位(?!置|移)|款|项(?!目)|期"
    r"|兆|公里|米|吨|元(?!件|器)|人(?!员|身|工|机)|家|名(?!称|词))"
)
_STANDARD = r"\s*GB(?:/[TZ]|J)?\s*\d"  # 2.1 GB/T 14285: no gigabytes
_AMOUNT = re.compile(rf"(?!{_STANDARD})\s*(?:{_UNITS}|{_LATIN_UNITS}|{_CHINESE_UNITS})")
# What follows a number that is cited within a sentence: A.1所列…, 第六章的…, 4.1 above are…
# A printed label has a blank behind it, or a title that begins otherwise.
_CITED = re.compile(
    r"\s*[、，,；;。～~]|[和与及或至到的]|[所中内][列述指示规给定的]|规定|以[上下内]"
    r"|第[0-9一二三四五六七八九十百]+[款项条章节]"
)
_GOES_ON_SMALL = re.compile(r"\s+[a-z]")
_ASKS_FOR_A_NUMBER = re.compile(
    r"\b(?:(?:sub)?(?:section|clause|paragraph)s?|articles?|parts?|requirements?|items?|see)\s*\Z"
)
# 附录A (规范性附录) 标题: the kind of appendix is no part of its title.
_APPENDIX_KIND = re.compile(
    r"\s*[(（]\s*(?:(?:规范|资料|补充|提示)性?的?(?:附录|附件)?|normative|informative)"
    r"\s*[)）]\s*",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{3,}|[\u4e00-\u9fff]{2,}|[\u4e00-\u9fff]\s+[\u4e00-\u9fff]")
_FEWEST_LETTERS = 0.7


@dataclass(frozen=True)
class Typography:
    """The print of running text, against which headings stand out."""

    body_height: float
    body_is_bold: bool

    def height(self, element: ParsedElement) -> float:
        return element.font_height or self.body_height

    def stands_out(self, element: ParsedElement) -> bool:
        return self.is_larger(element) or (bool(element.is_bold) and not self.body_is_bold)

    def is_larger(self, element: ParsedElement) -> bool:
        return self.height(element) >= _LARGER * self.body_height

    def is_much_larger(self, element: ParsedElement) -> bool:
        return self.height(element) >= _MUCH_LARGER * self.body_height

    def is_smaller(self, element: ParsedElement) -> bool:
        return self.height(element) <= self.body_height / _LARGER

    def rank(self, element: ParsedElement) -> float:
        """Greater for a heading of a higher level; bold outranks plain print of its size."""
        return self.height(element) + (0.5 if element.is_bold else 0.0)


def typography_of(body: Body) -> Typography:
    heights: Counter[float] = Counter()
    bold: Counter[bool] = Counter()
    for block in body.blocks:
        element = block.element
        if element.kind in ("text", "list") and element.font_height:
            heights[round(element.font_height, 1)] += len(element.text)
            bold[bool(element.is_bold)] += len(element.text)
    if not heights:
        return Typography(10.0, False)
    return Typography(heights.most_common(1)[0][0], bold[True] > bold[False])


def could_be_title(text: str, element: ParsedElement, typography: Typography) -> bool:
    """Words without a sentence in them, no longer than titles are."""
    text = text.strip()
    if not text or text.endswith(_GOES_ON) or not any(char.isalpha() for char in text):
        return False
    if _SENTENCE.search(text) and not typography.is_larger(element):
        return False
    if text.endswith(".") and not typography.stands_out(element):
        return False
    if _width(text) > _LONGEST and not typography.is_larger(element):
        return False
    is_set_apart = element.kind == "heading" or typography.stands_out(element)
    return len(element.lines) <= (3 if is_set_apart else 2)


def is_short(text: str) -> bool:
    return _width(text.strip()) <= _SHORT


def is_made_of_words(text: str) -> bool:
    """Not a formula or a code: 21%CO2s, ICS 29.020."""
    printed = [char for char in text if not char.isspace()]
    letters = sum(char.isalpha() for char in printed)
    return _WORD.search(text) is not None and letters >= _FEWEST_LETTERS * len(printed)


def is_front_or_back_title(text: str) -> bool:
    """前言, Bibliography: known without a number."""
    return len(text) <= 40 and fold_title(text) in _FRONT_AND_BACK


def split_appendix_kind(text: str) -> tuple[str, str]:
    """The text without (规范性附录) in front, and that."""
    match = _APPENDIX_KIND.match(text)
    return (text, "") if match is None else (text[match.end() :], match[0])


def is_amount(text_behind: str) -> bool:
    """Whether a number with this behind it is an amount: ``3.5`` in ``3.5 秒内``."""
    return _AMOUNT.match(text_behind) is not None


def is_cited(text_behind: str) -> bool:
    """Whether a label with this behind it is mentioned in a sentence, not printed as a label.

    For labels that are printed without a full stop; an outline never is in doubt.
    """
    return _CITED.match(text_behind) is not None


def goes_on_small(text_behind: str) -> bool:
    """4.1 above are those…: neither a title nor a sentence begins so."""
    return _GOES_ON_SMALL.match(text_behind) is not None


def asks_for_a_number(text_before: str) -> bool:
    """A sentence that breaks off where a number of a section must follow. A heading does not end
    in a small "section"."""
    return _ASKS_FOR_A_NUMBER.search(text_before) is not None


def _width(text: str) -> float:
    return sum(1.0 if ord(char) > 0x2E7F else 0.5 for char in text)
