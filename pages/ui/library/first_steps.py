"""What can be done here, with the samples at hand to try it."""

from collections.abc import Sequence

import streamlit as st

from core.model import RegulationSummary
from pages.ui import links
from pages.ui.i18n import text

_CHINESE = "linjiang_dispatch_2024"
_BEFORE = "linjiang_dispatch_2023"
_ENGLISH = "northgate_reliability_2024"
_SAMPLES = frozenset({_CHINESE, _BEFORE, _ENGLISH})


def first_steps(regulations: Sequence[RegulationSummary]) -> None:
    """Open for those who have nothing but the samples; out of the way for all others."""
    here = {found.info.reg_id for found in regulations}
    if not here & _SAMPLES:
        return
    with st.expander(text("start.title"), expanded=here <= _SAMPLES, icon=":material/explore:"):
        reading, finding, comparing, adding = st.columns(4)
        with reading:
            _what(text("start.read"), text("start.read_how"))
            if _CHINESE in here:
                _try(text("start.read_table"), links.reader(_CHINESE, 19))
            if _ENGLISH in here:
                _try(text("start.read_english"), links.reader(_ENGLISH, 8))
        with finding:
            _what(text("start.find"), text("start.find_how"))
            if _CHINESE in here:
                _try(text("start.find_rule"), links.search("母线失压"))
            if _ENGLISH in here:
                _try(text("start.find_english"), links.search("load shedding"))
        with comparing:
            _what(text("start.compare"), text("start.compare_how"))
            if {_CHINESE, _BEFORE} <= here:
                _try(text("start.compare_editions"), links.compare(_BEFORE, _CHINESE))
        with adding:
            _what(text("start.add"), text("start.add_how"))


def _what(step: str, how: str) -> None:
    st.markdown(f"**{step}**")
    st.caption(how)


def _try(label: str, place: links.Place) -> None:
    links.link(label, place, icon=":material/arrow_forward:")
