"""Bringing documents in: previews, uploads, ingests, the jobs they run in, figures described."""

from collections.abc import Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import BinaryIO

from core.errors import GridCodeError
from core.model import (
    Doubt,
    Figure,
    Job,
    PdfPreview,
)
from core.services import (
    doubts,
    examining,
    figures,
    ingest,
    library,
    samples,
)
from core.services.adding import IngestJobs
from core.services.figures import FigureReport
from core.services.ingest import IngestReport, IngestRequest, Watcher
from core.store import regulations
from core.workbench.wiring import Wiring


class Adding(Wiring):
    """From a file to the library."""

    def ingest(self, request: IngestRequest, watcher: Watcher | None = None) -> IngestReport:
        report = ingest.ingest(self._database, self.settings, self._indexer, request, watcher)
        if self._describer.looks and report.figures and not report.unchanged:
            self.submit_figure_descriptions(report.reg_id)
        return report

    def submit_ingest(self, request: IngestRequest) -> Job:
        """The same in the background; :meth:`jobs` tells how far it is."""
        return self._ingests.submit(request)

    def examine_pdf(self, path: Path, password: str | None = None) -> PdfPreview:
        """What an ingest of this file would make, in seconds and without making it."""
        return examining.examine_pdf(self._database, self.settings, path, password)

    def keep_upload(self, file_name: str, content: BinaryIO) -> str:
        """A file from the browser, kept until its ingest is done; -> its upload_id."""
        return self._uploads.keep(file_name, content)

    def examine_upload(self, upload_id: str, password: str | None = None) -> PdfPreview:
        return self.examine_pdf(self._uploads.path(upload_id), password)

    def discard_upload(self, upload_id: str) -> None:
        self._uploads.discard(upload_id)

    def submit_upload(
        self,
        upload_id: str,
        reg_id: str | None = None,
        title: str | None = None,
        password: str | None = None,
    ) -> Job:
        request = IngestRequest(self._uploads.path(upload_id), reg_id, title, password)
        return self._ingests.submit(request, upload_id)

    def load_samples_once(self) -> Job | None:
        return samples.load_samples_once(self._database, self.settings, self._indexer, self._queue)

    def jobs(self) -> list[Job]:
        return self._queue.jobs()

    def get_job(self, job_id: str) -> Job:
        return self._queue.get(job_id)

    def wait_for_job(self, job_id: str, seconds: float) -> Job:
        """As it is when it has ended, or when these seconds have passed."""
        return self._queue.wait(job_id, seconds)

    def job_failure(self, job_id: str) -> GridCodeError | None:
        return self._queue.failure(job_id)

    def cancel_job(self, job_id: str) -> None:
        self._queue.cancel(job_id)

    def can_retry(self, job: Job) -> bool:
        return self._ingests.can_retry(job)

    def doubts_of(self, reg_id: str) -> tuple[Doubt, ...]:
        """The places of a regulation that an analyst should look at; reads all of it."""
        return doubts.doubts_of(regulations.load_regulation(self._database, reg_id))

    def retry_job(self, job_id: str, password: str | None = None) -> Job:
        """A new job in the place of an ingest that failed or was cancelled."""
        return self._ingests.retry(job_id, password)

    def dismiss_job(self, job_id: str) -> None:
        """Clear away an ingest that has ended."""
        self._ingests.dismiss(job_id)

    def figures(self, reg_id: str) -> list[Figure]:
        return figures.figures_of(self._database, reg_id)

    def describe_figures(
        self,
        reg_id: str,
        figure_ids: Sequence[str] | None = None,
        watcher: Watcher | None = None,
    ) -> FigureReport:
        """Anew: by the model that can look, where one is configured, else from print and OCR."""
        watching = watcher or Watcher()
        step = partial(watching.step, "describe")
        return self._describer.describe(reg_id, figure_ids, step, watching.cancelled)

    def submit_figure_descriptions(
        self, reg_id: str, figure_ids: Sequence[str] | None = None
    ) -> Job:
        library.get_info(self._database, reg_id)
        return self._queue.submit(
            "describe",
            reg_id,
            lambda watcher: self.describe_figures(reg_id, figure_ids, watcher).model_dump(),
        )

    @cached_property
    def _ingests(self) -> IngestJobs:
        return IngestJobs(self._queue, self._uploads, self.ingest)
