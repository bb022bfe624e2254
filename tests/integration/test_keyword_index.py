"""The keyword index against DuckDB's FTS, a small BM25, threads, failures and the power cut."""

import random
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from math import log10
from pathlib import Path

import duckdb
import pytest

from core.store import keyword_index, postings
from core.store.database import Database
from core.store.extensions import load_extension
from core.store.keyword_index import IndexedChunk
from tests.prepared_process import Prepared

ROOT = Path(__file__).parents[2]


def made_chunks(reg_id: str, count: int, seed: int = 0) -> list[IndexedChunk]:
    choose = random.Random(f"{reg_id} {seed}")
    return [
        IndexedChunk(
            chunk_id=f"{reg_id}#{nth:03d}",
            reg_id=reg_id,
            words=" ".join(some_tokens(choose, "词", choose.randint(0, 30))),
            characters=" ".join(some_tokens(choose, "字", choose.randint(0, 80))),
        )
        for nth in range(count)
    ]


def some_tokens(choose: random.Random, letter: str, count: int) -> list[str]:
    return [f"{letter}{int(choose.paretovariate(0.6)) % 60}" for _ in range(count)]


def index(database: Database, chunks: list[IndexedChunk]) -> None:
    with database.writing() as cursor:
        keyword_index.index_chunks(cursor, chunks[0].reg_id, chunks)


def found(database, words=(), characters=(), reg_ids=None, limit=10):
    hits = keyword_index.search(database, words, characters, reg_ids=reg_ids, limit=limit)
    return [(hit.chunk_id, hit.score) for hit in hits]


def small_bm25(chunks, words, characters, limit=10):
    scores = Counter()
    for field, terms in (("words", words), ("characters", characters)):
        texts = {chunk.chunk_id: getattr(chunk, field).split() for chunk in chunks}
        mean = sum(map(len, texts.values())) / len(texts)
        for term in set(terms):
            holders = {each: text.count(term) for each, text in texts.items() if term in text}
            rarity = log10((len(texts) - len(holders) + 0.5) / (len(holders) + 0.5) + 1)
            for chunk_id, count in holders.items():
                damping = 1.2 * (0.25 + 0.75 * len(texts[chunk_id]) / mean)
                scores[chunk_id] += rarity * count * 2.2 / (count + damping)
    return sorted(scores.items(), key=lambda pair: (-round(pair[1], 9), pair[0]))[:limit]


class FtsReference:
    """The same rows under DuckDB's own index, in a store without the locks of ours."""

    def __init__(self, chunks):
        self.connection = duckdb.connect()
        load_extension(self.connection, "fts", allow_downloads=False)
        for field in ("words", "characters"):
            self.connection.execute(f"CREATE TABLE {field} (chunk_id VARCHAR, tokens VARCHAR)")
            self.connection.executemany(
                f"INSERT INTO {field} VALUES (?, ?)",
                [(chunk.chunk_id, getattr(chunk, field)) for chunk in chunks],
            )
            self.connection.execute(
                rf"""
                PRAGMA create_fts_index(
                    '{field}', 'chunk_id', 'tokens', stemmer='none', stopwords='none',
                    ignore='\s+', strip_accents=0, lower=0
                )
                """
            )

    def search(self, words, characters, limit=10):
        return self.connection.execute(
            """
            SELECT chunk_id, coalesce(a, 0) + coalesce(b, 0) AS score
            FROM (SELECT chunk_id, fts_main_words.match_bm25(chunk_id, $words) AS a FROM words)
            JOIN (
                SELECT chunk_id, fts_main_characters.match_bm25(chunk_id, $characters) AS b
                FROM characters
            ) USING (chunk_id)
            WHERE a IS NOT NULL OR b IS NOT NULL
            ORDER BY round(score, 9) DESC, chunk_id
            LIMIT $limit
            """,
            {"words": " ".join(words), "characters": " ".join(characters), "limit": limit},
        ).fetchall()


def assert_same(answer, expected):
    assert [chunk_id for chunk_id, _ in answer] == [chunk_id for chunk_id, _ in expected]
    assert [score for _, score in answer] == pytest.approx([score for _, score in expected])


