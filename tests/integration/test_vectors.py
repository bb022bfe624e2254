"""Vectors in the store: exact, of their own embedder, and never stale."""

import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from core.model import Chunk
from core.store import chunks, vectors
from core.store.database import Database

ROOT = Path(__file__).parents[2]
DIMENSION = 8


def made_vectors(reg_id: str, count: int, seed: int = 0, dimension: int = DIMENSION):
    made = np.random.default_rng([seed, *reg_id.encode()]).standard_normal((count, dimension))
    return {f"{reg_id}/c{nth:03d}": vector.tolist() for nth, vector in enumerate(made)}


def save(database: Database, reg_id: str, made, embedder: str = "small", dimension=DIMENSION):
    with database.writing() as cursor:
        vectors.save_vectors(cursor, reg_id, embedder, dimension, made)


def nearest(database, asked, embedder="small", reg_ids=None, limit=10):
    return vectors.compare(database, embedder, asked, reg_ids).nearest(limit)


def cosines(made, asked):
    asked = np.array(asked)
    return {
        chunk_id: float(np.dot(v, asked) / np.linalg.norm(v) / np.linalg.norm(asked))
        for chunk_id, v in made.items()
    }


def best(made, asked, limit=10):
    return sorted(cosines(made, asked).items(), key=lambda pair: -pair[1])[:limit]


def assert_same(answer, expected):
    assert [chunk_id for chunk_id, _ in answer] == [chunk_id for chunk_id, _ in expected]
    assert [each for _, each in answer] == pytest.approx([each for _, each in expected], abs=2e-6)


ASKED = made_vectors("asked", 1)["asked/c000"]


def test_the_nearest_are_those_of_an_exact_comparison(database):
    made = {reg_id: made_vectors(reg_id, 50) for reg_id in "abc"}
    for reg_id, each in made.items():
        save(database, reg_id, each)
    assert_same(nearest(database, ASKED), best(made["a"] | made["b"] | made["c"], ASKED))
    assert_same(nearest(database, ASKED, reg_ids=["a", "c"]), best(made["a"] | made["c"], ASKED))
    assert nearest(database, ASKED, reg_ids=[]) == []
    assert nearest(database, ASKED, limit=0) == []
    assert nearest(database, ASKED, embedder="unknown") == []


def test_similarities_are_told_for_the_chunks_that_have_a_vector(database):
    made = made_vectors("a", 20)
    save(database, "a", made)
    wanted = ["a/c003", "a/c017", "a/c099"]
    answer = vectors.compare(database, "small", ASKED, None).of(wanted)
    expected = cosines(made, ASKED)
    assert answer == pytest.approx({each: expected[each] for each in wanted[:2]}, abs=2e-6)


def test_equal_vectors_are_in_the_order_of_chunk_id(database):
    save(database, "b", {"b/c1": ASKED, "b/c0": [2 * each for each in ASKED]})
    save(database, "a", {"a/c1": ASKED} | made_vectors("a", 7))
    answer = nearest(database, ASKED, limit=3)
    assert answer == [("a/c1", 1.0), ("b/c0", 1.0), ("b/c1", 1.0)]


def test_two_embedders_stand_side_by_side_while_chunks_are_embedded_anew(database):
    old, new = made_vectors("a", 6), made_vectors("a", 6, seed=1, dimension=4)
    save(database, "a", old, embedder="old")
    save(database, "a", dict(list(new.items())[:2]), embedder="new", dimension=4)
    assert_same(nearest(database, ASKED, embedder="old"), best(old, ASKED))
    save(database, "a", dict(list(new.items())[2:]), embedder="new", dimension=4)
    assert_same(nearest(database, ASKED[:4], embedder="new"), best(new, ASKED[:4]))
    assert [each.model_dump() for each in vectors.stored_embedders(database)] == [
        {"embedder": "new", "dimension": 4, "chunks": 6},
        {"embedder": "old", "dimension": 8, "chunks": 6},
    ]
    with database.writing() as cursor:
        vectors.remove_embedder(cursor, "old")
    assert nearest(database, ASKED, embedder="old") == []
    assert len(nearest(database, ASKED[:4], embedder="new")) == 6


def test_what_is_missing_is_told_in_reading_order(database):
    with database.writing() as cursor:
        chunks.insert(cursor, [made_chunk("b", 0), made_chunk("a", 1), made_chunk("a", 0)])
    save(database, "b", made_vectors("b", 1), embedder="other")
    save(database, "a", {"a/c001": ASKED})
    assert vectors.missing(database, "small") == ["a/c000", "b/c000"]
    assert vectors.missing(database, "none yet") == ["a/c000", "a/c001", "b/c000"]


