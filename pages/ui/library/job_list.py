"""Background work and how far it is; watched from a fragment, so that the page stays usable."""

import streamlit as st

from core.errors import EncryptedPdf, GridCodeError
from core.model import Job
from pages.ui.errors import headline
from pages.ui.i18n import has_text, text
from pages.ui.library.ingest_report import report_view
from pages.ui.plain import escaped
from pages.ui.resources import workbench

_SHOWN = 8  # of those that are done
_WATCHED = "watched_jobs"
# Where each stage begins and ends on the bar; reading the pages takes most of the time.
_STAGES = {
    "hash": (0.0, 0.02),
    "extraction": (0.02, 0.2),
    "parse": (0.02, 0.7),
    "structure": (0.7, 0.75),
    "index": (0.75, 0.97),
    "embed": (0.0, 1.0),
    "save": (0.97, 1.0),
    "stopping": (0.02, 0.7),
}


def running_jobs() -> bool:
    """Watches what runs and reloads the page when something has ended; -> whether anything runs."""
    unfinished = _unfinished()
    if unfinished:
        st.session_state[_WATCHED] = True  # what comes of it is shown without asking
        _watch(len(unfinished))
    return bool(unfinished)


@st.fragment(run_every=1.0)
def _watch(count: int) -> None:
    running = _unfinished()
    for job in reversed(running):  # the oldest is the one that runs
        with st.container(horizontal=True, vertical_alignment="center"):
            st.progress(_share(job), text=_line(job))
            if job.kind == "ingest":
                st.button(
                    text("jobs.cancel"),
                    key=f"cancel_{job.job_id}",
                    on_click=workbench().cancel_job,
                    args=(job.job_id,),
                    type="tertiary",
                    disabled=job.stage == "stopping",
                )
    if len(running) != count:
        st.rerun()


def ended_jobs() -> None:
    """What came of files that were added: reports, and what failed, until they are cleared."""
    ended = [
        job
        for job in workbench().jobs()
        if job.kind == "ingest" and job.state not in ("queued", "running")
    ]
    for job in ended:
        if job.state != "done":
            _without_result(job)
    done = [job for job in ended if job.state == "done"]
    if not done:
        return
    is_news = st.session_state.get(_WATCHED, False)
    doubtful = sum(len(job.report.get("doubts", ())) for job in done)
    label = text("report.recent", count=len(done), doubts=doubtful)
    with st.expander(label, expanded=is_news, icon=":material/task_alt:"):
        for job in done[:_SHOWN]:
            report_view(job)
        st.button(
            text("jobs.dismiss_all"),
            key="dismiss_all",
            on_click=_dismiss,
            args=([job.job_id for job in done],),
            type="tertiary",
            icon=":material/clear_all:",
        )


def _without_result(job: Job) -> None:
    """What happened, and the next step: try again, with a password where one is missing."""
    failure = workbench().job_failure(job.job_id)
    can_retry = workbench().can_retry(job)
    with st.container(border=True, key=f"ended_{job.job_id}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{escaped(job.subject)}**  {_why(job, failure)}")
            if can_retry:
                st.button(
                    text("jobs.retry"),
                    key=f"retry_{job.job_id}",
                    on_click=_retry,
                    args=(job.job_id,),
                    type="tertiary",
                )
            st.button(
                text("jobs.dismiss"),
                key=f"dismiss_{job.job_id}",
                on_click=_dismiss,
                args=([job.job_id],),
                type="tertiary",
            )
        if not can_retry:
            st.caption(text("jobs.add_again"))
        elif isinstance(failure, EncryptedPdf):
            st.text_input(
                text("adding.password"),
                type="password",
                key=f"retry_password_{job.job_id}",
                width=320,
            )


def _why(job: Job, failure: GridCodeError | None) -> str:
    if job.state == "cancelled":
        return text("jobs.cancelled")
    if failure is None:
        return f"{text('jobs.failed')} {escaped(job.error)}"
    return headline(failure)


def _retry(job_id: str) -> None:
    password = st.session_state.get(f"retry_password_{job_id}") or None
    workbench().retry_job(job_id, password)


def _dismiss(job_ids: list[str]) -> None:
    for job_id in job_ids:
        workbench().dismiss_job(job_id)


def _unfinished() -> list[Job]:
    return [job for job in workbench().jobs() if job.state in ("queued", "running")]


def _share(job: Job) -> float:
    begin, end = _STAGES.get(job.stage, (0.0, 0.0))
    within = job.done / job.total if job.total else 0.0
    return begin + (end - begin) * min(1.0, within)


def _line(job: Job) -> str:
    stage = f"jobs.stage_{job.stage or 'queued'}"
    count = text("jobs.count", done=job.done, total=job.total) if job.total else ""
    return f"{_what(job)}  {text(stage) if has_text(stage) else escaped(job.stage)} {count}"


def _what(job: Job) -> str:
    if job.kind == "samples":
        return text("jobs.samples")
    if job.kind == "index":
        return text("jobs.index")
    if job.kind == "correct":
        return f"{text('jobs.correct')} · {escaped(job.subject)}"
    if job.kind == "describe":
        return f"{text('jobs.describe')} · {escaped(job.subject)}"
    return f"**{escaped(job.subject)}**"