@pytest.mark.parametrize("delta_rows_at_least", [0, 10**9])
@pytest.mark.parametrize("questions_at_once", [2, 32])
def test_ranks_and_scores_are_those_of_fts_and_of_a_small_bm25(
    database, monkeypatch, delta_rows_at_least, questions_at_once
):
    """With everything sorted in and with everything waiting; after a replacement and a removal."""
    monkeypatch.setattr(postings, "_QUESTIONS_AT_ONCE", questions_at_once)
    sizes = {"a": 40, "b": 70, "c": 25, "d": 30}
    for reg_id, size in sizes.items():
        index(database, made_chunks(reg_id, size))
        keyword_index.compact_if_due(database, delta_rows_at_least=delta_rows_at_least)
    index(database, made_chunks("b", 60, seed=1))
    with database.writing() as cursor:
        keyword_index.remove(cursor, "c")
    chunks = made_chunks("a", 40) + made_chunks("b", 60, seed=1) + made_chunks("d", 30)
    fts = FtsReference(chunks)
    choose = random.Random(3)
    for _ in range(60):
        words = some_tokens(choose, "词", choose.randint(0, 4))
        characters = some_tokens(choose, "字", choose.randint(1, 8))
        answer = found(database, words, characters)
        assert_same(answer, small_bm25(chunks, words, characters))
        assert_same(answer, fts.search(words, characters))


def test_a_filter_limits_who_is_found_and_leaves_scores_as_they_are(database):
    for reg_id in "abc":
        index(database, made_chunks(reg_id, 30))
    everything = found(database, ["词1", "词2"], ["字1"], limit=1000)
    inside = found(database, ["词1", "词2"], ["字1"], reg_ids={"a", "c"}, limit=1000)
    assert inside == [pair for pair in everything if pair[0][0] in "ac"]
    assert len(inside) < len(everything)
    assert found(database, ["词1"], reg_ids=[]) == []
    assert found(database, ["词1"], reg_ids=["unknown"]) == []


def test_holders_of_a_phrase_are_the_chunks_with_all_its_tokens_in_one_of_its_ways(database):
    """Also where numbers of chunks do not rise: those of a regulation that was indexed again."""
    for reg_id, seed in (("a", 0), ("b", 0), ("a", 1)):
        index(database, made_chunks(reg_id, 40, seed))
        keyword_index.compact_if_due(database, delta_rows_at_least=100 * seed)
    chunks = made_chunks("a", 40, seed=1) + made_chunks("b", 40)
    choose = random.Random(5)
    for _ in range(40):
        ways = [
            (some_tokens(choose, "词", choose.randint(0, 2)), some_tokens(choose, "字", 2))
            for _ in range(2)
        ]
        expected = {
            chunk.chunk_id
            for chunk in chunks
            if any(
                {*words} <= {*chunk.words.split()} and {*characters} <= {*chunk.characters.split()}
                for words, characters in ways
            )
        }
        scores = keyword_index.score(database, [], [], reg_ids=None, phrases=[ways])
        assert set(scores.directory.chunk_ids[scores.holders[0]]) == expected


def test_what_is_not_there_is_not_found(database):
    assert found(database, ["词1"]) == []
    index(database, made_chunks("a", 5))
    assert found(database) == []
    assert found(database, ["词1"], limit=0) == []
    assert found(database, ["字1"], ["词1"]) == []  # each token in its own field


def test_equal_scores_are_in_the_order_of_chunk_id_at_the_limit_too(database):
    def same(reg_id, names):
        return [
            IndexedChunk(chunk_id=name, reg_id=reg_id, words="甲 乙 丙", characters="")
            for name in names
        ]

    index(database, same("late", ["z", "c", "m"]))
    index(database, same("early", ["b", "y", "a"]))
    keyword_index.compact_if_due(database, delta_rows_at_least=0)
    index(database, same("last", ["d"]))
    answer = found(database, ["甲", "丙"], limit=4)
    assert [chunk_id for chunk_id, _ in answer] == ["a", "b", "c", "d"]
    assert len({score for _, score in answer}) == 1


def test_a_word_found_in_every_chunk_still_counts(database):
    index(
        database,
        [IndexedChunk(chunk_id=name, reg_id="a", words="甲", characters="") for name in "xy"],
    )
    assert all(score > 0 for _, score in found(database, ["甲"]))


