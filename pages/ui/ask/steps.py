"""What an agent opened, and why."""

from collections.abc import Sequence

import streamlit as st

from core.model.answers import Step
from pages.ui.i18n import text
from pages.ui.plain import escaped

_TOOLS_THAT_FIND = ("smart_search", "search_tables", "search_annotations", "find_similar_content")


def step_list(steps: Sequence[Step]) -> None:
    for number, step in enumerate(steps, start=1):
        icon = ":material/search:" if step.tool in _TOOLS_THAT_FIND else ":material/menu_book:"
        if step.failed:
            icon = ":material/error:"
        given = "，".join(f"{name}={value}" for name, value in step.arguments.items())
        said = f"{number}. {icon} **{escaped(step.tool)}** {escaped(given[:160])}"
        if step.reason:
            said += f"  \n{text('ask.step_why')}{escaped(step.reason)}"
        if step.outcome:
            said += f"  \n:small[→ {escaped(step.outcome)}]"
        st.markdown(said)


def folded_steps(steps: Sequence[Step]) -> None:
    if steps:
        with st.expander(text("ask.steps", count=len(steps)), icon=":material/footprint:"):
            step_list(steps)
