"""Vectors of chunks, compared exactly. Each belongs to the embedder that made it."""

from collections.abc import Collection, Mapping, Sequence
from uuid import uuid4

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

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


def remove_embedder(cursor: Cursor, embedder: str) -> None:
    """Once another one has taken its place; inside the caller's transaction."""
    cursor.execute("DELETE FROM chunk_vectors WHERE embedder = $embedder", {"embedder": embedder})
    cursor.execute("DELETE FROM vector_sets WHERE embedder = $embedder", {"embedder": embedder})


def nearest(
    database: Database,
    embedder: str,
    query_vector: Sequence[float],
    *,
    reg_ids: Collection[str] | None,
    limit: int,
) -> list[tuple[str, float]]:
    """-> (chunk_id, cosine), best first, equal ones by chunk_id. Every vector is compared."""
    sets = load_sets(database, embedder, reg_ids)
    if not sets or limit < 1:
        return []
    by_set = [_cosines(vector_set, query_vector) for vector_set in sets]
    cosines = np.concatenate(by_set)
    lowest = np.partition(cosines, -limit)[-limit] if cosines.size > limit else -np.inf
    # More than the limit when cosines are equal at the end: chunk_id decides among them.
    found = [
        (vector_set.chunk_ids[nth], float(cosines[nth]))
        for vector_set, cosines in zip(sets, by_set, strict=True)
        for nth in np.flatnonzero(cosines >= lowest)
    ]
    return sorted(found, key=lambda pair: (-pair[1], pair[0]))[:limit]


def similarities(
    database: Database, embedder: str, query_vector: Sequence[float], chunk_ids: Collection[str]
) -> dict[str, float]:
    """The cosine of each of these chunks that the embedder has a vector for."""
    found: dict[str, float] = {}
    for vector_set in load_sets(database, embedder, None):
        here = [chunk_id for chunk_id in chunk_ids if chunk_id in vector_set.positions]
        if here:
            cosines = _cosines(vector_set, query_vector)
            found |= {each: float(cosines[vector_set.positions[each]]) for each in here}
    return found


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


def _cosines(vector_set: VectorSet, query_vector: Sequence[float]) -> NDArray[np.float64]:
    asked = np.asarray(query_vector, dtype=np.float64)
    if asked.size != vector_set.dimension:
        raise ValueError(f"asked with {asked.size} numbers, stored are {vector_set.dimension}")
    length = float(np.linalg.norm(asked)) or 1.0
    products: NDArray[np.float32] = vector_set.rows @ (asked / length).astype(np.float32)
    return np.asarray(np.round(products.astype(np.float64), _DECIMALS), dtype=np.float64)
