"""The question, where it is looked for, and who answers."""

from collections.abc import Sequence

import streamlit as st

from core.model import RegulationSummary
from core.model.answers import Question, Way
from pages.ui import links
from pages.ui.i18n import text
from pages.ui.resources import workbench

_TEXT, _SCOPE, _CHAPTER, _WAY = "ask_text", "ask_scope", "ask_chapter", "ask_way"


def nothing_to_ask() -> None:
    st.info(f"**{text('ask.no_library')}**\n\n{text('ask.no_library_next')}")
    links.link(text("ask.to_library"), links.library(), icon=":material/library_books:")


def ask_form(regulations: Sequence[RegulationSummary]) -> None:
    model = workbench().questions.model
    titles = {it.info.reg_id: it.info.title for it in regulations}
    with st.form("ask_form", border=False):
        st.text_area(
            text("ask.question"),
            key=_TEXT,
            height=68,
            placeholder=text("ask.placeholder"),
            label_visibility="collapsed",
        )
        with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
            st.multiselect(
                text("ask.scope"),
                list(titles),
                key=_SCOPE,
                format_func=titles.__getitem__,
                placeholder=text("ask.scope_auto"),
                width=250,
            )
            st.text_input(
                text("ask.chapter"),
                key=_CHAPTER,
                placeholder=text("ask.chapter_any"),
                width=130,
            )
            if model:
                _way_choice()
            st.form_submit_button(
                text("ask.send"), type="primary", icon=":material/send:", on_click=_send
            )
    st.caption(text("ask.model", model=model) if model else text("ask.no_model"))


def examples() -> None:
    st.markdown(f"##### {text('ask.examples')}")
    for nth, example in enumerate(
        (text("ask.example_clause"), text("ask.example_table"), text("ask.example_figure"))
    ):
        st.button(example, key=f"ask_example_{nth}", type="tertiary", on_click=ask, args=(example,))


def ask(
    question: str,
    reg_ids: Sequence[str] = (),
    chapter: str = "",
    way: Way = "extractive",
) -> None:
    """For callbacks: the page that is drawn next shows how far it is."""
    asked = Question(
        text=question,
        reg_ids=tuple(reg_ids) or None,
        chapter_scope=chapter.strip() or None,
        way=way,
    )
    st.query_params["id"] = workbench().questions.submit(asked)
    st.query_params.pop("cite", None)


def _send() -> None:
    chosen = st.session_state
    if chosen[_TEXT].strip():
        ask(
            chosen[_TEXT].strip(),
            chosen[_SCOPE],
            chosen[_CHAPTER],
            chosen.get(_WAY) or "extractive",
        )


def _way_choice() -> None:
    names: dict[Way, str] = {
        "extractive": text("ask.way_extractive"),
        "stages": text("ask.way_stages"),
        "agent": text("ask.way_agent"),
    }
    st.segmented_control(
        text("ask.way"),
        list(names),
        key=_WAY,
        format_func=names.__getitem__,
        default="stages",
        required=True,
        help=text("ask.way_help"),
    )
