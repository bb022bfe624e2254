"""Vectors of chunks, compared exactly. Each belongs to the embedder that made it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import uuid4

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.model import ids
from core.model.noun import Noun
from core.store.database import Cursor, Database
from core.store.highest import highest
from core.store.rows import insert_rows
from core.store.vector_sets import VectorSet, load_sets

# Float32 products of equal vectors may differ beyond this; equal texts must get equal cosines.
_DECIMALS = 6


class StoredEmbedder(Noun):
    """Whose vectors the store holds, and of how many chunks."""

    embedder: str
    dimension: int
    chunks: int


def save_vectors(
    cursor: Cursor,
    reg_id: str,
    embedder: str,
    dimension: int,
    vectors: Mapping[str, Sequence[float]],
) -> None:
    """By chunk_id, in place of what this embedder had for these chunks; other vectors stay.

    Inside the caller's transaction. A regulation may come in several portions.
    """
    if not vectors:
        return
    values = _reject_unusable(vectors, dimension)
    _reject_other_dimension(cursor, embedder, dimension)
    rows = pa.Table.from_arrays(
        [
            pa.array(list(vectors), pa.string()),
            pa.ListArray.from_arrays(
                pa.array(np.arange(len(vectors) + 1, dtype=np.int32) * dimension),
                pa.array(values.ravel()),
            ),
        ],
        names=["chunk_id", "vector"],
    )
    owner = {"reg_id": reg_id, "embedder": embedder}
    cursor.register("incoming_vectors", rows)
    try:
        cursor.execute(
            """
            DELETE FROM chunk_vectors
            WHERE reg_id = $reg_id
                AND embedder = $embedder
                AND chunk_id IN (SELECT chunk_id FROM incoming_vectors)
            """,
            owner,
        )
        cursor.execute(
            """
            INSERT INTO chunk_vectors BY NAME
            SELECT chunk_id, $reg_id AS reg_id, $embedder AS embedder, vector
            FROM incoming_vectors
            """,
            owner,
        )
    finally:
        cursor.unregister("incoming_vectors")
    cursor.execute("DELETE FROM vector_sets WHERE reg_id = $reg_id AND embedder = $embedder", owner)
    insert_rows(cursor, "vector_sets", [owner | {"dimension": dimension, "stamp": uuid4().hex}])


def remove(cursor: Cursor, reg_id: str) -> None:
    """Of every embedder, inside the caller's transaction.

    Needed before a regulation's chunks are replaced: an old vector under an id that is used again
    would pass for the new chunk's.
    """
    cursor.execute("DELETE FROM chunk_vectors WHERE reg_id = $reg_id", {"reg_id": reg_id})
    cursor.execute("DELETE FROM vector_sets WHERE reg_id = $reg_id", {"reg_id": reg_id})


def keep_some(cursor: Cursor, reg_id: str, embedder: str, kept: Mapping[str, str]) -> None:
    """The vectors of chunks that read as before, by the ids they have now: each with its old one.

    All other vectors of the regulation go. Inside the caller's transaction.
    """
    owner = {"reg_id": reg_id, "embedder": embedder}
    names = pa.table(
        {
            "new_id": pa.array(list(kept.keys()), pa.string()),
            "old_id": pa.array(list(kept.values()), pa.string()),
        }
    )
    cursor.register("kept_chunks", names)
    try:
        cursor.execute(
            """
            DELETE FROM chunk_vectors
            WHERE reg_id = $reg_id
                AND (embedder <> $embedder OR chunk_id NOT IN (SELECT old_id FROM kept_chunks))
            """,
            owner,
        )
        cursor.execute(
            """
            UPDATE chunk_vectors
            SET chunk_id = kept_chunks.new_id
            FROM kept_chunks
            WHERE reg_id = $reg_id
                AND chunk_id = kept_chunks.old_id
                AND kept_chunks.new_id <> kept_chunks.old_id
            """,
            {"reg_id": reg_id},
        )
    finally:
        cursor.unregister("kept_chunks")
    cursor.execute(
        "DELETE FROM vector_sets WHERE reg_id = $reg_id AND embedder <> $embedder", owner
    )
    cursor.execute(
        "UPDATE vector_sets SET stamp = $stamp WHERE reg_id = $reg_id",
        {"reg_id": reg_id, "stamp": uuid4().hex},
    )


def remove_embedder(cursor: Cursor, embedder: str) -> None:
    """Once another one has taken its place; inside the caller's transaction."""
    cursor.execute("DELETE FROM chunk_vectors WHERE embedder = $embedder", {"embedder": embedder})
    cursor.execute("DELETE FROM vector_sets WHERE embedder = $embedder", {"embedder": embedder})


@dataclass(frozen=True)
class Comparison:
    """The cosine of one vector with every vector of some regulations, set by set."""

    sets: tuple[VectorSet, ...]
    cosines: NDArray[np.float64]

    @property
    def clearly_near(self) -> float:
        """A standard deviation above the mean of all."""
        return float(self.cosines.mean() + self.cosines.std()) if self.cosines.size else 0.0

    def nearest(self, limit: int, only: Collection[str] | None = None) -> list[tuple[str, float]]:
        """-> (chunk_id, cosine), best first, equal ones by chunk_id."""
        if only is not None:
            return _best(list(self.of(only).items()), limit)
        # More than the limit when cosines are equal at the end: chunk_id decides among them.
        places = highest(self.cosines, limit)
        owners = np.searchsorted(self._starts, places, side="right") - 1
        found = [
            (self.sets[owner].chunk_ids[place - self._starts[owner]], float(self.cosines[place]))
            for owner, place in zip(owners, places, strict=True)
        ]
        return _best(found, limit)

    def of(self, chunk_ids: Iterable[str]) -> dict[str, float]:
        """Of each of these chunks that has a vector."""
        found = {}
        for chunk_id in chunk_ids:
            nth = self._owners.get(ids.reg_id_of(chunk_id))
            place = None if nth is None else self.sets[nth].positions.get(chunk_id)
            if nth is not None and place is not None:
                found[chunk_id] = float(self.cosines[self._starts[nth] + place])
        return found

    @cached_property
    def _starts(self) -> NDArray[np.int64]:
        return _starts(self.sets)

    @cached_property
    def _owners(self) -> dict[str, int]:
        return {vector_set.reg_id: nth for nth, vector_set in enumerate(self.sets)}


