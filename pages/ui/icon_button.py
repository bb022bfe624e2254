"""A button that shows only its icon. Its name is there for whoever hears the page."""

from collections.abc import Callable
from typing import Literal

import streamlit as st


def icon_button(
    label: str,
    icon: str,
    *,
    key: str,
    on_click: Callable[..., None],
    args: tuple[object, ...] = (),
    disabled: bool = False,
    kind: Literal["secondary", "tertiary"] = "tertiary",
) -> None:
    """``icon`` is the name of a Material symbol. Without a label, Streamlit reads that name out."""
    with st.container(key=f"icon_only_{key}", width="content"):
        st.button(
            label,
            icon=f":material/{icon}:",
            key=key,
            help=label,
            on_click=on_click,
            args=args,
            disabled=disabled,
            type=kind,
        )
