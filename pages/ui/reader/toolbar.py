"""Which regulation, which page: turning pages by button and by key, and reading several as one."""

import streamlit as st

from core.model import ContentBlock, Evidence, PageDocument, RegulationInfo
from pages.ui import links
from pages.ui.desk_button import desk_button
from pages.ui.i18n import text
from pages.ui.icon_button import icon_button
from pages.ui.key_shortcuts import key_shortcuts
from pages.ui.reader.place import MOST_PAGES, ReadingPlace, go_to
from pages.ui.resources import remembered, workbench

_KEYS = {
    "ArrowLeft": "previous_page",
    "ArrowRight": "next_page",
    "Home": "first_page",
    "End": "last_page",
    "g": "reader_page",
    "/": "reader_search",
}


@remembered(entries=4)
def titles() -> dict[str, str]:
    """Of every regulation, by its id."""
    return {it.info.reg_id: it.info.title for it in workbench().list_regulations()}


def toolbar(
    info: RegulationInfo, place: ReadingPlace, page: PageDocument, chosen: ContentBlock | None
) -> bool:
    """-> whether the contents are shown."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        shows_contents = _contents_switch()
        _regulation_choice(info)
        _turning(info, place)
        _range_choice(info, place)
        with st.container(key="reader_search", width="content"):
            links.link(
                text("reader.search"),
                links.search(place.query, info.reg_id),
                icon=":material/search:",
                help=text("reader.search_help"),
            )
        block_actions(page, chosen)
    key_shortcuts(_KEYS, key="reader_keys")
    return shows_contents


def block_actions(page: PageDocument, chosen: ContentBlock | None) -> None:
    """What can be done with the page, or with the block that is chosen on it."""
    with st.container(key="block_actions", horizontal=True, width="content", gap="small"):
        st.download_button(
            text("reader.page_json"),
            data=lambda: page.model_dump_json(indent=2),
            file_name=f"{page.reg_id}_page_{page.page_num:04d}.json",
            mime="application/json",
            icon=":material/download:",
            type="tertiary",
            help=text("reader.page_json_help"),
            key="page_json",
            on_click="ignore",
        )
        block_ids = (chosen.block_id,) if chosen is not None else ()
        name = "" if chosen is not None else page.source  # a block is named by its words
        proof = Evidence(reg_id=page.reg_id, page_nums=(page.page_num,), block_ids=block_ids)
        if not page.is_blank:
            desk_button(name, "", proof, key="to_desk")


def _contents_switch() -> bool:
    return st.toggle(text("reader.contents"), value=True, key="shows_contents")


def _regulation_choice(info: RegulationInfo) -> None:
    known = titles()

    def opened() -> None:
        go_to(1, reg_id=st.session_state["reader_reg"])

    # The link is the master: the widgets follow it, also on the way back.
    st.session_state["reader_reg"] = info.reg_id
    st.selectbox(
        text("reader.regulation"),
        list(known) if info.reg_id in known else [info.reg_id, *known],
        key="reader_reg",
        format_func=lambda reg_id: known.get(reg_id, reg_id),
        on_change=opened,
        label_visibility="collapsed",
        width="stretch",
    )


def _turning(info: RegulationInfo, place: ReadingPlace) -> None:
    last = info.total_pages
    end = place.last_page or place.page_num
    _turn("first_page", "first_page", 1, is_idle=place.page_num == 1)
    _turn("previous_page", "chevron_left", place.page_num - 1, is_idle=place.page_num == 1)
    _page_number(place.page_num, last)
    st.markdown(text("reader.of_pages", total=last), width="content")
    _turn("next_page", "chevron_right", end + 1, is_idle=end >= last)
    _turn("last_page", "last_page", last, is_idle=end >= last)


def _turn(name: str, icon: str, page_num: int, *, is_idle: bool) -> None:
    labels = {
        "first_page": text("reader.first_page"),
        "previous_page": text("reader.previous_page"),
        "next_page": text("reader.next_page"),
        "last_page": text("reader.last_page"),
    }
    icon_button(labels[name], icon, key=name, on_click=go_to, args=(page_num,), disabled=is_idle)


def _page_number(page_num: int, total_pages: int) -> None:
    def asked() -> None:
        go_to(int(st.session_state["reader_page"]))

    st.session_state["reader_page"] = page_num
    st.number_input(
        text("reader.go_to_page"),
        min_value=1,
        max_value=total_pages,
        step=1,
        key="reader_page",
        on_change=asked,
        label_visibility="collapsed",
        width=76,
    )


def _range_choice(info: RegulationInfo, place: ReadingPlace) -> None:
    if place.is_range:
        st.button(
            text("reader.one_page"),
            icon=":material/article:",
            key="one_page",
            on_click=go_to,
            args=(place.page_num,),
            type="tertiary",
        )
        return

    def read() -> None:
        go_to(place.page_num, last_page=int(st.session_state["reader_to"]))

    furthest = min(info.total_pages, place.page_num + MOST_PAGES - 1)
    nearest = min(place.page_num + 1, furthest)
    # What was asked for on another page may lie outside of what this one offers.
    asked = st.session_state.get("reader_to", nearest)
    st.session_state["reader_to"] = min(max(asked, nearest), furthest)
    with st.popover(
        text("reader.range"),
        icon=":material/auto_stories:",
        type="tertiary",
        disabled=furthest == place.page_num,
        help=text("reader.range_help", most=MOST_PAGES),
    ):
        st.number_input(
            text("reader.range_to", page=place.page_num),
            min_value=nearest,
            max_value=furthest,
            step=1,
            key="reader_to",
        )
        st.button(text("reader.range_read"), key="range_read", on_click=read, type="primary")
