"""The regulations in the library: add, find, describe, group, delete.

``?q=`` filters the list, ``?collection=`` shows one collection, ``?reg=`` opens one regulation.
"""

import streamlit as st

from pages.ui.errors import friendly_errors
from pages.ui.i18n import text
from pages.ui.library.adding import add_pdfs
from pages.ui.library.collections import choose_collection
from pages.ui.library.first_steps import first_steps
from pages.ui.library.job_list import ended_jobs, running_jobs
from pages.ui.library.regulation_card import regulation_card
from pages.ui.library.regulation_table import fitting, regulation_table
from pages.ui.resources import workbench

st.title(text("library.title"))
st.caption(text("library.lead"))
with friendly_errors(), st.spinner(text("library.opening")):
    everything = workbench().list_regulations()
    collections = workbench().list_collections()
current = [found for found in everything if "@" not in found.info.reg_id]

first_steps(current)
add_pdfs([found.info for found in everything])
is_busy = running_jobs()
ended_jobs()

if not current:
    if not is_busy:
        st.info(f"**{text('library.empty')}**\n\n{text('library.empty_next')}")
    st.stop()

filter_column, collection_column = st.columns([2, 3], vertical_alignment="bottom")
with filter_column:
    query = st.text_input(
        text("library.filter"),
        key="q",
        placeholder=text("library.filter_hint"),
        bind="query-params",
    )
with collection_column:
    chosen = choose_collection(collections)

regulation_table(fitting(current, query, chosen), everything, query)
regulation_card(everything, collections)
