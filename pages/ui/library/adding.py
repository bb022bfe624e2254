"""PDFs on their way into the library: dropped, looked at, named, started."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from core.errors import EncryptedPdf, GridCodeError
from core.model import PdfPreview, RegulationInfo
from pages.ui.i18n import text
from pages.ui.library.proposals import Proposal, proposal_form
from pages.ui.resources import workbench

_WAITING = "waiting_pdfs"
_ROUND = "upload_round"  # counts uploaders: each is used once


@dataclass(frozen=True)
class _Waiting:
    """A file that was dropped; ``preview`` is None where it cannot be used at all."""

    file_name: str
    upload_id: str | None = None
    preview: PdfPreview | None = None
    error: GridCodeError | None = None


def add_pdfs(infos: Sequence[RegulationInfo]) -> None:
    this_round = st.session_state.setdefault(_ROUND, 0)
    most = workbench().settings.max_upload_mb
    files = st.file_uploader(
        text("adding.drop"),
        type="pdf",
        accept_multiple_files=True,
        key=f"pdfs_{this_round}",
        max_upload_size=most,
    )
    if files:
        with st.spinner(text("adding.looking")):
            _take_in(files)
        # From here on they are in our list alone, with an empty uploader for the next ones.
        st.session_state[_ROUND] += 1
        st.rerun()
    waiting = _waiting()
    if not waiting:
        return
    with st.container(border=True, key="proposals"):
        st.markdown(f"**{text('adding.check', count=len(waiting))}**")
        proposals = [
            proposal_form(
                file_id,
                each.file_name,
                each.preview,
                each.error,
                infos,
                _twin_of(file_id, waiting),
                on_password=_look_again,
                on_remove=_remove,
            )
            for file_id, each in waiting.items()
        ]
        _start_button([found for found in proposals if found is not None])


def _twin_of(file_id: str, waiting: Mapping[str, _Waiting]) -> str | None:
    """The file of the same bytes that was dropped before this one; -> its name."""
    here = waiting[file_id].preview
    for other_id, other in waiting.items():
        if other_id == file_id or here is None:
            return None
        if other.preview is not None and other.preview.sha256 == here.sha256:
            return other.file_name
    return None


def _start_button(proposals: Sequence[Proposal]) -> None:
    """Two that want the same id would make two editions by accident."""
    ready = [found for found in proposals if found.is_ready]
    wanted = [found.reg_id for found in ready]
    clashing = sorted({reg_id for reg_id in wanted if wanted.count(reg_id) > 1})
    if clashing:
        st.warning(text("adding.same_id", reg_id=", ".join(clashing)), icon=":material/warning:")
    start, clear, _ = st.columns([1, 1, 3])
    start.button(
        text("adding.start", count=len(ready)),
        key="start_ingest",
        type="primary",
        disabled=not ready or bool(clashing),
        on_click=_start,
        args=(ready,),
        width="stretch",
    )
    clear.button(text("adding.clear"), key="clear_waiting", on_click=_clear, width="stretch")


def _start(proposals: Sequence[Proposal]) -> None:
    waiting = _waiting()
    for found in proposals:
        upload_id = waiting[found.file_id].upload_id
        if upload_id is None:
            continue
        try:
            workbench().submit_upload(upload_id, found.reg_id, found.title, found.password)
        except GridCodeError as error:
            waiting[found.file_id] = replace(waiting[found.file_id], error=error)
        else:
            del waiting[found.file_id]


def _take_in(files: Sequence[UploadedFile]) -> None:
    waiting = _waiting()
    for file in files:
        if file.file_id not in waiting:  # a run that was cut short has taken in some already
            waiting[file.file_id] = _looked_at(file)


def _looked_at(file: UploadedFile) -> _Waiting:
    found = _Waiting(file.name)
    try:
        upload_id = workbench().keep_upload(file.name, file)
        found = replace(found, upload_id=upload_id)
        return replace(found, preview=workbench().examine_upload(upload_id))
    except GridCodeError as error:
        return replace(found, error=error)


def _look_again(file_id: str) -> None:
    """With the password that was typed."""
    waiting = _waiting()
    each = waiting[file_id]
    password = st.session_state[f"password_{file_id}"]
    if each.upload_id is None or not password:
        return
    try:
        preview = workbench().examine_upload(each.upload_id, password)
    except EncryptedPdf as error:
        waiting[file_id] = replace(each, error=error)
    else:
        waiting[file_id] = replace(each, preview=preview, error=None)
        st.session_state[f"title_{file_id}"] = preview.title


def _remove(file_id: str) -> None:
    gone = _waiting().pop(file_id, None)
    if gone is not None and gone.upload_id is not None:
        workbench().discard_upload(gone.upload_id)


def _clear() -> None:
    for file_id in list(_waiting()):
        _remove(file_id)


def _waiting() -> dict[str, _Waiting]:
    """By file_id, in the order in which they were dropped."""
    kept: dict[str, _Waiting] = st.session_state.setdefault(_WAITING, {})
    return kept
