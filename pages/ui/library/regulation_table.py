"""The list of regulations; choosing a row puts its ``reg_id`` into the link."""

from collections import Counter
from collections.abc import Sequence

import pandas as pd
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from core.model import Collection, RegulationSummary
from pages.ui.i18n import text
from pages.ui.library.sizes import megabytes
from pages.ui.list_height import list_height
from pages.ui.plain import escaped

_PARAM = "reg"
_KEY = "regulations"
_MOST_ROWS = 10  # beyond them the list scrolls


def fitting(
    regulations: Sequence[RegulationSummary], query: str, collection: Collection | None = None
) -> list[RegulationSummary]:
    """Those of the collection whose id, title, file, description or keywords hold every word."""
    words = query.casefold().split()
    return [
        found
        for found in regulations
        if all(word in _words(found) for word in words)
        and (collection is None or found.info.reg_id in collection.reg_ids)
    ]


def regulation_table(
    shown: Sequence[RegulationSummary], everything: Sequence[RegulationSummary], query: str
) -> None:
    """``everything`` counts past editions too."""
    if not shown:
        total = sum("@" not in found.info.reg_id for found in everything)
        said = text("library.nothing_fits", query=escaped(query)) if query else ""
        st.info(
            f"**{said or text('library.empty_collection')}**\n\n"
            f"{text('library.nothing_fits_next', total=total)}"
        )
        return
    pages = sum(found.info.total_pages for found in shown)
    st.caption(text("library.count", count=len(shown), pages=pages))
    editions = Counter(found.info.reg_id.partition("@")[0] for found in everything)
    reg_ids = [found.info.reg_id for found in shown]

    def write_link() -> None:
        rows = st.session_state[_KEY]["selection"]["rows"]
        if rows:
            st.query_params[_PARAM] = reg_ids[rows[0]]
        else:
            st.query_params.pop(_PARAM, None)

    _choose_as_in_link(reg_ids)
    are_collected = any(found.collections for found in shown)
    rows = pd.DataFrame([_row(found, editions[found.info.reg_id]) for found in shown])
    st.dataframe(
        rows if are_collected else rows.drop(columns="collections"),
        hide_index=True,
        height=list_height(len(shown), _MOST_ROWS),
        key=_KEY,
        on_select=write_link,
        selection_mode="single-row",
        column_config=_columns(are_collected=are_collected),
    )


def _choose_as_in_link(reg_ids: Sequence[str]) -> None:
    """A shared link, "back" and a filter show the row that the link names."""
    in_link = [nth for nth, reg_id in enumerate(reg_ids) if reg_id == st.query_params.get(_PARAM)]
    chosen = st.session_state[_KEY]["selection"]["rows"] if _KEY in st.session_state else []
    if list(chosen) != in_link:
        st.session_state[_KEY] = {"selection": {"rows": in_link}}


def _words(found: RegulationSummary) -> str:
    info = found.info
    words = [
        info.reg_id,
        info.title,
        info.source_file,
        info.description,
        *info.keywords,
        *info.numbers,
    ]
    return " ".join(words).casefold()


def _row(found: RegulationSummary, editions: int) -> dict[str, object]:
    info = found.info
    return {
        "name": info.title,
        "reg_id": info.reg_id,
        "pages": info.total_pages,
        "tables": found.table_count,
        "editions": editions,
        "size": megabytes(found.size_bytes) if found.size_bytes is not None else "",
        "indexed_at": info.indexed_at,
        "collections": list(found.collections),
    }


def _columns(*, are_collected: bool) -> dict[str, ColumnConfig]:
    """Widths in pixels: all stand side by side in a window of 1280."""
    column = st.column_config
    return {
        "name": column.TextColumn(text("library.name"), width=270 if are_collected else 320),
        "reg_id": column.TextColumn(text("library.reg_id"), width=175 if are_collected else 235),
        "pages": column.NumberColumn(text("library.pages"), width=55),
        "tables": column.NumberColumn(text("library.tables"), width=60),
        "editions": column.NumberColumn(text("library.editions"), width=65),
        "size": column.TextColumn(text("library.size"), width=70),
        "indexed_at": column.DatetimeColumn(
            text("library.indexed_at"), format="YYYY-MM-DD", width=95
        ),
        "collections": column.ListColumn(text("library.collections"), width=110),
    }
