"""The names of a table's columns and rows, read off its header rows and its first column."""

from core.model import TableCell


def col_headers(
    cells: tuple[TableCell, ...], col_count: int, header_row_count: int
) -> tuple[str, ...]:
    """One name per column, the names of its header rows from top to bottom; titles left out."""
    names: list[list[str]] = [[] for _ in range(col_count)]
    for cell in cells:
        is_title = cell.col_span == col_count > 1
        if cell.row < header_row_count and cell.content and not is_title:
            for col in range(cell.col, cell.col + cell.col_span):
                names[col].append(" ".join(cell.content.split()))
    return tuple(" ".join(name) for name in names) if header_row_count else ()


def row_headers(cells: tuple[TableCell, ...], header_row_count: int) -> tuple[str, ...]:
    return tuple(
        " ".join(cell.content.split())
        for cell in cells
        if cell.col == 0 and cell.row >= header_row_count and cell.content
    )
