"""What is shown is in the link: ``?a=…&b=…&section_a=…&section_b=…&view=…&kind=…&change=n``.

The link is the one truth. Widgets are set from it on every run and write to it in callbacks, so
that a shared link, the browser's way back and a click all lead to the same screen.
"""

from collections.abc import Callable, Mapping
from typing import cast

import streamlit as st

from core.comparison.filtering import ChangeFilter, What
from core.model.comparison import ComparisonRequest
from pages.ui import links
from pages.ui.compare.wording import KINDS
from pages.ui.i18n import text

PER_PAGE = 20
_SHOWN_WITHIN = ("view", "kind", "what", "q", "page", "change", "only", "rows")
_WHAT = ("text", "tables", "front")
_VIEWS = ("summary", "changes", "terms")


def param(name: str) -> str:
    return st.query_params.get(name, "")


def put(**shown: object) -> None:
    """Empty values leave the link."""
    for name, value in shown.items():
        if value:
            st.query_params[name] = str(value)
        else:
            st.query_params.pop(name, None)


def forget_what_is_shown() -> None:
    """After something else is compared."""
    put(**dict.fromkeys(_SHOWN_WITHIN))


def asked() -> ComparisonRequest | None:
    """None as long as something is to be chosen."""
    reg_a, reg_b = param("a"), param("b")
    section_a, section_b = param("section_a"), param("section_b")
    if not reg_a or not reg_b or bool(section_a) != bool(section_b):
        return None
    return ComparisonRequest(
        reg_a=reg_a,
        reg_b=reg_b,
        section_a=section_a or None,
        section_b=section_b or None,
        include_tables=not section_a or param("tables") != "0",
    )


def view() -> str:
    """Two sections are shown side by side at once; of whole regulations first the summary."""
    chosen = param("view")
    if chosen in _VIEWS:
        return chosen
    return "changes" if param("section_a") or param("kind") or param("change") else "summary"


def chosen_kinds() -> list[str]:
    return [kind for kind in param("kind").split(",") if kind in KINDS]


def chosen_what() -> What | None:
    what = param("what")
    return cast("What", what) if what in _WHAT else None


def change_filter() -> ChangeFilter:
    return ChangeFilter(
        kinds=frozenset(chosen_kinds()),
        what=chosen_what(),
        words=param("q"),
        changed_only=param("only") == "1",
    )


def number(name: str, most: int) -> int | None:
    """A number from 1 to ``most`` in the link; None where there is no such."""
    value = param(name)
    return int(value) if value.isascii() and value.isdigit() and 1 <= int(value) <= most else None


def address(**shown: object) -> str:
    """This page with something else of it shown."""
    now = {name: value for name, value in st.query_params.items() if name != "lang"}
    changed = {name: str(value) for name, value in shown.items() if value}
    kept = {name: value for name, value in now.items() if name not in shown}
    return links.Place("compare", kept | changed).address


def choice(
    label: str, options: Mapping[str, str], name: str, on_change: Callable[[str], None]
) -> None:
    """A select box over ``options`` (value to label) that shows what the link says."""
    key = f"compare_{name}"
    now = param(name)
    st.session_state[key] = now if now in options else None

    def write() -> None:
        on_change(st.session_state[key] or "")

    st.selectbox(
        label,
        list(options),
        key=key,
        format_func=dict(options).__getitem__,
        on_change=write,
        placeholder=text("compare.choose"),
    )
