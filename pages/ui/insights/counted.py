"""What a bar counts, one by one: pages and tables. ``?show=`` says which bar."""

from collections.abc import Iterable, Sequence

import streamlit as st

from core.model.insights import CountedTable
from pages.ui import links
from pages.ui.errors import friendly_errors
from pages.ui.i18n import text
from pages.ui.linked import write
from pages.ui.plain import escaped
from pages.ui.resources import workbench

PARAM = "show"
FRONT = "front"  # tables before the first chapter
ONE_PAGE, SEVERAL_PAGES = "1", "several"  # numbers of pages that a table stands on
ROWS = ((1, 5), (6, 10), (11, 20), (21, 50), (51, 100), (101, None))
_MOST = 400


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
        for page in pages[:_MOST]:
            links.link(text("insights.page", page=page), links.reader(reg_id, page))


def table_list(tables: Sequence[CountedTable]) -> None:
    with _panel(text("insights.these_tables", count=len(tables))):
        for table in tables[:_MOST]:
            name = table.caption or text("insights.unnamed_table")
            where = _pages(table)
            links.link(
                f"{escaped(name)} · {where} · {text('insights.rows', count=table.row_count)}",
                links.table(table.reg_id, table.table_id),
            )


def in_chapter(tables: Iterable[CountedTable], chapter: str) -> list[CountedTable]:
    return [it for it in tables if (it.chapter_id or FRONT) == chapter]


def with_rows(tables: Iterable[CountedTable], key: str) -> list[CountedTable]:
    return [it for it in tables if rows_key(it.row_count) == key]


def over_pages(tables: Iterable[CountedTable], count: str) -> list[CountedTable]:
    if count == SEVERAL_PAGES:
        return [it for it in tables if it.page_count > 1]
    return [it for it in tables if str(it.page_count) == count]


def _pages(table: CountedTable) -> str:
    if table.page_end == table.page_start:
        return text("insights.page", page=table.page_start)
    return text("insights.pages_from_to", first=table.page_start, last=table.page_end)


def _panel(title: str) -> st.delta_generator.DeltaGenerator:
    with st.container(border=True, key="counted"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{title}**", width="stretch")
            st.button(
                text("insights.close"),
                icon=":material/close:",
                key="close_counted",
                type="tertiary",
                on_click=lambda: write(PARAM, ""),
            )
        return st.container(horizontal=True, gap="small")
