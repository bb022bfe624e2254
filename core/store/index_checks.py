"""Do the indexes find what is in the tables? A row that its index lost is there and never found."""

from dataclasses import dataclass

from core.store.database import Cursor, Database


@dataclass(frozen=True)
class _Index:
    name: str
    table: str
    column: str
    statement: str


def broken_indexes(database: Database) -> list[str]:
    """Names of the indexes that do not find the first or the last row of some regulation.

    Rows come and go by whole regulations, and so do the entries of an index.
    """
    with database.reading() as cursor:
        return [index.name for index in _indexes(cursor) if not _is_whole(cursor, index)]


def rebuild(database: Database, names: list[str]) -> None:
    with database.writing() as cursor:
        for index in _indexes(cursor):
            if index.name in names:
                cursor.execute(f"DROP INDEX {index.name}")
                cursor.execute(index.statement)
    database.checkpoint()


def _indexes(cursor: Cursor) -> list[_Index]:
    rows = cursor.execute(
        """
        SELECT index_name, table_name, expressions[2:-2], sql
        FROM duckdb_indexes()
        WHERE database_name = current_database()
        ORDER BY index_name
        """
    ).fetchall()
    return [_Index(name, table, column.strip("'\""), sql) for name, table, column, sql in rows]


def _is_whole(cursor: Cursor, index: _Index) -> bool:
    owner = _owner(cursor, index.table)
    # A term's key or a target's stands in many rows: any of them will do, if it is this one's.
    ends = cursor.execute(
        f"""
        SELECT {owner}, arg_min({index.column}, rowid), arg_max({index.column}, rowid)
        FROM {index.table}
        WHERE {index.column} IS NOT NULL
        GROUP BY ALL
        """  # noqa: S608 - names of our own
    ).fetchall()
    return all(
        (of,) in _found(cursor, index, owner, key)
        for of, first, last in ends
        for key in (first, last)
    )


def _found(cursor: Cursor, index: _Index, owner: str, key: int) -> list[tuple[str]]:
    """A condition on this column alone, or DuckDB would scan."""
    return cursor.execute(
        f"SELECT {owner} FROM {index.table} WHERE {index.column} = $key",  # noqa: S608 - our own
        {"key": key},
    ).fetchall()


def _owner(cursor: Cursor, table: str) -> str:
    columns = {
        name
        for (name,) in cursor.execute(
            "SELECT column_name FROM duckdb_columns() WHERE table_name = $table", {"table": table}
        ).fetchall()
    }
    return next((name for name in ("reg_id", "desk_id") if name in columns), "''")
