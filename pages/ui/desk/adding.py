"""What an analyst puts on the desk by hand: a note of one's own, a directory."""

import streamlit as st

from core.context.context_system import ContextSystem
from core.context.tree import root_index
from core.model import ContentsPage, ContextPage, PageIndex, Segment
from pages.ui.desk.state import attempt, choose_page
from pages.ui.i18n import text


def new_note(system: ContextSystem, chosen: ContextPage | None) -> None:
    with st.popover(text("desk.new_note"), icon=":material/edit_note:"):
        st.text_input(text("desk.page_name"), key="note_name", max_chars=200)
        st.text_area(text("desk.note_text"), key="note_text", height=180)
        st.button(
            text("desk.put_there"),
            key="add_note",
            type="primary",
            on_click=_add_note,
            args=(system, _directory(system, chosen)),
        )


def new_directory(system: ContextSystem, chosen: ContextPage | None) -> None:
    with st.popover(text("desk.new_directory"), icon=":material/create_new_folder:"):
        st.text_input(text("desk.page_name"), key="directory_name", max_chars=200)
        st.text_input(text("desk.description"), key="directory_description", max_chars=2000)
        st.button(
            text("desk.put_there"),
            key="add_directory",
            type="primary",
            on_click=_add_directory,
            args=(system, _directory(system, chosen)),
        )


def _directory(system: ContextSystem, chosen: ContextPage | None) -> PageIndex:
    """The one in hand, or the one that the page in hand stands in."""
    if isinstance(chosen, ContentsPage) and chosen.is_active:
        return chosen.index
    parent = chosen.parent if chosen is not None else None
    if parent is not None and system.tree.get(parent).is_active:
        return parent
    return root_index(Segment.USER)


def _add_note(system: ContextSystem, parent: PageIndex) -> None:
    def add() -> None:
        words = st.session_state["note_text"]
        name = st.session_state["note_name"].strip() or " ".join(words.split())[:40]
        made = system.create_detail_page(name, "", words, parent)
        st.session_state["note_name"] = st.session_state["note_text"] = ""
        choose_page(made.index)  # last: a change of the link is where the next click may cut in

    attempt(add)


def _add_directory(system: ContextSystem, parent: PageIndex) -> None:
    def add() -> None:
        name = st.session_state["directory_name"]
        description = st.session_state["directory_description"]
        made = system.create_contents_page(name, description, parent)
        st.session_state["directory_name"] = st.session_state["directory_description"] = ""
        choose_page(made.index)

    attempt(add)
