"""Which regulations are indexed for search, how their tokens were made, and since when.

A stamp changes whenever the chunks of a regulation do, so that what was made from them or is held
in memory can be told to be outdated.
"""

from collections.abc import Collection
from uuid import uuid4

import duckdb

from core.store.database import Cursor, Database
from core.store.rows import insert_rows

# As many chunks here as there, and an index of their tokens.
_IS_WHOLE = """
    SELECT
        NOT EXISTS (
            SELECT 1 FROM regulations WHERE reg_id NOT IN (SELECT reg_id FROM search_sets)
        )
        AND (SELECT count(*) FROM chunks) = (SELECT count(*) FROM keyword_chunks)
        AND (SELECT count(*) FROM chunks) > 0
        AND (SELECT count(*) FROM postings) + (SELECT count(*) FROM postings_delta) > 0
"""
_WITHOUT_INDEX = """
    SELECT reg_id, reg_id IN (SELECT reg_id FROM search_sets)
    FROM regulations
    WHERE list_contains($reg_ids::VARCHAR[], reg_id)
        AND (
            reg_id NOT IN (SELECT reg_id FROM search_sets)
            OR reg_id NOT IN (SELECT DISTINCT reg_id FROM chunks)
            OR reg_id NOT IN (SELECT DISTINCT reg_id FROM keyword_chunks)
            OR NOT EXISTS (SELECT 1 FROM postings UNION ALL SELECT 1 FROM postings_delta)
        )
"""


def mark(cursor: Cursor, reg_id: str, tokenizer: str) -> None:
    remove(cursor, reg_id)
    row = {"reg_id": reg_id, "tokenizer": tokenizer, "stamp": uuid4().hex}
    insert_rows(cursor, "search_sets", [row])


def remove(cursor: Cursor, reg_id: str) -> None:
    cursor.execute("DELETE FROM search_sets WHERE reg_id = $reg_id", {"reg_id": reg_id})


def renew(cursor: Cursor, reg_id: str) -> None:
    """Another stamp, for what was made from a regulation whose chunks alone are as they were."""
    cursor.execute(
        "UPDATE search_sets SET stamp = $stamp WHERE reg_id = $reg_id",
        {"reg_id": reg_id, "stamp": uuid4().hex},
    )


def outdated(database: Database, tokenizer: str) -> list[str]:
    """Regulations that are not indexed as a whole, or with tokens made in another way."""
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT reg_id, tokenizer IS NOT DISTINCT FROM $tokenizer
            FROM regulations LEFT JOIN search_sets USING (reg_id)
            """,
            {"tokenizer": tokenizer},
        ).fetchall()
    damaged = unindexed(database, [reg_id for reg_id, _ in rows])
    return sorted({*damaged, *(reg_id for reg_id, is_current in rows if not is_current)})


def unindexed(database: Database, reg_ids: Collection[str]) -> list[str]:
    """Regulations that a search in the chunks cannot find anything in: not indexed yet, or the
    index is damaged."""
    if database.remembered("index is whole", lambda: _is_whole(database)):
        return []
    with database.reading() as cursor:
        cursor.begin()
        try:
            rows = cursor.execute(_WITHOUT_INDEX, {"reg_ids": list(reg_ids)}).fetchall()
        except duckdb.CatalogException:  # a table of the index is gone
            return sorted(reg_ids)
        lost = [reg_id for reg_id, is_marked in rows if is_marked]
        if lost:
            written = cursor.execute(
                """
                SELECT DISTINCT reg_id
                FROM blocks
                WHERE list_contains($reg_ids::VARCHAR[], reg_id)
                """,
                {"reg_ids": lost},
            ).fetchall()
            # A regulation without a word has no chunks, and nothing is wrong with it.
            lost = [reg_id for (reg_id,) in written]
    return sorted([*lost, *(reg_id for reg_id, is_marked in rows if not is_marked)])


def _is_whole(database: Database) -> bool:
    with database.reading() as cursor:
        try:
            return cursor.execute(_IS_WHOLE).fetchone() == (True,)
        except duckdb.CatalogException:  # a table of the index is gone
            return False


def stamp_of(database: Database, reg_id: str) -> str | None:
    with database.reading() as cursor:
        return stamp_in(cursor, reg_id)


def stamp_in(cursor: Cursor, reg_id: str) -> str | None:
    """Changes whenever the regulation's chunks do; None where it is not indexed."""
    row = cursor.execute(
        "SELECT stamp FROM search_sets WHERE reg_id = $reg_id", {"reg_id": reg_id}
    ).fetchone()
    return row[0] if row else None


def tokenizer_of(database: Database, reg_id: str) -> str | None:
    """How the regulation's tokens were made; None where it is not indexed."""
    with database.reading() as cursor:
        row = cursor.execute(
            "SELECT tokenizer FROM search_sets WHERE reg_id = $reg_id", {"reg_id": reg_id}
        ).fetchone()
    return row[0] if row else None
