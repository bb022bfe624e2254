"""The answer to take along, with its citations."""

import streamlit as st

from core.model.answers import Reply
from pages.ui.i18n import language, text
from pages.ui.resources import workbench

_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def export_button(reply: Reply) -> None:
    """Nothing is written before somebody asks for it."""
    questions, chosen = workbench().questions, "en" if language() == "en" else "zh"
    name = f"answer-{reply.asked_at:%Y%m%d-%H%M}"
    menu = st.popover(text("ask.export"), icon=":material/download:", type="tertiary")
    menu.download_button(
        text("ask.export_markdown"),
        lambda: questions.markdown(reply, chosen),  # type: ignore[arg-type]
        f"{name}.md",
        "text/markdown",
        key="ask_markdown",
        icon=":material/article:",
        on_click="ignore",
        width="stretch",
    )
    menu.download_button(
        text("ask.export_docx"),
        lambda: questions.docx(reply, chosen),  # type: ignore[arg-type]
        f"{name}.docx",
        _WORD,
        key="ask_docx",
        icon=":material/description:",
        on_click="ignore",
        width="stretch",
    )
