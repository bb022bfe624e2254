"""An answer while it is made: what is read, what is opened and why, and the words as they come."""

import streamlit as st

from core.workbench import LiveQuestion
from pages.ui.ask.answer import draw_text
from pages.ui.ask.steps import step_list
from pages.ui.i18n import text
from pages.ui.plain import escaped
from pages.ui.resources import workbench


@st.fragment(run_every=0.4)
def progress(question_id: str) -> None:
    asked = workbench().questions.watch(question_id)
    if not asked.running:
        st.rerun()
    st.markdown(f"#### {escaped(asked.question.text)}")
    with st.container(horizontal=True, vertical_alignment="center", key="ask_progress"):
        st.markdown(f":material/hourglass_top: {_stage(asked)}", width="content")
        st.button(
            text("ask.cancel"),
            key="ask_cancel",
            icon=":material/stop_circle:",
            on_click=workbench().questions.cancel,
            args=(question_id,),
        )
    step_list(asked.steps)
    if asked.text:
        draw_text(asked.text, key="ask_streaming")


def ended_without_answer(asked: LiveQuestion) -> None:
    st.markdown(f"#### {escaped(asked.question.text)}")
    if asked.cancelled:
        st.info(text("ask.cancelled"))
    elif asked.failure is not None:
        raise asked.failure


def _stage(asked: LiveQuestion) -> str:
    reading = asked.reading
    if reading is not None and reading.done < reading.total:
        return text("ask.reading", nth=reading.done + 1, total=reading.total)
    if asked.text:
        return text("ask.writing")
    return text("ask.turning") if asked.question.way == "agent" else text("ask.looking")
