"""Questions that were asked before: to open again, or to delete."""

import streamlit as st

from core.model.answers import Reply
from pages.ui.i18n import text
from pages.ui.icon_button import icon_button
from pages.ui.plain import escaped
from pages.ui.resources import workbench

_MOST = 50


def history(shown: str) -> None:
    """``shown`` is the question on the page; without one the list is open."""
    kept = workbench().questions.history(_MOST)
    if not kept:
        return
    label = text("ask.history", count=len(kept))
    with st.expander(label, expanded=not shown, icon=":material/history:", key="ask_history"):
        for reply in kept:
            _line(reply, is_shown=reply.question_id == shown)
        st.button(
            text("ask.delete_all"),
            key="ask_delete_all",
            type="tertiary",
            icon=":material/delete_sweep:",
            on_click=_delete_all,
        )


def _line(reply: Reply, *, is_shown: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        words = escaped(reply.question.text[:120])
        st.button(
            f"**{words}**" if is_shown else words,
            key=f"ask_open_{reply.question_id}",
            type="tertiary",
            on_click=_open,
            args=(reply.question_id,),
        )
        found = len(reply.citations) if reply.supported else 0
        st.caption(f"{reply.asked_at.astimezone():%m-%d %H:%M} · {_count(found)}")
        icon_button(
            text("ask.delete"),
            "delete",
            key=f"ask_delete_{reply.question_id}",
            on_click=_delete,
            args=(reply.question_id,),
        )


def _count(found: int) -> str:
    return text("ask.count", count=found) if found else text("ask.count_none")


def _open(question_id: str) -> None:
    st.query_params["id"] = question_id
    st.query_params.pop("cite", None)


def _delete(question_id: str) -> None:
    workbench().questions.delete(question_id)
    if st.query_params.get("id") == question_id:
        _close()


def _delete_all() -> None:
    workbench().questions.delete_history()
    _close()


def _close() -> None:
    for param in ("id", "cite"):
        st.query_params.pop(param, None)
