"""Truth of one table: the joined cells, its pieces on the pages, what the breaks cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typesetting.emit import continued_caption

if TYPE_CHECKING:
    from typesetting.markup import Block, Cell, Table
    from typesetting.places import Places

CONTINUATION = {
    "repeat": "repeated-header",
    "norepeat": "no-header",
    "contcap": "continued-caption",
}


def cell_pages(key: str, cell: Cell, places: Places) -> tuple[int, int]:
    """Pages where the text of a cell begins and ends (first print, for repeated headers)."""
    name = f"{key}.r{cell.row}c{cell.col}"
    return places.first(f"{name}:s"), places.first(f"{name}:e")


def row_pages(key: str, table: Table, places: Places) -> list[set[int]]:
    """For every row the pages on which one of its own (not spanning) cells has text."""
    pages: list[set[int]] = [set() for _ in range(table.row_count)]
    for cell in table.cells:
        if cell.row_span == 1:
            first, last = cell_pages(key, cell, places)
            pages[cell.row].update(range(first, last + 1))
    return pages


def segment(page: int, rows: list[set[int]], key: str, table: Table,
            places: Places, english: bool) -> dict[str, Any]:  # fmt: skip
    own = [index for index, pages in enumerate(rows) if page in pages]
    repeated = 0
    for cell in table.cells:
        if cell.row < table.header_rows:
            hits = places.pages(f"{key}.r{cell.row}c{cell.col}:s")
            if page in hits[1:]:
                repeated = max(repeated, cell.row + cell.row_span)
    continued = page in places.pages(f"{key}.cont:s")
    return {
        "page_num": page,
        "row_start": min(own),
        "row_end": max(own),
        "header_rows_repeated": repeated,
        "continued_caption": continued_caption(table, english) if continued else None,
    }


def table_truth(block: Block, key: str, places: Places, english: bool) -> dict[str, Any]:
    table = block.table
    assert table is not None
    rows = row_pages(key, table, places)
    pages = sorted(set().union(*rows))
    cut_spans = [
        {"row": c.row, "col": c.col}
        for c in table.cells
        if c.row_span > 1 and len(set().union(*rows[c.row : c.row + c.row_span])) > 1
    ]
    mode = table.options.get("mode", "norepeat")
    return {
        "table_number": table.number,
        "caption": table.caption,
        "caption_page": places.first(f"{key}.cap:s") if table.caption else None,
        "page_start": pages[0],
        "page_end": pages[-1],
        "section_number": block.section,
        "header_rows": table.header_rows,
        "row_count": table.row_count,
        "col_count": table.col_count,
        "ruled": table.options.get("ruled") != "no",
        "landscape": False,
        "continuation": CONTINUATION[mode] if len(pages) > 1 else None,
        "cells": [cell_truth(key, cell, table, places) for cell in table.cells],
        "segments": [segment(p, rows, key, table, places, english) for p in pages],
        "cut_rows": [index for index, found in enumerate(rows) if len(found) > 1],
        "cut_spans": cut_spans,
    }


def cell_truth(key: str, cell: Cell, table: Table, places: Places) -> dict[str, Any]:
    first, last = cell_pages(key, cell, places)
    return {
        "row": cell.row,
        "col": cell.col,
        "row_span": cell.row_span,
        "col_span": cell.col_span,
        "content": cell.content,
        "page_num": first,
        "page_end": last,
        "is_header": cell.row < table.header_rows,
    }
