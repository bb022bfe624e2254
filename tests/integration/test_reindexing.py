"""Tokens and vectors made anew in the background, beside whatever else happens meanwhile."""

import pytest

from core.retrieval.chunking import ContentChunker
from core.retrieval.user_dictionary import UserDictionary
from core.services.indexing import Indexer, refresh, waiting_work
from core.store import vectors
from core.store.integrity import find_problems
from core.store.regulations import delete_regulation, save_regulation
from tests.made_regulations import plain_regulation


class MadeUpEmbedder:
    """Counts the texts it was given; ``before`` happens while it is at work."""

    name, dimension, alpha, judges_answers = "made-up", 2, 0.3, False

    def __init__(self):
        self.asked = 0
        self.before = lambda: None

    def embed(self, texts):
        self.before()
        self.asked += len(texts)
        return [[1.0, float(len(text))] for text in texts]


@pytest.fixture
def embedder():
    return MadeUpEmbedder()


@pytest.fixture
def library(database, embedder):
    """Two regulations, indexed and embedded."""
    for reg_id in ("one", "two"):
        regulation = plain_regulation(reg_id, 2)
        regulation = regulation.model_copy(update={"chunks": ContentChunker().chunk(regulation)})
        save_regulation(database, regulation, material=[Indexer(embedder).material(regulation)])
    return database


def nothing(stage, done, total):
    return None


NEW_RULES = UserDictionary({"母线失压": ()})


def test_new_rules_for_tokens_keep_the_vectors_of_chunks_that_read_as_before(library, embedder):
    before = vectors.vectors_of(library, "one", embedder.name)
    embedder.asked = 0
    indexer = Indexer(embedder, NEW_RULES)
    assert refresh(library, indexer, nothing) == {"indexed": ["one", "two"], "embedded": []}
    assert embedder.asked == 0
    assert vectors.vectors_of(library, "one", embedder.name) == before
    assert waiting_work(library, indexer) == ([], [])


def test_what_is_deleted_while_it_is_indexed_does_not_come_back(library, embedder):
    def delete_the_next(stage, done, total):
        if done == 0:
            delete_regulation(library, "one")

    assert refresh(library, Indexer(embedder, NEW_RULES), delete_the_next)["indexed"] == ["two"]
    assert_nothing_is_left_of_one(library)


def test_what_is_deleted_while_it_is_embedded_does_not_come_back(library):
    other = MadeUpEmbedder()
    other.name = "another"
    other.before = lambda: delete_once(library)
    assert refresh(library, Indexer(other), nothing)["embedded"] == ["two"]
    assert_nothing_is_left_of_one(library)


def delete_once(database):
    with database.reading() as cursor:
        there = cursor.execute("SELECT 1 FROM regulations WHERE reg_id = 'one'").fetchone()
    if there:
        delete_regulation(database, "one")


def assert_nothing_is_left_of_one(database):
    assert find_problems(database) == []
    with database.reading() as cursor:
        for table in ("chunks", "keyword_chunks", "search_sets", "chunk_vectors", "vector_sets"):
            left = cursor.execute(f"SELECT count(*) FROM {table} WHERE reg_id = 'one'").fetchone()
            assert left == (0,), table
