"""The page a row is printed on, with the row's box."""

import streamlit as st

from pages.ui import links
from pages.ui.i18n import text
from pages.ui.page_canvas import PlaceOnPage, page_canvas
from pages.ui.tables.shown import ShownTable


def printed_page(shown: ShownTable, chosen: tuple[int, int | None] | None) -> None:
    """All pages of the chosen row, one below the other; the table's first page before a choice."""
    table = shown.table
    if chosen is None or chosen[0] >= table.row_count:
        st.caption(text("tables.choose_row"))
        parts = [
            PlaceOnPage(segment.segment_id, table.caption or table.table_id, segment.box, "table")
            for segment in table.segments
            if segment.page_num == table.page_start
        ]
        page_canvas(
            table.reg_id,
            table.page_start,
            parts,
            key="table_first_page",
            chosen=[part.place_id for part in parts],
        )
        return
    row, col = chosen
    boxes = table.row_boxes(row)
    cell = shown.places.get((row, col)) if col is not None else None
    if len(boxes) > 1:
        st.caption(text("tables.cut_row", row=row + 1, pages=_pages(list(boxes))))
    for page_num, box in boxes.items() or [(table.page_of(row), None)]:
        marks = [box] if box is not None else []
        if cell is not None and cell.page_num == page_num and cell.box is not None:
            marks.append(cell.box)
        if cell is not None:
            marks += [piece.box for piece in cell.continued if piece.page_num == page_num]
        links.link(
            text("tables.row_on_page", row=row + 1, page=page_num),
            links.reader(table.reg_id, page_num, table.table_id),
            icon=":material/menu_book:",
        )
        page_canvas(table.reg_id, page_num, key=f"table_page_{page_num}", marks=marks)


def _pages(page_nums: list[int]) -> str:
    return "–".join(f"P{page_num}" for page_num in page_nums)
