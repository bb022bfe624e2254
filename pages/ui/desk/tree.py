"""The tree of a desk: choose, open and close, drag to another place."""

from typing import Any

import streamlit as st

from core.context.context_system import ContextSystem
from core.context.tree import ContextTree, is_root, root_index
from core.context.window import Window
from core.model import ContentsPage, ContextPage, PageIndex, Segment
from pages.ui.components import component
from pages.ui.desk.state import attempt, choose_page
from pages.ui.i18n import text

_KEY = "desk_tree"
_MOST_ROWS = 600  # more is no list to look at: finding and closing lead further

_mount = component("desk_tree")


def desk_tree(system: ContextSystem, chosen: ContextPage | None, window: Window) -> None:
    tree = system.tree
    rows, left_out = _rows(tree, set(window.folded))

    def picked() -> None:
        index = st.session_state[_KEY].picked
        if index is not None:
            choose_page(PageIndex(index))

    def toggled() -> None:
        index = st.session_state[_KEY].toggled
        if index is not None:
            attempt(toggle, system, PageIndex(index))

    def moved() -> None:
        asked = st.session_state[_KEY].moved
        if asked is not None:
            attempt(drop, system, PageIndex(asked["index"]), PageIndex(asked["at"]), asked["where"])

    _mount(
        key=_KEY,
        height="content",
        on_picked_change=picked,
        on_toggled_change=toggled,
        on_moved_change=moved,
        data={
            "rows": rows,
            "left_out": left_out,
            "chosen": chosen.index if chosen is not None else "",
            "words": {
                "tree": text("desk.tree"),
                "hide": text("desk.hide"),
                "expand": text("desk.expand"),
                "pinned": text("desk.mark_pinned"),
                "folded": text("desk.mark_folded"),
                "archived": text("desk.mark_archived"),
                "left_out": text("desk.left_out", count=left_out),
            },
        },
    )


def segment_name(segment: Segment) -> str:
    return {
        Segment.SYSTEM: text("desk.segment_system"),
        Segment.USER: text("desk.segment_user"),
        Segment.TOOL: text("desk.segment_tool"),
    }[segment]


def page_name(page: ContextPage) -> str:
    return segment_name(page.segment) if is_root(page.index) else page.name


def toggle(system: ContextSystem, index: PageIndex) -> None:
    page = system.tree.get(index)
    if page.is_active and page.is_expanded:
        system.hide(index)
    else:
        system.expand(index)


def drop(system: ContextSystem, index: PageIndex, at: PageIndex, where: str) -> None:
    """``where``: into the page it was dropped on, or before or after it."""
    tree = system.tree
    if where == "into":
        system.move_page(index, at)
        return
    parent = tree.get(at).parent
    if parent is None:
        return
    siblings = [child for child in tree.directory(parent).children if child != index]
    if at in siblings:
        system.move_page(index, parent, siblings.index(at) + (where == "after"))


def _rows(tree: ContextTree, folded: set[PageIndex]) -> tuple[list[dict[str, Any]], int]:
    """What is opened, all the way down; -> also how many rows were left out."""
    rows: list[dict[str, Any]] = []
    left_out = 0
    waiting = [(root_index(segment), 0) for segment in reversed(Segment)]
    while waiting:
        index, depth = waiting.pop()
        page = tree.get(index)
        if is_root(index) and index != root_index(Segment.USER) and not tree.children(index):
            continue
        if len(rows) < _MOST_ROWS:
            rows.append(_row(page, depth, index in folded))
        else:
            left_out += 1
        if isinstance(page, ContentsPage) and page.is_expanded:
            waiting.extend((child, depth + 1) for child in reversed(page.children))
    return rows, left_out


def _row(page: ContextPage, depth: int, is_folded: bool) -> dict[str, Any]:
    marks = {
        "pinned": page.pinned,
        "archived": not page.is_active,
        "folded": is_folded and page.is_active,
    }
    return {
        "index": page.index,
        "name": page_name(page),
        "title": page.description or page_name(page),
        "kind": page.kind,
        "depth": depth,
        "open": page.is_expanded,
        "archived": not page.is_active,
        "root": is_root(page.index),
        "marks": [name for name, is_so in marks.items() if is_so],
    }
