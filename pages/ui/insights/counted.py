"""What a bar counts, one by one: pages, tables, passages. ``?show=`` says which bar."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

import streamlit as st

from core.model.glossary import TermPlace
from core.model.insights import CountedTable
from pages.ui import links
from pages.ui.errors import friendly_errors
from pages.ui.i18n import text
from pages.ui.linked import page_offset, pager, write
from pages.ui.plain import escaped
from pages.ui.resources import workbench

T = TypeVar("T")

PARAM = "show"
FRONT = "front"  # tables before the first chapter
ONE_PAGE, SEVERAL_PAGES = "1", "several"  # numbers of pages that a table stands on
ROWS = ((1, 5), (6, 10), (11, 20), (21, 50), (51, 100), (101, None))
PASSING = (PARAM, "at")  # what another regulation makes meaningless in the link
_PER_PAGE = 200


def shown(kind: str) -> str | None:
    """The bar of this kind of plot that the link asks for."""
    asked, _, which = st.query_params.get(PARAM, "").partition(":")
    return which if asked == kind and which else None


def rows_key(count: int) -> str:
    for first, last in ROWS:
        if last is None or count <= last:
            return f"{first}-{last}" if last else f"{first}-"
    raise AssertionError


def page_list(reg_id: str, quality: str) -> None:
    with friendly_errors():
        pages = workbench().pages_of_quality(reg_id, quality)
    with _panel(text("insights.these_pages", count=len(pages))):
        for page in _in_view(pages):
            links.link(text("insights.page", page=page), links.reader(reg_id, page))
    pager("at", len(pages), _PER_PAGE)


def table_list(tables: Sequence[CountedTable]) -> None:
    with _panel(text("insights.these_tables", count=len(tables))):
        for table in _in_view(tables):
            name = table.caption or text("insights.unnamed_table")
            where = _pages(table)
            links.link(
                f"{escaped(name)} · {where} · {text('insights.rows', count=table.row_count)}",
                links.table(table.reg_id, table.table_id),
            )
    pager("at", len(tables), _PER_PAGE)


def place_list(title: str, places: Sequence[TermPlace]) -> None:
    """Passages, each with a few words around the term, that open in the Reader with it marked."""
    with _panel(title, in_lines=True):
        for place in _in_view(places):
            words = f"{escaped(place.before)}**{escaped(place.term)}**{escaped(place.after)}"
            links.link(
                f"{text('insights.page', page=place.page_num)}　{words}",
                links.reader(place.reg_id, place.page_num, place.block_id, place.term),
            )
    pager("at", len(places), _PER_PAGE)


def in_chapter(tables: Iterable[CountedTable], chapter: str) -> list[CountedTable]:
    return [it for it in tables if (it.chapter_id or FRONT) == chapter]


def with_rows(tables: Iterable[CountedTable], key: str) -> list[CountedTable]:
    return [it for it in tables if rows_key(it.row_count) == key]


def over_pages(tables: Iterable[CountedTable], count: str) -> list[CountedTable]:
    if count == SEVERAL_PAGES:
        return [it for it in tables if it.page_count > 1]
    return [it for it in tables if str(it.page_count) == count]


def _in_view(counted: Sequence[T]) -> Sequence[T]:
    first = page_offset("at", _PER_PAGE)
    return counted[first : first + _PER_PAGE]


def _pages(table: CountedTable) -> str:
    if table.page_end == table.page_start:
        return text("insights.page", page=table.page_start)
    return text("insights.pages_from_to", first=table.page_start, last=table.page_end)


def _panel(title: str, *, in_lines: bool = False) -> st.delta_generator.DeltaGenerator:
    with st.container(border=True, key="counted"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{title}**", width="stretch")
            st.button(
                text("insights.close"),
                icon=":material/close:",
                key="close_counted",
                type="tertiary",
                on_click=lambda: write(PARAM, "", clears=("at",)),
            )
        return st.container(horizontal=not in_lines, gap="xxsmall" if in_lines else "small")
