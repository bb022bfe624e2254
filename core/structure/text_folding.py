"""Text made comparable: width, case, blanks and punctuation are setting, not words."""

import re
import unicodedata
from functools import lru_cache

_IDEOGRAPH = re.compile(r"[\u3400-\u9fff]")


def fold_widths(text: str) -> str:
    """Full-width forms as plain ones, character by character: positions stay what they were."""
    if text.isascii():
        return text
    return "".join(_narrow(char) for char in text)


@lru_cache(maxsize=8192)
def fold_title(text: str) -> str:
    """Letters and digits only, in lower case: `前 言` is `前言`, `Annex A.` is `annexa`."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(char for char in folded if char.isalnum())


def is_chinese(text: str) -> bool:
    return _IDEOGRAPH.search(text) is not None


@lru_cache(maxsize=8192)
def _narrow(char: str) -> str:
    if "Ⅰ" <= char <= "Ⅻ":
        return char  # would become several letters
    folded = unicodedata.normalize("NFKC", char)
    return folded if len(folded) == 1 else char
