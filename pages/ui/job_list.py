"""Background work and how far it is; watched from a fragment, so that the page stays usable."""

import streamlit as st

from core.model import Job
from pages.ui.i18n import text
from pages.ui.resources import workbench


def running_jobs() -> bool:
    """Watches what runs and reloads the page when it has ended; -> whether anything runs."""
    if not _unfinished():
        return False
    _watch()
    return True


@st.fragment(run_every=1.0)
def _watch() -> None:
    running = _unfinished()
    for job in running:
        st.progress(_share(job), text=_line(job))
    if not running:
        st.rerun()


def _unfinished() -> list[Job]:
    return [job for job in workbench().jobs() if job.state in ("queued", "running")]


def _share(job: Job) -> float:
    return job.done / job.total if job.total else 0.0


def _line(job: Job) -> str:
    what = text("jobs.samples") if job.kind == "samples" else text("jobs.ingest")
    stage = text(f"jobs.stage_{job.stage}") if job.stage else text("jobs.stage_queued")
    count = f" {job.done}/{job.total}" if job.total else ""
    return f"{what}: {stage}{count}"
