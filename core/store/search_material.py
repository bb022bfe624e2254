"""Everything that searches read of one regulation, made elsewhere and saved together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.model import Suggestion
from core.store import keyword_index, search_sets, suggestions, vectors
from core.store.database import Cursor, Database
from core.store.keyword_index import IndexedChunk


@dataclass(frozen=True)
class Embedded:
    """Vectors of one embedder by chunk_id."""

    embedder: str
    dimension: int
    vectors: Mapping[str, Sequence[float]]


@dataclass(frozen=True)
class SearchMaterial:
    """``suggestions`` lead to their folded text; ``embedded`` is None where no model is here."""

    reg_id: str
    tokenizer: str
    indexed: Sequence[IndexedChunk]
    suggestions: Mapping[Suggestion, str] = field(default_factory=dict)
    embedded: Embedded | None = None


def save(cursor: Cursor, material: SearchMaterial) -> None:
    """In place of what was there of the regulation, inside the caller's transaction."""
    keyword_index.index_chunks(cursor, material.reg_id, material.indexed, material.tokenizer)
    suggestions.replace(cursor, material.reg_id, material.suggestions)
    vectors.remove(cursor, material.reg_id)
    if material.embedded is not None:
        vectors.save_vectors(
            cursor,
            material.reg_id,
            material.embedded.embedder,
            material.embedded.dimension,
            material.embedded.vectors,
        )


def remove(cursor: Cursor, reg_id: str) -> None:
    keyword_index.remove(cursor, reg_id)
    suggestions.remove(cursor, reg_id)
    vectors.remove(cursor, reg_id)


def save_vectors(database: Database, reg_id: str, stamp: str | None, made: Embedded) -> bool:
    """Vectors of the chunks as they were under ``stamp``; -> False where they are no longer."""
    with database.writing() as cursor:
        if search_sets.stamp_in(cursor, reg_id) != stamp:
            return False
        vectors.save_vectors(cursor, reg_id, made.embedder, made.dimension, made.vectors)
    return True
