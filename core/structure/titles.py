"""A title for a document that nobody has named yet."""

from pathlib import PurePath

from core.parsing.elements import ParsedDocument, ParsedElement

_LONGEST = 120


def propose_title(document: ParsedDocument, file_name: str) -> str:
    """The largest print on the first page that has any, else the file's own title, or its name."""
    for page in document.pages[:3]:
        printed = [
            element
            for element in page.elements
            if element.kind in ("text", "heading") and 2 <= len(element.text.strip()) <= _LONGEST
        ]
        if printed:
            return _in_largest_print(printed)
    return (document.title or "").strip() or PurePath(file_name).stem


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
