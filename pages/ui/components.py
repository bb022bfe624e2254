"""Parts of pages that are drawn by a script of ours: ``assets/NAME.js`` and ``assets/NAME.css``.

A script gets what it shows as data and sets it as text, never as HTML: documents are data.
"""

from importlib.resources import files
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer


def component(name: str) -> "ComponentRenderer":
    """Once for each name, when its module is loaded."""
    return st.components.v2.component(
        name,
        html=f'<div class="{name}"></div>',
        css=asset(f"{name}.css"),
        js=asset("dom.js") + asset(f"{name}.js"),
    )


def asset(file_name: str) -> str:
    return files("pages.ui").joinpath("assets", file_name).read_text("utf-8")
