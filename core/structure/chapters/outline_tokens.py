"""Tokens of outlines: (i) is the ninth letter or the first roman number, until neighbours tell."""

from collections.abc import Mapping
from typing import Literal

from core.structure.chapters.numbering import roman_value

Count = Literal["number", "letter", "capital", "roman", "capital roman"]


def counts_of(token: str) -> Mapping[Count, int]:
    """All ways to count with ``token`` and its place in each: i is letter 9 and roman 1."""
    if token.isdigit():
        return {"number": int(token)}
    found: dict[Count, int] = {}
    lower = token.islower()
    if not lower and not token.isupper():
        return found
    letter = _letter(token.lower())
    if letter is not None:
        found["letter" if lower else "capital"] = letter
    roman = roman_value(token)
    if roman is not None:
        found["roman" if lower else "capital roman"] = roman
    return found


def _letter(token: str) -> int | None:
    """a is 1, z 26; then either aa, bb or za, zb go on from 27."""
    if len(token) == 1:
        return ord(token) - ord("a") + 1
    if len(token) == 2 and token[0] == token[1]:
        return 26 + ord(token[0]) - ord("a") + 1
    if len(token) == 2 and token[0] in "za":
        return 26 + ord(token[1]) - ord("a") + 1
    return None
