"""Parsing a PDF from the caller's side: checks, workers, and the files that come of it."""

import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from core.errors import EmptyFile, InputRejected, NotAPdf, ParsingFailed, TooLarge
from core.parsing.crew import Crew, Limits, PagesOutcome
from core.parsing.elements import ParsedDocument, ParsedPage
from core.parsing.figure_words import with_figure_words
from core.parsing.messages import (
    Glanced,
    GlanceTask,
    JoinTask,
    Opened,
    OpenTask,
    PagesTask,
    PdfSource,
    PictureTask,
)
from core.parsing.page_ranges import PageRange, cut_into_ranges
from core.parsing.standard_engine import require_standard_engine
from core.settings import Settings

ENGINES = ("grid", "standard")


@dataclass(frozen=True)
class Progress:
    """How far a document is: pages read, in no particular order, then pictures in them."""

    pages_done: int
    page_count: int
    pictures_done: int = 0
    picture_count: int = 0


def parse_pdf(
    pdf_path: Path,
    *,
    settings: Settings,
    password: str | None = None,
    image_dir: Path,
    docling_json: Path | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ParsedDocument:
    """All pages of a PDF; figures go to ``image_dir``, the DoclingDocument to ``docling_json``.

    Raises errors of core.errors only, and then leaves no file behind. A page that cannot be read
    is there, empty, with a warning.
    """
    _reject_early(pdf_path, settings)
    source = PdfSource(path=pdf_path.resolve(), password=password)
    crew = Crew(_limits(settings), cancelled)
    opened = crew.open(OpenTask(source=source, max_pages=settings.max_pages))
    page_count = len(opened.page_sizes)
    report = on_progress or (lambda progress: None)
    report(Progress(0, page_count))
    with tempfile.TemporaryDirectory(prefix="gridcode-") as folder:
        staging = Path(folder)
        outcome = _parse_pages(crew, source, settings, page_count, staging, report)
        pages = _all_pages(opened, outcome)
        document = staging / "document.json"
        if docling_json is not None:
            crew.join(_join_task(pdf_path.stem, outcome, opened, document))
        pages = with_figure_words(
            pages,
            staging,
            crew,
            lambda done, count: report(Progress(page_count, page_count, done, count)),
        )
        _publish(pages, staging, image_dir, document, docling_json)
    return ParsedDocument(
        pages=tuple(pages),
        bookmarks=opened.bookmarks,
        title=opened.title,
        engine=settings.engine,
    )


def glance_at_pdf(pdf_path: Path, *, settings: Settings, password: str | None = None) -> Glanced:
    """How many pages, and what is printed on the first of them: an answer in seconds.

    Refuses what :func:`parse_pdf` would refuse before the first page.
    """
    _reject_early(pdf_path, settings)
    source = PdfSource(path=pdf_path.resolve(), password=password)
    crew = Crew(_limits(settings), cancelled=None)
    return crew.glance(GlanceTask(source=source, max_pages=settings.max_pages))


def read_picture(
    image: Path, *, settings: Settings, cancelled: Callable[[], bool] | None = None
) -> str | None:
    """The words in the picture of a figure, line by line; None where it cannot be read."""
    try:
        return Crew(_limits(settings), cancelled).read_picture(PictureTask(path=image.resolve()))
    except ParsingFailed:
        return None


def _limits(settings: Settings) -> Limits:
    return Limits(
        settings.engine,
        settings.parse_seconds,
        settings.parse_memory_mb,
        settings.parse_workers,
    )


def _reject_early(pdf_path: Path, settings: Settings) -> None:
    """What can be refused without opening the file, or starting a worker."""
    if settings.engine not in ENGINES:
        raise InputRejected(
            f"There is no parsing engine {settings.engine}.",
            hint=f"GRIDCODE_ENGINE is one of: {', '.join(ENGINES)}.",
        )
    if settings.engine == "standard":
        require_standard_engine(settings.docling_artifacts)
    try:
        size = pdf_path.stat().st_size
        is_file = pdf_path.is_file()
        with pdf_path.open("rb"):
            pass
    except OSError as error:
        raise InputRejected(
            f"{pdf_path.name} cannot be read: {error.strerror}.", hint="Check the path."
        ) from error
    if not is_file:
        raise NotAPdf(f"{pdf_path.name} is not a file.", hint="Give the path of a PDF file.")
    if size == 0:
        raise EmptyFile(f"{pdf_path.name} is empty.", hint="Download or export it again.")
    if size > settings.max_upload_mb * 2**20:
        raise TooLarge(
            f"{pdf_path.name} has {size / 2**20:.0f} MB; the limit is {settings.max_upload_mb} MB.",
            hint="Split the file, or raise GRIDCODE_MAX_UPLOAD_MB.",
        )


def _parse_pages(
    crew: Crew,
    source: PdfSource,
    settings: Settings,
    page_count: int,
    staging: Path,
    report: Callable[[Progress], None],
) -> PagesOutcome:
    done = 0

    def task_for(pages: PageRange) -> PagesTask:
        return PagesTask(
            source=source,
            first=pages.first,
            last=pages.last,
            engine=settings.engine,
            docling_artifacts=settings.docling_artifacts,
            staging=staging,
            part_name=f"part_{pages.first:06d}_{pages.last:06d}.json",
        )

    def on_page(page_num: int) -> None:
        nonlocal done
        done += 1
        report(Progress(done, page_count))

    ranges = cut_into_ranges(page_count, crew.worker_count)
    outcome = crew.parse(ranges, task_for, on_page)
    lost = sum(len(part.lost) for part in outcome.done) + len(outcome.failures)
    if lost >= page_count:
        reasons = [outcome.failures[number] for number in sorted(outcome.failures)]
        raise ParsingFailed(
            " ".join(["No page could be read.", *reasons[:1]]),
            hint="The file may be damaged; open and save it elsewhere, then try again.",
        )
    return outcome


def _all_pages(opened: Opened, outcome: PagesOutcome) -> list[ParsedPage]:
    parsed = {page.page_num: page for part in outcome.done for page in part.pages}
    return [
        parsed.get(page_num)
        or ParsedPage(
            page_num=page_num,
            width=width,
            height=height,
            text_quality="none",
            warnings=(outcome.failures.get(page_num, f"Page {page_num} could not be read."),),
        )
        for page_num, (width, height) in enumerate(opened.page_sizes, start=1)
    ]


def _join_task(name: str, outcome: PagesOutcome, opened: Opened, target: Path) -> JoinTask:
    parts = sorted(outcome.done, key=lambda part: part.pages[0].page_num)
    return JoinTask(
        name=name,
        parts=tuple(part.part for part in parts),
        page_sizes=opened.page_sizes,
        target=target,
    )


def _publish(
    pages: list[ParsedPage],
    staging: Path,
    image_dir: Path,
    document: Path,
    docling_json: Path | None,
) -> None:
    """All files to where they were wanted, or none."""
    targets = {
        staging / element.figure.image_name: image_dir / element.figure.image_name
        for page in pages
        for element in page.elements
        if element.figure is not None
    }
    if docling_json is not None:
        targets[document] = docling_json
    written: list[Path] = []
    try:
        for made, target in targets.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            written.append(target)
            shutil.copyfile(made, target)
    except OSError as error:
        for target in written:
            with suppress(OSError):
                target.unlink()
        raise ParsingFailed(
            f"The figures could not be written: {error.strerror}.",
            hint="Check the free space and the rights of the data directory.",
        ) from error
