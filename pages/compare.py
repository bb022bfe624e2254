"""Two regulations, editions or sections beside each other: what changed, with proof of both sides.

``?a=…&b=…`` names them, ``section_a`` and ``section_b`` a part of each, ``change=n`` opens one.
"""

import streamlit as st

from core.comparison.changes import side_by_side
from pages.ui.compare import link_state
from pages.ui.compare.change_detail import change_detail
from pages.ui.compare.change_list import change_list
from pages.ui.compare.chooser import chooser, nothing_to_compare, suggestions
from pages.ui.compare.exports import exports
from pages.ui.compare.summary import summary
from pages.ui.compare.terms import structure_and_terms
from pages.ui.compare.views import view_switch
from pages.ui.compare.waiting import compared
from pages.ui.errors import friendly_errors
from pages.ui.i18n import text
from pages.ui.resources import workbench

st.title(text("compare.title"))
with friendly_errors():
    infos = workbench().list_editions()
    if not infos:
        nothing_to_compare()
    asked = link_state.asked()
    chooser(infos, is_open=asked is None)
if asked is None:
    st.caption(text("compare.lead"))
    suggestions(infos)
    st.stop()

comparison = compared(asked)
# Of two sections also what is equal is read beside each other.
is_by_section = asked.section_a is not None
changes = side_by_side(comparison) if is_by_section else comparison.changes
nth = link_state.number("change", len(changes))
if nth is not None:
    with friendly_errors():
        change_detail(comparison, changes, nth)
    st.stop()

left, right = st.columns([3, 2], vertical_alignment="center")
with left:
    view = view_switch()
with right:
    exports(comparison)
if view == "summary":
    summary(comparison, changes)
elif view == "changes":
    change_list(comparison, changes)
else:
    structure_and_terms(comparison)
