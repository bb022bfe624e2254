"""Known failures as one friendly sentence and a next step."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from core.errors import GridCodeError, NotFound
from pages.ui.i18n import has_text, text
from pages.ui.plain import escaped


@contextmanager
def friendly_errors() -> Iterator[None]:
    """Show a known failure and stop the page there; anything else is a bug and stays visible."""
    try:
        yield
    except GridCodeError as error:
        show_error(error)
        st.stop()


def show_error(error: GridCodeError) -> None:
    """What happened and what to do, then the particulars, which core tells in English."""
    # The hints on what was not found name commands and tools, which a page has none of.
    hint = "" if isinstance(error, NotFound) else error.hint
    particulars = escaped(f"{error} {hint}".strip())
    st.error(f"**{headline(error)}**\n\n:small[{particulars}]")


def headline(error: GridCodeError) -> str:
    """By the class of the error, or the nearest one above it that has a text."""
    for kind in type(error).__mro__:
        key = f"errors.{kind.__name__}"
        if has_text(key):
            return text(key)
    return text("errors.GridCodeError")
