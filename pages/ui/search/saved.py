"""Searches that were kept, to open again with everything that was chosen."""

from datetime import UTC, datetime

import streamlit as st

from core.model import SavedSearch
from pages.ui.i18n import text
from pages.ui.plain import escaped
from pages.ui.resources import remembered, workbench
from pages.ui.search.asked import Asked, ask_button, from_params

_NAME = "search_name"


def save_button(now: Asked) -> None:
    with st.popover(text("search.save"), icon=":material/bookmark_add:", type="tertiary"):
        st.text_input(
            text("search.save_name"),
            key=_NAME,
            placeholder=now.query,
            help=text("search.save_help"),
            max_chars=80,
        )
        st.button(
            text("search.save_now"),
            key="search_save",
            type="primary",
            on_click=_save,
            args=(now,),
        )


def saved_list() -> None:
    """Nothing where nothing was kept."""
    kept = _saved()
    if not kept:
        return
    st.markdown(f"##### {text('search.saved')}")
    with st.container(gap="xxsmall", key="search_saved"):
        for nth, each in enumerate(kept):
            wanted = from_params(each.filters | {"q": each.query})
            ask_button(
                escaped(each.name), wanted, key=f"search_open_{nth}", icon=":material/bookmark:"
            )
        with st.popover(text("search.tidy"), type="tertiary", icon=":material/delete:"):
            for nth, each in enumerate(kept):
                st.button(
                    text("search.delete_saved", name=escaped(each.name)),
                    key=f"search_delete_{nth}",
                    on_click=workbench().delete_search,
                    args=(each.name,),
                )


@remembered(1)
def _saved() -> list[SavedSearch]:
    return workbench().saved_searches()


def _save(now: Asked) -> None:
    name = st.session_state[_NAME].strip() or now.query
    params = now.params
    query = params.pop("q", "")
    workbench().save_search(
        SavedSearch(name=name, query=query, filters=params, saved_at=datetime.now(UTC))
    )
    st.session_state[_NAME] = ""
    st.toast(text("search.was_saved", name=escaped(name)), icon=":material/bookmark_added:")
