"""The regulation that is chosen: what it holds, and what can be done with it."""

from collections.abc import Sequence

import streamlit as st

from core.model import Collection, RegulationSummary
from pages.ui import links
from pages.ui.i18n import text
from pages.ui.library.collection_membership import membership
from pages.ui.library.dialogs import delete_button, edit_button
from pages.ui.library.ingest_report import doubtful_places
from pages.ui.library.sizes import megabytes
from pages.ui.plain import escaped
from pages.ui.resources import workbench

_PARAM = "reg"


def regulation_card(
    regulations: Sequence[RegulationSummary], collections: Sequence[Collection]
) -> None:
    reg_id = st.query_params.get(_PARAM)
    if not reg_id:
        st.caption(text("library.choose"))
        return
    chosen = next((found for found in regulations if found.info.reg_id == reg_id), None)
    if chosen is None:
        st.warning(text("library.unknown", reg_id=escaped(reg_id[:80])))
        st.caption(text("library.unknown_next"))
        return
    info = chosen.info
    with st.container(border=True, key="card"):
        # Text of a document is shown as text, never as markup.
        st.markdown(f"#### {escaped(info.title)}")
        if info.description:
            st.text(info.description)
        if words := (*info.numbers, *info.keywords):
            st.markdown(" ".join(f":gray-badge[{escaped(word)}]" for word in words))
        _facts(chosen)
        _figures(chosen)
        _actions(chosen)
        membership(reg_id, chosen.collections, collections)
        _editions(chosen, regulations)
        _doubts(reg_id)
        st.caption(text("library.citation"))
        st.code(info.source, language=None)


def _facts(chosen: RegulationSummary) -> None:
    info = chosen.info
    facts = [
        info.source_file,
        megabytes(chosen.size_bytes) if chosen.size_bytes is not None else "",
        f"{text('library.indexed_at')} {info.indexed_at:%Y-%m-%d}",
        f"{text('library.embedder')} {', '.join(chosen.embedders)}"
        if chosen.embedders
        else text("library.keywords_only"),
    ]
    st.caption(" · ".join(escaped(fact) for fact in facts if fact))


def _figures(chosen: RegulationSummary) -> None:
    figures = {
        "library.pages": chosen.info.total_pages,
        "library.chapters": chosen.chapter_count,
        "library.tables": chosen.table_count,
        "library.cross_page_tables": chosen.cross_page_table_count,
        "library.annotations": chosen.annotation_count,
        "library.figures": chosen.figure_count,
        "library.unresolved": chosen.unresolved_count,
        "library.ocr_pages": chosen.ocr_page_count,
    }
    for column, (label, value) in zip(st.columns(len(figures)), figures.items(), strict=True):
        column.metric(text(label), value)


def _actions(chosen: RegulationSummary) -> None:
    reg_id = chosen.info.reg_id
    with st.container(horizontal=True, vertical_alignment="center", key="card_actions"):
        links.link(text("card.read"), links.reader(reg_id), icon=":material/menu_book:")
        links.link(text("card.search"), links.search("", reg_id), icon=":material/search:")
        links.link(text("card.tables"), links.table(reg_id), icon=":material/table:")
        edit_button(chosen.info)
        st.download_button(
            text("card.export"),
            data=lambda: workbench().export_archive(reg_id),
            file_name=f"{reg_id}.zip",
            mime="application/zip",
            key="export",
            on_click="ignore",
            icon=":material/download:",
            help=text("card.export_help"),
        )
        delete_button(chosen.info)


def _editions(chosen: RegulationSummary, regulations: Sequence[RegulationSummary]) -> None:
    """Past editions stay readable, and can be compared with what stands now."""
    current_id = chosen.info.reg_id.partition("@")[0]
    others = [
        found.info
        for found in regulations
        if found.info.reg_id.partition("@")[0] == current_id and found is not chosen
    ]
    if not others:
        return
    st.caption(text("card.editions"))
    for info in sorted(others, key=lambda info: info.edition, reverse=True):
        number, read, compare = st.columns([6, 1, 1], vertical_alignment="center")
        number.markdown(text("card.edition", number=info.edition, title=escaped(info.title)))
        with read:
            links.link(text("card.read"), links.reader(info.reg_id))
        with compare:
            older, newer = sorted((info, chosen.info), key=lambda each: each.edition)
            links.link(text("card.compare"), links.compare(older.reg_id, newer.reg_id))


def _doubts(reg_id: str) -> None:
    """Found only when somebody wants to see them: all pages are read for it."""
    shown = st.expander(
        text("card.doubts"), key=f"doubts_{reg_id}", on_change="rerun", icon=":material/flag:"
    )
    if shown.open:
        with shown:
            doubtful_places(reg_id, [doubt.model_dump() for doubt in workbench().doubts_of(reg_id)])
