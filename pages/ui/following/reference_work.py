"""The work list: references that lead nowhere or to several places, and what they may mean."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.model import FixReference, Reference, ReferenceTarget
from core.structure.corrections.references import BY_AN_ANALYST
from pages.ui import links
from pages.ui.corrections.applying import is_applying
from pages.ui.corrections.author import author, correct
from pages.ui.corrections.history import correction_list
from pages.ui.errors import friendly_errors
from pages.ui.following.names import REFERENCE_TYPES
from pages.ui.following.places import place_of
from pages.ui.following.reference_card import chosen_reference, reference_card, show_preview
from pages.ui.following.reference_table import PARAM, reference_table
from pages.ui.following.terms import glossary_of
from pages.ui.i18n import text
from pages.ui.linked import linked_choice, page_offset, pager
from pages.ui.resources import workbench

_OPEN = ("ambiguous", "unresolved")
_INSIDE = tuple(kind for kind in REFERENCE_TYPES if kind != "standard")
_PER_PAGE = 200


def work_view(reg_id: str) -> None:
    scope = linked_choice(
        "scope",
        text("notes.scope"),
        {"inside": text("notes.scope_inside"), "outside": text("notes.scope_outside")},
        default="inside",
        clears=("at", PARAM),
    )
    if scope == "outside":
        _documents(reg_id)
    with friendly_errors():
        found, total = workbench().find_references(
            reg_id,
            states=_OPEN,
            types=_INSIDE if scope == "inside" else ("standard",),
            is_undecided=True,
            offset=page_offset("at", _PER_PAGE),
            limit=_PER_PAGE,
        )
    st.caption(text("notes.work_count", count=total))
    table, card = st.columns([1, 1], gap="large")
    with table:
        if found:
            reference_table(found, key=f"work_{scope}")
            pager("at", total, _PER_PAGE)
        else:
            st.success(text("notes.nothing_open"))
    with card:
        chosen = chosen_reference(reg_id)
        if chosen is None:
            st.caption(text("notes.choose_open"))
        else:
            reference_card(chosen, glossary_of(reg_id))
            _decide(chosen)
    _decided(reg_id)


def _decided(reg_id: str) -> None:
    """What analysts have decided before; undone in one click."""
    with friendly_errors():
        made = [it for it in workbench().corrections(reg_id) if it.kind == "fix_reference"]
    if made:
        with st.expander(text("notes.decided", count=len(made))):
            correction_list(reg_id, made)


def _documents(reg_id: str) -> None:
    """Other documents that the regulation names; those in the library can be opened."""
    with friendly_errors():
        named = workbench().documents_named(reg_id)
    rows = [
        {
            "document": it.document,
            "count": it.count,
            "held": text("notes.held") if it.target_id else text("notes.not_held"),
        }
        for it in named
    ]
    with st.expander(text("notes.documents", count=len(rows))):
        st.dataframe(
            pd.DataFrame(rows),
            hide_index=True,
            key="documents",
            column_config={
                "document": st.column_config.TextColumn(text("notes.document"), width="large"),
                "count": st.column_config.NumberColumn(text("notes.times")),
                "held": st.column_config.TextColumn(text("notes.in_library")),
            },
        )


def _decide(reference: Reference) -> None:
    """What it may mean; choosing one is a correction, which can be undone."""
    if reference.state == "resolved" or reference.reason == BY_AN_ANALYST:
        return
    st.markdown(f"##### {text('notes.candidates')}")
    typed = st.text_input(
        text("notes.other_target"),
        key=f"typed_{reference.reference_id}",
        placeholder=text("notes.other_target_hint"),
    )
    with friendly_errors():
        offered = workbench().reference_candidates(reference, typed)
    if not offered:
        st.caption(text("notes.nothing_alike"))
    else:
        is_named = reference.candidates or typed
        st.caption(text("notes.offered") if is_named else text("notes.alike"))
    author()
    _offers(reference, offered)
    st.button(
        text("notes.leads_nowhere"),
        key=f"nowhere_{reference.reference_id}",
        icon=":material/block:",
        on_click=_choose,
        args=(reference, None),
        disabled=is_applying(reference.reg_id),
    )


def _choose(reference: Reference, target: ReferenceTarget | None) -> None:
    target_id = target.target_id if target is not None else None
    correct(
        reference.reg_id, FixReference(reference_id=reference.reference_id, target_id=target_id)
    )


def _offers(reference: Reference, offered: Sequence[ReferenceTarget]) -> None:

    for nth, target in enumerate(offered):
        with st.container(border=True, key=f"offer_{nth}"):
            st.text(target.label)
            with friendly_errors():
                preview = workbench().view_target(target).preview
            show_preview(target, preview)
            with st.container(horizontal=True, vertical_alignment="center"):
                st.button(
                    text("notes.choose_target"),
                    key=f"choose_{reference.reference_id}_{nth}",
                    icon=":material/check:",
                    on_click=_choose,
                    args=(reference, target),
                    disabled=is_applying(reference.reg_id),
                )
                links.link(
                    text("notes.open_target", page=target.page_num),
                    place_of(target),
                    icon=":material/arrow_forward:",
                )
