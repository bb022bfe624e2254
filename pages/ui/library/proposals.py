"""One dropped PDF before it is started: what it is, what it will be called, what to know."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from core.errors import EncryptedPdf, GridCodeError
from core.model import PdfPreview, RegulationInfo, ids
from pages.ui.errors import headline
from pages.ui.i18n import text
from pages.ui.library.sizes import megabytes
from pages.ui.plain import escaped


@dataclass(frozen=True)
class Proposal:
    """A file under the name it would get; ``is_ready``: it can be started as it is."""

    file_id: str
    reg_id: str
    title: str
    password: str | None
    is_ready: bool


def proposal_form(
    file_id: str,
    file_name: str,
    preview: PdfPreview | None,
    error: GridCodeError | None,
    infos: Sequence[RegulationInfo],
    twin: str | None,
    *,
    on_password: Callable[[str], None],
    on_remove: Callable[[str], None],
) -> Proposal | None:
    """None for a file that cannot be used. ``twin``: a file of the same bytes that waits too."""
    with st.container(key=f"proposal_{file_id}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f":material/picture_as_pdf: **{escaped(file_name)}**  {_facts(preview)}")
            st.button(
                text("adding.remove"),
                key=f"remove_{file_id}",
                on_click=on_remove,
                args=(file_id,),
                type="tertiary",
            )
        if error is not None:
            st.error(headline(error))
        if preview is None:
            return None
        # Through the state: a password that opens the file brings a better title later.
        st.session_state.setdefault(f"reg_id_{file_id}", preview.reg_id)
        st.session_state.setdefault(f"title_{file_id}", preview.title)
        asks_password = preview.needs_password or f"password_{file_id}" in st.session_state
        id_column, title_column, *password_column = st.columns(
            [3, 5, 3] if asks_password else [3, 8]
        )
        reg_id = id_column.text_input(
            text("library.reg_id"),
            key=f"reg_id_{file_id}",
            help=text("adding.reg_id_help"),
        ).strip()
        title = title_column.text_input(
            text("library.name"), key=f"title_{file_id}", max_chars=300
        ).strip()
        password = None
        for column in password_column:
            password = column.text_input(
                text("adding.password"),
                type="password",
                key=f"password_{file_id}",
                help=text("adding.password_help"),
                on_change=on_password,
                args=(file_id,),
            )
        is_known = reg_id in preview.known_as
        if twin is not None:
            _say("content_copy", text("adding.twin", file_name=escaped(twin)))
        _say_what_will_happen(preview, reg_id, infos, has_failed=isinstance(error, EncryptedPdf))
    fits = ids.is_reg_id(reg_id) and "@" not in reg_id and bool(title)
    is_open = not preview.needs_password
    return Proposal(file_id, reg_id, title, password or None, fits and is_open and not is_known)


def _facts(preview: PdfPreview | None) -> str:
    if preview is None:
        return ""
    size = megabytes(preview.size_bytes)
    if preview.page_count is None:
        return f":small[{escaped(size)}]"
    return f":small[{escaped(text('adding.facts', pages=preview.page_count, size=size))}]"


def _say_what_will_happen(
    preview: PdfPreview, reg_id: str, infos: Sequence[RegulationInfo], *, has_failed: bool
) -> None:
    """Before anything runs: a file that is here already, a new edition, an id that cannot be."""
    if preview.needs_password and not has_failed:
        _say("lock", text("adding.needs_password"))
    if not ids.is_reg_id(reg_id) or "@" in reg_id:
        st.warning(text("adding.bad_id"), icon=":material/warning:")
        return
    replaced = next((info for info in infos if info.reg_id == reg_id), None)
    if reg_id in preview.known_as:
        _say("done_all", text("adding.known", reg_id=escaped(reg_id)))
    elif replaced is not None:
        number = replaced.edition + 1
        said = text("adding.new_edition", title=escaped(replaced.title), number=number)
        _say("layers", said)
    elif preview.known_as:
        known_as = escaped(", ".join(preview.known_as))
        _say("content_copy", text("adding.known_elsewhere", reg_id=known_as))


def _say(icon: str, words: str) -> None:
    st.markdown(f":primary[:material/{icon}: {words}]")
