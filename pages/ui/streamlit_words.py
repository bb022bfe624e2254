"""Words that Streamlit itself puts on the page, in the analyst's language.

Most have no parameter: they are found on the page by the exact English words and replaced. A word
that a later Streamlit spells differently stays English, and a browser test says so.
"""

import re

from pages.ui.components import component
from pages.ui.i18n import text

# By our name for them; a blank is left for what differs.
ENGLISH = {
    "streamlit.skip": "Skip to main content",
    "streamlit.sidebar": "Sidebar",
    "streamlit.pages": "App pages",
    "streamlit.collapse_sidebar": "Collapse sidebar",
    "streamlit.expand_sidebar": "Expand sidebar",
    "streamlit.heading_link": "Link to heading",
    "streamlit.help_for": "Help for {}",
    "streamlit.open": "Open",
    "streamlit.choose": "Choose an option",
    "streamlit.option_found": "1 option available.",
    "streamlit.options_found": "{} options available.",
    "streamlit.dismiss": "Dismiss",
    "streamlit.no_results": "No results",
    "streamlit.no_data": "empty",
    "streamlit.clear_value": "Clear value",
    "streamlit.clear_all": "Clear all",
    "streamlit.clear_entry": "Clear entry",
    "streamlit.clear_selection": "Clear selection",
    "streamlit.select_all": "Select all",
    "streamlit.selected_values": "Selected values",
    "streamlit.suggestions": "Show suggestions",
    "streamlit.increment": "Increment",
    "streamlit.decrement": "Decrement",
    "streamlit.press_enter": "Press Enter to apply",
    "streamlit.press_enter_form": "Press Enter to submit form",
    "streamlit.upload": "Upload",
    "streamlit.file_upload": "file upload",
    "streamlit.file_limit": "{}MB per file",
    "streamlit.drop_files": "Drag and drop files here",
    "streamlit.add_files": "Add files",
    "streamlit.remove": "Remove {}",
    "streamlit.columns": "Show/hide columns",
    "streamlit.csv": "Download as CSV",
    "streamlit.search": "Search",
    "streamlit.close_search": "Close Search",
    "streamlit.next_result": "Next Result",
    "streamlit.previous_result": "Previous Result",
    "streamlit.fullscreen": "Fullscreen",
    "streamlit.close_fullscreen": "Close fullscreen",
    "streamlit.sort_up": "Sort ascending",
    "streamlit.sort_down": "Sort descending",
    "streamlit.autosize": "Autosize",
    "streamlit.format": "Format",
    "streamlit.pin": "Pin column",
    "streamlit.unpin": "Unpin column",
    "streamlit.hide_column": "Hide column",
    "streamlit.copy_column": "Copy column name",
    "streamlit.close": "Close",
    "streamlit.copy": "Copy to clipboard",
    "streamlit.progress": "progress",
    "streamlit.show_password": "Show password",
    "streamlit.hide_password": "Hide password",
}

_BLANK = "{}"
_mount = component("streamlit_words")


def streamlit_words() -> None:
    """Once, for every page."""
    words = {english: text(key, what=_BLANK) for key, english in ENGLISH.items()}
    exact = {it: own for it, own in words.items() if _BLANK not in it and it != own}
    patterns = [[_pattern(it), own] for it, own in words.items() if _BLANK in it and it != own]
    _mount(key="streamlit_words", data={"exact": exact, "patterns": patterns})


def _pattern(english: str) -> str:
    """For JavaScript, with what differs as its only group."""
    before, after = english.split(_BLANK)
    return f"^{re.escape(before)}(.+){re.escape(after)}$".replace(r"\ ", " ")
