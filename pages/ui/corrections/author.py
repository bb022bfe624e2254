"""Who makes a correction, and why: asked beside every one, remembered for the session."""

from collections.abc import Callable

import streamlit as st

from core.model import Asked, Correction
from pages.ui.corrections.applying import apply, is_applying
from pages.ui.i18n import text
from pages.ui.resources import workbench

_WHO, _WHY = "correction_by", "correction_reason"
_LINE = "correction_by_line"


def author() -> None:
    """The two lines above the forms."""
    st.session_state.setdefault(_WHO, "")
    who, why = st.columns([1, 2])
    # A value under another key survives when the widget is not drawn.
    st.session_state[_LINE] = st.session_state[_WHO]
    who.text_input(
        text("corrections.who"),
        key=_LINE,
        max_chars=80,
        on_change=_keep_name,
        placeholder=text("corrections.who_hint"),
    )
    why.text_input(
        text("corrections.why"),
        key=_WHY,
        max_chars=300,
        placeholder=text("corrections.why_hint"),
    )


def correct(
    reg_id: str, asked: Asked, and_then: Callable[[Correction], None] | None = None
) -> None:
    """For callbacks: asked for, or said why not at the top of the next run."""
    _keep_name()
    who, why = st.session_state[_WHO], st.session_state.get(_WHY, "")

    def done(made: list[Correction]) -> None:
        st.session_state[_WHY] = ""
        if and_then is not None:
            and_then(made[0])

    apply(lambda: workbench().submit_correction(reg_id, asked, who, why), done)


def correct_button(label: str, reg_id: str, *, key: str, on_click: Callable[[], None]) -> None:
    st.button(label, key=key, on_click=on_click, disabled=is_applying(reg_id))


def _keep_name() -> None:
    st.session_state[_WHO] = str(st.session_state.get(_LINE, "")).strip()
