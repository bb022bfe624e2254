"""The tree of contents, with the page ranges of its chapters and the place of the reader."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from core.model import PageDocument
from pages.ui.components import component
from pages.ui.i18n import text
from pages.ui.reader.place import go_to, short
from pages.ui.resources import remembered, workbench

_mount = component("contents_tree")


@dataclass(frozen=True)
class Contents:
    """``rows`` is JSON, made once: id, parent, label, title, first page, last page, heading."""

    version: str
    rows: str
    names: Mapping[str, str]


@remembered(entries=16)
def contents_of(reg_id: str) -> Contents:
    info, nodes = workbench().contents(reg_id)
    rows = [
        [
            short(node.node_id),
            short(node.parent_id or ""),
            node.label or node.section_number,
            node.title,
            node.page_start,
            node.page_end,
            short(node.heading_block_id or ""),
        ]
        for node in nodes
    ]
    return Contents(
        version=f"{reg_id} {info.edition} {info.indexed_at.isoformat()} {len(rows)}",
        rows=json.dumps(rows, ensure_ascii=False),
        names={node.node_id: f"{node.label} {node.title}".strip() for node in nodes},
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
            "version": contents.version,
            "nodes": contents.rows,
            "active": [short(chapter.node_id) for chapter in page.active_chapters],
            "here": short(here or ""),
            "words": {
                "contents": text("reader.contents"),
                "filter": text("reader.filter_contents"),
                "nothing": text("reader.nothing_in_contents"),
                "no_chapters": text("reader.no_chapters"),
                "pages": text("reader.pages_of_chapter"),
            },
        },
    )
