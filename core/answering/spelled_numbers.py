"""Numbers in Chinese words that count or measure: 三十分钟, 百分之五, 两台, 一百二十三 kV, 半小时.

A numeral inside a word claims nothing (一般, 统一, 三相, 十分重要): a number is what a unit
follows, a share of a hundred, or a numeral of more than one place. Ordinals (第六章) are no counts.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from core.structure.numerals import numeral_value

_DIGIT = "〇零一二三四五六七八九两"
_WHOLE = f"[{_DIGIT}十][{_DIGIT}十百千万亿]*"
_NUMERAL = f"(?:{_WHOLE}?点[{_DIGIT}]+|{_WHOLE}?)"
_SHARE = re.compile(rf"(百|千)分之(?:({_WHOLE}点[{_DIGIT}]+|{_WHOLE}|百)(?!分之))")
_FRACTION = re.compile(rf"({_WHOLE})分之({_WHOLE})")
# Behind some units a character goes on to another word: 回路, 台账, 周期, 安全.
_UNIT = (
    r"(?:个?(?:半?小时|分钟|毫秒|工作日|月|年(?!级|龄)|天(?!然|气)|日(?!常|志|程)|周(?!期|边|围)|秒)"
    r"|千伏安|兆伏安|千伏|兆瓦时|兆瓦|千瓦时|千瓦|兆乏|千乏|赫兹|公里|千米|毫米|厘米"
    r"|米|伏(?!特)|安(?!全|装|排|规|措)|瓦(?!斯)|摄氏度|度(?!过)|倍"
    r"|台(?!账|区|风|阶)|回(?!路|复|收|报|填|退|答|来|馈|避)|人(?!工|员|为|身)|名(?!称|义|单|词)"
    r"|次(?!序|要|级|数)|级(?!别|数|联)|座|组(?!织|成|合|件|建|长)|套|段(?!落|式|时)"
    r"|\s?(?:kVA|MVA|kV|mV|V|kA|mA|A|GW|MWh|MW|kWh|kW|W|Mvar|kvar|kHz|Hz|ms|min|s|h|km|mm|cm|m|kg|t"
    r"|[pP]\.?[uU]\.?)(?![A-Za-z])"
    r"|\s?[%％‰℃°])"
)
_MEASURED = re.compile(rf"(?P<numeral>{_NUMERAL})(?P<unit>{_UNIT})")
_HALF = re.compile(r"(?P<whole>[一两二三四五六七八九十]*)(?:个?半个?)(?P<unit>小时|月|年|天|日)")
_PLACES = re.compile(rf"{_WHOLE}(?:点[{_DIGIT}]+)?")
_SEVERAL = re.compile(r"(?P<numeral>[两二三四五六七八九])个")
_WRITTEN_TEN_THOUSANDS = re.compile(r"(\d+(?:\.\d+)?)\s*(万|亿)")
_GROUPED_DIGITS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_BLANK_BEFORE_SIGN = re.compile(r"(?<=\d)\s+(?=[%％‰℃°])")

_NOT_AFTER = "第几数"  # an ordinal, or a number that nobody knows
_HALVES = "上下前后"  # 上半年
_ONE_OF_A_KIND = "任每某另同各这那哪唯统单逐上下前后高低再"  # 任一台, 上一级: "one" counts nothing
_PRIMARY_AND_SECONDARY = re.compile(
    r"设备|回路|系统|侧|接线|调频|调压|调整|电流|电压|绕组|部分|方式|值|额定|图|电缆|元件|专业|风|性"
)
# What a writer counts of the own text, not of the regulation.
_OWN_COUNT = re.compile(
    r"[，。；：、,;:\s]|方面|条件|要求|步骤|阶段|情况|情形|问题|原则|层次|部分|要点|结论|类|环节|因素"
    r"|内容|规程|规定|条款|章节|答案|出处|表"
)
_TEN_THOUSANDS = {"万": 10_000, "亿": 100_000_000}


@dataclass(frozen=True)
class SpelledNumber:
    """``digits`` is the same in figures, with the unit as it was written: 30分钟, 5%."""

    start: int
    end: int
    digits: str


def spelled_claims(text: str) -> Iterator[SpelledNumber]:
    """Those that somebody who wrote the text vouches for."""
    for found in _numbers(text):
        before, behind = text[: found.start][-1:], text[found.end :]
        written = text[found.start : found.end]
        if written[0] == "一" and before and before in _ONE_OF_A_KIND:
            continue
        if written in ("一次", "二次") and _PRIMARY_AND_SECONDARY.match(behind):
            continue
        if written.endswith("个") and (not behind or _OWN_COUNT.match(behind)):
            continue
        if _is_list_number(written, before, behind):
            continue
        yield found


def in_digits(text: str) -> str:
    """Every number in words as figures, so that two ways to write one number become equal."""
    made, place = "", 0
    for found in _numbers(text):
        made += text[place : found.start] + found.digits
        place = found.end
    made += text[place:]
    made = _WRITTEN_TEN_THOUSANDS.sub(
        lambda match: _plain(Decimal(match[1]) * _TEN_THOUSANDS[match[2]]), made
    )
    return _BLANK_BEFORE_SIGN.sub("", _GROUPED_DIGITS.sub("", made))


def _numbers(text: str) -> Iterator[SpelledNumber]:
    """In order; where two readings begin, the first of them."""
    found: list[SpelledNumber] = []
    for pattern, read in (
        (_SHARE, _share),
        (_FRACTION, _fraction),
        (_HALF, _half),
        (_MEASURED, _measured),
        (_SEVERAL, _measured),
        (_PLACES, _places),
    ):
        for match in pattern.finditer(text):
            start, end = match.span()
            before = text[:start][-1:]
            if before and before in (_NOT_AFTER + _HALVES * match[0].startswith("半")):
                continue
            if any(it.start < end and start < it.end for it in found):
                continue
            digits = read(match)
            if digits is not None:
                found.append(SpelledNumber(start, end, digits))
    return iter(sorted(found, key=lambda it: it.start))


def _share(match: re.Match[str]) -> str | None:
    value = Decimal(100) if match[2] == "百" else _value(match[2])
    sign = "%" if match[1] == "百" else "‰"
    return f"{_plain(value)}{sign}" if value is not None else None


def _fraction(match: re.Match[str]) -> str | None:
    below, above = _value(match[1]), _value(match[2])
    return f"{_plain(above)}/{_plain(below)}" if above is not None and below is not None else None


def _half(match: re.Match[str]) -> str | None:
    """半小时 is 30 min, as regulations print it."""
    whole = _value(match["whole"]) if match["whole"] else Decimal(0)
    if whole is None:
        return None
    if match["unit"] == "小时":
        return f"{_plain((whole + Decimal('0.5')) * 60)}分钟"
    return f"{_plain(whole + Decimal('0.5'))}{match['unit']}"


def _measured(match: re.Match[str]) -> str | None:
    value = _value(match["numeral"])
    return f"{_plain(value)}{match[0][len(match['numeral']) :]}" if value is not None else None


def _places(match: re.Match[str]) -> str | None:
    """Without a unit: only what no word begins with, 二十四 or 零点五, never 一 or 十."""
    written = match[0]
    if "点" not in written and (
        not any(char in "十百千万亿" for char in written)
        or not any(char in _DIGIT for char in written)
    ):
        return None
    value = _value(written)
    return _plain(value) if value is not None else None


def _value(numeral: str) -> Decimal | None:
    whole, point, decimals = numeral.partition("点")
    total = Decimal(0)
    for sign, times in (("亿", _TEN_THOUSANDS["亿"]), ("万", _TEN_THOUSANDS["万"])):
        high, found, low = whole.partition(sign)
        if found:
            value = _below_ten_thousand(high)
            if value is None:
                return None
            total += value * times
            whole = low.lstrip("零")
            if not whole:
                break
    if whole or not total:
        value = _below_ten_thousand(whole)
        if value is None:
            return None
        total += value
    if not point:
        return total
    return total + Decimal("0." + "".join(str(numeral_value(char)) for char in decimals))


def _below_ten_thousand(numeral: str) -> int | None:
    """A row of digits is a year (二〇二四); 二三次 means two or three, which is no number."""
    if len(numeral) in (2, 3) and not any(char in "十百千" for char in numeral):
        return None
    return numeral_value(numeral)


def _plain(value: Decimal | None) -> str:
    return f"{value.normalize():f}" if value is not None else ""


def _is_list_number(written: str, before: str, behind: str) -> bool:
    """（二十一） and 十一、 count paragraphs."""
    bare = not re.search(f"[^{_DIGIT}十百千]", written)
    return bare and ((before and before in "（(") or behind[:1] in tuple("、）).．"))
