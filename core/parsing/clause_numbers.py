"""Clause numbers that the text layer tears apart: ``7. 2. 3 设置`` is ``7.2.3 设置``."""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.parsing.lines import TextPiece

_BROKEN = re.compile(r"\d{1,2}(?:\s?\.\s?\d{1,2}){1,4}(?=$|[\s\u3400-\u9fff])")
_PARTS_FOR_CERTAINTY = 3  # "2. 3台" may be item 2, but "7. 2. 3台" is a clause


def heal_clause_numbers(lines: Sequence[TextPiece]) -> list[TextPiece]:
    """Numbers of two parts are healed only on a page that tears longer ones apart, too."""
    is_torn_page = any(_parts(line) >= _PARTS_FOR_CERTAINTY for line in lines)
    return [_healed(line) if is_torn_page and _parts(line) else line for line in lines]


def _parts(line: TextPiece) -> int:
    """How many parts the torn number at the line's beginning has; 0 where there is none."""
    match = _BROKEN.match(line.text)
    if match is None or not any(map(str.isspace, match.group())) or line.superscripts:
        return 0
    return match.group().count(".") + 1


def _healed(line: TextPiece) -> TextPiece:
    return replace(line, text=_BROKEN.sub(lambda m: "".join(m.group().split()), line.text, count=1))
