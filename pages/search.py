"""Finding the place. ``?q=`` is what is looked for, ``?reg=`` and others narrow it down."""

import streamlit as st

from pages.ui.errors import friendly_errors
from pages.ui.i18n import text
from pages.ui.search.answer import answer, known_regulations
from pages.ui.search.asked import asked
from pages.ui.search.box import search_box
from pages.ui.search.empty import nothing_asked, nothing_found, nothing_to_search
from pages.ui.search.export import export_button
from pages.ui.search.hit_list import hit_list
from pages.ui.search.narrowing import narrowing
from pages.ui.search.saved import save_button, saved_list
from pages.ui.search.summary import more_button, summary, view_choice
from pages.ui.window_title import window_title

st.title(text("search.title"))
with friendly_errors():
    titles = known_regulations()
    if not titles:
        nothing_to_search()
        st.stop()
    now = asked()
    window_title(now.query, text("search.title"))
    search_box(now)
    if not now.query:
        nothing_asked(now, titles)
        saved_list()
        st.stop()
    found = answer(now, titles)

main, side = st.columns([3, 1], gap="large")
with main:
    with st.container(horizontal=True, vertical_alignment="center", key="search_head"):
        view_choice(now)
        save_button(now)
        export_button(now)
    summary(now, found.outcome, found.total, titles)
    if found.groups:
        hit_list(found.groups)
        more_button(now, found.total)
    else:
        nothing_found(now)
with side:
    narrowing(now, found.counts, titles)
    saved_list()
