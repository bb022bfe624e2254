"""Tables with their segments and cells."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from core.errors import TableNotFoundError
from core.model import Table, TableCell, TableSegment
from core.store.database import Cursor, Database
from core.store.keys import stable_key
from core.store.rows import NounRows, Row, insert_rows

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
    values = {"table_key": stable_key(table_id), "table_id": table_id}
    with database.reading() as cursor:
        rows = _TABLE.select_rows(
            cursor,
            "WHERE table_key = $table_key AND table_id = $table_id AND reg_id = $reg_id",
            values | {"reg_id": reg_id},
        )
        if not rows:
            raise TableNotFoundError(
                f"{reg_id} has no table {table_id}.", hint="list_tables shows what there is."
            )
        one_table = "WHERE table_key = $table_key AND table_id = $table_id"
        segments = _SEGMENT.select(cursor, f"{one_table} ORDER BY row_range, page_num", values)
        cells = _CELL.select(cursor, f'{one_table} ORDER BY "row", col', values)
    return _TABLE.noun(rows[0], segments=segments, cells=cells)


def tables_of(database: Database, reg_id: str) -> list[Table]:
    """Every table of a regulation in the order of the document, cells and all."""
    values = {"reg_id": reg_id}
    with database.reading() as cursor:
        rows = _TABLE.select_rows(cursor, "WHERE reg_id = $reg_id ORDER BY rowid", values)
        segments = _by_table(cursor, _SEGMENT, "row_range, page_num", values)
        cells = _by_table(cursor, _CELL, '"row", col', values)
    where = _TABLE.fields.index("table_id")
    return [
        _TABLE.noun(row, segments=segments[row[where]], cells=cells[row[where]]) for row in rows
    ]


def table_heads(database: Database, reg_id: str) -> list[Table]:
    """Every table of a regulation with its segments and without its cells: a list, not a read."""
    values = {"reg_id": reg_id}
    with database.reading() as cursor:
        rows = _TABLE.select_rows(cursor, "WHERE reg_id = $reg_id ORDER BY rowid", values)
        segments = _by_table(cursor, _SEGMENT, "row_range, page_num", values)
    where = _TABLE.fields.index("table_id")
    return [_TABLE.noun(row, segments=segments[row[where]]) for row in rows]


def _by_table(
    cursor: Cursor,
    part: NounRows[Any],
    order: str,
    values: dict[str, str],
) -> defaultdict[str, list[Any]]:
    query = f"""
        SELECT table_id, {part.columns}
        FROM {part.table}
        WHERE reg_id = $reg_id
        ORDER BY {order}
        """  # noqa: S608 - no input in it
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for table_id, *row in cursor.execute(query, values).fetchall():
        found[table_id].append(part.noun(row))
    return found


def _key(table: Table) -> Row:
    return {"table_key": stable_key(table.table_id)}


def _owner(table: Table) -> Row:
    return _key(table) | {"table_id": table.table_id, "reg_id": table.reg_id}
