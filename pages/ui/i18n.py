"""Interface text in the analyst's language: Chinese first, English as complete."""

import tomllib
from functools import cache
from importlib.resources import files

import streamlit as st

LANGUAGES = {"zh": "中文", "en": "English"}
_KEY = "lang"
_COOKIE = "gridcode_lang"
_TAGS = {"zh": "zh-CN", "en": "en"}
# For screen readers and offers to translate; and for a page that is opened later without ?lang=.
_SPOKEN = """<script>
document.documentElement.lang = "%s";
document.cookie = "%s=%s; path=/; max-age=31536000; samesite=lax";
</script>"""


def language() -> str:
    """The language chosen by the switch or in the link, else the one used last, else Chinese."""
    chosen: str | None = st.session_state.get(_KEY)
    if chosen in LANGUAGES:
        return chosen  # every text asks, hundreds of times on a page: link and cookies cost more
    named = (st.query_params.get(_KEY), st.context.cookies.get(_COOKIE))
    return next((name for name in named if name in LANGUAGES), "zh")


def text(key: str, **values: object) -> str:
    """``text("library.empty")``: the entry in ``locales/<language>/*.toml``."""
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
    chosen = language()
    st.html(_SPOKEN % (_TAGS[chosen], _COOKIE, chosen), unsafe_allow_javascript=True)


def _write_link() -> None:
    st.query_params[_KEY] = st.session_state[_KEY]


@cache
def catalog(name: str) -> dict[str, dict[str, str]]:
    """All sections of a language; each page has a file of its own."""
    folder = files("pages.ui").joinpath("locales", name)
    sections: dict[str, dict[str, str]] = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        sections |= tomllib.loads(file.read_text("utf-8"))
    return sections
