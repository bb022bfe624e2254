"""A whole table as a grid: spans as spans, the header in sight, the page of each row beside it.

The cells come by their own address and stay in the browser: a rerun sends a few bytes, however
large the table is. The script draws 200 rows at a time.
"""

from collections.abc import Callable
from urllib.parse import quote, urlencode

import streamlit as st

from pages.ui.components import asset
from pages.ui.i18n import language, text
from pages.ui.tables.shown import ShownTable

_KEY = "table_grid"
_mount = st.components.v2.component(
    _KEY, html='<div class="grid"></div>', css=asset("table_grid.css"), js=asset("table_grid.js")
)


def table_grid(
    shown: ShownTable,
    chosen: tuple[int, int | None] | None,
    on_pick: Callable[[int, int | None], None],
) -> None:
    """``on_pick`` gets row and column before the rerun that follows a click."""

    def picked() -> None:
        place = st.session_state[_KEY].picked
        if place is not None:
            row, col = place
            on_pick(int(row), None if col is None else int(col))

    table = shown.table
    _mount(
        key=_KEY,
        height="content",
        on_picked_change=picked,
        data={
            "address": grid_address(table.reg_id, table.table_id, shown.stamp),
            "chosen": list(chosen) if chosen is not None else None,
            "corrected": [
                [each.place.row, each.place.col]
                for each in shown.corrections
                if each.kind == "fix_cell" and each.place is not None
            ],
            "lang": language(),
            "words": _words(table.caption or table.table_id),
        },
    )


def grid_address(reg_id: str, table_id: str, stamp: str) -> str:
    asked = urlencode({"table": table_id, "v": stamp})
    return f"/table-grid/{quote(reg_id)}?{asked}"


def _words(label: str) -> dict[str, str]:
    names = (
        *("find", "copy", "copied", "not_copied", "page", "row", "all", "some"),
        *("missing", "corrected", "not_found"),
    )
    return {"label": label} | {name: text(f"tables.grid_{name}") for name in names}
