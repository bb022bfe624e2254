"""Header rows printed again at the head of a page."""

import re

from core.parsing.elements import ParsedTable
from core.structure.caption_text import fold

_VALUE = re.compile(r"[-+<>≤≥~～]?[0-9][0-9.,:/%\-–~～]*[a-z%‰℃]{0,4}")


def repeated_rows(upper: ParsedTable, lower: ParsedTable) -> int:
    """How many of the first rows of ``upper``, the table's first part, ``lower`` prints again.

    Only rows that are equal cell by cell count. Where neither page shows its header, equal first
    rows show it; they must name columns, since data may repeat too.
    """
    most = max(upper.header_row_count, lower.header_row_count)
    if most == 0:
        return (
            1 if _is_clean(upper, 1) and _is_clean(lower, 1) and _names_twice(upper, lower) else 0
        )
    most = min(most, upper.row_count, lower.row_count)
    above, below = row_texts(upper, most), row_texts(lower, most)
    for count in range(most, 0, -1):
        is_equal = above[:count] == below[:count] and any(any(row) for row in above[:count])
        if is_equal and _is_clean(upper, count) and _is_clean(lower, count):
            return count
    return 0


def row_texts(table: ParsedTable, count: int) -> list[tuple[str, ...]]:
    """The folded texts of the first rows, left to right, empty cells left out."""
    rows: list[list[tuple[int, str]]] = [[] for _ in range(count)]
    for cell in table.cells:
        if cell.row < count and cell.text.strip():
            rows[cell.row].append((cell.col, fold(cell.text)))
    return [tuple(text for _, text in sorted(row)) for row in rows]


def names_columns(table: ParsedTable) -> bool:
    """Could the first row be a header: two cells or more, all filled, none of them a value?"""
    first = [cell.text.strip() for cell in table.cells if cell.row == 0]
    return len(first) > 1 and all(
        text and len(text) <= 40 and not _VALUE.fullmatch(fold(text)) for text in first
    )


def _names_twice(upper: ParsedTable, lower: ParsedTable) -> bool:
    return row_texts(upper, 1) == row_texts(lower, 1) and names_columns(upper)


def _is_clean(table: ParsedTable, count: int) -> bool:
    """Does no cell of the first rows reach below them?"""
    return all(cell.row + cell.row_span <= count for cell in table.cells if cell.row < count)