def made_chunk(reg_id: str, nth: int) -> Chunk:
    return Chunk(
        chunk_id=f"{reg_id}/c{nth:03d}",
        reg_id=reg_id,
        chunk_index=nth,
        content="电",
        start_position=0,
        end_position=1,
        page_num=1,
        page_end=1,
    )


@pytest.mark.parametrize(
    ("made", "dimension", "words"),
    [
        ({"a/c0": [1.0, 2.0]}, 3, "has not 3 numbers"),
        ({"a/c0": [1.0, float("nan")]}, 2, "finite"),
        ({"a/c0": [1.0, 1e39]}, 2, "finite"),
        ({"a/c0": [1.0, 2.0]}, 2, "vectors of 8 numbers"),
    ],
)
def test_vectors_that_cannot_be_compared_are_refused(database, made, dimension, words):
    save(database, "b", made_vectors("b", 1))
    with pytest.raises(ValueError, match=words):
        save(database, "a", made, dimension=dimension)
    with pytest.raises(ValueError, match="asked with 2 numbers"):
        nearest(database, [1.0, 2.0])


def test_nothing_and_zeros_are_harmless(database):
    save(database, "a", {})
    assert nearest(database, ASKED) == []
    save(database, "a", {"a/c0": [0.0] * DIMENSION})
    assert nearest(database, ASKED) == [("a/c0", 0.0)]
    assert nearest(database, [0.0] * DIMENSION) == [("a/c0", 0.0)]


def test_what_is_held_in_memory_follows_every_commit_and_no_rollback(database):
    first, second = made_vectors("a", 20), made_vectors("a", 20, seed=1)
    save(database, "a", first)
    assert_same(nearest(database, ASKED), best(first, ASKED))

    def write_and_fail():
        with database.writing() as cursor:
            vectors.remove(cursor, "a")
            vectors.save_vectors(cursor, "a", "small", DIMENSION, second)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_and_fail()
    assert_same(nearest(database, ASKED), best(first, ASKED))
    save(database, "a", second)
    assert_same(nearest(database, ASKED), best(second, ASKED))
    save(database, "a", {"a/c000": ASKED})
    assert nearest(database, ASKED)[0] == ("a/c000", 1.0)
    with database.writing() as cursor:
        vectors.remove(cursor, "a")
    assert nearest(database, ASKED) == []
    save(database, "a", first)
    assert_same(nearest(database, ASKED), best(first, ASKED))


def test_eight_threads_find_what_some_commit_held_while_one_writes(database):
    versions = [made_vectors("a", 10 + seed, seed) for seed in range(4)]
    allowed = {tuple(each for each, _ in best(version, ASKED)) for version in versions}
    save(database, "a", versions[0])
    searching = True

    def write() -> int:
        rounds = 0
        while searching:
            rounds += 1
            with database.writing() as cursor:
                vectors.remove(cursor, "a")
                vectors.save_vectors(cursor, "a", "small", DIMENSION, versions[rounds % 4])
        return rounds

    def search() -> set[object]:
        return {tuple(each for each, _ in nearest(database, ASKED)) for _ in range(60)}

    with ThreadPoolExecutor(9) as pool:
        writer = pool.submit(write)
        readers = [pool.submit(search) for _ in range(8)]
        try:
            seen = set().union(*(reader.result() for reader in readers))
        finally:
            searching = False
        rounds = writer.result()
    assert rounds > 1
    assert seen <= allowed


SAVE_AND_DIE = """
    import os, signal, sys
    from pathlib import Path
    from core.store import vectors
    from core.store.database import Database
    from tests.integration.test_vectors import DIMENSION, made_vectors, save

    database = Database(Path(sys.argv[1]))
    save(database, "a", made_vectors("a", 20))
    with database.writing() as cursor:
        vectors.remove(cursor, "a")
        vectors.save_vectors(cursor, "a", "small", DIMENSION, made_vectors("a", 20, seed=1))
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_kill_before_the_commit_leaves_the_vectors_as_they_were(settings):
    for _ in range(3):
        killed = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(SAVE_AND_DIE), settings.database_path],
            cwd=ROOT,
            check=False,
        )
        assert killed.returncode == -9
        database = Database(settings.database_path)
        assert_same(nearest(database, ASKED), best(made_vectors("a", 20), ASKED))
        database.close()
