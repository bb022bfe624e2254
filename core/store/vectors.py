"""Vectors of chunks, compared exactly. Each belongs to the embedder that made it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import uuid4

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.model import ids
from core.model.noun import Noun
from core.store.database import Cursor, Database
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
    """The cosine of one vector with every vector of some regulations."""

    sets: tuple[VectorSet, ...]
    cosines: tuple[NDArray[np.float64], ...]

    @property
    def clearly_near(self) -> float:
        """A standard deviation above the mean of all."""
        together = np.concatenate(self.cosines) if self.cosines else np.zeros(1)
        return float(together.mean() + together.std())

    def nearest(self, limit: int, only: Collection[str] | None = None) -> list[tuple[str, float]]:
        """-> (chunk_id, cosine), best first, equal ones by chunk_id."""
        if not self.sets or limit < 1:
            return []
        if only is not None:
            return _best(list(self.of(only).items()), limit)
        together = np.concatenate(self.cosines)
        lowest = np.partition(together, -limit)[-limit] if together.size > limit else -np.inf
        # More than the limit when cosines are equal at the end: chunk_id decides among them.
        found = [
            (vector_set.chunk_ids[nth], float(cosines[nth]))
            for vector_set, cosines in zip(self.sets, self.cosines, strict=True)
            for nth in np.flatnonzero(cosines >= lowest)
        ]
        return _best(found, limit)

    def of(self, chunk_ids: Iterable[str]) -> dict[str, float]:
        """Of each of these chunks that has a vector."""
        owners = {vector_set.reg_id: nth for nth, vector_set in enumerate(self.sets)}
        found = {}
        for chunk_id in chunk_ids:
            nth = owners.get(ids.reg_id_of(chunk_id))
            place = None if nth is None else self.sets[nth].positions.get(chunk_id)
            if nth is not None and place is not None:
                found[chunk_id] = float(self.cosines[nth][place])
        return found


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


def _cosines(
    sets: Sequence[VectorSet], query_vector: Sequence[float]
) -> tuple[NDArray[np.float64], ...]:
    if not sets:
        return ()
    asked = np.asarray(query_vector, dtype=np.float64)
    for vector_set in sets:
        if asked.size != vector_set.dimension:
            raise ValueError(f"asked with {asked.size} numbers, stored are {vector_set.dimension}")
    length = float(np.linalg.norm(asked)) or 1.0
    unit = (asked / length).astype(np.float32)
    products: list[NDArray[np.float32]] = [vector_set.rows @ unit for vector_set in sets]
    exact = np.concatenate(products).astype(np.float64)
    together: NDArray[np.float64] = np.asarray(np.round(exact, _DECIMALS), dtype=np.float64)
    ends = np.cumsum([product.size for product in products])
    return tuple(together[end - part.size : end] for part, end in zip(products, ends, strict=True))
