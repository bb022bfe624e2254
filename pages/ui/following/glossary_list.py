"""The terms that a regulation defines."""

import streamlit as st

from core.model.glossary import Definition, Glossary
from pages.ui import links
from pages.ui.errors import friendly_errors
from pages.ui.following.terms import glossary_of
from pages.ui.i18n import text
from pages.ui.linked import linked_text, page_offset, pager
from pages.ui.plain import escaped
from pages.ui.term_text import term_text

_PER_PAGE = 30


def glossary_view(reg_id: str) -> None:
    with friendly_errors():
        glossary = glossary_of(reg_id)
    if not glossary.definitions:
        st.info(text("notes.no_terms"))
        return
    words = linked_text(
        "q", text("notes.words"), placeholder=text("notes.term_hint"), clears=("at",)
    )
    found = [it for it in glossary.definitions if _fits(it, words)]
    st.caption(text("notes.term_count", count=len(found)))
    offset = page_offset("at", _PER_PAGE)
    for nth, definition in enumerate(found[offset : offset + _PER_PAGE]):
        _entry(definition, glossary, nth)
    pager("at", len(found), _PER_PAGE)


def _fits(definition: Definition, words: str) -> bool:
    said = f"{definition.term} {definition.other_name} {definition.text}".casefold()
    return all(word in said for word in words.casefold().split())


def _entry(definition: Definition, glossary: Glossary, nth: int) -> None:
    term, meaning, place = st.columns([2, 6, 2], vertical_alignment="center")
    with term:
        st.markdown(f"**{escaped(definition.term)}**")
        if definition.other_name:
            st.caption(escaped(definition.other_name))
    with meaning:
        term_text(definition.text, glossary, key=f"term_{nth}", besides=definition.term)
    with place, st.container(horizontal=True, gap="small"):
        links.link(text("notes.on_page", page=definition.page_num), _where(definition))
        links.link(text("notes.uses"), links.search(f'"{definition.term}"', definition.reg_id))


def _where(definition: Definition) -> links.Place:
    if definition.table_id is not None:
        return links.table(definition.reg_id, definition.table_id)
    return links.reader(
        definition.reg_id, definition.page_num, definition.block_id, definition.term
    )
