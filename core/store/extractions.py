"""What parsing read of a PDF, kept so that corrections can be laid over it again."""

import zlib

from core.store.database import Cursor, Database
from core.store.rows import insert_rows


def insert(cursor: Cursor, reg_id: str, parsed: str) -> None:
    """``parsed`` is JSON. Inside the caller's transaction, where there is none of it."""
    row = {"reg_id": reg_id, "parsed": zlib.compress(parsed.encode("utf-8"))}
    insert_rows(cursor, "extractions", [row])


def save(database: Database, reg_id: str, parsed: str) -> None:
    """In place of what was there."""
    with database.writing() as cursor:
        cursor.execute("DELETE FROM extractions WHERE reg_id = $reg_id", {"reg_id": reg_id})
        insert(cursor, reg_id, parsed)


def find_extraction(database: Database, reg_id: str) -> str | None:
    """None for regulations that were saved without one: imports and past editions."""
    with database.reading() as cursor:
        row = cursor.execute(
            "SELECT parsed FROM extractions WHERE reg_id = $reg_id", {"reg_id": reg_id}
        ).fetchone()
    return zlib.decompress(row[0]).decode("utf-8") if row else None
