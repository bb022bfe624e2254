"""The line to ask in, with suggestions while one types."""

from typing import Any

import streamlit as st

from core.model import Suggestion
from pages.ui.components import component
from pages.ui.errors import friendly_errors
from pages.ui.i18n import text
from pages.ui.resources import workbench
from pages.ui.search.asked import Asked, ask

_KEY = "search_box"
_TYPED = "search_typed"
_SENT = "search_sent"
_MOST_SUGGESTED = 8

_mount = component("search_box")


@st.fragment
def search_box(now: Asked) -> None:
    """Typing draws this part alone; a question draws the whole page."""
    if st.session_state.pop(_SENT, False):
        st.rerun()
    _mount(
        key=_KEY,
        height="content",
        on_typed_change=_typed,
        on_asked_change=_asked,
        data={
            "value": now.query,
            "focus": not now.query,
            "suggested": _suggested(now),
            "label": text("search.query"),
            "placeholder": text("search.placeholder"),
            "send": text("search.send"),
            "clear": text("search.clear"),
            "list": text("search.suggestions"),
        },
    )


def _typed() -> None:
    if st.session_state[_KEY].typed is not None:
        st.session_state[_TYPED] = st.session_state[_KEY].typed


def _asked() -> None:
    question = st.session_state[_KEY].asked
    if question is not None:
        st.session_state.pop(_TYPED, None)
        st.session_state[_SENT] = True
        ask(query=question.strip())


def _suggested(now: Asked) -> dict[str, Any]:
    """``to`` says what was typed: an answer to older letters is not shown."""
    typed = st.session_state.get(_TYPED, "")
    if not typed.strip():
        return {"to": typed, "items": []}
    with friendly_errors():
        found = workbench().suggest(typed, now.reg_ids or None, _MOST_SUGGESTED)
    other = [each for each in found if each.text != typed.strip()]
    return {"to": typed, "items": [_item(each) for each in other]}


def _item(suggestion: Suggestion) -> dict[str, str]:
    kinds = {
        "heading": text("search.kind_heading"),
        "table": text("search.kind_table"),
        "figure": text("search.kind_figure"),
        "term": text("search.suggested_term"),
    }
    where = f"{suggestion.reg_id} P{suggestion.page_num}" if suggestion.page_num else ""
    return {"text": suggestion.text, "kind": kinds[suggestion.kind], "where": where}
