"""What refers to a place: 2.1.4, 表6-2, 注1, a whole regulation."""

import pandas as pd
import streamlit as st

from core.errors import AmbiguousNameError
from pages.ui import links
from pages.ui.errors import friendly_errors
from pages.ui.following.reference_card import chosen_reference, reference_card, target_card
from pages.ui.following.reference_table import PARAM, reference_table
from pages.ui.following.terms import glossary_of
from pages.ui.i18n import text
from pages.ui.linked import linked_switch, linked_text, stay_link
from pages.ui.plain import escaped
from pages.ui.resources import workbench

_MOST_NAMED = 40


def back_view(reg_id: str) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = linked_text(
            "to", text("notes.to_what"), placeholder=text("notes.to_hint"), clears=(PARAM,)
        )
        with_parts = linked_switch("parts", text("notes.with_parts"), clears=(PARAM,))
    if not name:
        _most_named(reg_id)
        return
    with friendly_errors():
        try:
            target, found = workbench().references_to(reg_id, name, with_parts=with_parts)
        except AmbiguousNameError as error:
            _several(reg_id, error)
            return
    table, card = st.columns([3, 2], gap="large")
    with table:
        st.caption(text("notes.referring_count", count=len(found)))
        if found:
            reference_table(found, key="referring", with_state=False)
        else:
            st.info(text("notes.nothing_refers"))
    with card:
        if target is not None:
            target_card(target, with_others=False)
        chosen = chosen_reference(reg_id)
        if chosen is not None:
            reference_card(chosen, glossary_of(chosen.reg_id))


def _several(reg_id: str, error: AmbiguousNameError) -> None:
    st.warning(text("notes.several"))
    for nth, candidate in enumerate(error.candidates):
        label = f"{candidate['label']} · {text('notes.on_page', page=candidate['page_num'])}"
        place = links.notes(reg_id, view="to", to=candidate["target_id"])
        stay_link(escaped(label), place.params, key=f"meant_{nth}")


def _most_named(reg_id: str) -> None:
    """Where to begin: the places that most references lead to."""
    with friendly_errors():
        named = workbench().most_named(reg_id, _MOST_NAMED)
    if not named:
        st.info(text("notes.no_references"))
        return
    st.caption(text("notes.most_named"))
    ids = [it.target.target_id for it in named]

    def choose() -> None:
        rows = st.session_state["most_named"].selection.rows
        if rows:
            st.query_params["to"] = ids[rows[0]]

    st.dataframe(
        pd.DataFrame(
            [
                {"place": it.target.label, "page": it.target.page_num, "count": it.count}
                for it in named
            ]
        ),
        hide_index=True,
        key="most_named",
        on_select=choose,
        selection_mode="single-row",
        column_config={
            "place": st.column_config.TextColumn(text("notes.place"), width="large"),
            "page": st.column_config.NumberColumn(text("notes.page")),
            "count": st.column_config.ProgressColumn(
                text("notes.times"), format="%d", min_value=0, max_value=named[0].count
            ),
        },
    )
