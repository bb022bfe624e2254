"""The comparison as files; they are made when somebody asks for them."""

from typing import Literal

import streamlit as st

from core.model.comparison import Comparison
from pages.ui.i18n import language, text
from pages.ui.resources import workbench


def exports(comparison: Comparison) -> None:
    chosen: Literal["zh", "en"] = "en" if language() == "en" else "zh"
    shared = workbench()
    name = f"{_named(comparison, 'old')}--{_named(comparison, 'new')}"
    html, xlsx = st.columns(2)
    html.download_button(
        text("compare.as_html"),
        lambda: shared.comparison_html(comparison, chosen),
        file_name=f"{name}.html",
        mime="text/html",
        icon=":material/html:",
        key="compare_html",
        on_click="ignore",
        width="stretch",
    )
    xlsx.download_button(
        text("compare.as_xlsx"),
        lambda: shared.comparison_xlsx(comparison, chosen),
        file_name=f"{name}.xlsx",
        mime="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        icon=":material/table_view:",
        key="compare_xlsx",
        on_click="ignore",
        width="stretch",
    )


def _named(comparison: Comparison, side: str) -> str:
    half = comparison.old if side == "old" else comparison.new
    words = "-".join(part for part in (half.reg_id, half.section_number) if part)
    return "".join(char if char.isalnum() or char in "-_." else "_" for char in words)
