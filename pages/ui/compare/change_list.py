"""The list of changes with its filters, twenty at a time."""

from collections.abc import Sequence

import streamlit as st

from core.comparison.filtering import count_kinds, fitting
from core.model.comparison import Change, Comparison
from pages.ui.compare.change_rows import change_rows
from pages.ui.compare.link_state import (
    PER_PAGE,
    change_filter,
    chosen_kinds,
    chosen_what,
    number,
    param,
    put,
)
from pages.ui.compare.wording import KINDS, kind_name
from pages.ui.i18n import text


def change_list(comparison: Comparison, changes: Sequence[Change]) -> None:
    _filters(comparison, changes)
    found = fitting(changes, change_filter())
    if not found:
        st.info(text("compare.nothing_fits"))
        return
    pages = -(-len(found) // PER_PAGE)
    page = number("page", pages) or 1
    shown = found[(page - 1) * PER_PAGE : page * PER_PAGE]
    change_rows([(index + 1, changes[index]) for index in shown], heads=heads(comparison))
    if pages > 1:
        _pager(page, pages, len(found))


def heads(comparison: Comparison) -> tuple[str, str]:
    sides = comparison.old, comparison.new
    old, new = (f"{side.title} {side.section_title}".strip() for side in sides)
    return f"{text('compare.old_side')}: {old}", f"{text('compare.new_side')}: {new}"


def _filters(comparison: Comparison, changes: Sequence[Change]) -> None:
    counts = count_kinds(changes, chosen_what())
    kinds = [kind for kind in KINDS if counts[kind] or kind in chosen_kinds()]
    names = {kind: f"{kind_name(kind)} {counts[kind]}" for kind in kinds}
    st.session_state["compare_kinds"] = chosen_kinds()
    st.pills(
        text("compare.kinds"),
        kinds,
        selection_mode="multi",
        key="compare_kinds",
        format_func=names.__getitem__,
        on_change=lambda: put(kind=",".join(st.session_state["compare_kinds"]), page=""),
        label_visibility="collapsed",
    )
    what, words = st.columns([3, 2], vertical_alignment="bottom")
    with what:
        _what_switch(comparison, changes)
    with words:
        st.session_state["compare_words"] = param("q")
        st.text_input(
            text("compare.words"),
            key="compare_words",
            placeholder=text("compare.words_hint"),
            on_change=lambda: put(q=st.session_state["compare_words"].strip(), page=""),
            label_visibility="collapsed",
        )


def _what_switch(comparison: Comparison, changes: Sequence[Change]) -> None:
    names = {
        "": text("compare.all_parts"),
        "text": text("compare.only_text"),
        "tables": text("compare.only_tables"),
    }
    if any(change.part == "front" for change in changes):
        names["front"] = text("compare.only_front")
    left, right = st.columns([3, 1], vertical_alignment="center")
    with left:
        st.session_state["compare_what"] = chosen_what() or ""
        st.segmented_control(
            text("compare.parts"),
            list(names),
            key="compare_what",
            format_func=names.__getitem__,
            on_change=lambda: put(what=st.session_state["compare_what"], page=""),
            required=True,
            label_visibility="collapsed",
        )
    if comparison.old.section_number is not None:
        with right:
            st.session_state["compare_only"] = param("only") == "1"
            st.toggle(
                text("compare.changes_only"),
                key="compare_only",
                on_change=lambda: put(
                    only="1" if st.session_state["compare_only"] else "", page=""
                ),
            )


def _pager(page: int, pages: int, total: int) -> None:
    st.session_state["compare_page"] = page
    left, right = st.columns([3, 1], vertical_alignment="center")
    with left:
        st.pagination(
            pages, key="compare_page", on_change=lambda: put(page=st.session_state["compare_page"])
        )
    right.caption(text("compare.count", count=total))
