"""Tables with their segments and cells."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple, TypeVar

from core.errors import TableNotFoundError
from core.model import Table, TableCell, TableSegment
from core.store.database import Cursor, Database
from core.store.keys import stable_key
from core.store.rows import NounRows, Row, any_of, insert_rows

P = TypeVar("P", TableSegment, TableCell)

_TABLE = NounRows("tables", Table, json_fields=["joins"], elsewhere=["segments", "cells"])
_SEGMENT = NounRows("table_segments", TableSegment)
_CELL = NounRows("table_cells", TableCell, json_fields=["continued"])


def insert(cursor: Cursor, tables: Sequence[Table]) -> None:
    insert_heads(cursor, tables)
    insert_cells(cursor, tables)


def insert_heads(cursor: Cursor, tables: Sequence[Table]) -> None:
    """Tables and their segments, without cells."""
    insert_rows(cursor, "tables", [_TABLE.row(table, **_key(table)) for table in tables])
    insert_rows(
        cursor,
        "table_segments",
        [_SEGMENT.row(part, **_owner(table)) for table in tables for part in table.segments],
    )


def insert_cells(cursor: Cursor, tables: Sequence[Table]) -> None:
    insert_rows(
        cursor,
        "table_cells",
        [_CELL.row(cell, **_owner(table)) for table in tables for cell in table.cells],
    )


def get_table(database: Database, reg_id: str, table_id: str) -> Table:
    """A whole table: every row, each with its page."""
    table = find_table(database, reg_id, table_id)
    if table is None:
        raise TableNotFoundError(
            f"{reg_id} has no table {table_id}.", hint="list_tables shows what there is."
        )
    return table


def find_table(database: Database, reg_id: str, table_id: str) -> Table | None:
    by_key, values = "WHERE table_key = $table_key", {"table_key": stable_key(table_id)}
    with database.reading() as cursor:
        heads = _TABLE.select_rows(cursor, by_key, values)
        segments = _by_table(cursor, _SEGMENT, by_key, values)[table_id]
        cells = _by_table(cursor, _CELL, by_key, values)[table_id]
    found = [_TABLE.noun(row, segments=segments, cells=cells) for row in heads]
    return next((it for it in found if (it.reg_id, it.table_id) == (reg_id, table_id)), None)


def get_tables(database: Database, table_ids: Sequence[str]) -> dict[str, Table]:
    """Those that exist, whole and by id, in the order asked for."""
    if not table_ids:
        return {}
    among, values = any_of("table_key", map(stable_key, table_ids))
    by_key = f"WHERE {among}"
    with database.reading() as cursor:
        rows = _TABLE.select_rows(cursor, by_key, values)
        segments = _by_table(cursor, _SEGMENT, by_key, values)
        cells = _by_table(cursor, _CELL, by_key, values)
    where = _TABLE.fields.index("table_id")
    found = {
        row[where]: _TABLE.noun(row, segments=segments[row[where]], cells=cells[row[where]])
        for row in rows
    }
    return {table_id: found[table_id] for table_id in table_ids if table_id in found}


class TableSpan(NamedTuple):
    """The pages that a table covers."""

    page_start: int
    page_end: int


def spans(database: Database, reg_id: str, table_ids: Iterable[str]) -> dict[str, TableSpan]:
    """Of those tables that exist, by id."""
    wanted = set(table_ids)
    if not wanted:
        return {}
    among, values = any_of("table_key", map(stable_key, wanted))
    with database.reading() as cursor:
        rows = cursor.execute(
            f"""
            SELECT reg_id, table_id, page_start, page_end
            FROM tables
            WHERE {among}
            """,  # noqa: S608 - no input in it
            values,
        ).fetchall()
    return {row[1]: TableSpan(*row[2:]) for row in rows if row[0] == reg_id and row[1] in wanted}


def find_head(database: Database, reg_id: str, table_id: str) -> Table | None:
    """A table without its segments and cells."""
    with database.reading() as cursor:
        found = _TABLE.select(
            cursor, "WHERE table_key = $table_key", {"table_key": stable_key(table_id)}
        )
    return next((it for it in found if (it.reg_id, it.table_id) == (reg_id, table_id)), None)


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


def heads_between(
    database: Database, reg_id: str, offset: int, limit: int | None
) -> tuple[list[Table], int]:
    """Tables without segments and cells, in the order of the document; -> also how many in all."""
    with database.reading() as cursor:
        heads, total = _TABLE.select_between(
            cursor, "WHERE reg_id = $reg_id", {"reg_id": reg_id}, offset, limit
        )
    return [_TABLE.noun(row) for row in heads], total


def _by_table(
    cursor: Cursor, part: NounRows[P], which: str, values: Mapping[str, object]
) -> defaultdict[str, list[P]]:
    """Segments or cells by the id of their table, in the order in which they were saved."""
    query = f"""
        SELECT rowid, table_id, {part.columns}
        FROM {part.table}
        {which}
        """  # noqa: S608 - no input in it
    rows = cursor.execute(query, dict(values)).fetchall()
    rows.sort(key=itemgetter(0))  # DuckDB would take half a millisecond for the few that there are
    found: defaultdict[str, list[P]] = defaultdict(list)
    for _, table_id, *row in rows:
        found[table_id].append(part.noun(row))
    return found


def _key(table: Table) -> Row:
    return {"table_key": stable_key(table.table_id)}


def _owner(table: Table) -> Row:
    return _key(table) | {"table_id": table.table_id, "reg_id": table.reg_id}
