"""Texts made comparable: what is setting is left out, what an author wrote stays."""

import re
import unicodedata
from functools import lru_cache

_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "\u00ad": ""})
_DASHES = re.compile("[‐‑‒–—―−─~～]+")
_FULL_STOP = str.maketrans({"。": "."})  # a matter of width, though Unicode does not say so
_BLANKS = re.compile(r"\s+")
_LEADERS = re.compile(r"[.·]{4,}")  # of a contents page: as many as the line has room for


@lru_cache(maxsize=65536)
def key_of(text: str) -> str:
    """Equal for texts that differ in blanks, width, quotes, dashes and leaders only. Case is kept:
    Load and load are different terms."""
    folded = unicodedata.normalize("NFKC", text.translate(_QUOTES)).translate(_QUOTES)
    folded = folded.translate(_FULL_STOP)
    return _LEADERS.sub("....", _BLANKS.sub("", _DASHES.sub("-", folded)))


def same_text(old: str, new: str) -> bool:
    return old == new or key_of(old) == key_of(new)
