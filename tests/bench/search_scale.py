"""What a keyword search costs in a large store, and what adding one more regulation costs.

Usage: python -m tests.bench.search_scale [CHUNKS ...]
"""

import random
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from statistics import quantiles

import numpy as np

from core.store import keyword_index, postings, vectors
from core.store.database import Database
from core.store.keyword_index import IndexedChunk
from tests.bench.measuring import cpu_seconds, report

CHUNKS_EACH = 600  # about 200 pages
LETTERS = [chr(0x4E00 + nth) for nth in range(3000)]
LETTER_WEIGHTS = list(accumulate(1 / (rank + 8) for rank in range(len(LETTERS))))
DIMENSION = 384


def main(sizes: list[int]) -> None:
    report({"stores": [_measure(size) for size in sizes]})


def _measure(chunk_count: int) -> dict[str, object]:
    choose = random.Random(5)
    vocabulary = ["".join(_letters(choose, choose.choice((1, 2, 2, 2, 3)))) for _ in range(40_000)]
    weights = list(accumulate(1 / (rank + 3) for rank in range(len(vocabulary))))

    def words(count: int) -> list[str]:
        return choose.choices(vocabulary, cum_weights=weights, k=count)

    def regulation(reg_id: str, count: int) -> list[IndexedChunk]:
        chunks = []
        for nth in range(count):
            tokens = words(choose.randint(60, 400))
            chunks.append(
                IndexedChunk(
                    chunk_id=f"{reg_id}#{nth:05d}",
                    reg_id=reg_id,
                    words=" ".join(tokens),
                    characters=" ".join(_characters("".join(tokens))),
                )
            )
        return chunks

    with tempfile.TemporaryDirectory() as folder:
        database = Database(Path(folder) / "gridcode.duckdb")
        adding = []
        compacting = []
        for nth, first in enumerate(range(0, chunk_count, CHUNKS_EACH)):
            reg_id = f"reg_{nth:04d}"
            chunks = regulation(reg_id, min(CHUNKS_EACH, chunk_count - first))
            adding.append(
                _cost(lambda reg_id=reg_id, chunks=chunks: _add(database, reg_id, chunks))
            )
            compacting.append(_cost(lambda: keyword_index.compact_if_due(database)))
        database.checkpoint()
        one_more = regulation("one_more", CHUNKS_EACH)

        def ask(reg_ids: list[str] | None = None) -> None:
            asked = words(6)
            keyword_index.search(
                database, asked, _characters("".join(asked)), reg_ids=reg_ids, limit=100
            )

        ask()
        figures: dict[str, object] = {
            "chunks": chunk_count,
            "state": keyword_index.state(database).model_dump(),
            "store_mb": round(database.path.stat().st_size / 2**20),
            "search": _costs(ask, 200),
            "search_in_one_regulation": _costs(lambda: ask(["reg_0000"]), 100),
            "add_regulation": _cost(lambda: _add(database, "one_more", one_more)),
            "search_after_adding": _costs(ask, 100),
            "replace_regulation": _cost(lambda: _add(database, "one_more", one_more)),
            "remove_sorted_regulation": _cost(lambda: _remove(database, "reg_0001")),
            "last_add_while_filling": adding[-1],
            "largest_compaction": max(compacting, key=lambda cost: cost["wall_s"]),
            "all_compactions_cpu_s": round(sum(cost["cpu_s"] for cost in compacting), 1),
            "compact": _cost(lambda: _compact(database)),
            "vectors": _measure_vectors(database, chunk_count),
        }
        database.close()
    return figures


def _measure_vectors(database: Database, chunk_count: int) -> dict[str, object]:
    choose = np.random.default_rng(3)
    for first in range(0, chunk_count, CHUNKS_EACH):
        made = choose.standard_normal((CHUNKS_EACH, DIMENSION), dtype=np.float32)
        reg_id = f"reg_{first // CHUNKS_EACH:04d}"
        named = {f"{reg_id}#{nth:05d}": vector.tolist() for nth, vector in enumerate(made)}
        with database.writing() as cursor:
            vectors.save_vectors(cursor, reg_id, "made", DIMENSION, named)
    database.checkpoint()
    asked = choose.standard_normal(DIMENSION, dtype=np.float32).tolist()
    some = [f"reg_0000#{nth:05d}" for nth in range(100)]
    vectors.nearest(database, "made", asked, reg_ids=None, limit=100)
    return {
        "nearest": _costs(
            lambda: vectors.nearest(database, "made", asked, reg_ids=None, limit=100), 30
        ),
        "nearest_in_one_regulation": _costs(
            lambda: vectors.nearest(database, "made", asked, reg_ids=["reg_0000"], limit=100), 30
        ),
        "similarities_of_100": _costs(
            lambda: vectors.similarities(database, "made", asked, some), 30
        ),
    }


def _letters(choose: random.Random, count: int) -> list[str]:
    return choose.choices(LETTERS, cum_weights=LETTER_WEIGHTS, k=count)


def _characters(text: str) -> list[str]:
    return [*text, *(text[nth : nth + 2] for nth in range(len(text) - 1))]


def _add(database: Database, reg_id: str, chunks: list[IndexedChunk]) -> None:
    with database.writing() as cursor:
        keyword_index.index_chunks(cursor, reg_id, chunks)


def _remove(database: Database, reg_id: str) -> None:
    with database.writing() as cursor:
        keyword_index.remove(cursor, reg_id)


def _compact(database: Database) -> None:
    with database.writing() as cursor:
        postings.compact(cursor)


def _cost(action: Callable[[], object]) -> dict[str, float]:
    wall, cpu = time.perf_counter(), cpu_seconds()
    action()
    return {
        "wall_s": round(time.perf_counter() - wall, 3),
        "cpu_s": round(cpu_seconds() - cpu, 3),
    }


def _costs(action: Callable[[], object], repeats: int) -> dict[str, float]:
    walls, cpus = [], []
    for _ in range(repeats):
        wall, cpu = time.perf_counter(), time.process_time()
        action()
        walls.append(1000 * (time.perf_counter() - wall))
        cpus.append(1000 * (time.process_time() - cpu))
    return {
        f"{name}_{kind}_ms": round(quantiles(times, n=20)[cut], 1)
        for kind, times in (("wall", walls), ("cpu", cpus))
        for name, cut in (("p50", 9), ("p95", 18))
    }


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [10_000, 100_000])
