"""A page beside what was read from it. ``?reg=&page=&block=`` name the place."""

import streamlit as st

from pages.ui.errors import friendly_errors
from pages.ui.i18n import text
from pages.ui.reader.contents import contents_of, contents_tree
from pages.ui.reader.entrance import entrance, reading_room, regulation_in_link, window_title
from pages.ui.reader.page_image import page_image
from pages.ui.reader.panel import block_panel, chapter_in_hand, chosen_name, range_panel
from pages.ui.reader.place import find_block, is_beyond_the_end, place_in_link
from pages.ui.reader.toolbar import toolbar
from pages.ui.resources import workbench

with friendly_errors():
    info = regulation_in_link()
    if info is None:
        entrance(st.query_params.get("reg", ""))
        st.stop()
    place = place_in_link(info.reg_id, info.total_pages)
    page = workbench().load_page(info.reg_id, place.page_num)
    contents = contents_of(info.reg_id)
    marks = (
        workbench().find_on_page(info.reg_id, place.page_num, place.query) if place.query else None
    )

reading_room()
window_title(info, place.page_num)
chosen = find_block(page, place.block)
shows_contents = toolbar(info, place, page, chosen)
if is_beyond_the_end(info.total_pages):
    st.info(text("reader.beyond_the_end", total=info.total_pages))

shares = ([0.85] if shows_contents else []) + ([3.4] if place.is_range else [1.75, 1.65])
columns = st.columns(shares, gap="small")
if shows_contents:
    with columns[0]:
        contents_tree(contents, page, chapter_in_hand(page, chosen))
if place.is_range:
    with columns[-1], friendly_errors():
        read = workbench().load_page_range(info.reg_id, place.page_num, place.last_page or 0)
        range_panel(read.pages, read.content_markdown, place)
else:
    with columns[-2]:
        # A note inside a table has no block of its own, but a place on the image.
        on_image = chosen_name(chosen) or place.block
        page_image(page, info.total_pages, chosen=on_image, marks=marks)
    with columns[-1]:
        block_panel(page, place, contents, chosen=chosen_name(chosen), marks=marks)
