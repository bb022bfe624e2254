"""Reading pages as an analyst turns them."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import InvalidPageRangeError, PageNotFoundError
from core.model import (
    ChapterNode,
    ContentBlock,
    PageContent,
    PageDocument,
    Table,
)
from core.services.named_things import get_chapter, id_of_table, own_table_id
from core.services.outline import outline
from core.store import pages, regulations, tables
from core.store.database import Database
from core.structure.page_text import read_as_one

_FAR = 20  # pages to look for a block's neighbours beyond blank ones


@dataclass(frozen=True)
class PlacedBlock:
    page_num: int
    block: ContentBlock


@dataclass(frozen=True)
class BlockInContext:
    """``before`` and ``after`` are in reading order."""

    page: PageDocument
    block: ContentBlock
    before: tuple[PlacedBlock, ...]
    after: tuple[PlacedBlock, ...]


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


def load_chapter(
    database: Database, reg_id: str, name: str, *, include_children: bool = True
) -> tuple[ChapterNode, PageContent]:
    """A chapter by any of its names, tables over its pages whole.

    Without children it is what stands directly in it, its heading included.
    """
    info = regulations.get_info(database, reg_id)
    top = get_chapter(database, reg_id, name)
    shown, last_page = {top.node_id}, top.page_end
    if include_children:
        shown = outline(database, reg_id).within(top.node_id)
    else:
        on_pages = [pages.page_in_id(reg_id, block_id) for block_id in top.direct_block_ids]
        last_page = max((num for num in on_pages if num is not None), default=top.page_start)
    found = pages.load_pages(database, info, top.page_start, max(top.page_start, last_page))
    return top, read_as_one(reg_id, found, _tables_over_pages(database, reg_id, found), shown)


def block_with_context(
    database: Database, reg_id: str, block_id: str, count: int
) -> BlockInContext:
    """A block with ``count`` blocks on either side, in reading order over page breaks."""
    info = regulations.get_info(database, reg_id)
    page, block = pages.get_block(database, reg_id, block_id)
    here = [PlacedBlock(page.page_num, it) for it in page.content_blocks]
    place = [it.block.block_id for it in here].index(block_id)
    before, after = here[:place], here[place + 1 :]
    for page_num in range(page.page_num - 1, max(0, page.page_num - 1 - _FAR), -1):
        if len(before) >= count:
            break
        before = _blocks_on(database, reg_id, page_num) + before
    for page_num in range(page.page_num + 1, min(info.total_pages, page.page_num + _FAR) + 1):
        if len(after) >= count:
            break
        after = after + _blocks_on(database, reg_id, page_num)
    return BlockInContext(
        page=page,
        block=block,
        before=tuple(before[len(before) - min(count, len(before)) :]),
        after=tuple(after[:count]),
    )


def _blocks_on(database: Database, reg_id: str, page_num: int) -> list[PlacedBlock]:
    page = pages.load_page(database, reg_id, page_num)
    return [PlacedBlock(page_num, block) for block in page.content_blocks]


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


def tables_between(
    database: Database, reg_id: str, offset: int = 0, limit: int | None = None
) -> tuple[list[Table], int]:
    """Tables without segments and cells, and how many there are in all."""
    regulations.get_info(database, reg_id)
    return tables.heads_between(database, reg_id, offset, limit)


def get_table(database: Database, reg_id: str, table_id: str) -> Table:
    """A whole table by any of its names, those of :func:`id_of_table`."""
    regulations.get_info(database, reg_id)
    table = tables.find_table(database, reg_id, own_table_id(reg_id, table_id))
    if table is not None:
        return table
    return tables.get_table(database, reg_id, id_of_table(database, reg_id, table_id))
