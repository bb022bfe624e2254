"""Long work in the background, one job at a time, watched and stopped from anywhere.

A job outlives the page that started it and the tab it was started from. What it came to is kept
in the store; how far it is lives in memory only, so that progress costs no write.
"""

import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Event, Lock
from typing import Any

from core.errors import Cancelled, GridCodeError, NotFound
from core.model import Job
from core.services.ingest import IngestStep, Watcher
from core.store import records
from core.store.database import Database

logger = logging.getLogger(__name__)

Work = Callable[[Watcher], dict[str, Any]]

STOPPING = "stopping"  # the stage of a job that was asked to stop and has not yet
_FAILURES_KEPT = 1000


@dataclass
class _Running:
    """A job of this process, and the handle to stop it."""

    job: Job
    future: Future[None] | None = None
    stop: Event = field(default_factory=Event)
    ended: Event = field(default_factory=Event)


class JobQueue:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = Lock()
        self._running: dict[str, _Running] = {}
        self._failures: OrderedDict[str, GridCodeError] = OrderedDict()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="job")
        self._end_what_a_dead_process_left()

    def submit(self, kind: str, subject: str, work: Work) -> Job:
        now = datetime.now(UTC)
        job = Job(
            job_id=secrets.token_hex(6),
            kind=kind,
            state="queued",
            subject=subject,
            created_at=now,
            updated_at=now,
        )
        records.save_job(self._database, job)
        with self._lock:
            self._running[job.job_id] = running = _Running(job)
            running.future = self._worker.submit(self._run, job.job_id, work)
        return job

    def jobs(self) -> list[Job]:
        """Newest first, with live progress."""
        with self._lock:
            live = {job_id: running.job for job_id, running in self._running.items()}
        return [live.get(job.job_id, job) for job in records.jobs(self._database)]

    def get(self, job_id: str) -> Job:
        for job in self.jobs():
            if job.job_id == job_id:
                return job
        raise NotFound(f"There is no job {job_id}.", hint="It may have been cleared away.")

    def failure(self, job_id: str) -> GridCodeError | None:
        """Why a job of this process failed or was cancelled; only its words are in the store."""
        with self._lock:
            return self._failures.get(job_id)

    def wait(self, job_id: str, seconds: float | None = None) -> Job:
        """As it is when it has ended, or when these seconds have passed."""
        with self._lock:
            running = self._running.get(job_id)
        if running is not None:
            running.ended.wait(seconds)
        return self.get(job_id)

    def cancel(self, job_id: str) -> None:
        """Ask a job to stop; one that waits ends at once, one that has ended is left as it is."""
        with self._lock:
            running = self._running.get(job_id)
            if running is None or running.future is None or running.stop.is_set():
                return
            running.stop.set()
            never_began = running.future.cancel()
            running.job = running.job.model_copy(update={"stage": "" if never_began else STOPPING})
        if never_began:
            self._end_cancelled(job_id, Cancelled("The job was cancelled before it began."))

    def forget(self, job_id: str) -> None:
        """A job that has ended; one that has not is left as it is."""
        with self._lock:
            if job_id in self._running:
                return
            self._failures.pop(job_id, None)
        records.delete_job(self._database, job_id)

    def close(self) -> None:
        with self._lock:
            for running in self._running.values():
                running.stop.set()
        self._worker.shutdown(wait=True)

    def _run(self, job_id: str, work: Work) -> None:
        stop = self._running[job_id].stop
        watcher = Watcher(on_step=lambda step: self._progress(job_id, step), cancelled=stop.is_set)
        try:
            if stop.is_set():
                raise Cancelled("The job was cancelled before it began.")
            self._change(job_id, state="running")
            report = work(watcher)
        except Cancelled as error:
            self._end_cancelled(job_id, error)
        except GridCodeError as error:
            self._remember(job_id, error)
            self._finish(job_id, state="failed", error=f"{error} {error.hint}".strip())
        except Exception:
            # A bug: the log has it, the user is told that it happened, the queue goes on.
            logger.exception("job %s failed", job_id)
            self._finish(job_id, state="failed", error="An internal error; the log has details.")
        else:
            self._finish(job_id, state="done", report=report)

    def _end_cancelled(self, job_id: str, error: Cancelled) -> None:
        self._remember(job_id, error)
        self._finish(job_id, state="cancelled", error=str(error))

    def _remember(self, job_id: str, error: GridCodeError) -> None:
        with self._lock:
            self._failures[job_id] = error
            while len(self._failures) > _FAILURES_KEPT:
                self._failures.popitem(last=False)

    def _progress(self, job_id: str, step: IngestStep) -> None:
        if not self._running[job_id].stop.is_set():
            self._change(job_id, stage=step.stage, done=step.done, total=step.total)

    def _change(self, job_id: str, **changes: object) -> None:
        with self._lock:
            running = self._running[job_id]
            running.job = running.job.model_copy(
                update={**changes, "updated_at": datetime.now(UTC)}
            )

    def _finish(self, job_id: str, **changes: object) -> None:
        """It has ended for others when it is stored, and not before: they may clear it away."""
        with self._lock:
            running = self._running[job_id].job
        ended = running.model_copy(update={**changes, "updated_at": datetime.now(UTC)})
        records.save_job(self._database, ended)
        with self._lock:
            self._running.pop(job_id).ended.set()

    def _end_what_a_dead_process_left(self) -> None:
        for job in records.jobs(self._database):
            if job.state in ("queued", "running"):
                ended = {"state": "failed", "error": "The program was stopped before it was done."}
                records.save_job(self._database, job.model_copy(update=ended))
