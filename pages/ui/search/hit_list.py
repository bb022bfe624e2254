"""The list of hits: drawn by a script, because a document's words are data and marks are places."""

from typing import Any

import streamlit as st

from pages.ui.components import component
from pages.ui.desk_button import put_on_desk
from pages.ui.i18n import text

_KEY = "search_hits"

_mount = component("hit_list")


def hit_list(groups: list[dict[str, Any]]) -> None:
    hits = [hit for group in groups for hit in group["hits"]]

    def kept() -> None:
        """The script says which hit; what that is, is known here."""
        nth = st.session_state[_KEY].kept
        if nth is not None and 0 <= int(nth) < len(hits):
            keep_hit(hits[int(nth)])

    _mount(
        key=_KEY,
        height="content",
        on_kept_change=kept,
        data={
            "groups": [group | {"hits": [_drawn(it) for it in group["hits"]]} for group in groups],
            "label": text("search.hits"),
            "context": text("search.context"),
            "copy": text("search.copy"),
            "copied": text("search.copied"),
            "not_copied": text("search.not_copied"),
            "why": text("search.why"),
            "others": text("search.others"),
            "whole_table": text("search.whole_table"),
            "wider": text("search.wider"),
            "keep": text("desk.to_the_desk"),
            "keep_help": text("desk.to_the_desk_help"),
        },
    )


def _drawn(hit: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in hit.items() if name != "keep"}


def keep_hit(hit: dict[str, Any]) -> None:
    """The words of the hit to the desk in hand, with the place they stand at."""
    keep = hit["keep"]
    put_on_desk(keep["name"] or hit["source"], "", [keep["proof"]])
