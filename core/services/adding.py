"""Ingests in the background: asked for, tried again, and cleared away.

What was asked is kept as long as it can be tried again, in memory: it may hold a password.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock

from core.errors import NotFound
from core.model import Job
from core.services.ingest import IngestReport, IngestRequest, Watcher, checked_reg_id
from core.services.jobs import JobQueue
from core.services.uploads import Uploads

_KIND = "ingest"
_ENDED_WITHOUT = ("failed", "cancelled")
_MOST_KEPT = 200


@dataclass(frozen=True)
class _Asked:
    request: IngestRequest
    upload_id: str | None


class IngestJobs:
    def __init__(
        self,
        queue: JobQueue,
        uploads: Uploads,
        ingest: Callable[[IngestRequest, Watcher], IngestReport],
    ) -> None:
        self._queue = queue
        self._uploads = uploads
        self._ingest = ingest
        self._lock = Lock()
        self._asked: OrderedDict[str, _Asked] = OrderedDict()

    def submit(self, request: IngestRequest, upload_id: str | None = None) -> Job:
        """An upload is removed when its ingest is done, and kept for another try otherwise."""
        checked_reg_id(request)
        asked = _Asked(request, upload_id)

        def work(watcher: Watcher) -> dict[str, object]:
            report = self._ingest(request, watcher)
            if upload_id is not None:
                self._uploads.discard(upload_id)
            return report.model_dump(mode="json")

        job = self._queue.submit(_KIND, request.pdf_path.name, work)
        with self._lock:
            self._asked[job.job_id] = asked
            forgotten = len(self._asked) - _MOST_KEPT
            for job_id in list(self._asked)[: max(0, forgotten)]:
                del self._asked[job_id]
        return job

    def can_retry(self, job: Job) -> bool:
        """Not after a restart, nor when its file is gone."""
        with self._lock:
            asked = self._asked.get(job.job_id)
        return (
            job.state in _ENDED_WITHOUT and asked is not None and asked.request.pdf_path.is_file()
        )

    def retry(self, job_id: str, password: str | None = None) -> Job:
        """A new job in the place of one that failed or was cancelled."""
        job = self._queue.get(job_id)
        if not self.can_retry(job):
            raise NotFound(
                f"{job.subject} cannot be tried again: its file is gone.", hint="Add it once more."
            )
        with self._lock:
            asked = self._asked.pop(job_id)
        self._queue.forget(job_id)
        request = asked.request
        if password is not None:
            request = replace(request, password=password)
        return self.submit(request, asked.upload_id)

    def dismiss(self, job_id: str) -> None:
        """Clear away a job that has ended, and the upload that only a retry would need."""
        job = self._queue.get(job_id)
        if job.kind != _KIND or job.state in ("queued", "running"):
            return
        with self._lock:
            asked = self._asked.pop(job_id, None)
        if asked is not None and asked.upload_id is not None:
            self._uploads.discard(asked.upload_id)
        self._queue.forget(job_id)
