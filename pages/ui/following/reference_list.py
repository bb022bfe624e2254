"""All references with filters, and the chosen one beside them."""

import streamlit as st

from core.model import Reference
from pages.ui import links
from pages.ui.errors import friendly_errors
from pages.ui.following.names import reference_types, states
from pages.ui.following.reference_card import chosen_reference, reference_card
from pages.ui.following.reference_table import PARAM, reference_table
from pages.ui.following.terms import glossary_of
from pages.ui.i18n import text
from pages.ui.linked import linked_choice, linked_text, page_offset, pager, stay_link
from pages.ui.resources import workbench

_PER_PAGE = 200
_ALONG = ("from", "into", "chapter", "document")  # an arrow of the graph
_OPEN = ("ambiguous", "unresolved")


def reference_view(reg_id: str) -> None:
    everything = {"all": text("notes.all")}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        words = linked_text(
            "q",
            text("notes.words"),
            placeholder=text("notes.reference_hint"),
            clears=("at", PARAM),
        )
        state = linked_choice(
            "state",
            text("notes.state"),
            everything | states() | {"open": text("notes.state_open")},
            default="all",
            clears=("at", PARAM),
        )
        kind = linked_choice(
            "kind",
            text("notes.type"),
            everything | reference_types(),
            default="all",
            clears=("at", PARAM),
            as_list=True,
            width=200,
        )
    source, target = st.query_params.get("from"), st.query_params.get("into")
    document = st.query_params.get("document")
    with friendly_errors():
        found, total = workbench().find_references(
            reg_id,
            states={"all": None, "open": _OPEN}.get(state, (state,)),
            types=None if kind == "all" else (kind,),
            words=words,
            source=source,
            target=target,
            opened=st.query_params.get("chapter"),
            document=document,
            offset=page_offset("at", _PER_PAGE),
            limit=_PER_PAGE,
        )
    if source or target or document:
        _along()
    st.caption(text("notes.reference_count", count=total))
    if not found:
        st.info(text("notes.no_references"))
        return
    table, card = st.columns([2, 1], gap="large")
    with table:
        reference_table(found, key="references")
        pager("at", total, _PER_PAGE)
    with card:
        chosen = chosen_reference(reg_id)
        if chosen is None:
            st.caption(text("notes.choose"))
        else:
            reference_card(chosen, glossary_of(chosen.reg_id))
            if chosen.state in _OPEN:
                _decide(chosen)


def _decide(reference: Reference) -> None:
    scope = "outside" if reference.reference_type == "standard" else None
    place = links.notes(reference.reg_id, view="work", scope=scope, ref=reference.reference_id)
    stay_link(text("notes.decide"), place.params, key="decide", icon=":material/rule:")


def _along() -> None:
    """Only the references that an arrow of the graph counts are listed."""

    def forget() -> None:
        for param in _ALONG:
            st.query_params.pop(param, None)

    st.button(
        text("notes.along_arrow"), icon=":material/close:", on_click=forget, key="forget_arrow"
    )
