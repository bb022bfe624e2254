"""Is everything in its place? What ``gridcode doctor`` says."""

import importlib.metadata

from core.model.noun import Noun
from core.settings import Settings
from core.store import integrity
from core.store.database import Database


class Finding(Noun):
    """One thing looked at; ``hint`` says what to do when it is not ``ok``."""

    check: str
    ok: bool
    detail: str
    hint: str = ""


def examine(database: Database, settings: Settings) -> list[Finding]:
    return [
        Finding(check="store", ok=True, detail=str(database.path)),
        *_packages(),
        *_extensions(database),
        *_integrity(database),
        *_samples(settings),
    ]


def _packages() -> list[Finding]:
    names = ("gridcode-workbench", "duckdb", "docling-slim", "docling-parse", "streamlit")
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in names)
    return [Finding(check="packages", ok=True, detail=versions)]


def _extensions(database: Database) -> list[Finding]:
    return [
        Finding(
            check=f"extension {extension.name}",
            ok=extension.origin is not None,
            detail=f"from {extension.origin}" if extension.origin else extension.problem,
            hint="" if extension.origin else "Run `make install` again.",
        )
        for extension in database.extensions
    ]


def _integrity(database: Database) -> list[Finding]:
    problems = integrity.find_problems(database)
    if not problems:
        return [Finding(check="integrity", ok=True, detail="every row belongs to a regulation")]
    hint = "Delete the regulation and ingest its PDF again."
    return [Finding(check="integrity", ok=False, detail=found, hint=hint) for found in problems]


def _samples(settings: Settings) -> list[Finding]:
    count = len(list(settings.samples_dir.glob("*.pdf")))
    return [Finding(check="samples", ok=True, detail=f"{count} sample PDFs")]
