"""The tables of a regulation: searched, filtered, sorted."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from core.model import ChapterNode, Table
from core.model.retrieval import TableSearchMode
from pages.ui.i18n import text
from pages.ui.linked import linked_choice, linked_switch
from pages.ui.list_height import list_height
from pages.ui.resources import workbench
from pages.ui.tables.shown import open_table

_LOW = 0.8  # confidence below which a table is worth a look
_MODES: tuple[TableSearchMode, ...] = ("hybrid", "caption", "cells", "semantic")
_SORTS = ("given", "page", "rows", "pages", "confidence")
_ANY = "any"
_MOST_ROWS = 20  # beyond them the list scrolls


@dataclass(frozen=True)
class _Listed:
    """``rows`` are those that the search found its words in."""

    table: Table
    rows: tuple[int, ...] = ()
    match_types: tuple[str, ...] = ()


def table_list(reg_id: str) -> None:
    everything = workbench().list_tables(reg_id)
    if not everything:
        st.info(text("tables.none"))
        return
    chapters = {node.node_id: node for node in workbench().contents(reg_id)[1]}
    query, mode = _search_line()
    found = _found(reg_id, query, mode) if query else [_Listed(table) for table in everything]
    listed = _filtered(found, chapters)
    if not listed:
        st.info(text("tables.nothing_fits"))
        return
    st.caption(text("tables.count", count=len(listed)))
    _listing(reg_id, listed, chapters, is_found=bool(query))


def _search_line() -> tuple[str, TableSearchMode]:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        query = st.text_input(
            text("tables.search"),
            key="q",
            placeholder=text("tables.search_hint"),
            bind="query-params",
        )
        names: dict[str, str] = {mode: text(f"tables.mode_{mode}") for mode in _MODES}
        chosen = linked_choice("mode", text("tables.mode"), names, default="hybrid")
    return query.strip(), next(mode for mode in _MODES if mode == chosen)


def _found(reg_id: str, query: str, mode: TableSearchMode) -> list[_Listed]:
    found = workbench().search_tables_of(reg_id, query, mode)
    return [_Listed(table, match.rows, match.match_types) for table, match in found]


def _filtered(listed: Sequence[_Listed], chapters: dict[str, ChapterNode]) -> list[_Listed]:
    tops = {each.table.table_id: _top(each.table.chapter_id, chapters) for each in listed}
    names = {top: _name(chapters[top]) for top in dict.fromkeys(tops.values()) if top in chapters}
    sorts = {name: text(f"tables.sort_{name}") for name in _SORTS}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        in_chapter = linked_choice(
            "chapter",
            text("tables.chapter"),
            {_ANY: text("tables.any")} | names,
            default=_ANY,
            as_list=True,
            width=240,
        )
        by = linked_choice(
            "sort", text("tables.sort"), sorts, default=_SORTS[0], as_list=True, width=170
        )
        on_page = st.number_input(
            text("tables.page"),
            min_value=1,
            value=None,
            step=1,
            key="on",
            bind="query-params",
            placeholder=text("tables.any"),
            width=130,
        )
        only_joined = linked_switch("joined", text("tables.only_joined"))
        only_low = linked_switch("low", text("tables.only_low", low=f"{_LOW:.0%}"))
    kept = [
        each
        for each in listed
        if (not only_joined or len(each.table.segments) > 1)
        and (not only_low or each.table.confidence < _LOW)
        and (on_page is None or each.table.page_start <= on_page <= each.table.page_end)
        and (in_chapter == _ANY or tops[each.table.table_id] == in_chapter)
    ]
    return kept if by == _SORTS[0] else sorted(kept, key=lambda each: _rank(each.table, by))


def _rank(table: Table, by: str) -> tuple[float, int]:
    order = {
        "page": 0.0,
        "rows": -table.row_count,
        "pages": table.page_start - table.page_end,
        "confidence": table.confidence,
    }
    return order[by], table.page_start


def _listing(
    reg_id: str, listed: Sequence[_Listed], chapters: dict[str, ChapterNode], *, is_found: bool
) -> None:
    """Choosing a row opens the table, at the first row that was found."""

    def picked() -> None:
        rows = st.session_state["tables_list"].selection.rows
        if rows:
            chosen = listed[rows[0]]
            open_table(reg_id, chosen.table.table_id, chosen.rows[0] if chosen.rows else None)

    st.dataframe(
        pd.DataFrame([_row(each, chapters, is_found=is_found) for each in listed]),
        hide_index=True,
        key="tables_list",
        on_select=picked,
        selection_mode="single-row",
        column_config=_columns(),
        height=list_height(len(listed), _MOST_ROWS),
    )


def _row(each: _Listed, chapters: dict[str, ChapterNode], *, is_found: bool) -> dict[str, object]:
    table = each.table
    node = chapters.get(table.chapter_id or "")
    pages = f"P{table.page_start}"
    if table.is_over_pages:
        pages += f"–P{table.page_end}"
    row: dict[str, object] = {
        "caption": table.caption or text("tables.no_caption"),
        "pages": pages,
    }
    if is_found:
        how = [text(f"tables.match_{name}") for name in each.match_types]
        row["match"] = " · ".join(how)
        row["found_rows"] = ", ".join(str(nth + 1) for nth in each.rows[:8])
    return row | {
        "chapter": _name(node) if node is not None else "",
        "rows": table.row_count,
        "cols": table.col_count,
        "parts": len(table.segments),
        "confidence": table.confidence,
        "kind": text(f"tables.kind_{table.kind}"),
    }


def _columns() -> dict[str, ColumnConfig]:
    return {
        "caption": st.column_config.TextColumn(text("tables.caption"), width=265),
        "pages": st.column_config.TextColumn(text("tables.pages"), width=85),
        "chapter": st.column_config.TextColumn(text("tables.chapter"), width=125),
        "rows": st.column_config.NumberColumn(text("tables.rows"), width=50),
        "cols": st.column_config.NumberColumn(text("tables.cols"), width=65),
        "parts": st.column_config.NumberColumn(
            text("tables.parts"), width=55, help=text("tables.parts_help")
        ),
        "confidence": st.column_config.ProgressColumn(
            text("tables.confidence"), min_value=0, max_value=1, format="percent", width=90
        ),
        "kind": st.column_config.TextColumn(text("tables.kind"), width=70),
        "match": st.column_config.TextColumn(text("tables.match"), width="small"),
        "found_rows": st.column_config.TextColumn(text("tables.found_rows"), width="small"),
    }


def _top(chapter_id: str | None, chapters: dict[str, ChapterNode]) -> str:
    """The chapter of the first level that a table stands in."""
    seen = chapter_id or ""
    while seen in chapters and chapters[seen].parent_id in chapters:
        seen = chapters[seen].parent_id or ""
    return seen


def _name(node: ChapterNode) -> str:
    return f"{node.label} {node.title}".strip() or node.section_number
