"""Chunks: the stretches of text that are searched."""

from collections.abc import Collection, Iterable, Sequence

from core.model import Chunk, ids
from core.store.database import Cursor, Database
from core.store.keys import stable_key
from core.store.rows import NounRows, any_of, insert_rows

_CHUNK = NounRows("chunks", Chunk)


def insert(cursor: Cursor, chunks: Sequence[Chunk]) -> None:
    rows = [_CHUNK.row(chunk, chunk_key=stable_key(chunk.chunk_id)) for chunk in chunks]
    insert_rows(cursor, "chunks", rows)


def replace(cursor: Cursor, reg_id: str, chunks: Sequence[Chunk]) -> None:
    """Inside the caller's transaction; index and vectors of the old ones are the caller's too."""
    cursor.execute("DELETE FROM chunks WHERE reg_id = $reg_id", {"reg_id": reg_id})
    insert(cursor, chunks)


def chunks_of(database: Database, reg_id: str) -> list[Chunk]:
    """Every chunk of a regulation, by index."""
    with database.reading() as cursor:
        return _CHUNK.select(
            cursor, "WHERE reg_id = $reg_id ORDER BY chunk_index", {"reg_id": reg_id}
        )


def get_chunks(database: Database, chunk_ids: Iterable[str]) -> dict[str, Chunk]:
    """Those that exist, by id."""
    wanted = list(dict.fromkeys(chunk_ids))
    if not wanted:
        return {}
    among, values = any_of("chunk_key", map(stable_key, wanted))
    with database.reading() as cursor:
        found = _CHUNK.select(cursor, f"WHERE {among}", values)
    by_id = {chunk.chunk_id: chunk for chunk in found}
    return {chunk_id: by_id[chunk_id] for chunk_id in wanted if chunk_id in by_id}


def get_contents(database: Database, chunk_ids: Iterable[str]) -> dict[str, str]:
    """The texts of those that exist, by id, in the order asked."""
    wanted = {stable_key(chunk_id): chunk_id for chunk_id in chunk_ids}
    if not wanted:
        return {}
    among, values = any_of("chunk_key", wanted)
    with database.reading() as cursor:
        rows = cursor.execute(
            f"SELECT chunk_id, content FROM chunks WHERE {among}",  # noqa: S608 - no input in it
            values,
        ).fetchall()
    by_id = dict(rows)
    return {chunk_id: by_id[chunk_id] for chunk_id in wanted.values() if chunk_id in by_id}


def neighbours(database: Database, places: Iterable[tuple[str, int]]) -> list[Chunk]:
    """The chunks before and after each ``(reg_id, chunk_index)``, where there are such."""
    beside = [
        ids.chunk_id(reg_id, index + step)
        for reg_id, index in places
        for step in (-1, 1)
        if index + step >= 0
    ]
    return list(get_chunks(database, beside).values())


def chunk_ids_holding(
    database: Database, reg_ids: Collection[str], characters: str, limit: int
) -> list[str]:
    """Ids of the chunks in which one of these characters stands, in reading order.

    Reads every chunk of the regulations: for what no index knows.
    """
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT chunk_id
            FROM chunks
            WHERE list_contains($reg_ids::VARCHAR[], reg_id)
                AND len(translate(content, $characters, '')) < len(content)
            ORDER BY reg_id, chunk_index
            LIMIT $limit
            """,
            {"reg_ids": list(reg_ids), "characters": characters, "limit": limit},
        ).fetchall()
    return [chunk_id for (chunk_id,) in rows]


def chunk_ids_with(
    database: Database,
    *,
    reg_ids: Collection[str] | None,
    block_types: Collection[str] | None = None,
    block_ids: Collection[str] | None = None,
) -> set[str]:
    """Ids of the chunks that hold a block of one of these types, and one of these blocks."""
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT chunk_id
            FROM chunks
            WHERE ($reg_ids IS NULL OR list_contains($reg_ids::VARCHAR[], reg_id))
                AND ($types IS NULL OR list_has_any(block_types, $types::VARCHAR[]))
                AND ($blocks IS NULL OR list_has_any(block_ids, $blocks::VARCHAR[]))
            """,
            {
                "reg_ids": None if reg_ids is None else list(reg_ids),
                "types": None if block_types is None else list(block_types),
                "blocks": None if block_ids is None else list(block_ids),
            },
        ).fetchall()
    return {chunk_id for (chunk_id,) in rows}
