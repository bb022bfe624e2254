"""A table as the panel draws it: whole, with the rows of the page in hand."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from core.model import Reference, Table, TableCell, TableMeta
from pages.ui.i18n import text
from pages.ui.reader.jumps import jump, stretches
from pages.ui.reader.text_runs import Span, runs

CellMarks = Mapping[tuple[int, int], Sequence[Span]]

_SURE = 0.6  # below it, a table's cells are worth a second look


def table_view(
    table: Table | TableMeta,
    page_nums: Collection[int],
    references: Sequence[Reference],
    marks: CellMarks,
) -> dict[str, Any]:
    """``page_nums`` are the pages in hand; cells carry their spans, as they are in the PDF."""
    by_cell: dict[tuple[int | None, int | None], list[Reference]] = {}
    for reference in references:
        by_cell.setdefault((reference.row, reference.col), []).append(reference)
    is_whole = isinstance(table, Table) and table.is_over_pages
    page_of = _pages_of_rows(table) if isinstance(table, Table) else {}
    rows: list[dict[str, Any]] = [
        {"cells": [], "head": row < table.header_row_count} for row in range(table.row_count)
    ]
    for cell in sorted(table.cells, key=lambda it: (it.row, it.col)):
        if cell.row < len(rows):
            rows[cell.row]["cells"].append(_cell(cell, by_cell, marks))
    if is_whole and isinstance(table, Table):
        for number, row in enumerate(rows):
            page_num = page_of.get(number, table.page_start)
            row["page"] = page_num
            row["label"] = f"P{page_num}"
            row["here"] = page_num in page_nums
            if number in _first_rows(table):
                row["to"] = jump(table.reg_id, page_num, table.table_id)
    return {
        "label": table.caption or "",
        "whole": is_whole,
        "head": table.header_row_count,
        "rows": rows,
    }


def doubt_about(table: Table | TableMeta) -> str:
    if table.kind == "unruled":
        return text("reader.unruled_table")
    return text("reader.doubtful_table") if table.confidence < _SURE else ""


def cell_key(cell: TableCell) -> tuple[int, int]:
    return cell.row, cell.col


def _cell(
    cell: TableCell,
    references: Mapping[tuple[int | None, int | None], Sequence[Reference]],
    marks: CellMarks,
) -> list[Any]:
    here = references.get((cell.row, cell.col), ())
    marked = marks.get(cell_key(cell), ())
    shown: Any = cell.content
    if here or marked:
        shown = runs(cell.content, marked, stretches(cell.content, here))
    return [shown, cell.row_span, cell.col_span]


def _pages_of_rows(table: Table) -> dict[int, int]:
    return {row: it.page_num for it in table.segments for row in range(*it.row_range)}


def _first_rows(table: Table) -> set[int]:
    """The first row of each page below the header."""
    return {max(it.row_range[0], table.header_row_count) for it in table.segments}
