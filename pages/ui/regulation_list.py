"""The list of regulations and the card of the one that is chosen."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from core.model import RegulationSummary
from pages.ui.i18n import text

_PARAM = "reg"


def fitting(regulations: Sequence[RegulationSummary], query: str) -> list[RegulationSummary]:
    """Those whose id, title, file or keywords contain every word of the query."""
    words = query.casefold().split()
    return [found for found in regulations if all(word in _words(found) for word in words)]


def regulation_table(regulations: Sequence[RegulationSummary]) -> None:
    """Choosing a row puts its ``reg_id`` into the link."""
    pages = sum(found.info.total_pages for found in regulations)
    st.caption(text("library.count", count=len(regulations), pages=pages))
    reg_ids = [found.info.reg_id for found in regulations]

    def write_link() -> None:
        rows = st.session_state["regulations"].selection.rows
        if rows:
            st.query_params[_PARAM] = reg_ids[rows[0]]
        else:
            st.query_params.pop(_PARAM, None)

    st.dataframe(
        pd.DataFrame([_row(found) for found in regulations]),
        hide_index=True,
        key="regulations",
        on_select=write_link,
        selection_mode="single-row",
        column_config=_columns(),
    )


def regulation_card(regulations: Sequence[RegulationSummary]) -> None:
    reg_id = st.query_params.get(_PARAM)
    if not reg_id:
        st.caption(text("library.choose"))
        return
    chosen = next((found for found in regulations if found.info.reg_id == reg_id), None)
    if chosen is None:
        st.warning(text("library.unknown", reg_id=_plain(reg_id)))
        st.caption(text("library.unknown_next"))
        return
    with st.container(border=True, key="card"):
        # Text of a document is shown as text, never as markup.
        st.text(chosen.info.title)
        figures = {
            "library.pages": chosen.info.total_pages,
            "library.chapters": chosen.chapter_count,
            "library.tables": chosen.table_count,
            "library.cross_page_tables": chosen.cross_page_table_count,
            "library.annotations": chosen.annotation_count,
            "library.figures": chosen.figure_count,
            "library.unresolved": chosen.unresolved_count,
            "library.ocr_pages": chosen.ocr_page_count,
        }
        for column, (label, value) in zip(st.columns(len(figures)), figures.items(), strict=True):
            column.metric(text(label), value)
        st.caption(text("library.citation"))
        st.code(chosen.info.source, language=None)


def _words(found: RegulationSummary) -> str:
    info = found.info
    return " ".join([info.reg_id, info.title, info.source_file, *info.keywords]).casefold()


def _row(found: RegulationSummary) -> dict[str, object]:
    info = found.info
    return {
        "name": info.title,
        "reg_id": info.reg_id,
        "pages": info.total_pages,
        "tables": found.table_count,
        "cross_page_tables": found.cross_page_table_count,
        "annotations": found.annotation_count,
        "edition": info.edition,
        "indexed_at": info.indexed_at,
    }


def _columns() -> dict[str, ColumnConfig]:
    return {
        "name": st.column_config.TextColumn(text("library.name"), width="large"),
        "reg_id": st.column_config.TextColumn(text("library.reg_id")),
        "pages": st.column_config.NumberColumn(text("library.pages")),
        "tables": st.column_config.NumberColumn(text("library.tables")),
        "cross_page_tables": st.column_config.NumberColumn(text("library.cross_page_tables")),
        "annotations": st.column_config.NumberColumn(text("library.annotations")),
        "edition": st.column_config.NumberColumn(text("library.edition")),
        "indexed_at": st.column_config.DatetimeColumn(
            text("library.indexed_at"), format="YYYY-MM-DD"
        ),
    }


def _plain(value: str) -> str:
    """What came in through the link is shown without its markup."""
    return "".join(char for char in value if char.isalnum() or char in "_-.@ ")[:80]
