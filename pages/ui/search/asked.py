"""What is asked, as it stands in the link: ``?q=母线&reg=a,b&type=table&by=section``.

The link is the only state. Widgets are set from it before they are drawn and write to it when they
change, so that a shared link, "back" and "forward" show the same search.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

import streamlit as st

from core.workbench import SearchFilters

View = Literal["page", "section", "regulation", "tables"]

VIEWS: tuple[View, ...] = ("page", "section", "regulation", "tables")
KINDS = ("text", "heading", "list", "table", "figure", "section_content")
PORTION = 20
_MOST_SHOWN = 200
_EVERY = "all"
_LANGUAGE = "lang"


@dataclass(frozen=True)
class Asked:
    """``reg_ids`` empty leaves the choice to the query, unless ``every_regulation``."""

    query: str = ""
    reg_ids: tuple[str, ...] = ()
    every_regulation: bool = False
    kinds: tuple[str, ...] = ()
    chapter: str = ""
    section: str = ""
    past_editions: bool = False
    view: View = "page"
    shown: int = PORTION

    @property
    def filters(self) -> SearchFilters:
        return SearchFilters(
            reg_ids=self.reg_ids or None,
            every_regulation=self.every_regulation,
            chapter_scope=self.chapter or None,
            section_number=self.section or None,
            block_types=self.kinds or None,
            past_editions=self.past_editions,
        )

    @property
    def is_narrowed(self) -> bool:
        return self.without_filters() != self

    @property
    def params(self) -> dict[str, str]:
        """Only what differs from the usual, so that links stay short."""
        named = {
            "q": self.query,
            "reg": _EVERY if self.every_regulation else ",".join(self.reg_ids),
            "type": ",".join(self.kinds),
            "chapter": self.chapter,
            "section": self.section,
            "past": "1" if self.past_editions else "",
            "by": "" if self.view == "page" else self.view,
            "n": "" if self.shown == PORTION else str(self.shown),
        }
        return {name: value for name, value in named.items() if value}

    def without_filters(self) -> "Asked":
        return Asked(query=self.query, view=self.view, shown=self.shown)


def asked() -> Asked:
    """From the link; what it cannot mean is left out."""
    return from_params({name: ",".join(st.query_params.get_all(name)) for name in st.query_params})


def from_params(params: dict[str, str]) -> Asked:
    regulations = _several(params.get("reg", ""))
    view = params.get("by", "page")
    shown = params.get("n", "")
    return Asked(
        query=params.get("q", "").strip(),
        reg_ids=() if regulations == (_EVERY,) else regulations,
        every_regulation=regulations == (_EVERY,),
        kinds=tuple(kind for kind in _several(params.get("type", "")) if kind in KINDS),
        chapter=params.get("chapter", "").strip(),
        section=params.get("section", "").strip(),
        past_editions=params.get("past") == "1",
        view=next((known for known in VIEWS if known == view), "page"),
        shown=min(int(shown), _MOST_SHOWN) if shown.isdecimal() and int(shown) else PORTION,
    )


def ask(**changes: Any) -> None:  # noqa: ANN401 - fields of Asked
    """Write a change into the link; a new question begins at the first hits again."""
    write_link(replace(asked(), **({"shown": PORTION} | changes)))


def ask_button(label: str, wanted: Asked, *, key: str, icon: str | None = None) -> None:
    """``label`` is Markdown. A link to the page that is open would not change the address."""
    st.button(label, key=key, icon=icon, type="tertiary", on_click=write_link, args=(wanted,))


def write_link(wanted: Asked) -> None:
    kept = {_LANGUAGE: st.query_params[_LANGUAGE]} if _LANGUAGE in st.query_params else {}
    st.query_params.from_dict(wanted.params | kept)  # at once: one step of "back"


def _several(value: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_stripped(value.split(","))))


def _stripped(values: Iterable[str]) -> Iterable[str]:
    return filter(None, (value.strip() for value in values))
