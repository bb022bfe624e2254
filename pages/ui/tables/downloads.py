"""A table as a file. Files are made when they are asked for."""

from functools import partial
from typing import get_args

import streamlit as st

from core.model.tables import TableFileFormat
from pages.ui.i18n import language, text
from pages.ui.resources import workbench
from pages.ui.tables.shown import ShownTable

_NAMES = {"csv": "CSV", "xlsx": "Excel", "md": "Markdown", "json": "JSON", "html": "HTML"}
_TYPES = {
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "md": "text/markdown",
    "json": "application/json",
    "html": "text/html",
}


def downloads(shown: ShownTable) -> None:
    st.caption(text("tables.download_lead"))
    name = shown.table.table_id.replace("/", "_")
    with st.container(horizontal=True):
        for kind in get_args(TableFileFormat):
            st.download_button(
                _NAMES[kind],
                data=partial(_made, shown, kind),
                file_name=f"{name}.{kind}",
                mime=_TYPES[kind],
                key=f"download_{kind}",
                on_click="ignore",
                icon=":material/download:",
            )


def _made(shown: ShownTable, kind: TableFileFormat) -> bytes:
    return workbench().table_file(shown.table, kind, "en" if language() == "en" else "zh")
