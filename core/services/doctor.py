"""Is everything in its place? What ``gridcode doctor`` says."""

import importlib.metadata

from core.model.noun import Noun
from core.services.document_files import DocumentFiles
from core.services.indexing import Indexer, waiting_work
from core.services.ingest import recover
from core.settings import Settings
from core.store import index_checks, integrity, keyword_index, regulations
from core.store.database import Database


class Finding(Noun):
    """One thing looked at; ``hint`` says what to do when it is not ``ok``."""

    check: str
    ok: bool
    detail: str
    hint: str = ""


def examine(database: Database, settings: Settings, indexer: Indexer) -> list[Finding]:
    return [
        Finding(check="store", ok=True, detail=str(database.path)),
        *_packages(),
        *_extensions(database),
        *_integrity(database),
        *_indexes(database),
        *_files(database, settings),
        *_keyword_index(database, indexer),
        *_vectors(database, indexer),
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


def _indexes(database: Database) -> list[Finding]:
    broken = index_checks.broken_indexes(database)
    if not broken:
        return [Finding(check="indexes", ok=True, detail="every index finds what is there")]
    return [
        Finding(
            check="indexes",
            ok=False,
            detail=f"rows are missing from {', '.join(broken)}",
            hint="`gridcode doctor --repair` builds them anew; nothing is lost.",
        )
    ]


def _keyword_index(database: Database, indexer: Indexer) -> list[Finding]:
    state = keyword_index.state(database)
    detail = (
        f"{state.method} (ranks as DuckDB's FTS does, at every size): {state.chunks} chunks, "
        f"{state.waiting_rows} rows to be sorted in"
    )
    stale, _ = waiting_work(database, indexer)
    if stale:
        detail += f"; outdated or missing: {', '.join(stale[:5])}"
    hint = "`gridcode models refresh` makes it anew." if stale else ""
    return [Finding(check="keyword index", ok=not stale, detail=detail, hint=hint)]


def _vectors(database: Database, indexer: Indexer) -> list[Finding]:
    """No model is no fault: search goes by keywords then, and says so."""
    if indexer.embedder is None:
        detail = "no embedding model on this machine: search goes by keywords alone"
        return [Finding(check="vectors", ok=True, detail=detail)]
    _, unembedded = waiting_work(database, indexer)
    if not unembedded:
        detail = f"{indexer.embedder.name}: every chunk has its vector"
        return [Finding(check="vectors", ok=True, detail=detail)]
    detail = f"{indexer.embedder.name}: no vectors yet of {', '.join(unembedded[:5])}"
    hint = "`gridcode models refresh` makes them."
    return [Finding(check="vectors", ok=False, detail=detail, hint=hint)]


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
    if broken := index_checks.broken_indexes(database):
        index_checks.rebuild(database, broken)
        done.append(f"Built {', '.join(broken)} anew.")
    for path in list(files.strays(_known_ids(database))):
        files.discard_stray(path)
        done.append(f"Removed {path.relative_to(settings.data_dir)}.")
    return done


def _known_ids(database: Database) -> set[str]:
    return {summary.info.reg_id for summary in regulations.list_summaries(database)}


def _samples(settings: Settings) -> list[Finding]:
    count = len(list(settings.samples_dir.glob("*.pdf")))
    return [Finding(check="samples", ok=True, detail=f"{count} sample PDFs")]
