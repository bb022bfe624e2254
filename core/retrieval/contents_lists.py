"""Telling a list of contents from text: it says where something stands, and nothing of it."""

import re
from itertools import pairwise

_LEADERS = re.compile(r"(?:[.．·…⋯‥]\s*){4,}[(（]?\s*(?:[0-9]{1,4}|[ivxIVX]{1,7})\s*[)）]?")
_PAGE_BEHIND_TITLE = re.compile(r"[^\W\d]\s+([0-9]{1,4})")
_FEWEST_ENTRIES = 2
_FEWEST_WITHOUT_LEADERS = 5


def lists_contents(text: str) -> bool:
    """Most lines end in leaders and a page number, or nearly all in numbers that never fall."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    entries = sum(1 for line in lines if _ends_in(_LEADERS, line))
    if entries >= _FEWEST_ENTRIES and 2 * entries > len(lines):
        return True
    pages = [int(found[1]) for line in lines if (found := _ends_in(_PAGE_BEHIND_TITLE, line))]
    return (
        len(pages) >= _FEWEST_WITHOUT_LEADERS
        and 5 * len(pages) >= 4 * len(lines)
        and all(page <= following for page, following in pairwise(pages))
    )


def _ends_in(pattern: re.Pattern[str], line: str) -> re.Match[str] | None:
    if not line[-1].isalnum() and line[-1] not in ")）":
        return None  # most lines of text
    return next((found for found in pattern.finditer(line) if found.end() == len(line)), None)
