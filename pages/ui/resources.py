"""The process-wide workbench, shared by every session."""

import streamlit as st

from core.settings import load_settings
from core.workbench import Workbench


@st.cache_resource(show_spinner=False, on_release=Workbench.close)
def workbench() -> Workbench:
    opened = Workbench(load_settings())
    opened.load_samples_once()
    return opened
