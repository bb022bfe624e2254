"""Corrections of headings and references, by page."""

from functools import partial

import streamlit as st

from core.model import ContentBlock, FixHeading, FixReference, Reference
from pages.ui.corrections.author import correct, correct_button
from pages.ui.i18n import text
from pages.ui.resources import workbench

_LEVELS = range(7)
_LONGEST = 60


def heading_form(reg_id: str, page_num: int) -> None:
    """Any block of text of the page can be made a heading, or none."""
    blocks = {
        block.block_id: block
        for block in workbench().load_page(reg_id, page_num).content_blocks
        if block.block_type not in ("table", "figure")
    }
    if not blocks:
        st.caption(text("corrections.no_text"))
        return
    names = {block_id: _block_name(block) for block_id, block in blocks.items()}
    headings = [block_id for block_id, block in blocks.items() if block.heading_level]
    chosen: str = st.selectbox(
        text("corrections.heading"),
        list(names),
        index=list(names).index(headings[0]) if headings else 0,
        format_func=names.__getitem__,
        key=f"heading_block_{reg_id}_{page_num}",
    )
    levels = {level: text("corrections.level", level=level) for level in _LEVELS if level}
    levels = {0: text("corrections.no_heading")} | levels
    key = f"heading_level_{workbench().stamp(reg_id)}_{chosen}"

    def fix() -> None:
        correct(reg_id, FixHeading(block_id=chosen, level=st.session_state[key]))

    st.selectbox(
        text("corrections.new_level"),
        list(levels),
        index=min(blocks[chosen].heading_level or 0, len(levels) - 1),
        format_func=levels.__getitem__,
        key=key,
    )
    correct_button(text("corrections.fix_heading"), reg_id, key="do_fix_heading", on_click=fix)


def reference_form(reg_id: str, page_num: int) -> None:
    found, _ = workbench().list_references(reg_id, page_num=page_num)
    if not found:
        st.caption(text("corrections.no_reference"))
        return
    references = {each.reference_id: each for each in found}
    names = {each.reference_id: _reference_name(each) for each in found}
    chosen: str = st.selectbox(
        text("corrections.reference"),
        list(names),
        format_func=names.__getitem__,
        key=f"reference_{reg_id}_{page_num}",
    )
    targets = _targets(reg_id, references[chosen])
    key = f"target_{workbench().stamp(reg_id)}_{chosen}"

    def fix() -> None:
        target_id = st.session_state[key] or None
        correct(reg_id, FixReference(reference_id=chosen, target_id=target_id))

    st.selectbox(
        text("corrections.target"), list(targets), format_func=targets.__getitem__, key=key
    )
    correct_button(text("corrections.fix_reference"), reg_id, key="do_fix_reference", on_click=fix)


def _targets(reg_id: str, reference: Reference) -> dict[str, str]:
    """The candidates first, then everything that the regulation has; an empty id is nowhere."""
    bench = workbench()
    found = {each.target_id: f"{each.label} · P{each.page_num}" for each in reference.candidates}
    for node in bench.contents(reg_id)[1]:
        found.setdefault(node.node_id, f"{node.label} {node.title} · P{node.page_start}".strip())
    for table in bench.list_tables(reg_id):
        found.setdefault(table.table_id, f"{table.caption or table.table_id} · P{table.page_start}")
    for note in bench.search_annotations(reg_id)[0]:
        found.setdefault(note.note_id, f"{note.annotation_id} · P{note.page_num}")
    for summary in bench.list_regulations():
        if summary.info.reg_id != reg_id:
            found.setdefault(summary.info.reg_id, summary.info.title)
    return {"": text("corrections.nowhere")} | found


def _block_name(block: ContentBlock) -> str:
    words = " ".join(block.content_markdown.lstrip("# ").split())[:_LONGEST]
    mark = f"H{block.heading_level} " if block.heading_level else ""
    return f"{mark}{words}"


def _reference_name(reference: Reference) -> str:
    leads = reference.target.label if reference.target else text(f"tables.state_{reference.state}")
    return f"{reference.text} → {leads}"


def page_forms(reg_id: str, total_pages: int) -> None:
    """A page number, and below it both forms."""
    page_num = st.number_input(
        text("tables.page"), min_value=1, max_value=total_pages, step=1, key="correct_page"
    )
    heading, reference = st.columns(2, gap="large")
    for column, form in ((heading, heading_form), (reference, reference_form)):
        with column:
            partial(form, reg_id, int(page_num))()
