"""Where a reference or a citation stands, and where it leads, as places to open."""

import re

from core.model import AnnotationLink, Reference, ReferenceTarget, ids
from pages.ui import links
from pages.ui.i18n import text
from pages.ui.links import Place

_TABLE = re.compile(r"[^/]+/(?:t-.+|p\d{4,9}/t\d+)")


def place_of(target: ReferenceTarget) -> Place:
    """A table opens in its own page, everything else in the reader, where it is marked."""
    if _TABLE.fullmatch(target.target_id):
        return links.table(target.reg_id, target.target_id)
    return links.reader(target.reg_id, target.page_num, target.target_id)


def place_where(reference: Reference) -> Place:
    return links.reader(reference.reg_id, reference.page_num, reference.block_id, reference.text)


def citing_place(link: AnnotationLink) -> Place:
    reg_id = ids.reg_id_of(link.note_id)
    if link.table_id is not None:
        return links.table(reg_id, link.table_id, link.row, link.col)
    return links.reader(reg_id, link.page_num, link.block_id, link.text)


def citing_words(link: AnnotationLink) -> str:
    """第 6 页 · 表 2-2 第 3 行第 4 列: rows and columns are counted from 1, as people do."""
    if link.table_id is None or link.row is None or link.col is None:
        return text("notes.on_page", page=link.page_num)
    table = link.table_id.rpartition("/")[2].removeprefix("t-")
    return text(
        "notes.in_cell", page=link.page_num, table=table, row=link.row + 1, col=link.col + 1
    )
