"""A correction on its way: a job, watched from a fragment, so that the page stays usable.

It goes on when the page is left; what came of it is said when the session next looks.
"""

from collections.abc import Callable

import streamlit as st

from core.errors import GridCodeError, NotFound
from core.model import Correction, Job
from pages.ui.errors import show_error
from pages.ui.i18n import has_text, text
from pages.ui.plain import escaped
from pages.ui.resources import workbench

AndThen = Callable[[list[Correction]], None]

_ASKED, _REFUSED = "asked_correction", "refused_correction"
_KIND = "correct"
_MOMENT = 0.6  # seconds; most corrections are done by then, and the page is drawn once
# Where each stage begins on the bar; understanding takes most of the time.
_STAGES = {"extraction": 0.05, "structure": 0.2, "index": 0.7, "save": 0.9}


def apply(submit: Callable[[], Job], and_then: AndThen | None = None) -> None:
    """For callbacks. ``and_then`` hears what was changed, at the top of the run that says so."""
    try:
        job = submit()
    except GridCodeError as error:
        st.session_state[_REFUSED] = error
        return
    st.session_state[_ASKED] = (job.job_id, and_then)
    workbench().wait_for_job(job.job_id, _MOMENT)


def is_applying(reg_id: str) -> bool:
    """Ids may be others afterwards: until then nothing more of the regulation is corrected."""
    return any(job.subject == reg_id for job in _running())


def said() -> None:
    """What came of the last correction, once; and what is being applied, by whomever.

    It has one place, filled or empty: what stands below it is not drawn anew, and an open tab stays
    open.
    """
    with st.container():
        refused = st.session_state.pop(_REFUSED, None)
        if isinstance(refused, GridCodeError):
            show_error(refused)
        _say_what_ended()
        running = _running()
        if running:
            _watch(tuple(job.job_id for job in running))


@st.fragment(run_every=0.7)
def _watch(drawn_for: tuple[str, ...]) -> None:
    running = _running()
    if tuple(job.job_id for job in running) != drawn_for:
        st.rerun()
    for job in running:
        st.progress(_STAGES.get(job.stage, 0.0), text=_line(job))


def _say_what_ended() -> None:
    job_id, and_then = st.session_state.get(_ASKED, (None, None))
    if job_id is None:
        return
    try:
        job = workbench().get_job(job_id)
    except NotFound:  # cleared away: what came of it is in the history
        del st.session_state[_ASKED]
        return
    if job.state in ("queued", "running"):
        return
    del st.session_state[_ASKED]
    try:
        changed = workbench().corrected(job)
    except GridCodeError as error:
        show_error(error)
        return
    _toast(changed)
    if and_then is not None:
        and_then(changed)


def _toast(changed: list[Correction]) -> None:
    if changed:
        is_undone = all(each.undone_at is not None for each in changed)
        st.toast(text("corrections.undone" if is_undone else "corrections.done"))


def _running() -> list[Job]:
    """The oldest first."""
    jobs = reversed(workbench().jobs())
    return [job for job in jobs if job.kind == _KIND and job.state in ("queued", "running")]


def _line(job: Job) -> str:
    stage = f"jobs.stage_{job.stage or 'queued'}"
    now = text(stage) if has_text(stage) else ""
    return f"{text('corrections.applying', reg=escaped(job.subject))} {now}".strip()
