"""The answer: who wrote it, whether the regulations carry it, and every citation."""

from collections.abc import Sequence

import streamlit as st

from core.model import RegulationSummary
from core.model.answers import Reply
from pages.ui.ask.answer_data import (
    citation_data,
    conflict_data,
    paragraphs,
    plain_paragraphs,
)
from pages.ui.ask.keeping import keep_citation
from pages.ui.ask.steps import folded_steps
from pages.ui.components import component
from pages.ui.i18n import text
from pages.ui.plain import escaped

_KEY = "ask_answer"

_mount = component("ask_answer")


def verdict(reply: Reply, regulations: Sequence[RegulationSummary]) -> None:
    st.markdown(f"#### {escaped(reply.question.text)}")
    titles = {it.info.reg_id: it.info.title for it in regulations}
    asked = reply.question.reg_ids
    where = "、".join(titles.get(reg_id, reg_id) for reg_id in asked or ())
    said = text("ask.by_model", model=escaped(reply.written_by)) if reply.written_by else ""
    parts = [said or text("ask.no_model_wrote"), escaped(where) or text("ask.scope_auto")]
    st.caption(" · ".join([*parts, text("ask.seconds", seconds=f"{reply.seconds:.1f}")]))
    if reply.question.way != reply.way:
        st.warning(f"{text('ask.model_failed')}\n\n:small[{escaped(reply.notes[0])}]")
    if reply.unread:
        names = "、".join(titles.get(reg_id, reg_id) for reg_id in reply.unread)
        st.warning(text("ask.unread", names=escaped(names)))
    if not reply.supported:
        wrote = reply.written_by and reply.text
        then = text("ask.nothing_verified") if wrote else text("ask.not_found_next")
        st.warning(f"**{text('ask.not_found')}** {then}")
    elif reply.unverified:
        st.warning(text("ask.some_unverified", count=len(reply.unverified)))
    folded_steps(reply.steps)


def answer(reply: Reply) -> None:
    chosen = chosen_citation(reply)

    def kept() -> None:
        number = st.session_state[_KEY].kept
        if number is not None and 1 <= int(number) <= len(reply.citations):
            keep_citation(reply.citations[int(number) - 1])

    _mount(
        key=_KEY,
        height="content",
        on_picked_change=_picked,
        on_kept_change=kept,
        data={
            "written": paragraphs(reply) if reply.written_by else [],
            "citations": [citation_data(it) for it in reply.citations],
            "conflicts": [conflict_data(it, reply) for it in reply.conflicts],
            "chosen": chosen,
            "words": _words(),
        },
    )


def draw_text(words: str, *, key: str) -> None:
    """Words that are still being written, shown as text."""
    _mount(
        key=key,
        height="content",
        data={
            "written": plain_paragraphs(words),
            "citations": [],
            "conflicts": [],
            "chosen": 0,
            "words": _words(),
        },
    )


def chosen_citation(reply: Reply) -> int:
    asked = st.query_params.get("cite", "1")
    numbers = [str(citation.number) for citation in reply.citations]
    return int(asked) if asked in numbers else (1 if numbers else 0)


def _picked() -> None:
    number = st.session_state[_KEY].picked
    if number is not None:
        st.query_params["cite"] = str(int(number))


def _words() -> dict[str, str]:
    return {
        "sources": text("ask.sources"),
        "conflicts": text("ask.conflicts"),
        "differ": text("ask.differ"),
        "show": text("ask.show"),
        "open": text("ask.open"),
        "unverified": text("ask.unverified"),
        "page_only": text("ask.page_only"),
        "followed": text("ask.followed"),
        "keep": text("desk.to_the_desk"),
        "keep_help": text("desk.to_the_desk_help"),
    }
