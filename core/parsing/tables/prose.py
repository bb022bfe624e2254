"""Telling running text, lists and contents pages from rows of a table."""

import re
from collections.abc import Sequence
from statistics import mean

from core.parsing.line_joining import is_ideograph
from core.parsing.tables.gutters import ChunkRow, columns_of, gutters

_LEADERS = re.compile(r"[.．·…‥。]{4,}|(?:[.·…] ){4,}|…{2,}")
_MARKER = re.compile(
    r"(?:[•·●○■◆▪◦➢\-–—*\uf0b7]"
    r"|[(（]?[a-zA-Z\d一二三四五六七八九十ivxIVX]{1,5}[)）.、．]"
    r"|(?:[A-Z]\.?)?\d{1,2}(?:\.\d{1,3}){0,4}\.?|[①-⑳]|R\d+(?:\.\d+)*\.?|注\d*[:：]?)$"
)
NUMERIC = re.compile(
    r"[-–—+±~≈<>≤≥(（]?\s*(?:0x)?\d[\d\s.,:/%‰()（）×~\-–—+±*'A-Fa-f]*[%‰]?$|[-–—]$"
)

_CLAUSE = re.compile(r"[A-Z]?\d*(?:\.\d+)+$")

_LONG_LATIN, _LONG_CHINESE = 5.0, 14.0  # words or ideographs in a piece of running text


def reads_like_prose(rows: Sequence[ChunkRow]) -> bool:
    """Rows between rules that are no table: running text, contents."""
    if _has_leaders(rows):
        return True
    in_columns = [row for row in rows if len(row.chunks) >= 2]
    columns = len(gutters(in_columns)) + 1
    if len(in_columns) < 2 or columns < 2:
        return True
    if sum(len(row.chunks) for row in in_columns) < 0.6 * columns * len(in_columns):
        return True
    return columns == 2 and _mean_length(in_columns) > 1.0


def reads_like_columns(rows: Sequence[ChunkRow]) -> bool:
    """Rows that line up so well, with so little text in each piece, that they must be a table."""
    if _has_leaders(rows):
        return False
    stripes = gutters(rows)
    if not stripes:
        return False
    left, right = min(row.left for row in rows), max(row.right for row in rows)
    borders = [left - 1, *((start + end) / 2 for start, end in stripes), right + 1]
    columns: list[list[str]] = [[] for _ in borders[1:]]
    for row in rows:
        for chunk in row.chunks:
            columns[columns_of(chunk, borders)[0]].append(chunk.text)
    reached = [{columns_of(chunk, borders)[0] for chunk in row.chunks} for row in rows]
    filled = sum(len(cols) for cols in reached) / (len(rows) * len(columns))
    if filled < 0.75 or _mean_length(rows) > 0.7:
        return False
    if sum(1 for text in columns[0] if _MARKER.match(text)) > 0.6 * len(columns[0]) and (
        len(columns) == 2
    ):
        return False
    if _is_index(columns):
        return False
    numeric = [
        sum(1 for text in column if NUMERIC.match(text)) > 0.6 * len(column)
        for column in columns[1:]
    ]
    if len(columns) == 2:
        return len(rows) >= 4 and numeric[0] and not _counts_up(columns[1])
    return any(numeric) or len(rows) >= 4


def _has_leaders(rows: Sequence[ChunkRow]) -> bool:
    dotted = sum(1 for row in rows if _LEADERS.search("".join(chunk.text for chunk in row.chunks)))
    return dotted >= max(1, 0.3 * len(rows))


def _is_index(columns: Sequence[Sequence[str]]) -> bool:
    """Contents or an index: clauses or pages behind each entry."""
    pages, places = columns[-1], columns[-2]
    return sum(1 for text in pages if text.isdigit() and len(text) <= 4) > 0.8 * len(pages) and sum(
        1 for text in places if _CLAUSE.match(text)
    ) > 0.8 * len(places)


def _counts_up(texts: Sequence[str]) -> bool:
    """Page numbers of a contents list."""
    numbers = [int(text) for text in texts if text.isdigit()]
    return len(numbers) > 0.8 * len(texts) and numbers == sorted(numbers)


def _mean_length(rows: Sequence[ChunkRow]) -> float:
    """How long the pieces of text are; 1 is the length of running text."""
    return mean(_length(chunk.text) for row in rows for chunk in row.chunks)


def _length(text: str) -> float:
    ideographs = sum(1 for character in text if is_ideograph(character))
    return ideographs / _LONG_CHINESE + len(text.split()) / _LONG_LATIN * (ideographs == 0)
