"""The page that a citation stands on, with the passage marked."""

import streamlit as st

from core.errors import PageNotFoundError, RegulationNotFoundError
from core.model.answers import Citation, Reply
from pages.ui import links
from pages.ui.ask.answer import chosen_citation
from pages.ui.ask.answer_data import place_of
from pages.ui.i18n import text
from pages.ui.page_canvas import PlaceOnPage, page_canvas
from pages.ui.plain import escaped
from pages.ui.resources import workbench


def evidence(reply: Reply) -> None:
    number = chosen_citation(reply)
    if not number:
        return
    chosen = reply.citations[number - 1]
    with st.container(horizontal=True, vertical_alignment="center", key="ask_evidence"):
        st.markdown(f"**[{number}] {escaped(chosen.source)}**", width="content")
        links.link(text("ask.open"), place_of(chosen), icon=":material/menu_book:")
    if chosen.figure_id is not None:
        _figure(chosen)
    try:
        page = workbench().load_page(chosen.reg_id, chosen.page_num)
    except (RegulationNotFoundError, PageNotFoundError):
        st.info(text("ask.page_gone"))
        return
    page_canvas(
        chosen.reg_id,
        chosen.page_num,
        _places(reply, chosen),
        key="ask_page",
        chosen=[str(number)],
        pane=True,
        size=(page.width, page.height),
        link_param="cite",
        on_pick=_pick,
    )


def _figure(chosen: Citation) -> None:
    """What it shows, who says so, and a way to have it said anew."""
    figures = {it.figure_id: it for it in workbench().figures(chosen.reg_id)}
    figure = figures.get(chosen.figure_id or "")
    if figure is None:
        return
    by = text("ask.by_print")
    if not figure.described_by.startswith("caption"):
        by = text("ask.by_looking", model=escaped(figure.described_by))
    st.caption(f"{escaped(figure.figure_type)} · {by}")
    st.text(figure.description)
    st.button(
        text("ask.describe_again"),
        key="ask_describe",
        type="tertiary",
        icon=":material/refresh:",
        help=text("ask.describe_help"),
        on_click=_describe,
        args=(figure.reg_id, figure.figure_id),
    )


def _describe(reg_id: str, figure_id: str) -> None:
    workbench().submit_figure_descriptions(reg_id, [figure_id])
    st.toast(text("ask.describing"))


def _places(reply: Reply, chosen: Citation) -> list[PlaceOnPage]:
    """All citations on this page; a click shows that one."""
    return [
        PlaceOnPage(
            str(it.number),
            f"[{it.number}] {it.quote}",
            it.box,
            "row" if it.kind == "row" else "block",
        )
        for it in reply.citations
        if it.box is not None and (it.reg_id, it.page_num) == (chosen.reg_id, chosen.page_num)
    ]


def _pick(number: str) -> None:
    st.query_params["cite"] = number
