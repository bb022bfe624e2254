"""Numbers as regulations print them: 12, １２, 十二, 一百二十三, ①, Ⅳ."""

import unicodedata

_DIGITS = {char: value for value, char in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000}
NUMERAL = r"[0-9０-９]+|[〇零一二三四五六七八九十百千两]+"


def numeral_value(text: str) -> int | None:
    """The whole text as one number, or None: 注十一 is 11, never 101."""
    text = text.strip()
    if not text:
        return None
    if all(char in _DIGITS or char in _UNITS for char in text):
        return _chinese_value(text)
    folded = unicodedata.normalize("NFKC", text)
    if folded.isascii() and folded.isdigit():
        return int(folded)
    return None


def _chinese_value(text: str) -> int | None:
    if not any(char in _UNITS for char in text):  # 二〇二四, read digit by digit
        return int("".join(str(_DIGITS[char]) for char in text))
    total, digit = 0, None
    last_unit = 10_000
    for char in text:
        if char in _UNITS:
            unit = _UNITS[char]
            if unit >= last_unit or digit == 0:
                return None
            total += (1 if digit is None else digit) * unit
            digit, last_unit = None, unit
        elif digit not in (None, 0):
            return None
        else:
            digit = _DIGITS[char]
    return total + (digit or 0)
