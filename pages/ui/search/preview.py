"""The rows of a table that a query stands in, below their header."""

from collections.abc import Sequence
from typing import Any

from core.model import Table, TableCell, TableMatch
from pages.ui.i18n import text
from pages.ui.search.runs import marked_words, shortened

_MOST_HEADERS = 2
_MOST_ROWS = 3
_MOST_COLUMNS = 8
_CELL = 70  # characters


def telling_rows(table: Table, match: TableMatch) -> list[int]:
    """Rows below the header that hold a word of the query; a single 2 of 表6-2 tells nothing."""
    telling = [word for word in match.words if len(word) > 1 or len(match.words) == 1]
    holding = {
        row
        for cell in table.cells
        if any(word in cell.content for word in telling)
        for row in range(cell.row, cell.row + cell.row_span)
    }
    return [row for row in match.rows if row >= table.header_row_count and row in holding]


def preview(table: Table, match: TableMatch, page_num: int | None = None) -> dict[str, Any]:
    """``page_num``: rows of that page come first. Without rows to show, the table's first two."""
    headers = list(range(table.header_row_count))[:_MOST_HEADERS]
    fitting = _fitting(table, match, page_num)
    words = match.words if fitting else ()
    first = table.header_row_count
    body = fitting[:_MOST_ROWS] or list(range(first, min(first + 2, table.row_count)))
    left_out = len(fitting) - _MOST_ROWS
    return {
        "caption": table.caption or "",
        "head": [_header_row(table, row, len(headers), words) for row in headers],
        "rows": [_row(table, row, words) for row in body],
        "more": text("search.more_rows", count=left_out) if left_out > 0 else "",
        "wider": table.col_count > _MOST_COLUMNS,
    }


def shown_rows(table: Table, match: TableMatch, page_num: int | None = None) -> list[int]:
    """The rows of the preview that hold a word of the query."""
    return _fitting(table, match, page_num)[:_MOST_ROWS]


def _fitting(table: Table, match: TableMatch, page_num: int | None) -> list[int]:
    fitting = telling_rows(table, match)
    if page_num is None:
        return fitting
    here = {cell.row for cell in table.cells if cell.page_num == page_num}
    return [row for row in fitting if row in here] or fitting


def _header_row(table: Table, row: int, shown: int, words: Sequence[str]) -> list[dict[str, Any]]:
    """All of them are shown, so that a cell over several stands once, as in the table."""
    begin = sorted((cell for cell in table.cells if cell.row == row), key=lambda cell: cell.col)
    return [
        _cell(cell, words) | {"rows": min(cell.row_span, shown - row)}
        for cell in begin
        if cell.col < _MOST_COLUMNS
    ]


def _row(table: Table, row: int, words: Sequence[str]) -> list[dict[str, Any]]:
    """A cell over several rows stands in each of them: the rows between are not shown."""
    cells = sorted(
        (cell for cell in table.cells if cell.row <= row < cell.row + cell.row_span),
        key=lambda cell: cell.col,
    )
    return [_cell(cell, words) for cell in cells if cell.col < _MOST_COLUMNS]


def _cell(cell: TableCell, words: Sequence[str]) -> dict[str, Any]:
    shown = shortened(" ".join(cell.content.split()), words, _CELL)
    span = min(cell.col_span, _MOST_COLUMNS - cell.col)
    return {"runs": marked_words(shown, words), "span": span}
