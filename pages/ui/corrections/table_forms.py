"""Corrections of one table: a cell, the header, the caption, a split, a join."""

import streamlit as st

from core.model import (
    Correction,
    FixCaption,
    FixCell,
    JoinTables,
    SetHeaderRows,
    SplitTable,
    Table,
)
from core.model.corrections import LONGEST_CAPTION, LONGEST_CELL
from pages.ui.corrections.author import author, correct, correct_button
from pages.ui.i18n import text
from pages.ui.resources import workbench
from pages.ui.tables.shown import ShownTable, choose, open_table

_NEXT = 6  # tables behind this one that may be its continuation


def table_corrections(shown: ShownTable, chosen: tuple[int, int | None] | None) -> None:
    st.caption(text("corrections.lead"))
    author()
    # Keyed by the stamp: what was typed before a correction is not offered again behind it.
    left, right = st.columns(2, gap="large")
    with left:
        _cell(shown, chosen)
        _caption(shown)
    with right:
        _header(shown)
        _split(shown.table)
        _join(shown.table)


def _cell(shown: ShownTable, chosen: tuple[int, int | None] | None) -> None:
    table = shown.table
    st.markdown(f"**{text('corrections.cell')}**")
    cell = shown.places.get((chosen[0], chosen[1])) if chosen and chosen[1] is not None else None
    if cell is None:
        st.caption(text("corrections.choose_cell"))
        return
    key = f"fix_cell_{shown.stamp}_{cell.row}_{cell.col}"

    def fix() -> None:
        content = st.session_state[key]
        asked = FixCell(table_id=table.table_id, row=cell.row, col=cell.col, content=content)
        correct(table.reg_id, asked, _stay)

    st.text_area(
        text("corrections.cell_at", row=cell.row + 1, col=cell.col + 1),
        value=cell.content,
        key=key,
        height="content",
        max_chars=LONGEST_CELL,
    )
    correct_button(text("corrections.fix_cell"), table.reg_id, key="do_fix_cell", on_click=fix)


def _caption(shown: ShownTable) -> None:
    table = shown.table
    st.markdown(f"**{text('corrections.caption')}**")
    key = f"fix_caption_{shown.stamp}_{table.table_id}"

    def fix() -> None:
        asked = FixCaption(table_id=table.table_id, caption=st.session_state[key])
        correct(table.reg_id, asked, _reopen)

    st.text_input(
        text("corrections.caption"),
        value=table.caption or "",
        key=key,
        label_visibility="collapsed",
        max_chars=LONGEST_CAPTION,
    )
    correct_button(
        text("corrections.fix_caption"), table.reg_id, key="do_fix_caption", on_click=fix
    )


def _header(shown: ShownTable) -> None:
    table = shown.table
    st.markdown(f"**{text('corrections.header')}**")
    key = f"header_rows_{shown.stamp}_{table.table_id}"

    def fix() -> None:
        asked = SetHeaderRows(table_id=table.table_id, count=int(st.session_state[key]))
        correct(table.reg_id, asked, _stay)

    st.number_input(
        text("corrections.header_count"),
        min_value=0,
        max_value=table.row_count,
        value=table.header_row_count,
        step=1,
        key=key,
    )
    correct_button(text("corrections.set_header"), table.reg_id, key="do_set_header", on_click=fix)


def _split(table: Table) -> None:
    st.markdown(f"**{text('corrections.split')}**")
    if len(table.segments) < 2:
        st.caption(text("corrections.one_part"))
        return
    breaks = {
        segment.segment_id: text("corrections.break", upper=upper.page_num, page=segment.page_num)
        for upper, segment in zip(table.segments, table.segments[1:], strict=False)
    }
    key = f"split_at_{table.table_id}"

    def split() -> None:
        asked = SplitTable(table_id=table.table_id, segment_id=st.session_state[key])
        correct(table.reg_id, asked, _stay)

    st.selectbox(
        text("corrections.split_at"),
        list(breaks),
        key=key,
        format_func=breaks.__getitem__,
        label_visibility="collapsed",
    )
    correct_button(text("corrections.do_split"), table.reg_id, key="do_split", on_click=split)


def _join(table: Table) -> None:
    st.markdown(f"**{text('corrections.join')}**")
    listed = workbench().list_tables(table.reg_id)
    at = next((n for n, each in enumerate(listed) if each.table_id == table.table_id), len(listed))
    following = {
        each.table_id: f"P{each.page_start} {each.caption or text('tables.no_caption')}"
        for each in listed[at + 1 : at + 1 + _NEXT]
    }
    if not following:
        st.caption(text("corrections.last_table"))
        return
    key = f"join_with_{table.table_id}"

    def join() -> None:
        asked = JoinTables(table_id=table.table_id, next_table_id=st.session_state[key])
        correct(table.reg_id, asked, _stay)

    st.selectbox(
        text("corrections.join_with"),
        list(following),
        key=key,
        format_func=following.__getitem__,
        label_visibility="collapsed",
    )
    correct_button(text("corrections.do_join"), table.reg_id, key="do_join", on_click=join)


def _stay(correction: Correction) -> None:
    """A cell that was fixed stays chosen, wherever it stands now."""
    place = correction.place
    if place is not None and place.row is not None:
        choose(place.row, place.col)


def _reopen(correction: Correction) -> None:
    """A table with another number has another id."""
    if correction.place is not None and correction.place.table_id is not None:
        open_table(correction.reg_id, correction.place.table_id)
