"""All notes, the places that cite them, and orphans on both sides."""

from collections.abc import Mapping

import streamlit as st

from core.model import Annotation, Reference
from core.model.glossary import Glossary
from pages.ui import links
from pages.ui.errors import friendly_errors
from pages.ui.following.names import note_types, reason
from pages.ui.following.places import citing_place, citing_words, place_where
from pages.ui.following.terms import glossary_of
from pages.ui.i18n import text
from pages.ui.linked import linked_choice, linked_text, page_offset, pager, stay_link
from pages.ui.plain import escaped
from pages.ui.resources import remembered, workbench
from pages.ui.term_text import term_text

_PER_PAGE = 15
_MOST_PLACES = 12  # that are shown for a note before the rest is folded away
_CITED = {"all": None, "cited": True, "uncited": False}


def note_view(reg_id: str) -> None:
    types = {"all": text("notes.all")} | note_types()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        words = linked_text(
            "q", text("notes.words"), placeholder=text("notes.words_hint"), clears=("at",)
        )
        kind = linked_choice("type", text("notes.type"), types, default="all", clears=("at",))
        cited = linked_choice(
            "cited",
            text("notes.cited_by"),
            {
                "all": text("notes.all"),
                "cited": text("notes.cited"),
                "uncited": text("notes.uncited"),
                "missing": text("notes.missing"),
            },
            default="all",
            clears=("at",),
        )
    if cited == "missing":
        _citations_without_a_note(reg_id)
        return
    with friendly_errors():
        found, total = _listed(reg_id, words, kind, cited, page_offset("at", _PER_PAGE))
        glossary = glossary_of(reg_id)
    st.caption(text("notes.note_count", count=total))
    if not found:
        st.info(text("notes.no_notes"))
    for note in found:
        _note(note, glossary, types)
    pager("at", total, _PER_PAGE)


@remembered(entries=16)
def _listed(
    reg_id: str, words: str, kind: str, cited: str, offset: int
) -> tuple[list[Annotation], int]:
    return workbench().list_notes(
        reg_id,
        words=words,
        annotation_type=None if kind == "all" else kind,
        cited=_CITED[cited],
        offset=offset,
        limit=_PER_PAGE,
    )


def _note(note: Annotation, glossary: Glossary, types: Mapping[str, str]) -> None:
    with st.container(border=True, key=f"note_{note.note_id}"):
        head, words = st.columns([1, 5])
        with head:
            st.markdown(f"**{escaped(note.annotation_id)}**")
            st.caption(types[note.annotation_type])
        with words:
            term_text(note.content, glossary, key=f"words_{note.note_id}")
            with st.container(horizontal=True, gap="small", vertical_alignment="center"):
                links.link(
                    text("notes.on_page", page=note.page_num),
                    links.reader(note.reg_id, note.page_num, note.block_id),
                    icon=":material/menu_book:",
                )
                if note.table_id is not None:
                    number = note.table_id.rpartition("/")[2].removeprefix("t-")
                    links.link(
                        text("notes.of_table", table=escaped(number)),
                        links.table(note.reg_id, note.table_id),
                        icon=":material/table:",
                    )
            _citing(note)


def _citing(note: Annotation) -> None:
    if not note.links:
        of_table = note.table_id is not None and note.variant_key.endswith(":")
        st.caption(text("notes.for_whole_table") if of_table else text("notes.nobody_cites"))
        return
    st.caption(text("notes.cited_at", count=len(note.links)))
    shown, folded = note.links[:_MOST_PLACES], note.links[_MOST_PLACES:]
    with st.container(horizontal=True, gap="small"):
        for link in shown:
            links.link(escaped(citing_words(link)), citing_place(link), help=escaped(link.text))
    if folded:
        with (
            st.expander(text("notes.more_places", count=len(folded))),
            st.container(horizontal=True, gap="small"),
        ):
            for link in folded:
                links.link(escaped(citing_words(link)), citing_place(link))


def _citations_without_a_note(reg_id: str) -> None:
    with friendly_errors():
        found, total = workbench().find_references(
            reg_id, states=("unresolved", "ambiguous"), types=("annotation", "plan")
        )
    st.caption(text("notes.missing_count", count=total))
    if not found:
        st.success(text("notes.none_missing"))
    for reference in found:
        _missing(reference)


def _missing(reference: Reference) -> None:
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{escaped(reference.text)}**", width="content")
        st.text(reason(reference), width="stretch")
        links.link(
            text("notes.on_page", page=reference.page_num),
            place_where(reference),
            icon=":material/menu_book:",
        )
        stay_link(
            text("notes.decide"),
            links.notes(reference.reg_id, view="work", ref=reference.reference_id).params,
            key=f"decide_{reference.reference_id}",
            icon=":material/rule:",
        )
