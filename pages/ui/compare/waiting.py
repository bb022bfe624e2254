"""The comparison, or a line saying that it is being made."""

import streamlit as st

from core.model.comparison import Comparison, ComparisonRequest
from pages.ui.errors import friendly_errors
from pages.ui.i18n import text
from pages.ui.resources import workbench

_PATIENCE = 0.6  # seconds; what takes longer is watched


def compared(asked: ComparisonRequest) -> Comparison:
    """Made once in the background and found again by every rerun; the page ends here until then."""
    with friendly_errors():
        found = workbench().wait_for_comparison(asked, _PATIENCE)
    if found is None:
        _watch(asked)
        st.stop()
    return found


@st.fragment(run_every=0.5)
def _watch(asked: ComparisonRequest) -> None:
    st.info(text("compare.being_compared"), icon=":material/hourglass_top:")
    if workbench().wait_for_comparison(asked, 0.0) is not None:
        st.rerun()
