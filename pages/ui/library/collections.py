"""Collections: one is chosen to narrow the list; they are made, renamed and deleted in a dialog."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import Conflict, GridCodeError, InputRejected
from core.model import Collection
from pages.ui import links
from pages.ui.errors import headline
from pages.ui.i18n import text
from pages.ui.plain import escaped
from pages.ui.resources import workbench

_PARAM = "collection"
_CHOSEN = "chosen_collection"
_PROBLEM = "collection_problem"


def choose_collection(collections: Sequence[Collection]) -> Collection | None:
    """The one in the link; choosing another changes the link."""
    by_name = {found.name: found for found in collections}
    row = st.container(horizontal=True, vertical_alignment="bottom", key="collections_row")
    chosen = _pills(row, by_name) if by_name else None
    row.button(
        text("collections.manage"),
        key="manage_collections",
        on_click=_open,
        type="tertiary",
        icon=":material/folder_copy:",
    )
    if chosen:
        with row:
            links.link(
                text("collections.search"),
                links.search("", by_name[chosen].scope),
                icon=":material/search:",
            )
    if st.session_state.pop("managing_collections", False):
        st.dialog(text("collections.title"), width="medium", on_dismiss="rerun")(_manage)()
    return by_name.get(chosen or "")


def _pills(row: DeltaGenerator, by_name: Mapping[str, Collection]) -> str | None:
    # Read the link only once: afterwards the widget's own state is the newer one.
    if _CHOSEN not in st.session_state and st.query_params.get(_PARAM) in by_name:
        st.session_state[_CHOSEN] = st.query_params[_PARAM]
    if st.session_state.get(_CHOSEN) not in (None, *by_name):
        del st.session_state[_CHOSEN]  # renamed or deleted since
    chosen: str | None = row.pills(
        text("library.collections"),
        list(by_name),
        key=_CHOSEN,
        format_func={name: escaped(name) for name in by_name}.__getitem__,
        on_change=_write_link,
        width="content",
    )
    return chosen


def _write_link() -> None:
    chosen = st.session_state[_CHOSEN]
    if chosen is None:
        st.query_params.pop(_PARAM, None)
    else:
        st.query_params[_PARAM] = chosen


def _open() -> None:
    st.session_state["managing_collections"] = True
    st.session_state.pop(_PROBLEM, None)


def _manage() -> None:
    st.caption(text("collections.what"))
    for found in workbench().list_collections():
        name, count, rename, delete = st.columns([5, 2, 2, 2], vertical_alignment="bottom")
        name.text_input(
            text("collections.name"),
            value=found.name,
            key=f"collection_name_{found.name}",
            label_visibility="collapsed",
            max_chars=80,
        )
        count.caption(text("collections.count", count=len(found.reg_ids)))
        rename.button(
            text("collections.rename"),
            key=f"rename_{found.name}",
            on_click=_act,
            args=(_rename, found.name),
            width="stretch",
        )
        delete.button(
            text("collections.delete"),
            key=f"delete_collection_{found.name}",
            on_click=_act,
            args=(workbench().delete_collection, found.name),
            width="stretch",
        )
    new, create = st.columns([9, 2], vertical_alignment="bottom")
    new.text_input(
        text("collections.new"),
        key="new_collection",
        max_chars=80,
        placeholder=text("collections.new_hint"),
    )
    create.button(
        text("collections.create"),
        key="create_collection",
        on_click=_act,
        args=(_create,),
        type="primary",
        width="stretch",
    )
    if problem := st.session_state.get(_PROBLEM):
        st.error(problem)


def _rename(name: str) -> None:
    workbench().rename_collection(name, st.session_state[f"collection_name_{name}"])


def _create() -> None:
    workbench().create_collection(st.session_state["new_collection"])
    st.session_state["new_collection"] = ""


def _act(action: Callable[..., object], *arguments: str) -> None:
    """A failure is said in the dialog, which stays open."""
    st.session_state.pop(_PROBLEM, None)
    try:
        action(*arguments)
    except GridCodeError as error:
        st.session_state[_PROBLEM] = name_problem(error)


def name_problem(error: GridCodeError) -> str:
    if isinstance(error, Conflict):
        return text("collections.taken")
    if isinstance(error, InputRejected):
        return text("collections.bad_name")
    return headline(error)