def test_removing_leaves_no_row_behind(database):
    index(database, made_chunks("a", 10))
    keyword_index.compact_if_due(database, delta_rows_at_least=0)
    index(database, made_chunks("b", 10))
    with database.writing() as cursor:
        keyword_index.remove(cursor, "a")
        keyword_index.remove(cursor, "b")
        keyword_index.remove(cursor, "never there")
    assert keyword_index.state(database).model_dump() == {
        "method": "postings",
        "chunks": 0,
        "sorted_rows": 0,
        "waiting_rows": 0,
    }
    with database.writing() as cursor:
        keyword_index.index_chunks(cursor, "empty", [])
    assert keyword_index.method(database) == "postings"


def test_chunks_of_another_regulation_are_refused(database):
    with database.writing() as cursor, pytest.raises(ValueError, match="chunks of"):
        keyword_index.index_chunks(cursor, "a", made_chunks("b", 1))


def test_compaction_waits_until_there_is_enough(database):
    index(database, made_chunks("a", 10))
    assert not keyword_index.compact_if_due(database)
    waiting = keyword_index.state(database).waiting_rows
    assert keyword_index.compact_if_due(database, delta_rows_at_least=waiting)
    state = keyword_index.state(database)
    assert (state.sorted_rows, state.waiting_rows) == (waiting, 0)
    assert not keyword_index.compact_if_due(database, delta_rows_at_least=0)


def test_a_transaction_that_fails_leaves_the_index_as_it_was(database):
    index(database, made_chunks("a", 20))
    keyword_index.compact_if_due(database, delta_rows_at_least=0)
    index(database, made_chunks("b", 20))
    before = found(database, ["词1", "词3"], ["字2"], limit=50)

    def write_and_fail():
        with database.writing() as cursor:
            keyword_index.index_chunks(cursor, "a", made_chunks("a", 30, seed=9))
            keyword_index.remove(cursor, "b")
            postings.compact(cursor)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_and_fail()
    assert found(database, ["词1", "词3"], ["字2"], limit=50) == before
    index(database, made_chunks("c", 5))
    assert_same(
        found(database, ["词1"]),
        small_bm25(made_chunks("a", 20) + made_chunks("b", 20) + made_chunks("c", 5), ["词1"], []),
    )


def test_eight_threads_find_what_some_commit_held_while_one_writes(database):
    index(database, made_chunks("stays", 30))
    versions = [made_chunks("moving", 20 + seed, seed) for seed in range(4)]
    asked = (["词1", "词2"], ["字1", "字3"])
    allowed = {
        tuple(
            (chunk_id, round(score, 9))
            for chunk_id, score in small_bm25(made_chunks("stays", 30) + version, *asked)
        )
        for version in versions
    }
    index(database, versions[0])
    searching = True

    def write() -> int:
        rounds = 0
        while searching:
            rounds += 1
            index(database, versions[rounds % 4])
            keyword_index.compact_if_due(database, delta_rows_at_least=rounds % 3 * 10**6)
        return rounds

    def search() -> set[object]:
        return {
            tuple((chunk_id, round(score, 9)) for chunk_id, score in found(database, *asked))
            for _ in range(40)
        }

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


INDEX_FOR_EVER = """
from itertools import count
from pathlib import Path
from core.store import keyword_index
from core.store.database import Database
from tests.integration.test_keyword_index import index, made_chunks

versions = [made_chunks("torn", 150, seed) for seed in (0, 1)]

def run(path):
    database = Database(Path(path))
    print("ready", flush=True)
    for nth in count():
        index(database, versions[nth % 2])
        keyword_index.compact_if_due(database, delta_rows_at_least=nth % 2 * 10**6)
"""


def test_kills_in_the_middle_of_indexing_tear_nothing(settings, tmp_path):
    database = Database(settings.database_path)
    index(database, made_chunks("stays", 30))
    index(database, made_chunks("torn", 150, seed=1))
    database.close()
    asked = (["词1", "词4"], ["字1", "字2"])
    allowed = [
        small_bm25(made_chunks("stays", 30) + made_chunks("torn", 150, seed), *asked)
        for seed in (0, 1)
    ]
    delays = random.Random(7)
    with Prepared(INDEX_FOR_EVER, tmp_path, settings.database_path) as prepared:
        for _ in range(8):
            indexer = prepared.start()
            assert indexer.stdout.readline() == "ready\n"
            time.sleep(delays.uniform(0.0, 0.4))
            indexer.kill()
            database = Database(settings.database_path)
            answer = found(database, *asked)
            database.close()
            nearest = min(allowed, key=lambda expected: abs(expected[0][1] - answer[0][1]))
            assert_same(answer, nearest)
