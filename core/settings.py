"""Settings, read once from the environment (``GRIDCODE_*``) and passed in from there."""

from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from core.errors import InputRejected


class Settings(BaseSettings):
    """Frozen: a running program never changes its settings."""

    model_config = SettingsConfigDict(env_prefix="GRIDCODE_", frozen=True, extra="ignore")

    data_dir: Path = Path("data")
    samples_dir: Path = Path(__file__).parents[1] / "data" / "samples"

    # Limits for one document. A worker that crosses one is stopped; the store stays as it was.
    max_upload_mb: Annotated[int, Field(ge=1)] = 200
    max_pages: Annotated[int, Field(ge=1)] = 3000
    parse_seconds: Annotated[int, Field(ge=1)] = 1800
    parse_memory_mb: Annotated[int, Field(ge=256)] = 4096
    parse_workers: Annotated[int, Field(ge=0)] = 0  # 0: as many as pay off on this machine
    engine: str = "grid"
    docling_artifacts: Path | None = None

    # Vectors: "auto" takes the best that is on this machine.
    embedder: str = "auto"
    embedding_model: str = "BAAI/bge-small-zh-v1.5"
    embedding_model_dir: Path | None = None

    # The program makes no network request unless this says so.
    allow_downloads: bool = False

    page_cache_size: Annotated[int, Field(ge=0)] = 512
    page_image_dpi: Annotated[int, Field(ge=36, le=600)] = 110

    @property
    def database_path(self) -> Path:
        return self.data_dir / "gridcode.duckdb"

    @property
    def documents_dir(self) -> Path:
        return self.data_dir / "documents"


def load_settings() -> Settings:
    """Settings from the environment; a value that cannot be used is the user's to mend."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = "GRIDCODE_" + "_".join(str(part) for part in first["loc"]).upper()
        raise InputRejected(
            f"{name} cannot be used: {first['msg']}.", hint=f"Change or unset {name}."
        ) from error
