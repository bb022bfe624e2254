"""The tree of contents, with the page ranges of its chapters and the place of the reader."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

import streamlit as st

from core.model import PageDocument, ids
from pages.ui.components import component
from pages.ui.i18n import text
from pages.ui.reader.place import go_to
from pages.ui.resources import remembered, workbench

_mount = component("contents_tree")


@dataclass(frozen=True)
class Contents:
    """The browser fetches the chapters from ``address`` once and keeps them: turning a page does
    not send a thousand of them again.
    """

    address: str
    names: Mapping[str, str]


@remembered(entries=16)
def contents_of(reg_id: str) -> Contents:
    _, shown = workbench().contents_to_depth(reg_id)
    return Contents(
        address=f"/contents/{quote(reg_id)}?v={workbench().stamp(reg_id)}",
        names={row.node_id: f"{row.label} {row.title}".strip() for row in shown.rows},
    )


def contents_tree(contents: Contents, page: PageDocument, here: str | None) -> None:
    """``here`` is the chapter in hand; choosing another one opens the page it begins on."""

    def jumped() -> None:
        asked = st.session_state["contents"].jumped
        if asked is not None:
            go_to(int(asked["page"]), str(asked["block"]))

    _mount(
        key="contents",
        height="content",
        on_jumped_change=jumped,
        data={
            "address": contents.address,
            "active": [ids.own_name(chapter.node_id) for chapter in page.active_chapters],
            "here": ids.own_name(here or ""),
            "words": {
                "contents": text("reader.contents"),
                "filter": text("reader.filter_contents"),
                "nothing": text("reader.nothing_in_contents"),
                "no_chapters": text("reader.no_chapters"),
                "missing": text("reader.contents_missing"),
                "pages": text("reader.pages_of_chapter"),
            },
        },
    )
