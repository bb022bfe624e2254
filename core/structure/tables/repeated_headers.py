"""Header rows printed again at the head of a page."""

import re
from difflib import SequenceMatcher

from core.parsing.elements import ParsedCell, ParsedTable
from core.structure.tables.caption_text import fold, read_caption

_MISREAD = 0.85  # likeness of two readings of one print
_VALUE = re.compile(r"[-+<>≤≥~～]?[0-9][0-9.,:/%\-–~～]*[a-z%‰℃]{0,4}")


def repeated_rows(upper: ParsedTable, lower: ParsedTable) -> int:
    """How many of the first rows of ``upper``, the table's first part, ``lower`` prints again.

    Only rows that are equal cell by cell count, a misread letter apart where the page is a scan.
    Where neither page shows its header, equal first rows show it; they must name columns, since
    data may repeat too.
    """
    most = max(upper.header_row_count, lower.header_row_count)
    if most == 0:
        are_clean = _is_clean(upper, 1) and _is_clean(lower, 1)
        return 1 if are_clean and _names_twice(upper, lower) else 0
    most = min(most, upper.row_count, lower.row_count)
    above, below = row_texts(upper, most), row_texts(lower, most)
    are_scanned = upper.kind == lower.kind == "scanned"
    for count in range(most, 0, -1):
        is_equal = above[:count] == below[:count] or (
            are_scanned and _is_misread(above[:count], below[:count])
        )
        if is_equal and any(above[:count]) and _is_clean(upper, count) and _is_clean(lower, count):
            return count
    return 0


def row_texts(table: ParsedTable, count: int) -> list[tuple[str, ...]]:
    """The folded texts of the first rows, left to right, empty cells left out."""
    rows: list[list[tuple[int, str]]] = [[] for _ in range(count)]
    for cell in table.cells:
        if cell.row < count and cell.text.strip():
            rows[cell.row].append((cell.col, _folded(cell)))
    return [tuple(text for _, text in sorted(row)) for row in rows]


def repeats_below_title(upper: ParsedTable, lower: ParsedTable) -> bool:
    """Is the header printed again, but not the title row that stands above it in the grid?"""
    depth = upper.header_row_count - 1
    if depth < 1 or spanning_first_row(upper) is None or lower.row_count < depth:
        return False
    return row_texts(upper, depth + 1)[1:] == row_texts(lower, depth)


def spanning_first_row(table: ParsedTable) -> str | None:
    """The text of the first row where one cell takes all of it."""
    first = [cell for cell in table.cells if cell.row == 0]
    if len(first) != 1 or table.col_count < 2 or table.row_count < 2 or first[0].row_span > 1:
        return None
    return first[0].text.strip() or None


def could_be_header(table: ParsedTable) -> bool:
    """Not a group row set in bold, nor data: several cells, most of them filled, no value."""
    first = [cell.text.strip() for cell in table.cells if cell.row == 0]
    filled = [text for text in first if text]
    return len(filled) >= max(2, 0.6 * len(first)) and not any(
        _VALUE.fullmatch(fold(text)) for text in filled
    )


def names_columns(table: ParsedTable) -> bool:
    """Could the first row be a header: two cells or more, all filled, none of them a value?"""
    first = [cell.text.strip() for cell in table.cells if cell.row == 0]
    return len(first) > 1 and all(
        text and len(text) <= 40 and not _VALUE.fullmatch(fold(text)) for text in first
    )


def _is_misread(above: list[tuple[str, ...]], below: list[tuple[str, ...]]) -> bool:
    if [len(row) for row in above] != [len(row) for row in below]:
        return False
    first, second = ("".join(text for row in rows for text in row) for rows in (above, below))
    return SequenceMatcher(None, first, second, autojunk=False).ratio() >= _MISREAD


def _folded(cell: ParsedCell) -> str:
    """A title that says "continued" is the same title; the segment keeps what was printed."""
    title = read_caption(cell.text) if cell.row == 0 and cell.col_span > 1 else None
    if title is None:
        return fold(cell.text)
    return fold(f"{title.kind} {title.number} {title.title}")


def _names_twice(upper: ParsedTable, lower: ParsedTable) -> bool:
    return row_texts(upper, 1) == row_texts(lower, 1) and names_columns(upper)


def _is_clean(table: ParsedTable, count: int) -> bool:
    """Does no cell of the first rows reach below them?"""
    return all(cell.row + cell.row_span <= count for cell in table.cells if cell.row < count)
