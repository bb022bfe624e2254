"""How the two sides are built, and the words they share or do not."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.model.comparison import Comparison, TermUse
from pages.ui.i18n import text

_COUNTS = {
    "pages": "compare.pages",
    "headings": "compare.headings",
    "clauses": "compare.clauses",
    "paragraphs": "compare.paragraphs",
    "list_items": "compare.list_items",
    "notes": "compare.notes",
    "figures": "compare.figures",
    "tables": "compare.tables",
    "table_rows": "compare.table_rows",
    "characters": "compare.characters",
}


def structure_and_terms(comparison: Comparison) -> None:
    built, common, only_old, only_new = st.columns([3, 3, 2, 2], gap="medium")
    names = {"what": "", "old": text("compare.old_side"), "new": text("compare.new_side")}
    with built:
        st.markdown(f"**{text('compare.structure')}**")
        old, new = comparison.old.counts, comparison.new.counts
        rows = [
            (text(key), getattr(old, field), getattr(new, field)) for field, key in _COUNTS.items()
        ]
        _table(rows, names)
    terms = comparison.terms
    term = text("compare.term")
    with common:
        st.markdown(f"**{text('compare.common_terms')}**")
        _table(
            [(use.term, use.old_count, use.new_count) for use in terms.common],
            names | {"what": term},
        )
    with only_old:
        st.markdown(f"**{text('compare.only_old')}**")
        _own(terms.only_old, term)
    with only_new:
        st.markdown(f"**{text('compare.only_new')}**")
        _own(terms.only_new, term)


def _own(terms: Sequence[TermUse], term: str) -> None:
    rows = [(use.term, use.old_count + use.new_count) for use in terms]
    _table(rows, {"what": term, "count": text("compare.uses")})


def _table(rows: Sequence[tuple[object, ...]], names: dict[str, str]) -> None:
    st.dataframe(
        pd.DataFrame(rows, columns=list(names)),
        hide_index=True,
        height="content",
        column_config=dict(names),
    )
