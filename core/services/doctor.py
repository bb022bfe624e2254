"""Is everything in its place? What ``gridcode doctor`` says."""

import importlib.metadata

from core.model.noun import Noun
from core.services.document_files import DocumentFiles
from core.services.ingest import recover
from core.settings import Settings
from core.store import integrity, keyword_index, regulations
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
        *_files(database, settings),
        *_keyword_index(database),
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


def _keyword_index(database: Database) -> list[Finding]:
    state = keyword_index.state(database)
    detail = f"{state.method}: {state.chunks} chunks, {state.waiting_rows} rows to be sorted in"
    return [Finding(check="keyword index", ok=True, detail=detail)]


def _files(database: Database, settings: Settings) -> list[Finding]:
    files, known = DocumentFiles(settings.data_dir), _known_ids(database)
    strays = [str(path.relative_to(settings.data_dir)) for path in files.strays(known)]
    lost = [reg_id for reg_id in sorted(known) if not files.pdf(reg_id).is_file()]
    findings = []
    if strays:
        detail = f"{len(strays)} files belong to no regulation: {', '.join(strays[:5])}"
        hint = "`gridcode doctor --repair` removes them."
        findings.append(Finding(check="files", ok=False, detail=detail, hint=hint))
    if lost:
        detail = f"The PDFs of {', '.join(lost[:5])} are missing."
        hint = "Delete the regulation and ingest its PDF again."
        findings.append(Finding(check="files", ok=False, detail=detail, hint=hint))
    return findings or [Finding(check="files", ok=True, detail="every file has its regulation")]


def repair(database: Database, settings: Settings) -> list[str]:
    """Remove what belongs to nothing; -> a sentence for each thing done."""
    files = DocumentFiles(settings.data_dir)
    done = recover(database, settings)
    for path in list(files.strays(_known_ids(database))):
        files.discard_stray(path)
        done.append(f"Removed {path.relative_to(settings.data_dir)}.")
    return done


def _known_ids(database: Database) -> set[str]:
    return {summary.info.reg_id for summary in regulations.list_summaries(database)}


def _samples(settings: Settings) -> list[Finding]:
    count = len(list(settings.samples_dir.glob("*.pdf")))
    return [Finding(check="samples", ok=True, detail=f"{count} sample PDFs")]
