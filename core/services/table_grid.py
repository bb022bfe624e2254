"""A whole table as the browser draws it: fetched once and kept, however often a page is run."""

import json
from dataclasses import dataclass

from core.model import Table, ids
from core.services import notes, reference_lookup
from core.store import regulations, search_sets
from core.store.database import Database


@dataclass(frozen=True)
class TableGrid:
    """``content`` is JSON."""

    content: bytes
    tag: str


def stamp(database: Database, reg_id: str) -> str:
    """Another one whenever anything of the regulation is: an ingest, a correction, its index."""
    info = regulations.get_info(database, reg_id)
    indexed = search_sets.stamp_of(database, reg_id) or ""
    return f"{info.indexed_at:%Y%m%d%H%M%S%f}-{indexed[:16]}"


def table_grid(database: Database, table: Table) -> TableGrid:
    """Cells as ``[row, col, row_span, col_span, text, is_header]``, the page of every row, and the
    stretches of cells that lead somewhere."""
    cited = [
        {
            "at": [link.row, link.col],
            "text": link.text,
            "note": note.note_id,
            "says": note.content,
        }
        for note in notes.notes_of_table(database, table)
        for link in note.links
        if link.table_id == table.table_id and link.row is not None
    ]
    leads = [
        {
            "at": [reference.row, reference.col],
            "start": reference.start,
            "end": reference.end,
            "reg": reference.target.reg_id,
            "page": reference.target.page_num,
            "target": reference.target.target_id,
            "block": ids.own_name(reference.target.target_id),
            "says": reference.target.source,
        }
        for reference in reference_lookup.references_in_table(database, table)
        if reference.target is not None
    ]
    grid = {
        "rows": table.row_count,
        "cols": table.col_count,
        "header": table.header_row_count,
        "pages": [table.page_of(row) for row in range(table.row_count)],
        "cells": [
            [cell.row, cell.col, cell.row_span, cell.col_span, cell.content, int(cell.is_header)]
            for cell in sorted(table.cells, key=lambda cell: (cell.row, cell.col))
        ],
        "notes": cited,
        "references": leads,
    }
    content = json.dumps(grid, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    return TableGrid(content, stamp(database, table.reg_id))
