"""The page registry. Run with ``make run``."""

from pathlib import Path

import streamlit as st

from pages.ui.i18n import language_switch, text

# A local file: a ":material/…:" favicon is fetched from the internet.
ICON = Path(__file__).parent / "pages" / "ui" / "assets" / "icon.png"

st.set_page_config(page_title=text("app.title"), page_icon=str(ICON), layout="wide")
page = st.navigation(
    [
        st.Page(
            "pages/library.py",
            title=text("library.title"),
            icon=":material/library_books:",
            default=True,
        )
    ]
)
with st.sidebar:
    language_switch()
page.run()
