"""The top of the Desk page: which desk, its question and budget, taking back, bringing out."""

from collections.abc import Callable
from typing import Literal

import streamlit as st

from core.context.context_system import ContextSystem
from core.context.window import LEAST_BUDGET, MOST_BUDGET, Window
from core.model import AgentAccess, Desk
from pages.ui.desk.state import attempt, say, take_desk
from pages.ui.i18n import language, text
from pages.ui.plain import escaped
from pages.ui.resources import workbench


def desk_choice(desks: list[Desk], current: Desk) -> None:
    names = {desk.desk_id: desk.name for desk in desks}
    st.session_state["desk_choice"] = current.desk_id
    st.selectbox(
        text("desk.choice"),
        list(names),
        key="desk_choice",
        format_func=names.__getitem__,
        on_change=lambda: take_desk(st.session_state["desk_choice"]),
        label_visibility="collapsed",
        width=320,
    )


def new_desk() -> None:
    with st.popover(text("desk.new"), icon=":material/add:"):
        st.text_input(text("desk.name"), key="new_desk_name", max_chars=200)
        st.button(text("desk.create"), key="create_desk", type="primary", on_click=_create)
        st.divider()
        st.file_uploader(
            text("desk.import"),
            type="json",
            key="import_desk",
            on_change=_import,
            help=text("desk.import_help"),
        )


def desk_settings(desk: Desk) -> None:
    """Name, question, budget, what agents may do; and deleting it."""
    access = {
        AgentAccess.CLOSED: text("desk.agents_closed"),
        AgentAccess.READ: text("desk.agents_read"),
        AgentAccess.WRITE: text("desk.agents_write"),
    }
    desk_id = desk.desk_id
    with st.popover(text("desk.settings"), icon=":material/tune:"):
        st.text_input(
            text("desk.name"),
            value=desk.name,
            key=f"desk_name_{desk_id}",
            max_chars=200,
            on_change=lambda: _change(desk_id, name=st.session_state[f"desk_name_{desk_id}"]),
        )
        st.number_input(
            text("desk.budget"),
            LEAST_BUDGET,
            MOST_BUDGET,
            value=desk.token_budget,
            step=1000,
            key=f"desk_budget_{desk_id}",
            help=text("desk.budget_help", tokenizer=workbench().desks.counter.name),
            on_change=lambda: _change(
                desk_id, token_budget=st.session_state[f"desk_budget_{desk_id}"]
            ),
        )
        st.radio(
            text("desk.agents"),
            list(access),
            index=list(access).index(desk.agent_access),
            format_func=access.__getitem__,
            key=f"desk_agents_{desk_id}",
            help=text("desk.agents_help"),
            on_change=lambda: _change(
                desk_id, agent_access=st.session_state[f"desk_agents_{desk_id}"]
            ),
        )
        st.divider()
        sure = st.checkbox(
            text("desk.delete_sure", desk=escaped(desk.name)), key=f"delete_sure_{desk_id}"
        )
        st.button(
            text("desk.delete"),
            key="delete_desk",
            icon=":material/delete:",
            disabled=not sure,
            on_click=_attempt,
            args=(workbench().desks.delete, desk_id),
        )


def question_box(desk: Desk) -> None:
    key = f"desk_question_{desk.desk_id}"
    st.text_input(
        text("desk.question"),
        value=desk.question,
        key=key,
        placeholder=text("desk.question_hint"),
        on_change=lambda: _change(desk.desk_id, question=st.session_state[key]),
    )


def budget_meter(window: Window) -> None:
    """How full the window is, and what had to be folded."""
    line = text("desk.meter", tokens=f"{window.tokens:,}", budget=f"{window.budget:,}")
    if window.folded:
        line += text("desk.meter_folded", count=len(window.folded))
    st.progress(min(1.0, window.tokens / window.budget), text=line)


def taking_back(system: ContextSystem) -> None:
    states = {step.state for step in system.steps}
    st.button(
        text("desk.undo"),
        key="desk_undo",
        icon=":material/undo:",
        disabled="done" not in states,
        on_click=_attempt,
        args=(system.undo,),
    )
    st.button(
        text("desk.redo"),
        key="desk_redo",
        icon=":material/redo:",
        disabled="undone" not in states,
        on_click=_attempt,
        args=(system.redo,),
    )


def exports(desk: Desk) -> None:
    """Made when asked for, not on every run of the page."""
    chosen: Literal["zh", "en"] = "zh" if language() == "zh" else "en"
    desks, desk_id = workbench().desks, desk.desk_id
    forms: dict[str, tuple[str, str, Callable[[], str | bytes]]] = {
        "md": (
            text("desk.as_markdown"),
            "text/markdown",
            lambda: desks.markdown(desk_id, chosen),
        ),
        "docx": (text("desk.as_docx"), _DOCX, lambda: desks.docx(desk_id, chosen)),
        "json": (text("desk.as_json"), "application/json", lambda: desks.json(desk_id)),
    }
    name = "".join(char if char.isalnum() else "_" for char in desk.name)[:60]
    with st.popover(text("desk.export"), icon=":material/download:"):
        for ending, (label, mime, make) in forms.items():
            st.download_button(
                label,
                make,
                f"{name}.{ending}",
                mime,
                key=f"export_{ending}",
                on_click="ignore",
                width="stretch",
            )
        st.caption(text("desk.export_help"))


_DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def _create() -> None:
    def create() -> None:
        made = workbench().desks.create(st.session_state["new_desk_name"])
        st.session_state["new_desk_name"] = ""
        take_desk(made.desk_id)

    attempt(create)


def _import() -> None:
    uploaded = st.session_state["import_desk"]
    if uploaded is None:
        return

    def bring_in() -> None:
        made = workbench().desks.import_json(uploaded.getvalue())
        say(text("desk.imported", desk=escaped(made.name)))
        take_desk(made.desk_id)

    attempt(bring_in)


def _change(desk_id: str, **fields: object) -> None:
    attempt(workbench().desks.change, desk_id, **fields)


def _attempt(action: Callable[..., object], *arguments: object) -> None:
    attempt(action, *arguments)
