"""What a tab of the browser is called: of several each says what it shows."""

import streamlit as st

from pages.ui.i18n import text


def window_title(*names: str) -> None:
    """From the place in hand to the page; those that are empty are left out."""
    st.set_page_config(page_title=" · ".join(filter(None, (*names, text("app.title")))))
