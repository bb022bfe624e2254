"""What was read, put in order, with its proof. ``?desk=`` says which desk, ``?page=`` its page."""

import streamlit as st

from pages.ui.desk import head
from pages.ui.desk.adding import new_directory, new_note
from pages.ui.desk.one_page import one_page
from pages.ui.desk.state import chosen_page, current_desk, show_outcome
from pages.ui.desk.tree import desk_tree
from pages.ui.desk.views import finding, history, window_preview
from pages.ui.errors import friendly_errors
from pages.ui.i18n import text
from pages.ui.resources import workbench

st.title(text("desk.title"))
show_outcome()
with friendly_errors():
    desks = workbench().desks.all()
desk = current_desk(desks)
if desk is None:
    st.info(f"**{text('desk.empty')}**\n\n{text('desk.empty_next')}")
    head.new_desk()
    st.stop()

with friendly_errors():
    system = workbench().desks.open(desk.desk_id)
    window = workbench().desks.window(desk.desk_id)
chosen = chosen_page(system.tree)

with st.container(horizontal=True, vertical_alignment="center", key="desk_bar"):
    head.desk_choice(desks, desk)
    head.new_desk()
    head.desk_settings(desk)
    head.exports(desk)
    head.taking_back(system)
asked, filled = st.columns([3, 2], gap="large", vertical_alignment="bottom")
with asked:
    head.question_box(desk)
with filled:
    head.budget_meter(window)

left, right = st.columns([2, 3], gap="large")
with left:
    with st.container(horizontal=True, key="adding"):
        new_note(system, chosen)
        new_directory(system, chosen)
    desk_tree(system, chosen, window)
with right:
    tabs = st.tabs(
        [
            text("desk.tab_page"),
            text("desk.tab_window"),
            text("desk.tab_archive"),
            text("desk.tab_history"),
        ]
    )
    with tabs[0], friendly_errors():
        if chosen is None:
            st.caption(text("desk.choose"))
        else:
            one_page(system, chosen)
    with tabs[1]:
        window_preview(window)
    with tabs[2]:
        finding(desk, system)
    with tabs[3]:
        history(system)
