"""The collections that a regulation is in, chosen where it is shown; a new name makes a new one."""

from collections.abc import Sequence

import streamlit as st

from core.errors import GridCodeError
from core.model import Collection
from pages.ui.i18n import text
from pages.ui.library.collections import name_problem
from pages.ui.resources import workbench


def membership(reg_id: str, inside: Sequence[str], collections: Sequence[Collection]) -> None:
    # Another key when they were changed elsewhere: the widget would keep what it showed before.
    key = f"membership_{reg_id}_{'|'.join(inside)}"
    st.multiselect(
        text("library.collections"),
        [found.name for found in collections],
        default=[found.name for found in collections if found.name in inside],
        key=key,
        accept_new_options=True,
        placeholder=text("card.collections_hint"),
        on_change=_put,
        args=(reg_id, key),
    )
    if problem := st.session_state.pop(f"{key}_problem", None):
        st.error(problem)


def _put(reg_id: str, key: str) -> None:
    names = st.session_state[key]
    known = {found.name for found in workbench().list_collections()}
    try:
        for name in names:
            if name not in known:
                workbench().create_collection(name)
        workbench().put_into_collections(reg_id, names)
    except GridCodeError as error:
        st.session_state[f"{key}_problem"] = name_problem(error)
        del st.session_state[key]
