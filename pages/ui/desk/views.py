"""Other views of a desk: what a model reads of it, what is put away, what happened."""

import streamlit as st

from core.context.context_system import ContextSystem
from core.context.rendering import line
from core.context.tree import root_index
from core.context.window import Window
from core.model import Actor, ContentsPage, ContextPage, ContextStep, Desk, PageIndex, Segment
from pages.ui.desk.state import attempt, choose_page
from pages.ui.i18n import text
from pages.ui.plain import escaped
from pages.ui.resources import workbench

_MOST_FOUND = 50
_MOST_STEPS = 40


def window_preview(window: Window) -> None:
    st.caption(text("desk.window_help", tokenizer=window.counted_with))
    forms = {"markdown": "Markdown", "messages": text("desk.as_messages")}
    form = st.segmented_control(
        text("desk.form"),
        list(forms),
        default="markdown",
        format_func=forms.__getitem__,
        required=True,
        key="window_form",
        label_visibility="collapsed",
    )
    if not window.parts:
        st.info(text("desk.window_empty"))
    elif form == "messages":
        for message in window.messages:
            st.caption(message["role"])
            st.code(message["content"], language=None, wrap_lines=True)
    else:
        st.code(window.markdown, language=None, wrap_lines=True, height=620)


def finding(desk: Desk, system: ContextSystem) -> None:
    """Every page of the desk by its words, and the cold archive."""
    query = st.text_input(text("desk.find"), key="desk_find", placeholder=text("desk.find_hint"))
    if query.strip():
        found = workbench().desks.find(desk.desk_id, query)
        if not found:
            st.info(text("desk.nothing_found"))
    else:
        found = [page for page in system.tree.pages.values() if page.is_cold]
        found = [page for page in found if page.parent is None]
        st.caption(text("desk.cold_archive") if found else text("desk.cold_empty"))
    for page in found[:_MOST_FOUND]:
        _found(system, page)
    if len(found) > _MOST_FOUND:
        st.caption(text("desk.left_out", count=len(found) - _MOST_FOUND))


def history(system: ContextSystem) -> None:
    """Every step, the newest first, and the desk as it was after one of them."""
    steps = system.steps
    if not steps:
        st.info(text("desk.no_history"))
        return
    number = st.slider(text("desk.replay"), 0, len(steps), len(steps), key="desk_replay")
    if number < len(steps):
        st.caption(text("desk.as_it_was", number=number))
        st.code(_outline(system, number), language=None)
    for step in reversed(steps[max(0, number - _MOST_STEPS) : number]):
        st.caption(_step_line(system, step))


def _found(system: ContextSystem, page: ContextPage) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key=f"found_{page.index}"):
        st.button(
            escaped(page.name),
            key=f"show_{page.index}",
            type="tertiary",
            icon=":material/folder:" if isinstance(page, ContentsPage) else ":material/notes:",
            on_click=choose_page,
            args=(page.index,),
            help=escaped(page.description) or None,
        )
        if not page.is_active:
            st.button(
                text("desk.restore"),
                key=f"restore_{page.index}",
                on_click=_restore,
                args=(system, page.index),
                icon=":material/unarchive:",
            )


def _restore(system: ContextSystem, index: PageIndex) -> None:
    if attempt(system.restore, index):
        choose_page(index)


def _outline(system: ContextSystem, number: int) -> str:
    tree = system.tree_after(number)
    lines = []
    waiting = [(tree.get(root_index(segment)), 0) for segment in reversed(Segment)]
    while waiting:
        page, depth = waiting.pop()
        lines.append("  " * depth + line(page, len(tree.children(page.index))).rstrip("\n"))
        waiting.extend((child, depth + 1) for child in reversed(tree.children(page.index)))
    return "\n".join(lines)


def _step_line(system: ContextSystem, step: ContextStep) -> str:
    done = {
        "create": text("desk.did_create"),
        "update": text("desk.did_update"),
        "move": text("desk.did_move"),
        "remove": text("desk.did_remove"),
        "merge": text("desk.did_merge"),
        "expand": text("desk.did_expand"),
        "hide": text("desk.did_hide"),
        "pin": text("desk.did_pin"),
        "unpin": text("desk.did_unpin"),
        "archive_hot": text("desk.did_archive"),
        "archive_cold": text("desk.did_archive_cold"),
        "restore": text("desk.did_restore"),
    }
    who = text("desk.by_agent") if step.actor is Actor.AGENT else text("desk.by_analyst")
    when = step.made_at.astimezone().strftime("%m-%d %H:%M")
    told = f"{step.number}\\. {done.get(step.action, step.action)} {escaped(_name(system, step))}"
    told = f"{told} · {who} · {when}"
    return told if step.state == "done" else f"~~{told}~~"


def _name(system: ContextSystem, step: ContextStep) -> str:
    """As it is called now, or was when it was made or removed."""
    page = system.tree.find(step.subject)
    if page is not None:
        return f"{page.name} ({page.index})"
    for change in step.changes:
        seen = change.made or change.gone
        if change.index == step.subject and seen is not None:
            return f"{seen.name} ({step.subject})"
    return step.subject
