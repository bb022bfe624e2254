"""Background work and how far it is; watched from a fragment, so that the page stays usable."""

import streamlit as st

from core.model import Job
from pages.ui.i18n import text
from pages.ui.resources import workbench

_SEEN = "jobs_running"


@st.fragment(run_every=1.0)
def running_jobs() -> None:
    """Shows nothing when nothing runs; reloads the page once when something has ended."""
    running = [job for job in workbench().jobs() if job.state in ("queued", "running")]
    for job in running:
        st.progress(_share(job), text=_line(job))
    before = st.session_state.get(_SEEN, 0)
    st.session_state[_SEEN] = len(running)
    if len(running) < before:
        st.rerun()


def _share(job: Job) -> float:
    return job.done / job.total if job.total else 0.0


def _line(job: Job) -> str:
    what = text("jobs.samples") if job.kind == "samples" else text("jobs.ingest")
    stage = text(f"jobs.stage_{job.stage}") if job.stage else text("jobs.stage_queued")
    count = f" {job.done}/{job.total}" if job.total else ""
    return f"{what}: {stage}{count}"
