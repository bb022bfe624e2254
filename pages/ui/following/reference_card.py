"""One reference: the words around it, where it leads, and what it may mean."""

import streamlit as st

from core.model import Reference, ReferenceTarget
from core.model.glossary import Glossary
from pages.ui import links
from pages.ui.errors import friendly_errors
from pages.ui.following.names import reason, reference_types, states
from pages.ui.following.places import place_of, place_where
from pages.ui.following.reference_table import PARAM
from pages.ui.i18n import text
from pages.ui.linked import stay_link
from pages.ui.plain import escaped
from pages.ui.resources import workbench
from pages.ui.term_text import term_text

_LONG = 420  # characters around a reference; more is in the reader


def chosen_reference(reg_id: str) -> Reference | None:
    """The one in the link."""
    reference_id = st.query_params.get(PARAM)
    if not reference_id:
        return None
    own = reference_id.partition("/")[0] or reg_id
    with friendly_errors():
        return workbench().get_reference(own, reference_id)


def reference_card(reference: Reference, glossary: Glossary) -> None:
    st.markdown(f"**{escaped(reference.text)}**")
    kinds, conditions = reference_types(), states()
    st.caption(f"{kinds[reference.reference_type]} · {conditions[reference.state]}")
    with friendly_errors():
        around = workbench().words_around(reference)
    first = max(0, around.start - _LONG // 2)
    last = min(len(around.text), max(around.end, 1) + _LONG // 2)
    term_text(
        around.text[first:last],
        glossary,
        key=f"around_{reference.reference_id}",
        start=around.start - first,
        end=around.end - first,
    )
    links.link(
        text("notes.open_where", page=reference.page_num),
        place_where(reference),
        icon=":material/menu_book:",
    )
    if reference.target is not None:
        target_card(reference.target)
    elif reference.reason:
        st.text(reason(reference))


def target_card(target: ReferenceTarget, *, with_others: bool = True) -> None:
    """Where it leads: its name, its first words, and who else goes there."""
    with st.container(border=True):
        with friendly_errors():
            view = workbench().view_target(target)
        st.caption(text("notes.leads_to"))
        st.text(target.label)
        show_preview(target, view.preview)
        with st.container(horizontal=True, vertical_alignment="center"):
            links.link(
                text("notes.open_target", page=target.page_num),
                place_of(target),
                icon=":material/arrow_forward:",
            )
            if with_others:
                stay_link(
                    text("notes.who_else"),
                    links.notes(target.reg_id, view="to", to=target.target_id).params,
                    key="who_else",
                    icon=":material/call_received:",
                )


def show_preview(target: ReferenceTarget, preview: str) -> None:
    """The first words of what is there, unless they only repeat its name."""
    words = " ".join(preview.split()).lstrip("# ")
    if words and words != target.label:
        st.caption(escaped(words))
