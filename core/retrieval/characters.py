"""One character made comparable: width, case, script and dashes; invisible ones are dropped."""

import unicodedata
from functools import cache

from opencc import OpenCC  # type: ignore[import-untyped]

_DASHES = "‐‑‒–—―−﹘﹣－─━"
_TILDES = "〜∼～"
# Where punctuation and symbols lie: Latin, general, CJK, small and full-width forms.
_SYMBOL_BLOCKS = (
    (0x0021, 0x00FF),
    (0x2000, 0x2BFF),
    (0x3000, 0x303F),
    (0x3200, 0x33FF),
    (0xFE10, 0xFFEF),
)
_SELECTORS = ("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef")


class SingleFolds(dict[int, str]):
    """A table for ``str.translate`` that learns: characters whose fold is one character."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        folded = fold_character(char)
        self[code] = folded if len(folded) == 1 else char
        return self[code]


@cache
def fold_character(char: str) -> str:
    """Mostly one character, but ``㎡`` is two and a direction mark is none."""
    if char in _DASHES:
        return "-"
    if char in _TILDES:
        return "~"
    if is_invisible(char):
        return ""
    return simplified(unicodedata.normalize("NFKC", char).lower())


@cache
def printed_as(char: str) -> str:
    """The punctuation and symbols whose fold holds this one: ％ and % for %, also ℃ for °."""
    return "".join(
        each
        for first, last in _SYMBOL_BLOCKS
        for each in map(chr, range(first, last + 1))
        if char in fold_character(each)
    )


def is_invisible(char: str) -> bool:
    if char.isspace():
        return False
    if unicodedata.category(char) in ("Cc", "Cf", "Cs"):
        return True
    return any(first <= char <= last for first, last in _SELECTORS)


def simplified(text: str) -> str:
    """Character by character, so that places survive; 乾 is 干 whatever stands beside it."""
    return "".join(_simplified_character(char) for char in text)


@cache
def _simplified_character(char: str) -> str:
    if char < "\u3400":
        return char
    converted: str = _converter().convert(char)
    return converted if len(converted) == 1 else char


@cache
def _converter() -> OpenCC:
    return OpenCC("t2s")
