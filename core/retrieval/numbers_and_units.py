"""Numbers of sections and units of measure: one form for text, and the Chinese reading of it."""

import re
from collections.abc import Iterator

from core.retrieval.rewriting import Edit
from core.retrieval.scripts import CJK
from core.structure.numerals import numeral_value

_CHINESE_DIGITS = "零一二三四五六七八九"
_NUMERAL = "[〇零一二三四五六七八九十百千两]"
_NUMBER_ENDS = r"(?![0-9a-z]|\.[0-9])"
_PARTS = "章|节|条|款|项|篇|编|卷|页|册|部分"
_ORDINAL = re.compile(rf"第\s*({_NUMERAL}{{1,8}})\s*(?={_PARTS})")
# 代表一般 is no table 1: behind the number stands something that cannot go on with the numeral.
_LABEL = re.compile(
    rf"(?:附[录件]|[表图注])\s*({_NUMERAL}{{1,8}}){_NUMBER_ENDS}(?=[^{CJK}]|[中所的和及与或至之]|\Z)"
)
_WRITTEN_ORDINAL = re.compile(rf"(?<=第)([1-9][0-9]{{0,3}})(?={_PARTS})")
_WRITTEN_LABEL = re.compile(rf"(?<=[录表图件注])([1-9][0-9]{{0,3}}){_NUMBER_ENDS}")

# Only what is no part of an everyday word: 安, 分, 时 and 度 stay.
_UNITS = {
    "千伏安": "kva",
    "兆伏安": "mva",
    "千伏": "kv",
    "兆瓦时": "mwh",
    "兆瓦": "mw",
    "千瓦时": "kwh",
    "千瓦": "kw",
    "兆乏": "mvar",
    "千乏": "kvar",
    "赫兹": "hz",
    "毫秒": "ms",
    "分钟": "min",
    "小时": "h",
    "秒": "s",
    "公里": "km",
    "千米": "km",
    "毫米": "mm",
    "平方毫米": "mm2",
    "平方米": "m2",
    "千安": "ka",
    "毫安": "ma",
    "吉瓦": "gw",
    "微秒": "μs",
}
_READINGS = {unit: name for name, unit in reversed(_UNITS.items())}
_LATIN = "|".join(sorted(_READINGS, key=len, reverse=True))
_UNIT = re.compile(
    rf"(?<=[0-9])\s*(?:({'|'.join(sorted(_UNITS, key=len, reverse=True))})|({_LATIN}))(?![a-z0-9])"
)
# In 表1 千伏线路 the number is that of the table.
_LABEL_BEFORE = re.compile(r"(?:[录表图件]|(?<!关)注)\s*[0-9]{1,2}(?:[.-][0-9]{1,2})*\Z")
_LABEL_REACH = 16
_WRITTEN_UNIT = re.compile(rf"(?<=[0-9])({_LATIN})(?![a-z0-9])")


def is_unit(folded: str) -> bool:
    return folded in _READINGS


def numeral_edits(text: str) -> Iterator[Edit]:
    """第六章 is 第6章; a numeral that no one writes so (第二四条) stays, to be found as it is."""
    yield from sorted([*_numbers(_ORDINAL, text), *_numbers(_LABEL, text)])


def unit_edits(text: str) -> Iterator[Edit]:
    """220千伏 and 220 kV are 220kv."""
    for match in _UNIT.finditer(text):
        if _LABEL_BEFORE.search(text[max(match.start() - _LABEL_REACH, 0) : match.start()]):
            continue
        unit = match[1] or match[2]
        start = match.end() - len(unit)
        if start > match.start():
            yield match.start(), start, ""
        if match[1]:
            yield start, match.end(), _UNITS[unit]


def chinese_readings(folded: str) -> tuple[str, ...]:
    """Folded text as it may have been printed, with 第六章 for 第6章 and 千伏 for kv.

    A phrase cut out of the middle, 六章 or 千伏母线, cannot be folded: it lacks the 第 or the
    number. It stands in one of the readings.
    """
    text = _WRITTEN_ORDINAL.sub(lambda match: chinese_numeral(int(match[1])), folded)
    text = _WRITTEN_LABEL.sub(lambda match: chinese_numeral(int(match[1])), text)
    text = _WRITTEN_UNIT.sub(lambda match: _READINGS[match[1]], text)
    if text == folded:
        return ()
    return (text, text.replace("公里", "千米")) if "公里" in text else (text,)


def chinese_numeral(value: int) -> str:
    """1 to 9999 as regulations print them: 十二, 一百零三, 一百一十."""
    written, gap = "", False
    for power, unit in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = value // power % 10
        if digit:
            written += ("零" if gap and written else "") + _CHINESE_DIGITS[digit] + unit
            gap = False
        else:
            gap = True
    return written[1:] if 10 <= value < 20 else written


def _numbers(pattern: re.Pattern[str], text: str) -> Iterator[Edit]:
    for match in pattern.finditer(text):
        value = numeral_value(match[1])
        if value is not None and 0 < value < 10_000 and chinese_numeral(value) == match[1]:
            yield match.start(1), match.end(1), str(value)
