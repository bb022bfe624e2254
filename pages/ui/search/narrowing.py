"""The filters beside the hits, each choice with the number of pages it would leave."""

from collections.abc import Iterable, Mapping, Sequence

import streamlit as st

from core.model import RegulationSummary
from pages.ui.i18n import text
from pages.ui.search.answer import known_collections
from pages.ui.search.asked import KINDS, Asked, ask, write_link

Counts = Mapping[str, Mapping[str, int]]
Titles = Mapping[str, str]

_REGULATIONS = "search_regulations"
_KINDS = "search_kinds"
_CHAPTER = "search_chapter"
_SECTION = "search_section"
_PAST = "search_past"


def narrowing(now: Asked, counts: Counts, titles: Titles) -> None:
    st.markdown(f"##### {text('search.narrow')}")
    _regulations(now, counts.get("reg_id", {}), titles)
    _kinds(now, counts.get("block_type", {}))
    _chapter(now, counts.get("chapter", {}))
    _in_link(_SECTION, now.section)
    st.text_input(
        text("search.section"),
        key=_SECTION,
        placeholder=text("search.section_hint"),
        on_change=lambda: ask(section=st.session_state[_SECTION].strip()),
    )
    _in_link(_PAST, now.past_editions)
    st.toggle(
        text("search.past_editions"),
        key=_PAST,
        on_change=lambda: ask(past_editions=st.session_state[_PAST]),
    )
    if now.is_narrowed:
        st.button(
            text("search.clear_filters"),
            key="search_clear",
            icon=":material/filter_alt_off:",
            on_click=lambda: write_link(now.without_filters()),
        )


def regulation_titles(regulations: Sequence[RegulationSummary]) -> dict[str, str]:
    return {found.info.reg_id: found.info.title for found in regulations}


def kind_names() -> dict[str, str]:
    return {
        "text": text("search.kind_text"),
        "heading": text("search.kind_heading"),
        "list": text("search.kind_list"),
        "table": text("search.kind_table"),
        "figure": text("search.kind_figure"),
        "section_content": text("search.kind_section_content"),
    }


def _regulations(now: Asked, counts: Mapping[str, int], titles: Titles) -> None:
    collections = known_collections()
    chosen = [each for each in now.reg_ids if each not in collections]
    regulations = _most_first([*titles, *counts, *chosen], counts)
    labels = {each: _counted(titles.get(each, each), counts.get(each)) for each in regulations}
    labels |= collections
    offered = [*collections, *regulations]
    _in_link(_REGULATIONS, list(now.reg_ids))
    st.multiselect(
        text("search.regulations"),
        offered,
        key=_REGULATIONS,
        format_func=labels.__getitem__,
        placeholder=text("search.every" if now.every_regulation else "search.auto"),
        help=text("search.regulations_help"),
        on_change=lambda: ask(
            reg_ids=tuple(st.session_state[_REGULATIONS]), every_regulation=False
        ),
    )


def _kinds(now: Asked, counts: Mapping[str, int]) -> None:
    names = kind_names()
    offered = [kind for kind in KINDS if counts.get(kind) or kind in now.kinds]
    if not offered:
        return
    labels = {kind: _counted(names[kind], counts.get(kind, 0)) for kind in offered}
    _in_link(_KINDS, [kind for kind in now.kinds if kind in offered])
    st.pills(
        text("search.kinds"),
        offered,
        key=_KINDS,
        selection_mode="multi",
        format_func=labels.__getitem__,
        wrap=True,
        on_change=lambda: ask(kinds=tuple(st.session_state[_KINDS])),
    )


def _chapter(now: Asked, counts: Mapping[str, int]) -> None:
    offered = _most_first([*([now.chapter] if now.chapter else []), *counts], counts)
    labels = {each: _counted(each, counts.get(each)) for each in offered}
    _in_link(_CHAPTER, now.chapter or None)
    st.selectbox(
        text("search.chapter"),
        offered,
        key=_CHAPTER,
        index=None,
        format_func=lambda each: labels.get(each, each),
        placeholder=text("search.every_chapter"),
        accept_new_options=True,
        help=text("search.chapter_help"),
        on_change=lambda: ask(chapter=(st.session_state[_CHAPTER] or "").strip()),
    )


def _in_link(key: str, value: object) -> None:
    """The link says what a widget shows: "back" changes it without a click on it."""
    st.session_state[key] = value


def _counted(name: str, count: int | None) -> str:
    return name if count is None else f"{name} · {count}"


def _most_first(offered: Iterable[str], counts: Mapping[str, int]) -> list[str]:
    return sorted(dict.fromkeys(offered), key=lambda each: -counts.get(each, 0))
