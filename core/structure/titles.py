"""A title for a document that nobody has named yet."""

import re
from pathlib import PurePath

from core.parsing.elements import ParsedDocument, ParsedElement

_LONGEST = 120
_EDITION = re.compile(
    r"[（(]?(?:\d{4}\s*年?\s*(?:版|修订版?|修正)|第\s*\S{1,3}\s*版"
    r"|(?:\w+ )?edition(?: \d+)?)[)）]?",
    re.IGNORECASE,
)
_CHINESE = re.compile(r"[\u4e00-\u9fff]")


def propose_title(document: ParsedDocument, file_name: str) -> str:
    """The largest print on the first page that has any, else the file's own title, or its name."""
    for page in document.pages[:3]:
        printed = [
            element
            for element in page.elements
            if element.kind in ("text", "heading") and 2 <= len(element.text.strip()) <= _LONGEST
        ]
        if printed:
            return _with_edition(_in_largest_print(printed), printed)
    return (document.title or "").strip() or PurePath(file_name).stem


def _with_edition(title: str, printed: list[ParsedElement]) -> str:
    """Editions share their title: the line that tells them apart belongs to it."""
    for element in printed:
        edition = element.text.strip()
        if _EDITION.fullmatch(edition) and edition not in title:
            return f"{title}（{edition}）" if _CHINESE.search(edition) else f"{title} ({edition})"
    return title


def _in_largest_print(printed: list[ParsedElement]) -> str:
    """Neighbouring lines of the same size belong to one title."""
    largest = max(element.font_height or 0 for element in printed)
    lines: list[str] = []
    for element in printed:
        if (element.font_height or 0) >= 0.95 * largest:
            lines.append(element.text.strip())
        elif lines:
            break
    return " ".join(lines)[:_LONGEST]
