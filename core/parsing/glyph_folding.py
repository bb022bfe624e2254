"""Text layers that say one letter and mean another, and the way back.

Two habits of Chinese typesetting systems are undone here:

* Latin letters, digits and signs set with their full-width forms: ``２２０ｋＶ`` for ``220kV``.
* Italic and bold Latin letters stored as the rare ideographs of GBK row A0: ``犌犅`` for ``GB``.
  The second byte of such an ideograph is the letter's ASCII code with the high bit set.

The same systems keep their hyphen in the private use area.
"""

import re

# Full-width signs that are ordinary Chinese punctuation, and stay.
_CHINESE_PUNCTUATION = frozenset("，（）：；！？～")
_PRIVATE_HYPHEN = 0xE011
_FULL_WIDTH = {
    code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F) if chr(code) not in _CHINESE_PUNCTUATION
} | {_PRIVATE_HYPHEN: ord("-")}


def _letters_of_gbk_row_a0() -> dict[int, int]:
    letters = [*range(ord("A"), ord("Z") + 1), *range(ord("a"), ord("z") + 1)]
    return {ord(bytes((0xA0, letter | 0x80)).decode("gbk")): letter for letter in letters}


_DISGUISED = _letters_of_gbk_row_a0()
_DISGUISED_CLASS = "".join(map(chr, _DISGUISED))
_DISGUISED_LETTER = re.compile(f"[{_DISGUISED_CLASS}]")
_DISGUISED_WORD = re.compile(f"[{_DISGUISED_CLASS}]{{2}}")
_FULL_WIDTH_ALPHANUMERIC = re.compile("[０-９Ａ-Ｚａ-ｚ]")
_HALF_WIDTH_DIGIT = re.compile("[0-9]")
_DISTINCT_LETTERS_FOR_CERTAINTY = 3


def folding_for(page_text: str) -> dict[int, int]:
    """A table for ``str.translate`` that undoes what the page does; empty where it does nothing."""
    table: dict[int, int] = {}
    if _FULL_WIDTH_ALPHANUMERIC.search(page_text):
        table |= _FULL_WIDTH
    if _disguises_letters(page_text):
        table |= _DISGUISED
    return table


def is_wide_disguise(character: str) -> bool:
    """Does this character claim a full square although a narrow letter is printed?"""
    return ord(character) in _DISGUISED or ord(character) in _FULL_WIDTH


def _disguises_letters(page_text: str) -> bool:
    """Certain when the ideographs come side by side or in variety; a name like 李犇 is neither.

    A lone one is a letter too where all digits of the page are full-width: the same systems do
    both.
    """
    letters = set(_DISGUISED_LETTER.findall(page_text))
    if not letters:
        return False
    if len(letters) >= _DISTINCT_LETTERS_FOR_CERTAINTY or _DISGUISED_WORD.search(page_text):
        return True
    return bool(_FULL_WIDTH_ALPHANUMERIC.search(page_text)) and not _HALF_WIDTH_DIGIT.search(
        page_text
    )
