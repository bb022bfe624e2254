"""Which desk and which page of it is in hand: both are in the link."""

from collections.abc import Callable, Sequence

import streamlit as st

from core.context.tree import ContextTree
from core.errors import GridCodeError
from core.model import ContextPage, Desk, PageIndex
from pages.ui.errors import show_error
from pages.ui.i18n import text
from pages.ui.resources import workbench

_DESK = "desk"
_PAGE = "page"
_REMEMBERED = "desk_in_hand"
_FAILURE = "desk_failure"
_SAID = "desk_said"


def current_desk(desks: Sequence[Desk]) -> Desk | None:
    """The one in the link, or the last one worked on, or the newest."""
    wanted = (st.query_params.get(_DESK), st.session_state.get(_REMEMBERED))
    known = {desk.desk_id: desk for desk in desks}
    found = next((known[desk_id] for desk_id in wanted if desk_id in known), None)
    if found is None and desks:
        found = max(desks, key=lambda desk: desk.updated_at)
    if found is not None:
        st.session_state[_REMEMBERED] = found.desk_id
    return found


def take_desk(desk_id: str) -> None:
    st.session_state[_REMEMBERED] = desk_id
    st.query_params[_DESK] = desk_id
    st.query_params.pop(_PAGE, None)


def chosen_page(tree: ContextTree) -> ContextPage | None:
    asked = st.query_params.get(_PAGE)
    return tree.find(PageIndex(asked)) if asked else None


def choose_page(index: PageIndex | None) -> None:
    if index is None:
        st.query_params.pop(_PAGE, None)
    else:
        st.query_params[_PAGE] = index


def first_desk() -> Desk:
    """The desk in hand; one is made where there is none."""
    found = current_desk(workbench().desks.all())
    return found or workbench().desks.create(text("desk.first_name"))


def attempt(action: Callable[..., object], *arguments: object, **options: object) -> bool:
    """For callbacks: whether it was done; a known failure is shown on the page that follows."""
    try:
        action(*arguments, **options)
    except GridCodeError as error:
        st.session_state[_FAILURE] = error
        return False
    return True


def say(words: str) -> None:
    """For callbacks: shown by the run that follows, which nothing can cut short before it."""
    st.session_state[_SAID] = words


def show_outcome() -> None:
    """What came of the last callback, once."""
    failure = st.session_state.pop(_FAILURE, None)
    if failure is not None:
        show_error(failure)
    words = st.session_state.pop(_SAID, None)
    if words is not None:
        st.toast(words, icon=":material/check:")
