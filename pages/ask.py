"""Questions and their proof. ``?id=`` is a question that was asked, ``?cite=`` the citation shown
beside the answer."""

import streamlit as st

from pages.ui.ask.answer import answer, verdict
from pages.ui.ask.asking import ask_form, examples, nothing_to_ask
from pages.ui.ask.evidence import evidence
from pages.ui.ask.export import export_button
from pages.ui.ask.history import history
from pages.ui.ask.keeping import answer_button
from pages.ui.ask.progress import ended_without_answer, progress
from pages.ui.errors import friendly_errors
from pages.ui.i18n import text
from pages.ui.resources import workbench

st.title(text("ask.title"))
with friendly_errors():
    regulations = workbench().list_regulations()
    if not regulations:
        nothing_to_ask()
        st.stop()
    ask_form(regulations)
    question_id = st.query_params.get("id", "")
    if not question_id:
        examples()
        history("")
        st.stop()
    asked = workbench().questions.watch(question_id)

    if asked.running:
        progress(question_id)
    elif asked.reply is None:
        ended_without_answer(asked)
    else:
        main, side = st.columns([3, 2], gap="large")
        with main:
            verdict(asked.reply, regulations)
            answer(asked.reply)
            with st.container(horizontal=True, key="ask_taking"):
                answer_button(asked.reply)
                export_button(asked.reply)
        with side:
            evidence(asked.reply)
    history(question_id)
