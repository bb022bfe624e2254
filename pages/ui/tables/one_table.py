"""One table: the grid and the printed page side by side, and below them what belongs to it."""

import re

import streamlit as st

from core.model import Evidence
from core.structure.tables.markdown import table_markdown
from pages.ui import links
from pages.ui.corrections.history import correction_list
from pages.ui.corrections.table_forms import table_corrections
from pages.ui.desk_button import desk_button
from pages.ui.i18n import text
from pages.ui.plain import escaped
from pages.ui.tables.beside import evidence_of, notes_of, references_of
from pages.ui.tables.chart import chart
from pages.ui.tables.downloads import downloads
from pages.ui.tables.grid import table_grid
from pages.ui.tables.printed_page import printed_page
from pages.ui.tables.shown import ShownTable, asked_place, choose, leave_table, shown_table
from pages.ui.window_title import window_title

_LOW = 0.8
_LONGEST_ROW = 24
_NUMBER = re.compile(r"[\d.,]+")


def one_table(reg_id: str, table_id: str) -> None:
    shown = shown_table(reg_id, table_id)
    chosen = asked_place()
    table = shown.table
    window_title(table.caption or table.source, text("tables.title"))
    _head(shown, chosen[0] if chosen is not None else None)
    grid, page = st.columns([3, 2], gap="medium")
    with grid:
        table_grid(shown, chosen, choose)
        names = ("notes", "references", "evidence", "chart", "download", "correct", "history")
        tabs = st.tabs([text(f"tables.tab_{name}") for name in names])
        with tabs[0]:
            notes_of(shown, chosen)
        with tabs[1]:
            references_of(shown)
        with tabs[2]:
            evidence_of(shown)
        with tabs[3]:
            chart(shown)
        with tabs[4]:
            downloads(shown)
        with tabs[5]:
            table_corrections(shown, chosen)
        with tabs[6]:
            correction_list(reg_id, shown.corrections)
    with page:
        printed_page(shown, chosen)


def _head(shown: ShownTable, row: int | None) -> None:
    table = shown.table
    back, onwards = st.columns(2, vertical_alignment="center")
    back.button(
        text("tables.back"),
        key="tables_back",
        icon=":material/arrow_back:",
        type="tertiary",
        on_click=leave_table,
    )
    with (
        onwards,
        st.container(
            horizontal=True, horizontal_alignment="right", vertical_alignment="center", gap="medium"
        ),
    ):
        _desk_button(shown, row)
        links.link(
            text("tables.in_reader"),
            links.reader(table.reg_id, table.page_start, table.table_id),
            icon=":material/menu_book:",
        )
    st.subheader(escaped(table.caption or text("tables.no_caption")), anchor=False)
    facts = [
        text("tables.size", rows=table.row_count, cols=table.col_count),
        escaped(table.source),
    ]
    if len(table.segments) > 1:
        facts.insert(1, text("tables.parts_joined", count=len(table.segments)))
    st.caption(" · ".join(facts))
    if table.confidence < _LOW:
        doubt = text("tables.doubtful", confidence=f"{table.confidence:.0%}")
        st.markdown(f":orange-badge[{escaped(doubt)}]")


def _desk_button(shown: ShownTable, row: int | None) -> None:
    """The row in hand below its header, or the whole table."""
    table = shown.table
    header = range(table.header_row_count)
    rows = range(table.row_count) if row is None else sorted({*header, row})
    detail = table_markdown(table.cells, table.col_count, list(rows), len(header))
    proof = Evidence(
        reg_id=table.reg_id,
        page_nums=(),
        table_id=table.table_id,
        rows=() if row is None else (row,),
    )
    name = table.caption or text("tables.no_caption")
    if row is not None:
        name = f"{_row_name(shown, row)} · {name}".removeprefix(" · ")
    desk_button(name, detail, proof, key="to_desk")


def _row_name(shown: ShownTable, row: int) -> str:
    """Its first words: several rows of one table are told apart on the desk."""
    cells = (shown.places.get((row, col)) for col in range(shown.table.col_count))
    words = [" ".join(cell.content.split()) for cell in cells if cell is not None]
    filled = [each for each in words if each]
    name = next((each for each in filled if not _NUMBER.fullmatch(each)), "".join(filled[:1]))
    return name if len(name) <= _LONGEST_ROW else f"{name[:_LONGEST_ROW]}…"
