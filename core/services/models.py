"""The embedding models on this machine, and, only when asked, fetching one."""

from pathlib import Path

from core.errors import ModelMissing
from core.model.noun import Noun
from core.retrieval.embedding import BundledEmbedder, Embedder, find_model_folder
from core.settings import Settings
from core.store import vectors
from core.store.database import Database


class ModelState(Noun):
    """``chunks`` is how many chunks have its vectors; ``answers``: searches use it."""

    name: str
    here: bool
    answers: bool
    chunks: int = 0
    place: str = ""


def list_models(
    database: Database, settings: Settings, embedder: Embedder | None
) -> list[ModelState]:
    stored = {each.embedder: each.chunks for each in vectors.stored_embedders(database)}
    folder = find_model_folder(settings)
    here = {
        settings.embedding_model: str(folder) if folder else "",
        BundledEmbedder.name: "bundled" if BundledEmbedder.is_here() else "",
    }
    return [
        ModelState(
            name=name,
            here=bool(here.get(name)),
            answers=embedder is not None and embedder.name == name,
            chunks=stored.get(name, 0),
            place=here.get(name, ""),
        )
        for name in dict.fromkeys([*here, *stored])
    ]


def download_model(settings: Settings) -> Path:
    """The one request to the network that the program makes, and only because it was asked for."""
    from fastembed import TextEmbedding
    from loguru import logger as fastembed_log

    fastembed_log.disable("fastembed")  # its failures are told below, in one line
    target = settings.models_dir
    target.mkdir(parents=True, exist_ok=True)
    try:
        TextEmbedding(settings.embedding_model, cache_dir=str(target))
    except Exception as error:  # fastembed passes on whatever its hub client raises
        reason = " ".join(str(error).split())[:200]
        raise ModelMissing(
            f"{settings.embedding_model} could not be fetched: {reason}",
            hint="Check the connection, or copy the model's folder here and name it with "
            "GRIDCODE_EMBEDDING_MODEL_DIR.",
        ) from error
    folder = find_model_folder(settings)
    if folder is None:
        raise ModelMissing(
            f"{settings.embedding_model} was fetched but holds no ONNX file.",
            hint="Name another model with GRIDCODE_EMBEDDING_MODEL.",
        )
    return folder
