"""Known failures as one friendly sentence and a next step."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from core.errors import GridCodeError
from pages.ui.i18n import has_text, text


@contextmanager
def friendly_errors() -> Iterator[None]:
    """Show a known failure and stop the page there; anything else is a bug and stays visible."""
    try:
        yield
    except GridCodeError as error:
        st.error(f"{_headline(error)}\n\n{_escaped(str(error))}\n\n{_escaped(error.hint)}")
        st.stop()


def _headline(error: GridCodeError) -> str:
    """By the class of the error, or the nearest one above it that has a text."""
    for kind in type(error).__mro__:
        key = f"errors.{kind.__name__}"
        if has_text(key):
            return f"**{text(key)}**"
    return f"**{text('errors.GridCodeError')}**"


def _escaped(message: str) -> str:
    """Names of files and ids may hold what Markdown would take as markup."""
    return "".join(f"\\{char}" if char in r"\`*_{}[]<>()#+-.!|$:~" else char for char in message)
