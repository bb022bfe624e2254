"""The line above the hits: how many, in what order, and by which way they were found."""

from collections.abc import Mapping

import streamlit as st

from core.model import SearchOutcome
from pages.ui.i18n import text
from pages.ui.plain import escaped
from pages.ui.search.asked import PORTION, VIEWS, Asked, ask

_VIEW = "search_view"


def view_choice(now: Asked) -> None:
    labels = {
        "page": text("search.by_page"),
        "section": text("search.by_section"),
        "regulation": text("search.by_regulation"),
        "tables": text("search.only_tables"),
    }
    st.session_state[_VIEW] = now.view
    st.segmented_control(
        text("search.view"),
        VIEWS,
        key=_VIEW,
        format_func=labels.__getitem__,
        required=True,
        label_visibility="collapsed",
        on_change=lambda: ask(view=st.session_state[_VIEW]),
    )


def summary(now: Asked, outcome: SearchOutcome, total: int, titles: Mapping[str, str]) -> None:
    """How much was found and how; where the search went by itself, and what it could not do."""
    _small(f"{_how_many(now, outcome, total)} · {_way(outcome)}" if total else _way(outcome))
    if now.view != "tables" and total and all(each.is_near_only for each in outcome.results):
        _small(text("search.near_only"))
    if outcome.scope == "auto" and len(outcome.reg_ids) < len(titles):
        with st.container(horizontal=True, vertical_alignment="center", key="search_scope"):
            names = "、".join(titles.get(each, each) for each in outcome.reg_ids[:3])
            _small(text("search.scope_auto", names=escaped(names)))
            st.button(
                f":primary[{text('search.search_all')}]",
                key="search_all",
                type="tertiary",
                on_click=ask,
                kwargs={"every_regulation": True, "reg_ids": ()},
            )
    if now.every_regulation:
        _small(text("search.scope_all"))
    if outcome.without_vectors:
        names = "、".join(outcome.without_vectors[:3])
        _small(text("search.without_vectors", names=escaped(names)))
    if outcome.read_by_page:
        names = "、".join(outcome.read_by_page[:3])
        _small(text("search.read_by_page", names=escaped(names)))


def more_button(now: Asked, total: int) -> None:
    if total > now.shown:
        st.button(
            text("search.more"),
            key="search_more",
            icon=":material/expand_more:",
            on_click=ask,
            kwargs={"shown": now.shown + PORTION},
        )


def _small(words: str) -> None:
    """Smaller than text, and as dark: a caption is too pale to be read by everyone."""
    st.markdown(f":small[{words}]", width="content")


def _how_many(now: Asked, outcome: SearchOutcome, total: int) -> str:
    if now.view == "tables":
        count = f"{now.shown}+" if total > now.shown else str(total)
        return text("search.total_tables", total=count)
    count = f"{total}+" if outcome.total_is_least else str(total)
    if now.view == "section":
        return text("search.total_sections", total=count)
    if now.view == "regulation":
        return text("search.total_regulations", total=count)
    return text("search.total_pages", total=count)


def _way(outcome: SearchOutcome) -> str:
    if outcome.searched_by == "hybrid":
        return text("search.way_hybrid", embedder=escaped(outcome.embedder or ""))
    if outcome.searched_by == "pages":
        return text("search.way_pages")
    return text("search.way_keywords")
