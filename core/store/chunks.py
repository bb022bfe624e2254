"""Chunks: the stretches of text that are searched."""

from collections.abc import Sequence

from core.model import Chunk
from core.store.database import Cursor, Database
from core.store.rows import NounRows, insert_rows

_CHUNK = NounRows("chunks", Chunk)


def insert(cursor: Cursor, chunks: Sequence[Chunk]) -> None:
    insert_rows(cursor, "chunks", [_CHUNK.row(chunk) for chunk in chunks])


def chunks_of(database: Database, reg_id: str) -> list[Chunk]:
    """Every chunk of a regulation, by index."""
    with database.reading() as cursor:
        return _CHUNK.select(
            cursor, "WHERE reg_id = $reg_id ORDER BY chunk_index", {"reg_id": reg_id}
        )


def get_chunks(database: Database, chunk_ids: Sequence[str]) -> list[Chunk]:
    """Those that exist, in no particular order."""
    with database.reading() as cursor:
        return _CHUNK.select(
            cursor, "WHERE list_contains($chunk_ids, chunk_id)", {"chunk_ids": list(chunk_ids)}
        )


def neighbours(database: Database, reg_id: str, chunk_index: int) -> list[Chunk]:
    """The chunk before and the chunk after, where there are such."""
    with database.reading() as cursor:
        return _CHUNK.select(
            cursor,
            """
            WHERE reg_id = $reg_id AND chunk_index IN ($before, $after)
            ORDER BY chunk_index
            """,
            {"reg_id": reg_id, "before": chunk_index - 1, "after": chunk_index + 1},
        )
