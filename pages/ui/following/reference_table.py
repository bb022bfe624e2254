"""References as a table; choosing a row puts its id into the link."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from core.model import Reference
from pages.ui.following.names import reason, reference_types, states
from pages.ui.i18n import text

PARAM = "ref"
_ALL_SHOWN = 15  # rows; more are scrolled
_HEIGHT = 560  # pixels


def reference_table(references: Sequence[Reference], *, key: str, with_state: bool = True) -> None:
    """Document text stands in cells, which show text and nothing else."""
    kinds, conditions = reference_types(), states()
    rows = [
        {
            "text": it.text,
            "page": it.page_num,
            "type": kinds[it.reference_type],
            "state": conditions[it.state],
            "leads_to": it.target.label if it.target is not None else reason(it),
            "reg_id": it.reg_id,
        }
        for it in references
    ]
    frame = pd.DataFrame(rows)
    hidden = [] if len({it.reg_id for it in references}) > 1 else ["reg_id"]
    if not with_state:
        hidden.append("state")
    ids = [it.reference_id for it in references]

    def write_link() -> None:
        chosen = st.session_state[key].selection.rows
        if chosen:
            st.query_params[PARAM] = ids[chosen[0]]
        else:
            st.query_params.pop(PARAM, None)

    st.dataframe(
        frame.drop(columns=hidden),
        hide_index=True,
        key=key,
        on_select=write_link,
        selection_mode="single-row",
        column_config=_columns(),
        height="content" if len(rows) <= _ALL_SHOWN else _HEIGHT,
    )


def _columns() -> dict[str, ColumnConfig]:
    return {
        "text": st.column_config.TextColumn(text("notes.words_printed")),
        "type": st.column_config.TextColumn(text("notes.type")),
        "state": st.column_config.TextColumn(text("notes.state")),
        "leads_to": st.column_config.TextColumn(text("notes.leads_to"), width="large"),
        "page": st.column_config.NumberColumn(text("notes.page"), width=60),
        "reg_id": st.column_config.TextColumn(text("notes.regulation")),
    }
