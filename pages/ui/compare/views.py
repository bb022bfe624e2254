"""Summary, list of changes, structure and terms: one of them is shown."""

import streamlit as st

from pages.ui.compare.link_state import put, view
from pages.ui.i18n import text


def view_switch() -> str:
    """-> the view that is chosen."""
    names = {
        "summary": text("compare.summary"),
        "changes": text("compare.list"),
        "terms": text("compare.terms"),
    }
    st.session_state["compare_view"] = view()
    st.segmented_control(
        text("compare.view"),
        list(names),
        key="compare_view",
        format_func=names.__getitem__,
        on_change=lambda: put(view=st.session_state["compare_view"], page=""),
        required=True,
        label_visibility="collapsed",
    )
    return view()
