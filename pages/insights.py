"""The library in figures, or with ``?reg=`` one regulation; ``?show=`` lists what a bar counts."""

import streamlit as st

from pages.ui.errors import friendly_errors
from pages.ui.i18n import text
from pages.ui.insights.counted import PASSING
from pages.ui.insights.of_library import library_view
from pages.ui.insights.of_regulation import regulation_view
from pages.ui.plots import follow_click
from pages.ui.regulation_choice import regulation_choice
from pages.ui.resources import workbench

WHOLE_LIBRARY = "*"

follow_click()
st.title(text("insights.title"))
st.caption(text("insights.lead"))
with friendly_errors():
    regulations = workbench().list_regulations()
if not regulations:
    st.info(text("insights.empty"))
    st.stop()

reg_id = regulation_choice(
    regulations,
    text("insights.about"),
    page=text("insights.title"),
    others={WHOLE_LIBRARY: text("insights.whole_library")},
    clears=PASSING,
)
if reg_id == WHOLE_LIBRARY:
    library_view()
else:
    regulation_view(reg_id)
