"""The page registry. Run with ``make run``."""

from pathlib import Path

import streamlit as st

from pages.ui.i18n import language_switch, text
from pages.ui.streamlit_words import streamlit_words

ASSETS = Path(__file__).parent / "pages" / "ui" / "assets"
ICON = ASSETS / "icon.png"  # a ":material/…:" favicon is fetched from the internet
SIDEBAR = 240  # pixels: the names of the pages, and no more

st.set_page_config(page_icon=str(ICON), layout="wide", initial_sidebar_state=SIDEBAR)
st.html(ASSETS / "workbench.css")
page = st.navigation(
    [
        st.Page(
            "pages/library.py",
            title=text("library.title"),
            icon=":material/library_books:",
            default=True,
        ),
        st.Page("pages/reader.py", title=text("reader.title"), icon=":material/menu_book:"),
        st.Page("pages/search.py", title=text("search.title"), icon=":material/search:"),
        st.Page("pages/tables.py", title=text("tables.title"), icon=":material/table:"),
        st.Page("pages/notes.py", title=text("notes.title"), icon=":material/link:"),
        st.Page("pages/compare.py", title=text("compare.title"), icon=":material/compare:"),
        st.Page("pages/ask.py", title=text("ask.title"), icon=":material/forum:"),
        st.Page("pages/desk.py", title=text("desk.title"), icon=":material/inventory_2:"),
        st.Page("pages/insights.py", title=text("insights.title"), icon=":material/bar_chart:"),
    ]
)
st.set_page_config(page_title=f"{page.title} · {text('app.title')}")
with st.sidebar:
    language_switch()
    streamlit_words()
page.run()
