"""Corrections in the background: in turn with ingests, whatever becomes of the page that asked."""

from collections.abc import Callable
from functools import partial
from typing import Any

from core.errors import GridCodeError
from core.model import Asked, Correction, Job
from core.services.correction_authors import checked_name, checked_reason
from core.services.correction_files import read_corrections
from core.services.corrections import Corrector
from core.services.ingest import Watcher
from core.services.jobs import JobQueue

KIND = "correct"
_KEPT = 20  # that have ended; what came of the others is in the history of corrections


class CorrectionJobs:
    """Each is submitted, or done while the caller waits; what is plainly wrong is refused first."""

    def __init__(self, queue: JobQueue, corrector: Corrector) -> None:
        self._queue = queue
        self._corrector = corrector

    def correct(self, reg_id: str, asked: Asked, made_by: str, reason: str = "") -> Job:
        checked_name(made_by)
        checked_reason(reason)
        return self._submit(
            reg_id, partial(self._corrector.correct, reg_id, asked, made_by, reason)
        )

    def undo(self, reg_id: str, correction_id: str) -> Job:
        return self._submit(reg_id, partial(self._corrector.undo, reg_id, correction_id))

    def redo(self, reg_id: str, correction_id: str) -> Job:
        return self._submit(reg_id, partial(self._corrector.redo, reg_id, correction_id))

    def import_corrections(self, reg_id: str, exported: str) -> Job:
        given = read_corrections(exported)
        return self._submit(
            reg_id, lambda watcher: self._corrector.import_corrections(reg_id, given, watcher)
        )

    def outcome(self, job: Job) -> list[Correction]:
        """Of one that has ended: what was changed, or the failure raised."""
        if job.state != "done":
            raise self._queue.failure(job.job_id) or GridCodeError(job.error)
        return [Correction.model_validate(each) for each in job.report["corrections"]]

    def wait(self, job: Job) -> list[Correction]:
        """Until it has ended, and then its outcome; the job is cleared away."""
        ended = self._queue.wait(job.job_id)
        try:
            return self.outcome(ended)
        finally:
            self._queue.forget(job.job_id)

    def _submit(
        self, reg_id: str, change: Callable[[Watcher], Correction | list[Correction]]
    ) -> Job:
        def work(watcher: Watcher) -> dict[str, Any]:
            made = change(watcher)
            changed = made if isinstance(made, list) else [made]
            return {"corrections": [each.model_dump(mode="json") for each in changed]}

        self._forget_old()
        return self._queue.submit(KIND, reg_id, work)

    def _forget_old(self) -> None:
        own = [job for job in self._queue.jobs() if job.kind == KIND]
        for job in own[_KEPT:]:
            self._queue.forget(job.job_id)