def compare(
    database: Database,
    embedder: str,
    query_vector: Sequence[float],
    reg_ids: Collection[str] | None,
) -> Comparison:
    """Every vector is compared: an approximate index finds too little under a filter."""
    sets = tuple(load_sets(database, embedder, reg_ids))
    return Comparison(sets, _cosines(sets, query_vector))


def vectors_of(database: Database, reg_id: str, embedder: str) -> dict[str, list[float]]:
    """The stored vectors of a regulation by chunk_id."""
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT chunk_id, vector
            FROM chunk_vectors
            WHERE reg_id = $reg_id AND embedder = $embedder
            """,
            {"reg_id": reg_id, "embedder": embedder},
        ).fetchall()
    return dict(rows)


def missing(database: Database, embedder: str) -> list[str]:
    """Ids of chunks that have no vector of this embedder, regulation by regulation."""
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT chunks.chunk_id
            FROM chunks
            ANTI JOIN (SELECT * FROM chunk_vectors WHERE embedder = $embedder) AS made
                ON made.reg_id = chunks.reg_id AND made.chunk_id = chunks.chunk_id
            ORDER BY chunks.reg_id, chunks.chunk_index
            """,
            {"embedder": embedder},
        ).fetchall()
    return [chunk_id for (chunk_id,) in rows]


def regulations_missing(database: Database, embedder: str) -> list[str]:
    """Regulations with a chunk that has no vector of this embedder."""
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT DISTINCT chunks.reg_id
            FROM chunks
            ANTI JOIN (SELECT * FROM chunk_vectors WHERE embedder = $embedder) AS made
                ON made.reg_id = chunks.reg_id AND made.chunk_id = chunks.chunk_id
            ORDER BY chunks.reg_id
            """,
            {"embedder": embedder},
        ).fetchall()
    return [reg_id for (reg_id,) in rows]


def keep_only(database: Database, embedder: str) -> None:
    """Once it has a vector for every chunk, those of other embedders only take room."""
    others = [stored.embedder for stored in stored_embedders(database)]
    with database.writing() as cursor:
        for other in others:
            if other != embedder:
                remove_embedder(cursor, other)


def stored_embedders(database: Database) -> list[StoredEmbedder]:
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT embedder, any_value(len(vector)), count(*)
            FROM chunk_vectors
            GROUP BY embedder
            ORDER BY embedder
            """
        ).fetchall()
    return [
        StoredEmbedder(embedder=embedder, dimension=dimension, chunks=count)
        for embedder, dimension, count in rows
    ]


def _reject_unusable(vectors: Mapping[str, Sequence[float]], dimension: int) -> NDArray[np.float32]:
    odd = sorted(chunk_id for chunk_id, vector in vectors.items() if len(vector) != dimension)
    if odd:
        raise ValueError(f"the vector of {odd[0]} has not {dimension} numbers")
    with np.errstate(over="ignore"):  # too large for a FLOAT becomes infinite, and is refused below
        values = np.array(list(vectors.values()), dtype=np.float32)
    if not np.isfinite(values).all():
        raise ValueError("a vector holds something that is not a finite number")
    return values


def _reject_other_dimension(cursor: Cursor, embedder: str, dimension: int) -> None:
    other = cursor.execute(
        """
        SELECT dimension
        FROM vector_sets
        WHERE embedder = $embedder AND dimension <> $dimension
        LIMIT 1
        """,
        {"embedder": embedder, "dimension": dimension},
    ).fetchone()
    if other:
        raise ValueError(f"{embedder} has vectors of {other[0]} numbers, not {dimension}")


def _best(found: list[tuple[str, float]], limit: int) -> list[tuple[str, float]]:
    return sorted(found, key=lambda pair: (-pair[1], pair[0]))[:limit]


def _cosines(sets: Sequence[VectorSet], query_vector: Sequence[float]) -> NDArray[np.float64]:
    asked = np.asarray(query_vector, dtype=np.float64)
    for vector_set in sets:
        if asked.size != vector_set.dimension:
            raise ValueError(f"asked with {asked.size} numbers, stored are {vector_set.dimension}")
    length = float(np.linalg.norm(asked)) or 1.0
    unit = (asked / length).astype(np.float32)
    starts = _starts(sets)
    together = np.empty(starts[-1], dtype=np.float32)
    for vector_set, start, end in zip(sets, starts, starts[1:], strict=False):
        np.dot(vector_set.rows, unit, out=together[start:end])
    return np.asarray(np.round(together.astype(np.float64), _DECIMALS), dtype=np.float64)


def _starts(sets: Sequence[VectorSet]) -> NDArray[np.int64]:
    """Where the vectors of each set begin among those of all; the last is where they end."""
    return np.cumsum([0, *(len(vector_set.chunk_ids) for vector_set in sets)])
