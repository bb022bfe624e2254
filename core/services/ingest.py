"""From a PDF to a regulation in the library: all of it, or nothing.

hash → parse → structure → index → one transaction → files. A failure, a cancel or a kill at any
point leaves the library as it was (see document_files for how rows and files stay together).
"""

import logging
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from core.errors import Cancelled, Conflict, InvalidRegId
from core.model import Doubt, Regulation, RegulationInfo, ids
from core.model.editions import edition_id, under_another_id
from core.model.noun import Noun
from core.parsing import Progress, parse_pdf
from core.parsing.elements import ParsedDocument
from core.retrieval.chunking import ContentChunker
from core.services.document_files import DocumentFiles, StagedFiles
from core.services.doubts import doubts_of, unread_figures
from core.services.examining import file_hash
from core.services.indexing import Indexer
from core.services.library import checked_title, kept_details
from core.services.outward_references import relinked
from core.services.reference_lookup import part_finder
from core.settings import Settings
from core.store import keyword_index, records, regulations
from core.store.database import Database
from core.structure.titles import propose_title
from core.structure.understanding import Understood, understand_corrected
from core.structure.whole_text import content_markdown, text_markdown

logger = logging.getLogger(__name__)


class IngestReport(Noun):
    """What came of one file. ``unchanged``: these bytes were in the library already."""

    reg_id: str
    title: str
    source_file: str
    total_pages: int
    edition: int
    unchanged: bool = False
    tables: int
    cross_page_tables: int
    annotations: int
    chapters: int
    references: int
    references_unresolved: int
    figures: int
    chunks: int
    ocr_pages: int
    doubtful_pages: tuple[int, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    seconds: float
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class IngestStep:
    """How far an ingest is: pages within the stage ``parse``, pictures within ``describe``, chunks
    within ``index``."""

    stage: str
    done: int = 0
    total: int = 0


@dataclass(frozen=True)
class IngestRequest:
    """``reg_id`` and ``title`` are proposed from the file where they are not given."""

    pdf_path: Path
    reg_id: str | None = None
    title: str | None = None
    password: str | None = None


@dataclass(frozen=True)
class Watcher:
    """Who listens to an ingest, and may stop it."""

    on_step: Callable[[IngestStep], None] = lambda step: None
    cancelled: Callable[[], bool] = lambda: False

    def step(self, stage: str, done: int = 0, total: int = 0) -> None:
        if self.cancelled():
            raise Cancelled("The ingest was cancelled.", hint="Nothing was changed.")
        self.on_step(IngestStep(stage, done, total))


def ingest(
    database: Database,
    settings: Settings,
    indexer: Indexer,
    request: IngestRequest,
    watcher: Watcher | None = None,
) -> IngestReport:
    watcher = watcher or Watcher()
    begun = time.monotonic()
    reg_id = checked_reg_id(request)
    given_title = checked_title(request.title) if request.title else None
    watcher.step("hash")
    sha256 = file_hash(request.pdf_path)
    stored = regulations.find_info(database, reg_id)
    if stored is not None and stored.sha256 == sha256:
        regulation = regulations.load_regulation(database, reg_id)
        return _report(regulation, time.monotonic() - begun, unchanged=True)

    files = DocumentFiles(settings.data_dir)
    staged = files.stage()
    try:
        parsed = _parse(settings, request, staged, watcher)
        watcher.step("structure")
        info = RegulationInfo(
            reg_id=reg_id,
            title=given_title or propose_title(parsed, request.pdf_path.name),
            source_file=request.pdf_path.name,
            total_pages=len(parsed.pages),
            indexed_at=datetime.now(UTC),
            sha256=sha256,
            edition=stored.edition + 1 if stored else 1,
            engine=parsed.engine,
        )
        library = [summary.info for summary in regulations.list_summaries(database)]
        corrections = records.corrections_of(database, reg_id)
        understood = understand_corrected(info, parsed, library, corrections, part_finder(database))
        regulation = understood.regulation
        chunks = ContentChunker().chunk(regulation)
        regulation = regulation.model_copy(update={"chunks": chunks})
        previous = edition_id(reg_id, stored.edition) if stored else None
        older = _older(database, stored, previous)
        watcher.step("index", 0, len(chunks))
        material = [indexer.material(regulation, partial(watcher.step, "index"))]
        if stored is not None and older is not None:
            material.append(indexer.material_of_older(database, stored.reg_id, older))
        watcher.step("save")
        # As late as can be: somebody may have written them while we read the pages.
        kept = kept_details(regulations.find_info(database, reg_id), given_title)
        info = regulation.info.model_copy(update=kept)
        regulation = regulation.model_copy(update={"info": info})
        _write_texts(regulation, staged, request.pdf_path)
        staged.promise(regulation.info, previous)
        with database.alone():
            if records.corrections_of(database, reg_id) != corrections:
                raise Conflict(
                    f"{reg_id} was corrected while the new PDF was being read.",
                    hint="Nothing was changed; ingest it again.",
                )
            saved = [each for each in (regulation, older) if each is not None]
            regulations.save_regulation(
                database,
                regulation,
                older,
                material,
                parsed=parsed.model_dump_json(round_trip=True),
                corrections=understood.corrections,
                relinked=relinked(
                    database, gone=[reg_id], come=[each.info for each in saved], made=saved
                ),
            )
    except BaseException:
        _settle(database, files, staged)
        raise
    files.publish(staged, reg_id, previous)
    keyword_index.compact_if_due(database)
    database.checkpoint_if_due()
    report = _report(regulation, time.monotonic() - begun, _lost(understood))
    logger.info(
        "ingested %s: %d pages, %d tables in %.1f s",
        reg_id,
        report.total_pages,
        report.tables,
        report.seconds,
    )
    return report


def recover(database: Database, settings: Settings) -> list[str]:
    """Finish or undo what a killed ingest left behind; -> a sentence for each."""
    files = DocumentFiles(settings.data_dir)
    return [_settle(database, files, staged) for staged in files.staged()]


def _settle(database: Database, files: DocumentFiles, staged: StagedFiles) -> str:
    """Staged files whose rows were committed are put into place, others go."""
    promised = staged.promised()
    if promised is not None:
        info, previous = promised
        if regulations.find_info(database, info.reg_id) == info:
            files.publish(staged, info.reg_id, previous)
            return f"The files of {info.reg_id} were put into place."
    staged.discard()
    return "An unfinished ingest was removed."


def checked_reg_id(request: IngestRequest) -> str:
    """The id that was asked for, or one made from the file's name."""
    reg_id = request.reg_id if request.reg_id is not None else ids.slug(request.pdf_path.name)
    if not ids.is_reg_id(reg_id) or "@" in reg_id:
        raise InvalidRegId(
            f"{reg_id!r} cannot be the id of a regulation.",
            hint="Use 1 to 80 letters, digits, '_', '.' or '-'.",
        )
    return reg_id


def _parse(
    settings: Settings, request: IngestRequest, staged: StagedFiles, watcher: Watcher
) -> ParsedDocument:
    def on_progress(progress: Progress) -> None:
        if progress.picture_count:
            step = IngestStep("describe", progress.pictures_done, progress.picture_count)
        else:
            step = IngestStep("parse", progress.pages_done, progress.page_count)
        watcher.on_step(step)

    return parse_pdf(
        request.pdf_path,
        settings=settings,
        password=request.password,
        image_dir=staged.file("markdown"),
        docling_json=staged.file("docling"),
        on_progress=on_progress,
        cancelled=watcher.cancelled,
    )


def _write_texts(regulation: Regulation, staged: StagedFiles, pdf_path: Path) -> None:
    shutil.copyfile(pdf_path, staged.file("pdf"))
    staged.file("markdown").mkdir(exist_ok=True)
    (staged.file("markdown") / "content.md").write_text(
        content_markdown(regulation), encoding="utf-8"
    )
    staged.file("text_markdown").write_text(text_markdown(regulation), encoding="utf-8")


def _older(
    database: Database, stored: RegulationInfo | None, previous: str | None
) -> Regulation | None:
    """What stands under the id now, as the past edition that it becomes."""
    if stored is None or previous is None:
        return None
    return under_another_id(regulations.load_regulation(database, stored.reg_id), previous)


def _unread(regulation: Regulation) -> tuple[str, ...]:
    figures = unread_figures(regulation)
    if not figures:
        return ()
    pages = ", ".join(f"P{page_num}" for page_num in dict.fromkeys(it.page_num for it in figures))
    command = f"`gridcode figures {regulation.info.reg_id} --describe`"
    return (f"{pages}: words in pictures were not read; {command} reads them.",)


def _lost(understood: Understood) -> tuple[str, ...]:
    return tuple(
        f"The correction {each.correction_id} ({each.kind}) is not applied: {each.lost}."
        for each in understood.corrections
        if each.lost
    )


def _report(
    regulation: Regulation,
    seconds: float,
    lost: tuple[str, ...] = (),
    *,
    unchanged: bool = False,
) -> IngestReport:
    doubtful = [page for page in regulation.pages if page.warnings]
    return IngestReport(
        reg_id=regulation.info.reg_id,
        title=regulation.info.title,
        source_file=regulation.info.source_file,
        total_pages=regulation.info.total_pages,
        edition=regulation.info.edition,
        unchanged=unchanged,
        tables=len(regulation.tables),
        cross_page_tables=sum(table.is_over_pages for table in regulation.tables),
        annotations=sum(len(page.annotations) for page in regulation.pages),
        chapters=len(regulation.chapters),
        references=len(regulation.references),
        references_unresolved=sum(
            reference.state != "resolved" for reference in regulation.references
        ),
        figures=len(regulation.figures),
        chunks=len(regulation.chunks),
        ocr_pages=sum(page.ocr_confidence is not None for page in regulation.pages),
        doubtful_pages=tuple(page.page_num for page in doubtful),
        doubts=doubts_of(regulation),
        seconds=round(seconds, 2),
        warnings=(
            *(f"P{page.page_num}: {warning}" for page in doubtful for warning in page.warnings),
            *regulation.info.doubts,
            *_unread(regulation),
            *lost,
        ),
    )
