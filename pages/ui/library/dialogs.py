"""What is asked before something changes: describing a regulation, deleting it."""

import re

import streamlit as st

from core.errors import GridCodeError
from core.model import RegulationInfo
from pages.ui.errors import headline
from pages.ui.i18n import text
from pages.ui.plain import escaped
from pages.ui.resources import workbench

_BETWEEN_WORDS = re.compile(r"[,，、;；\n]+")
_PROBLEM = "dialog_problem"
_DONE = "dialog_done"


def edit_button(info: RegulationInfo) -> None:
    opened = st.button(text("card.edit"), key="edit", icon=":material/edit:", on_click=_begin)
    if opened:
        st.dialog(text("edit.title"), width="medium")(_edit)(info)


def delete_button(info: RegulationInfo) -> None:
    opened = st.button(text("card.delete"), key="delete", icon=":material/delete:", on_click=_begin)
    if opened:
        st.dialog(text("delete.title"))(_delete)(info)


def _begin() -> None:
    st.session_state.pop(_PROBLEM, None)
    st.session_state.pop(_DONE, None)


def _edit(info: RegulationInfo) -> None:
    _leave_when_done()
    st.text_input(text("library.name"), value=info.title, key="edit_title", max_chars=300)
    st.text_area(
        text("edit.description"), value=info.description, key="edit_description", max_chars=5000
    )
    st.text_input(
        text("edit.keywords"),
        value="、".join(info.keywords),
        key="edit_keywords",
        help=text("edit.keywords_help"),
    )
    st.caption(text("edit.kept"))
    st.button(
        text("edit.save"), key="save_edit", type="primary", on_click=_save, args=(info.reg_id,)
    )


def _save(reg_id: str) -> None:
    words = _BETWEEN_WORDS.split(st.session_state["edit_keywords"])
    try:
        workbench().describe_regulation(
            reg_id,
            title=st.session_state["edit_title"],
            description=st.session_state["edit_description"],
            keywords=words,
        )
    except GridCodeError as error:
        st.session_state[_PROBLEM] = headline(error)
    else:
        st.session_state[_DONE] = True


def _delete(info: RegulationInfo) -> None:
    _leave_when_done()
    st.markdown(text("delete.question", title=escaped(info.title), reg_id=escaped(info.reg_id)))
    st.caption(text("delete.what_goes"))
    yes, no = st.columns(2)
    yes.button(
        text("delete.confirm"),
        key="confirm_delete",
        type="primary",
        on_click=_do_delete,
        args=(info.reg_id,),
        width="stretch",
    )
    no.button(text("delete.keep"), key="keep", on_click=_finish, width="stretch")


def _do_delete(reg_id: str) -> None:
    try:
        workbench().delete_regulation(reg_id)
    except GridCodeError as error:
        st.session_state[_PROBLEM] = headline(error)
    else:
        st.query_params.pop("reg", None)
        _finish()


def _finish() -> None:
    st.session_state[_DONE] = True


def _leave_when_done() -> None:
    """A dialog closes when the page runs again without it."""
    if st.session_state.pop(_DONE, False):
        st.rerun()
    if problem := st.session_state.get(_PROBLEM):
        st.error(problem)
