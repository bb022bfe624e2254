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
