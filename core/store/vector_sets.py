"""The vectors of a regulation, kept in memory between searches.

Reading 100,000 vectors out of the file takes half a second, comparing them in memory a few
milliseconds. A set is read again only when its stamp in the store has changed, so a new regulation
costs the next search no more than its own vectors.
"""

from collections.abc import Collection
from dataclasses import dataclass
from threading import Lock
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from core.store.database import Cursor, Database


@dataclass(frozen=True)
class VectorSet:
    """``rows`` have length 1 (or 0 where the vector is nothing but zeros)."""

    reg_id: str
    stamp: str
    dimension: int
    chunk_ids: tuple[str, ...]
    positions: dict[str, int]
    rows: NDArray[np.float32]


class _Kept:
    """The sets of the embedder that was asked for last: two embedders would double the memory."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._embedder = ""
        self._sets: dict[str, VectorSet] = {}

    def sets(self, embedder: str) -> dict[str, VectorSet]:
        with self._lock:
            return dict(self._sets) if embedder == self._embedder else {}

    def keep(self, embedder: str, loaded: Collection[VectorSet], existing: Collection[str]) -> None:
        with self._lock:
            if embedder != self._embedder:
                self._embedder, self._sets = embedder, {}
            self._sets |= {each.reg_id: each for each in loaded}
            self._sets = {reg_id: each for reg_id, each in self._sets.items() if reg_id in existing}


_kept: WeakKeyDictionary[Database, _Kept] = WeakKeyDictionary()
_kept_lock = Lock()


def load_sets(
    database: Database, embedder: str, reg_ids: Collection[str] | None
) -> list[VectorSet]:
    """As one committed state of the store has them, by reg_id."""
    with _kept_lock:
        kept = _kept.setdefault(database, _Kept())
    held = kept.sets(embedder)
    with database.reading() as cursor:
        cursor.begin()  # stamps and vectors of one committed state
        stamps = _stamps(cursor, embedder)
        wanted = sorted(stamps.keys() if reg_ids is None else stamps.keys() & set(reg_ids))
        changed = [
            reg_id
            for reg_id in wanted
            if reg_id not in held or held[reg_id].stamp != stamps[reg_id][0]
        ]
        loaded = {reg_id: _load(cursor, embedder, reg_id, *stamps[reg_id]) for reg_id in changed}
    kept.keep(embedder, list(loaded.values()), stamps.keys())
    return [loaded[reg_id] if reg_id in loaded else held[reg_id] for reg_id in wanted]


def _stamps(cursor: Cursor, embedder: str) -> dict[str, tuple[str, int]]:
    rows = cursor.execute(
        "SELECT reg_id, stamp, dimension FROM vector_sets WHERE embedder = $embedder",
        {"embedder": embedder},
    ).fetchall()
    return {reg_id: (stamp, dimension) for reg_id, stamp, dimension in rows}


def _load(cursor: Cursor, embedder: str, reg_id: str, stamp: str, dimension: int) -> VectorSet:
    found = cursor.execute(
        """
        SELECT chunk_id, vector
        FROM chunk_vectors
        WHERE reg_id = $reg_id AND embedder = $embedder
        """,
        {"reg_id": reg_id, "embedder": embedder},
    ).to_arrow_table()
    chunk_ids = tuple(found["chunk_id"].to_pylist())
    values = found["vector"].combine_chunks().flatten().to_numpy().reshape(-1, dimension)
    lengths = np.linalg.norm(values.astype(np.float64), axis=1, keepdims=True)
    lengths[lengths == 0] = 1
    return VectorSet(
        reg_id=reg_id,
        stamp=stamp,
        dimension=dimension,
        chunk_ids=chunk_ids,
        positions={chunk_id: nth for nth, chunk_id in enumerate(chunk_ids)},
        rows=(values / lengths).astype(np.float32),
    )
