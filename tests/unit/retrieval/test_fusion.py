import pytest

from core.retrieval.fusion import fuse


def order(hits):
    return [hit.chunk_id for hit in hits]


def test_what_both_ways_like_comes_first():
    hits = fuse({"a": 5.0, "b": 4.0, "c": 1.0}, {"b": 0.9, "a": 0.2, "d": 0.1}, alpha=0.5)
    assert order(hits)[0] == "b"
    assert (hits[0].keyword_rank, hits[0].vector_rank) == (2, 1)


def test_without_vectors_the_keywords_decide():
    hits = fuse({"a": 1.0, "b": 3.0, "c": 2.0}, {}, alpha=0.3)
    assert order(hits) == ["b", "c", "a"]
    assert hits[0].vector_rank is None


def test_without_keywords_the_vectors_decide():
    assert order(fuse({}, {"a": 0.1, "b": 0.7}, alpha=0.3)) == ["b", "a"]


@pytest.mark.parametrize("alpha", [0.0, 0.3, 1.0])
def test_the_scale_of_a_score_does_not_matter(alpha):
    keywords, vectors = {"a": 1.0, "b": 2.0, "c": 4.0}, {"a": 0.5, "b": 0.1, "c": 0.2}
    scaled = {key: 100 * score + 7 for key, score in keywords.items()}
    assert order(fuse(keywords, vectors, alpha)) == order(fuse(scaled, vectors, alpha))


def test_equal_scores_keep_a_stable_order():
    assert order(fuse({"b": 1.0, "a": 1.0}, {}, alpha=0.5)) == ["a", "b"]
    assert fuse({}, {}, alpha=0.5) == []
