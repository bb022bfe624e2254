"""Tables. ``?reg=`` lists them, ``?table=`` shows one, ``?row=`` and ``?col=`` a place of it.

``?view=corrections`` is the history of a regulation's corrections.
"""

import streamlit as st

from pages.ui.corrections.applying import said
from pages.ui.corrections.history import corrections_page
from pages.ui.errors import friendly_errors
from pages.ui.i18n import text
from pages.ui.linked import linked_choice
from pages.ui.regulation_choice import regulation_choice
from pages.ui.resources import workbench
from pages.ui.tables.one_table import one_table
from pages.ui.tables.shown import PASSING, asked_table
from pages.ui.tables.table_list import table_list

st.title(text("tables.title"))
said()
with friendly_errors():
    regulations = workbench().list_regulations()
if not regulations:
    st.info(text("tables.empty"))
    st.stop()

table_id = asked_table()
with st.container(horizontal=True, vertical_alignment="bottom", gap="large"):
    reg_id = regulation_choice(
        regulations, text("tables.regulation"), page=text("tables.title"), clears=PASSING
    )
    views = {"tables": text("tables.title"), "corrections": text("corrections.title")}
    view = linked_choice("view", text("tables.view"), views, default="tables", clears=["table"])
with friendly_errors():
    if view == "corrections":
        corrections_page(reg_id)
    elif table_id is not None:
        one_table(reg_id, table_id)
    else:
        table_list(reg_id)
