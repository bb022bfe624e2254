"""Interface text in the analyst's language: Chinese first, English as complete."""

import tomllib
from functools import cache
from importlib.resources import files

import streamlit as st

LANGUAGES = {"zh": "中文", "en": "English"}
_KEY = "lang"


def language() -> str:
    """The language chosen in the link or by the switch, else Chinese."""
    chosen = st.session_state.get(_KEY) or st.query_params.get(_KEY)
    return chosen if chosen in LANGUAGES else "zh"


def text(key: str, **values: object) -> str:
    """``text("library.empty")``: the entry in ``locales/<language>.toml``."""
    section, name = key.split(".")
    return catalog(language())[section][name].format(**values)


def has_text(key: str) -> bool:
    section, name = key.split(".")
    return name in catalog(language()).get(section, {})


def language_switch() -> None:
    """Writes the choice into the link, so that a shared link opens in the same language."""
    # Read the link only once: afterwards the widget's own state is the newer one.
    st.session_state.setdefault(_KEY, language())
    st.segmented_control(
        text("app.language"),
        list(LANGUAGES),
        key=_KEY,
        format_func=LANGUAGES.__getitem__,
        required=True,
        on_change=_write_link,
        label_visibility="collapsed",
    )


def _write_link() -> None:
    st.query_params[_KEY] = st.session_state[_KEY]


@cache
def catalog(name: str) -> dict[str, dict[str, str]]:
    return tomllib.loads(files("pages.ui").joinpath(f"locales/{name}.toml").read_text("utf-8"))
