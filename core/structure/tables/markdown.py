"""Tables as Markdown text."""

from collections.abc import Sequence

from core.model import TableCell


def table_markdown(
    cells: Sequence[TableCell], col_count: int, rows: Sequence[int], header_row_count: int
) -> str:
    """``rows`` of a table, in that order; the first ``header_row_count`` of them are its header.

    A cell over several rows or columns stands once, at its top left corner, and leaves the other
    places empty, so that no character is doubled. Markdown knows one header row: further ones are
    written as ordinary rows below it.
    """
    grid = {row: [""] * col_count for row in rows}
    for cell in cells:
        top = next((row for row in range(cell.row, cell.row + cell.row_span) if row in grid), None)
        if top is not None and cell.col < col_count:
            grid[top][cell.col] = _escaped(cell.content)
    lines = [_line(grid[row]) for row in rows]
    # Markdown demands a header line; a table without one gets an empty line, not its first row.
    header = lines.pop(0) if header_row_count and lines else _line([""] * col_count)
    return "\n".join([header, _line(["---"] * col_count), *lines])


def _line(values: Sequence[str]) -> str:
    return "| " + " | ".join(values) + " |"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", "<br>")
