"""The regulations in the library. ``?q=`` filters the list, ``?reg=`` opens one of them."""

import streamlit as st

from pages.ui.errors import friendly_errors
from pages.ui.i18n import text
from pages.ui.job_list import running_jobs
from pages.ui.regulation_list import fitting, regulation_card, regulation_table
from pages.ui.resources import workbench

st.title(text("library.title"))
st.caption(text("library.lead"))
with friendly_errors(), st.spinner(text("library.opening")):
    regulations = workbench().list_regulations()
is_busy = running_jobs()

if not regulations and is_busy:
    st.stop()
if not regulations:
    st.info(f"**{text('library.empty')}**\n\n{text('library.empty_next')}")
    st.stop()

query = st.text_input(
    text("library.filter"),
    key="q",
    placeholder=text("library.filter_hint"),
    bind="query-params",
)
found = fitting(regulations, query)
if not found:
    st.info(
        f"**{text('library.nothing_fits', query=query)}**\n\n"
        f"{text('library.nothing_fits_next', total=len(regulations))}"
    )
    st.stop()

regulation_table(found)
regulation_card(regulations)
