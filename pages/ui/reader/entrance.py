"""What the reader shows before a regulation is open, and the room it reads in."""

import streamlit as st

from core.errors import RegulationNotFoundError
from core.model import RegulationInfo
from pages.ui import links
from pages.ui.i18n import text
from pages.ui.plain import escaped
from pages.ui.reader.toolbar import titles
from pages.ui.resources import workbench

# The reader is as high as the window: what scrolls is the page, the text and the contents.
_ROOM = """
<style>
.stMainBlockContainer { padding: 3.2rem 1.25rem 0; }
.st-key-page_image, .st-key-blocks, .st-key-contents {
  --above: 10.3rem; min-height: calc(100dvh - 7.7rem); /* kept before anything is drawn */
}
.st-key-reader_keys { display: none; }
.st-key-reader_page input { text-align: center; padding-left: .25rem; padding-right: .25rem; }
</style>
"""


def reading_room() -> None:
    st.html(_ROOM)


def regulation_in_link() -> RegulationInfo | None:
    try:
        return workbench().get_info(st.query_params.get("reg", ""))
    except RegulationNotFoundError:
        return None


def entrance(asked: str) -> None:
    """What there is to read, for a link that names nothing, or a regulation that is not here."""
    st.title(text("reader.title"))
    if asked:
        st.warning(text("choosing.unknown_regulation", reg_id=escaped(asked[:80])))
    known = titles()
    if not known:
        st.info(f"**{text('reader.nothing_to_read')}**\n\n{text('reader.nothing_to_read_next')}")
        links.link(text("reader.to_library"), links.library(), icon=":material/library_books:")
        return
    st.caption(text("reader.choose_regulation"))
    for known_id, title in known.items():
        links.link(escaped(title), links.reader(known_id), icon=":material/menu_book:")


def window_title(info: RegulationInfo, page_num: int) -> None:
    st.set_page_config(page_title=f"P{page_num} {info.title} · {text('reader.title')}")
