"""Widgets whose choice is in the link. The link is the truth: a widget shows what it says.

Values in the link are the same in every language; the names shown are translated.
"""

from collections.abc import Mapping, Sequence

import streamlit as st

from pages.ui.i18n import text

_LIST_WIDTH = 380  # pixels
_LONG = 7  # digits that no number of a page has


def linked_choice(
    param: str,
    label: str,
    names: Mapping[str, str],
    *,
    default: str,
    clears: Sequence[str] = (),
    as_list: bool = False,
    width: int = _LIST_WIDTH,
) -> str:
    """One of ``names`` (value to name). ``clears`` are what another choice makes meaningless."""
    key = _show(param, names, default)

    def choose() -> None:
        write(param, st.session_state[key], default, clears)

    chosen: str | None
    if as_list:
        chosen = st.selectbox(
            label,
            list(names),
            key=key,
            format_func=names.__getitem__,
            on_change=choose,
            width=width,
        )
    else:
        chosen = st.segmented_control(
            label,
            list(names),
            key=key,
            format_func=names.__getitem__,
            required=True,
            on_change=choose,
        )
    return chosen or default


def linked_text(
    param: str, label: str, *, placeholder: str = "", clears: Sequence[str] = ()
) -> str:
    key = f"linked_{param}"
    wanted = st.query_params.get(param, "")
    if st.session_state.get(key) != wanted:
        st.session_state[key] = wanted

    def choose() -> None:
        write(param, st.session_state[key].strip(), "", clears)

    return st.text_input(label, key=key, placeholder=placeholder, on_change=choose).strip()


def linked_switch(param: str, label: str, *, clears: Sequence[str] = ()) -> bool:
    key = f"linked_{param}"
    st.session_state[key] = st.query_params.get(param) == "1"

    def choose() -> None:
        write(param, "1" if st.session_state[key] else "", "", clears)

    return st.toggle(label, key=key, on_change=choose)


def page_offset(param: str, per_page: int) -> int:
    """How many items come before the page of them that the link asks for."""
    asked = st.query_params.get(param, "1")
    return (max(int(asked), 1) - 1) * per_page if asked.isdecimal() and len(asked) < _LONG else 0


def pager(param: str, total: int, per_page: int) -> None:
    """Shown only where there is more than one page of items."""
    last = -(-total // per_page)
    if last <= 1:
        return
    key = f"linked_{param}"
    at = min(page_offset(param, per_page) // per_page + 1, last)
    st.session_state[key] = at

    def choose() -> None:
        write(param, str(st.session_state[key]), "1")

    label = text("choosing.pager", at=at, last=last)
    st.number_input(label, 1, last, key=key, on_change=choose, width=220)


def stay_link(label: str, shown: Mapping[str, str], *, key: str, icon: str | None = None) -> None:
    """Like a link to another view of the same page, which would be drawn as the current one.

    ``label`` is Markdown: escape what comes out of a document.
    """

    def show() -> None:
        st.query_params.from_dict(dict(shown))

    st.button(label, key=key, icon=icon, on_click=show, type="tertiary")


def write(param: str, value: str, default: str = "", clears: Sequence[str] = ()) -> None:
    """Into the link; what is chosen anyway is left out of it."""
    if value == default:
        st.query_params.pop(param, None)
    else:
        st.query_params[param] = value
    for other in clears:
        st.query_params.pop(other, None)


def _show(param: str, names: Mapping[str, str], default: str) -> str:
    key = f"linked_{param}"
    wanted = st.query_params.get(param, default)
    if wanted not in names:
        wanted = default
    if st.session_state.get(key) != wanted:
        st.session_state[key] = wanted
    return key
