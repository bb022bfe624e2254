"""Settings, read once from the environment (``GRIDCODE_*``) and passed in from there."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SecretStr, ValidationError
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
    # Terms of the trade (core/retrieval/user_dictionary.py); without it, the library's own file.
    dictionary: Path | None = None

    # A tokenizer.json, to count tokens as the model in use does; without it, a bundled one.
    tokenizer: Path | None = None

    # The program makes no network request unless this says so.
    allow_downloads: bool = False

    # A language model for questions: any OpenAI-compatible address, or Anthropic. Without a name
    # none is asked, and nobody is contacted. ``llm_vision``: it can look at pictures as well.
    llm_kind: Literal["openai", "anthropic"] = "openai"
    llm_base_url: str = ""
    llm_model: str = ""
    llm_api_key: SecretStr = SecretStr("")
    llm_vision: bool = False
    # Bounds of one question: seconds, turns of the agent, tokens of all turns together.
    llm_seconds: Annotated[int, Field(ge=1, le=3600)] = 180
    llm_steps: Annotated[int, Field(ge=1, le=100)] = 12
    llm_tokens: Annotated[int, Field(ge=1000)] = 200_000

    page_cache_size: Annotated[int, Field(ge=0)] = 512
    page_image_dpi: Annotated[int, Field(ge=36, le=600)] = 110

    # Who may talk to `gridcode serve` besides this machine: names in the Host header, separated by
    # commas, and the token that MCP clients on other machines send (default: made on every start).
    allowed_hosts: str = ""
    mcp_token: str = ""

    @property
    def database_path(self) -> Path:
        return self.data_dir / "gridcode.duckdb"

    @property
    def dictionary_path(self) -> Path | None:
        """None where no dictionary is named and the library has none."""
        if self.dictionary is not None:
            return self.dictionary
        own = self.data_dir / "dictionary.txt"
        return own if own.is_file() else None

    @property
    def models_dir(self) -> Path:
        """Where models that were asked for are kept."""
        return self.data_dir / "models"

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
