"""Numbers with their units, so far as two of them can be ranked: 0.2 s, 200 ms, 十五日, 两人."""

import re
from dataclasses import dataclass

from core.comparison.folding import key_of
from core.structure.numerals import numeral_value

NUMBER = r"\d+(?:[.,:：]\d+)*"
UNITS = frozenset(
    unit
    for units in (
        "s ms min h d kV V mV kA A mA MW kW W GW Mvar kvar MVA kVA MWh kWh GWh Hz km m mm cm kg t",
        "MPa kPa Pa ℃ ° Ω % ％ ‰ bit Mbit Gbit",
        "秒 毫秒 分钟 分 小时 日 天 个月 月 年 周 千伏 千瓦 兆瓦 安 伏 赫兹 米 千米 公里 次 人",
        "个工作日 工作日 个 名 元 万元 倍",
        "second minute hour day week month quarter year percent calendar",
        "seconds minutes hours days weeks months quarters years",
    )
    for unit in units.split()
)
# What a unit is worth in that of its kind. Months and years count no days: 一个月 is not 30 日.
_WORTHS: dict[str, dict[float, str]] = {
    "s": {
        1e-3: "ms 毫秒",
        1: "s 秒 second seconds",
        60: "min 分 分钟 minute minutes",
        3600: "h 小时 hour hours",
        86400: "d 日 天 day days",
        604800: "周 week weeks",
    },
    "month": {1: "个月 月 month months", 3: "quarter quarters", 12: "年 year years"},
    "V": {1e-3: "mV", 1: "V 伏", 1000: "kV 千伏"},
    "A": {1e-3: "mA", 1: "A 安", 1000: "kA"},
    "W": {1: "W", 1e3: "kW 千瓦", 1e6: "MW 兆瓦", 1e9: "GW"},
    "var": {1e3: "kvar", 1e6: "Mvar"},
    "VA": {1e3: "kVA", 1e6: "MVA"},
    "Wh": {1e3: "kWh", 1e6: "MWh", 1e9: "GWh"},
    "m": {1e-3: "mm", 1e-2: "cm", 1: "m 米", 1000: "km 千米 公里"},
    "Pa": {1: "Pa", 1e3: "kPa", 1e6: "MPa"},
    "%": {0.1: "‰", 1: "% percent"},
    "人": {1: "人 名"},
    "元": {1: "元", 10_000: "万元"},
}
_WORTH = {
    unit: (base, worth)
    for base, worths in _WORTHS.items()
    for worth, units in worths.items()
    for unit in units.split()
}
_NUMERAL = "[〇零一二三四五六七八九十百千两]+"
# 十五日, 两人, 百分之五; a single 一 or 十 is more often no number than one.
_SPELLED = re.compile(
    rf"(?:百分之{_NUMERAL}|(?P<number>{_NUMERAL})(?P<unit>{'|'.join(sorted(UNITS, key=len))})"
    rf"|[〇零一二三四五六七八九十百千两]{{2,}}|[二三四五六七八九两])\s*\Z"
)
_DIGITS = re.compile(r"(?P<number>[+-]?\d+(?:\.\d+)?)(?P<unit>\D*)\Z")
_WORDS = re.compile(rf"(?P<percent>百分之)?(?P<number>{_NUMERAL})(?P<unit>.*)\Z")


@dataclass(frozen=True)
class Quantity:
    """``kind`` says what it counts in; amounts of one kind can be ranked."""

    amount: float
    kind: str


def is_spelled_number(token: str) -> bool:
    return _SPELLED.match(token) is not None


def quantity(text: str) -> Quantity | None:
    """None for what is more, or less, than one number with one unit."""
    folded = key_of(text).replace(",", "")
    digits = _DIGITS.match(folded)
    if digits is not None:
        return _of(float(digits["number"]), digits["unit"])
    spelled = _WORDS.match(folded)
    value = numeral_value(spelled["number"]) if spelled is not None else None
    if spelled is None or value is None:
        return None
    if spelled["percent"]:
        return Quantity(value, "%") if not spelled["unit"] else None
    return _of(value, spelled["unit"])


def _of(value: float, unit: str) -> Quantity | None:
    if not unit:
        return Quantity(value, "")
    if unit in _WORTH:
        kind, worth = _WORTH[unit]
        return Quantity(value * worth, kind)
    return Quantity(value, unit) if unit in UNITS else None
