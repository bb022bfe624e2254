"""What can be done with the page in hand, as buttons."""

from collections.abc import Callable

import streamlit as st

from core.context.context_system import ContextSystem
from core.context.tree import is_root
from core.model import ContentsPage, ContextPage, DetailPage, PageIndex
from pages.ui.desk.state import attempt, choose_page
from pages.ui.desk.tree import page_name, toggle
from pages.ui.i18n import text
from pages.ui.icon_button import icon_button


def page_actions(system: ContextSystem, page: ContextPage) -> None:
    with st.container(horizontal=True, gap="xsmall", key="page_actions"):
        if page.is_cold:
            _act("restore", text("desk.restore"), "unarchive", lambda: system.restore(page.index))
            with st.popover(text("desk.more"), icon=":material/more_horiz:"):
                _remove(system, page)
            return
        is_open = page.is_active and page.is_expanded
        label = text("desk.hide") if is_open else text("desk.expand")
        icon = "unfold_less" if is_open else "unfold_more"
        _act("toggle", label, icon, lambda: toggle(system, page.index))
        pin = text("desk.unpin") if page.pinned else text("desk.pin")
        _act("pin", pin, "keep", lambda: system.pin(page.index, pinned=not page.pinned))
        if is_root(page.index):
            return
        _order(system, page)
        _move_elsewhere(system, page)
        if page.is_active:
            _act("archive", text("desk.archive"), "archive", lambda: system.archive(page.index))
        else:
            _act("restore", text("desk.restore"), "unarchive", lambda: system.restore(page.index))
        with st.popover(text("desk.more"), icon=":material/more_horiz:"):
            _act(
                "archive_cold",
                text("desk.archive_cold"),
                "move_to_inbox",
                lambda: system.archive(page.index, cold=True),
            )
            st.caption(text("desk.archive_cold_help"))
            _merge(system, page)
            _remove(system, page)


def _act(
    key: str,
    label: str,
    icon: str,
    action: Callable[[], object],
    *,
    disabled: bool = False,
    icon_only: bool = False,
) -> None:
    def act() -> None:
        attempt(action)

    name = f"page_{key}"
    if icon_only:
        icon_button(label, icon, key=name, on_click=act, disabled=disabled, kind="secondary")
    else:
        st.button(label, key=name, icon=f":material/{icon}:", disabled=disabled, on_click=act)


def _order(system: ContextSystem, page: ContextPage) -> None:
    assert page.parent is not None
    parent = page.parent
    siblings = system.tree.directory(parent).children
    place = siblings.index(page.index)
    _act(
        "up",
        text("desk.up"),
        "arrow_upward",
        lambda: system.move_page(page.index, parent, place - 1),
        disabled=place == 0,
        icon_only=True,
    )
    _act(
        "down",
        text("desk.down"),
        "arrow_downward",
        lambda: system.move_page(page.index, parent, place + 1),
        disabled=place == len(siblings) - 1,
        icon_only=True,
    )


def _move_elsewhere(system: ContextSystem, page: ContextPage) -> None:
    below = {it.index for it in system.tree.branch(page.index)}
    places = {
        it.index: _way(system, it)
        for it in system.tree.pages.values()
        if isinstance(it, ContentsPage)
        and not it.is_cold
        and it.segment is page.segment
        and it.index not in below
        and it.index != page.parent
    }
    with st.popover(text("desk.move"), icon=":material/drive_file_move:", disabled=not places):
        if places:
            to = st.selectbox(
                text("desk.move_to"),
                list(places),
                key=f"move_to_{page.index}",
                format_func=places.__getitem__,
            )
            _act("move", text("desk.move"), "check", lambda: system.move_page(page.index, to))


def _merge(system: ContextSystem, page: ContextPage) -> None:
    others = {
        it.index: f"{it.name} · {it.index}"
        for it in system.tree.pages.values()
        if it.kind == page.kind
        and it.index != page.index
        and it.segment is page.segment
        and not it.is_cold
        and not is_root(it.index)
    }
    if not isinstance(page, DetailPage) or not others:
        return
    st.divider()
    chosen = st.multiselect(
        text("desk.merge_with"),
        list(others),
        key=f"merge_with_{page.index}",
        placeholder=text("desk.merge_hint"),
        format_func=others.__getitem__,
    )
    _act(
        "merge",
        text("desk.merge"),
        "merge",
        lambda: system.merge_pages(page.index, chosen),
        disabled=not chosen,
    )


def _remove(system: ContextSystem, page: ContextPage) -> None:
    def remove() -> None:
        if attempt(system.remove_page, page.index):
            choose_page(page.parent)

    count = sum(1 for _ in system.tree.branch(page.index))
    st.divider()
    st.button(text("desk.remove"), key="page_remove", icon=":material/delete:", on_click=remove)
    st.caption(text("desk.remove_what", count=count))


def _way(system: ContextSystem, page: ContextPage) -> str:
    above: list[ContextPage] = [*reversed(system.tree.ancestors(page.index)), page]
    return " › ".join(page_name(it) for it in above)


def place_of(system: ContextSystem, index: PageIndex) -> str:
    """The way from the root, in names."""
    return _way(system, system.tree.get(index))
