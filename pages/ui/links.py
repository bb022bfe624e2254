"""Links between pages: everything worth a link is in the address.

``reader(…)``, ``table(…)`` and so on name a place; :func:`link` draws it, ``Place.address`` is for
components, which open it in the same tab.
"""

from dataclasses import dataclass
from urllib.parse import urlencode

import streamlit as st

from core.model import ids
from pages.ui.i18n import language

_LANGUAGE = "lang"


@dataclass(frozen=True)
class Place:
    """A page of the workbench (``reader``) and what to show there."""

    page: str
    shown: dict[str, str]

    @property
    def params(self) -> dict[str, str]:
        """With the language, so that a link opens as it was read."""
        chosen = language()
        return self.shown if chosen == "zh" else self.shown | {_LANGUAGE: chosen}

    @property
    def address(self) -> str:
        path = "" if self.page == "library" else self.page
        return f"/{path}?{urlencode(self.params)}"


def reader(
    reg_id: str, page_num: int | None = None, block_id: str | None = None, query: str = ""
) -> Place:
    """``query``: words to mark on the page. ``block_id`` in full or its last part (``b03``): of a
    block, table, figure, note or chapter. That of the regulation names no place of it.
    """
    block = None if block_id in (None, reg_id) else ids.own_name(block_id) or block_id
    return _place("reader", reg=reg_id, page=page_num, block=block, q=query)


def library(reg_id: str | None = None) -> Place:
    return _place("library", reg=reg_id)


def search(query: str, reg_id: str | None = None, chapter: str = "") -> Place:
    """``chapter``: its heading."""
    return _place("search", q=query, reg=reg_id, chapter=chapter)


def table(
    reg_id: str, table_id: str | None = None, row: int | None = None, col: int | None = None
) -> Place:
    """``row`` and ``col`` count from 0."""
    shown = {"row": None if row is None else str(row), "col": None if col is None else str(col)}
    return _place("tables", reg=reg_id, table=table_id, **shown)


def notes(reg_id: str, **shown: object) -> Place:
    return _place("notes", reg=reg_id, **shown)


def insights(reg_id: str | None = None, **shown: object) -> Place:
    return _place("insights", reg=reg_id, **shown)


def compare(reg_a: str, reg_b: str, **shown: object) -> Place:
    return _place("compare", a=reg_a, b=reg_b, **shown)


def link(label: str, place: Place, *, icon: str | None = None, help: str | None = None) -> None:  # noqa: A002
    """``label`` is Markdown: escape what comes out of a document."""
    st.page_link(
        f"pages/{place.page}.py", label=label, icon=icon, help=help, query_params=place.params
    )


def go(place: Place) -> None:
    """Open it now; the page that calls this ends here."""
    st.switch_page(f"pages/{place.page}.py", query_params=place.params)


def _place(on: str, /, **shown: object) -> Place:
    return Place(on, {name: str(value) for name, value in shown.items() if value})
