"""One change: its words, its table, and the pages of both sides with the place marked."""

from collections.abc import Sequence

import streamlit as st

from core.comparison.filtering import fitting
from core.comparison.neighbours import place_before
from core.model import Evidence
from core.model.comparison import Change, Comparison, Place
from pages.ui import links
from pages.ui.compare.change_list import heads
from pages.ui.compare.change_rows import whole_change
from pages.ui.compare.compared_table import compared_table
from pages.ui.compare.link_state import change_filter, put
from pages.ui.desk_button import desk_button
from pages.ui.i18n import text
from pages.ui.page_canvas import page_canvas
from pages.ui.plain import escaped

_MOST_PAGES = 3  # of a side that are shown with their image


def change_detail(comparison: Comparison, changes: Sequence[Change], nth: int) -> None:
    """``nth`` counts from 1, as the link does."""
    change = changes[nth - 1]
    _steps(fitting(changes, change_filter()), nth)
    whole_change(nth, change, heads=heads(comparison))
    _desk_button(change)
    if change.nth_table is not None:
        compared_table(comparison, change)
    old, new = st.columns(2, gap="medium")
    with old:
        _pages(change.old_places, "old", place_before(comparison, change, "old"))
    with new:
        _pages(change.new_places, "new", place_before(comparison, change, "new"))


def _desk_button(change: Change) -> None:
    """Both sides with their places."""
    sides = (("old", change.old_text), ("new", change.new_text))
    labels = {"old": text("desk.before"), "new": text("desk.after")}
    detail = "\n\n".join(f"{labels[side]}\n{words}" for side, words in sides if words)
    proofs = [
        Evidence(
            reg_id=place.reg_id,
            page_nums=tuple(range(place.page_num, place.page_end + 1)),
            block_ids=place.block_ids,
            label=place.detail,
        )
        for place in (*change.old_places, *change.new_places)
    ]
    label = " → ".join(dict.fromkeys(filter(None, (change.old_label, change.new_label))))
    words = change.new_text or change.old_text
    name = f"{label or change.table} {words.removeprefix(label).lstrip()}"
    desk_button(name, detail, proofs, key="to_desk")


def _steps(found: Sequence[int], nth: int) -> None:
    """Back and forth in the list as it is filtered, also from a change that is not in it."""
    before = [index + 1 for index in found if index + 1 < nth]
    behind = [index + 1 for index in found if index + 1 > nth]
    back, previous, following, where = st.columns([5, 4, 4, 8], vertical_alignment="center")
    back.button(
        text("compare.to_list"),
        key="compare_back",
        icon=":material/list:",
        shortcut="Escape",
        on_click=lambda: put(change=""),
        width="stretch",
    )
    previous.button(
        text("compare.previous"),
        key="compare_previous",
        icon=":material/arrow_back:",
        shortcut="Left",
        disabled=not before,
        on_click=lambda: put(change=before[-1]),
        width="stretch",
    )
    following.button(
        text("compare.next"),
        key="compare_next",
        icon=":material/arrow_forward:",
        shortcut="Right",
        disabled=not behind,
        on_click=lambda: put(change=behind[0]),
        width="stretch",
    )
    where.caption(text("compare.where", nth=len(before) + 1, total=len(found)))


def _pages(places: Sequence[Place], side: str, before: Place | None) -> None:
    """``before`` is what comes right before, on a side that has no such place."""
    if not places and before is None:
        st.caption(text("compare.not_on_this_side"))
        return
    if not places and before is not None:
        st.caption(text("compare.follows_what_is_marked"))
        places = (before,)
    boxes = [(place.reg_id, each.page_num, each.box) for place in places for each in place.boxes]
    pages = dict.fromkeys((reg_id, page) for reg_id, page, _ in boxes)
    pages = pages or {(places[0].reg_id, places[0].page_num): None}
    for place in places:
        links.link(
            escaped(place.source),
            links.reader(place.reg_id, place.page_num, place.block_ids[0]),
            icon=":material/menu_book:",
            help=text("compare.read"),
        )
    for slot, (reg_id, page_num) in enumerate(list(pages)[:_MOST_PAGES]):
        page_canvas(
            reg_id,
            page_num,
            key=f"compare_{side}_{slot}",
            marks=[box for reg, page, box in boxes if (reg, page) == (reg_id, page_num)],
        )
    if len(pages) > _MOST_PAGES:
        st.caption(text("compare.more_pages", count=len(pages) - _MOST_PAGES))
