"""Tables with their segments and cells."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TypeVar

from core.errors import TableNotFoundError
from core.model import Table, TableCell, TableSegment
from core.store.database import Cursor, Database
from core.store.keys import stable_key
from core.store.rows import NounRows, Row, insert_rows

P = TypeVar("P", TableSegment, TableCell)

_TABLE = NounRows("tables", Table, json_fields=["joins"], elsewhere=["segments", "cells"])
_SEGMENT = NounRows("table_segments", TableSegment)
_CELL = NounRows("table_cells", TableCell, json_fields=["continued"])


def insert(cursor: Cursor, tables: Sequence[Table]) -> None:
    insert_rows(cursor, "tables", [_TABLE.row(table, **_key(table)) for table in tables])
    insert_rows(
        cursor,
        "table_segments",
        [_SEGMENT.row(part, **_owner(table)) for table in tables for part in table.segments],
    )
    insert_rows(
        cursor,
        "table_cells",
        [_CELL.row(cell, **_owner(table)) for table in tables for cell in table.cells],
    )


def get_table(database: Database, reg_id: str, table_id: str) -> Table:
    """A whole table: every row, each with its page."""
    by_key, values = "WHERE table_key = $table_key", {"table_key": stable_key(table_id)}
    with database.reading() as cursor:
        heads = _TABLE.select_rows(cursor, by_key, values)
        segments = _by_table(cursor, _SEGMENT, by_key, values)[table_id]
        cells = _by_table(cursor, _CELL, by_key, values)[table_id]
    found = [_TABLE.noun(row, segments=segments, cells=cells) for row in heads]
    for table in found:
        if (table.reg_id, table.table_id) == (reg_id, table_id):
            return table
    raise TableNotFoundError(
        f"{reg_id} has no table {table_id}.", hint="list_tables shows what there is."
    )


def tables_of(database: Database, reg_id: str) -> list[Table]:
    """Every table of a regulation in the order of the document, cells and all."""
    of_regulation, values = "WHERE reg_id = $reg_id", {"reg_id": reg_id}
    heads = table_heads(database, reg_id)
    with database.reading() as cursor:
        cells = _by_table(cursor, _CELL, of_regulation, values)
    return [head.model_copy(update={"cells": tuple(cells[head.table_id])}) for head in heads]


def table_heads(database: Database, reg_id: str) -> list[Table]:
    """Every table of a regulation with its segments and without its cells: a list, not a read."""
    of_regulation, values = "WHERE reg_id = $reg_id", {"reg_id": reg_id}
    with database.reading() as cursor:
        rows = _TABLE.select_rows(cursor, f"{of_regulation} ORDER BY rowid", values)
        segments = _by_table(cursor, _SEGMENT, of_regulation, values)
    where = _TABLE.fields.index("table_id")
    return [_TABLE.noun(row, segments=segments[row[where]]) for row in rows]


def _by_table(
    cursor: Cursor, part: NounRows[P], which: str, values: Mapping[str, object]
) -> defaultdict[str, list[P]]:
    """Segments or cells by the id of their table, in the order in which they were saved."""
    query = f"""
        SELECT table_id, {part.columns}
        FROM {part.table}
        {which}
        ORDER BY rowid
        """  # noqa: S608 - no input in it
    found: defaultdict[str, list[P]] = defaultdict(list)
    for table_id, *row in cursor.execute(query, dict(values)).fetchall():
        found[table_id].append(part.noun(row))
    return found


def _key(table: Table) -> Row:
    return {"table_key": stable_key(table.table_id)}


def _owner(table: Table) -> Row:
    return _key(table) | {"table_id": table.table_id, "reg_id": table.reg_id}
