"""Reading pages as an analyst turns them."""

from collections.abc import Sequence

from core.errors import InvalidPageRangeError, PageNotFoundError
from core.model import PageContent, PageDocument, Table
from core.store import chapters, pages, regulations, tables
from core.store.database import Database
from core.structure.page_text import read_as_one


def load_page(database: Database, reg_id: str, page_num: int) -> PageDocument:
    return pages.load_page(database, reg_id, page_num)


def load_page_range(database: Database, reg_id: str, start_page: int, end_page: int) -> PageContent:
    """Pages from start to end, both included; an end beyond the last page means the last page."""
    if start_page < 1 or end_page < start_page:
        raise InvalidPageRangeError(start_page, end_page)
    info = regulations.get_info(database, reg_id)
    if start_page > info.total_pages:
        raise PageNotFoundError(reg_id, start_page, info.total_pages)
    found = pages.load_pages(database, info, start_page, min(end_page, info.total_pages))
    return read_as_one(reg_id, found, _tables_over_pages(database, reg_id, found))


def load_chapter(database: Database, reg_id: str, node_id: str) -> PageContent:
    """A chapter with all below it, tables over its pages whole."""
    info = regulations.get_info(database, reg_id)
    top = chapters.get_chapter(database, reg_id, node_id)
    below = {top.node_id}
    for node in chapters.chapters_of(database, reg_id):  # in document order: parents come first
        if node.parent_id in below:
            below.add(node.node_id)
    found = pages.load_pages(database, info, top.page_start, top.page_end)
    return read_as_one(reg_id, found, _tables_over_pages(database, reg_id, found), below)


def _tables_over_pages(
    database: Database, reg_id: str, found: Sequence[PageDocument]
) -> dict[str, Table]:
    table_ids = {
        block.table_meta.table_id
        for page in found
        for block in page.content_blocks
        if block.table_meta is not None and (page.continues_from_prev or page.continues_to_next)
    }
    return {table_id: tables.get_table(database, reg_id, table_id) for table_id in table_ids}


def list_tables(database: Database, reg_id: str) -> list[Table]:
    """Every table of a regulation, without its cells."""
    regulations.get_info(database, reg_id)
    return tables.table_heads(database, reg_id)


def get_table(database: Database, reg_id: str, table_id: str) -> Table:
    regulations.get_info(database, reg_id)
    return tables.get_table(database, reg_id, table_id)
