"""“To the desk”: what other pages offer beside a passage, a row, a hit or an answer."""

from collections.abc import Sequence

import streamlit as st

from core.errors import GridCodeError
from core.model import Evidence
from core.model.answers import Citation
from pages.ui.desk.state import first_desk
from pages.ui.errors import headline
from pages.ui.i18n import text
from pages.ui.plain import escaped
from pages.ui.resources import workbench

_LONGEST_NAME = 60

Proof = Evidence | Citation


def desk_button(
    name: str,
    detail: str,
    evidence: Proof | Sequence[Proof],
    key: str,
    *,
    label: str | None = None,
) -> None:
    """Puts a page on the desk in hand, with its proof. Without ``detail``, the words of the proof.

    ``name`` and ``detail`` are text of documents or people: they are kept and shown as text.
    """
    proofs = [evidence] if isinstance(evidence, Evidence | Citation) else list(evidence)
    st.button(
        text("desk.to_the_desk") if label is None else label,
        key=key,
        icon=":material/inventory_2:",
        type="tertiary",
        help=text("desk.to_the_desk_help"),
        on_click=put_on_desk,
        args=(name, detail, proofs),
    )


def put_on_desk(name: str, detail: str, evidence: Sequence[Proof]) -> None:
    """For callbacks of other widgets: a click on a component, a row of a table."""
    try:
        desks = workbench().desks
        desk = first_desk()
        read = [
            desks.evidence_of(proof) if isinstance(proof, Citation) else desks.read_evidence(proof)
            for proof in evidence
        ]
        words = detail or "\n\n".join(proof.quote for proof in read)
        short = " ".join((name or words).split())[:_LONGEST_NAME]
        desks.open(desk.desk_id).create_detail_page(
            short or text("desk.unnamed"), detail=words, evidence=read
        )
    except GridCodeError as error:
        st.toast(f"{headline(error)} {escaped(str(error))}", icon=":material/error:")
    else:
        st.toast(text("desk.put", desk=escaped(desk.name)), icon=":material/inventory_2:")
