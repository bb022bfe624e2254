"""Notes and references of a regulation. ``?reg=`` says which, ``?view=`` what of it.

``?state=unresolved`` alone opens the list of references, ``?to=2.1.4`` what refers to it.
"""

import streamlit as st

from pages.ui.corrections.applying import said
from pages.ui.errors import friendly_errors
from pages.ui.following.back_references import back_view
from pages.ui.following.glossary_list import glossary_view
from pages.ui.following.note_list import note_view
from pages.ui.following.reference_graph import graph_view
from pages.ui.following.reference_list import reference_view
from pages.ui.following.reference_work import work_view
from pages.ui.i18n import text
from pages.ui.linked import linked_choice
from pages.ui.plots import follow_click
from pages.ui.regulation_choice import regulation_choice
from pages.ui.resources import workbench

VIEWS = {
    "notes": note_view,
    "references": reference_view,
    "work": work_view,
    "to": back_view,
    "graph": graph_view,
    "terms": glossary_view,
}
# What another view or regulation makes meaningless in the link.
PASSING = (
    *("q", "at", "ref", "type", "cited", "state", "kind"),
    *("from", "into", "chapter", "document", "scope", "to", "parts", "between"),
)

follow_click()
st.title(text("notes.title"))
st.caption(text("notes.lead"))
said()
with friendly_errors():
    regulations = workbench().list_regulations()
if not regulations:
    st.info(text("notes.empty"))
    st.stop()

implied = "references" if "state" in st.query_params else "notes"
with st.container(horizontal=True, vertical_alignment="bottom"):
    reg_id = regulation_choice(
        regulations, text("notes.regulation"), page=text("notes.title"), clears=PASSING
    )
    view = linked_choice(
        "view",
        text("notes.view"),
        {
            "notes": text("notes.view_notes"),
            "references": text("notes.view_references"),
            "work": text("notes.view_work"),
            "to": text("notes.view_to"),
            "graph": text("notes.view_graph"),
            "terms": text("notes.view_terms"),
        },
        default="to" if "to" in st.query_params else implied,
        clears=PASSING,
    )
VIEWS[view](reg_id)
