"""Numbered ``.sql`` steps, applied once each and in order; never edited once released."""

from importlib.resources import files
from pathlib import Path

import duckdb
from duckdb.sqltypes import BIGINT, VARCHAR

from core.errors import StoreUnusable
from core.store.keys import stable_key


def migrate(cursor: duckdb.DuckDBPyConnection) -> None:
    """Scripts may call ``stable_key``; what SQL cannot do for old rows follows its script."""
    cursor.execute("CREATE TABLE IF NOT EXISTS migrations (name VARCHAR NOT NULL)")
    applied = _applied(cursor)
    missing = {name: script for name, script in _scripts().items() if name not in applied}
    if not missing:
        return
    cursor.create_function("stable_key", stable_key, [VARCHAR], BIGINT)
    for name, script in missing.items():
        cursor.execute(script)
        if name == "0006_lookups.sql":
            _fill_lookups(cursor)
        cursor.execute("INSERT INTO migrations VALUES ($name)", {"name": name})
    cursor.remove_function("stable_key")


def reject_foreign_or_newer(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    with connection.cursor() as cursor:
        tables = {
            name
            for (name,) in cursor.execute(
                """
                SELECT table_name
                FROM duckdb_tables()
                WHERE database_name = current_database()
                """
            ).fetchall()
        }
        if not tables:
            return
        if not {"migrations", "regulations"} <= tables:
            raise StoreUnusable(
                f"{path} is a DuckDB file of another program.",
                hint="Name another data directory with GRIDCODE_DATA_DIR.",
            )
        unknown = sorted(_applied(cursor) - _scripts().keys())
    if unknown:
        raise StoreUnusable(
            f"{path} was written by a newer version of this program ({unknown[0]}).",
            hint="Update the program, or name another data directory with GRIDCODE_DATA_DIR.",
        )


def _fill_lookups(cursor: duckdb.DuckDBPyConnection) -> None:
    from core.store import lookups  # here, as it knows the database, which knows us

    lookups.fill(cursor)


def _applied(cursor: duckdb.DuckDBPyConnection) -> set[str]:
    return {name for (name,) in cursor.execute("SELECT name FROM migrations").fetchall()}


def _scripts() -> dict[str, str]:
    folder = files("core.store.migrations")
    scripts = sorted(
        (script for script in folder.iterdir() if script.name.endswith(".sql")),
        key=lambda script: script.name,
    )
    return {script.name: script.read_text(encoding="utf-8") for script in scripts}
