"""docling's own pipeline (layout and table models), where it is installed with its weights.

Probed by looking for files: trying it without weights would wait for a download.
"""

import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import ModelMissing

if TYPE_CHECKING:
    from docling.document_converter import DocumentConverter

_PACKAGES = ("torch", "transformers", "docling_ibm_models")
# Either folder name may hold a model's weights: docling's own download, or the hub's cache.
_LAYOUT = ("docling-project--docling-layout-heron", "models--docling-project--docling-layout-heron")
_TABLES = ("docling-project--docling-models", "models--docling-project--docling-models")
_WEIGHTS = "*.safetensors"
_HINT = (
    "Install the extra with `pip install 'gridcode-workbench[standard]'`, fetch the weights once "
    "with `docling-tools models download`, and set GRIDCODE_DOCLING_ARTIFACTS; "
    "or use the engine grid, which needs neither."
)


def require_standard_engine(artifacts: Path | None) -> None:
    """ModelMissing, at once, where the standard engine cannot run on this machine."""
    missing = [package for package in _PACKAGES if find_spec(package) is None]
    if missing:
        raise ModelMissing(
            f"The engine standard needs packages that are not installed: {', '.join(missing)}.",
            hint=_HINT,
        )
    for folders in (_LAYOUT, _TABLES):
        if not any(_holds_weights(root / name) for root in _roots(artifacts) for name in folders):
            raise ModelMissing(
                f"The engine standard needs the weights {folders[0]}, which are not here.",
                hint=_HINT,
            )


def standard_converter(password: str | None, artifacts: Path | None) -> "DocumentConverter":
    """docling as it comes; offline, with the weights that ``require_standard_engine`` found."""
    from docling.datamodel.backend_options import PdfBackendOptions
    from docling.datamodel.base_models import InputFormat
    from docling.datamodel.pipeline_options import PdfPipelineOptions
    from docling.document_converter import DocumentConverter, PdfFormatOption
    from pydantic import SecretStr

    return DocumentConverter(
        allowed_formats=[InputFormat.PDF],
        format_options={
            InputFormat.PDF: PdfFormatOption(
                pipeline_options=PdfPipelineOptions(artifacts_path=artifacts),
                backend_options=PdfBackendOptions(
                    password=None if password is None else SecretStr(password)
                ),
            )
        },
    )


def _roots(artifacts: Path | None) -> list[Path]:
    if artifacts is not None:
        return [artifacts]
    cache = Path.home() / ".cache"
    home = Path(os.environ.get("HF_HOME", cache / "huggingface"))
    hub = Path(os.environ.get("HF_HUB_CACHE", home / "hub"))
    return [hub, cache / "docling" / "models"]


def _holds_weights(folder: Path) -> bool:
    return folder.is_dir() and next(folder.rglob(_WEIGHTS), None) is not None
