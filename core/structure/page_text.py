"""Several pages as one text: what a page break cut is put together again."""

from collections.abc import Collection, Mapping, Sequence

from core.model import ContentBlock, PageContent, PageDocument, Table
from core.structure.tables.markdown import table_markdown


def read_as_one(
    reg_id: str,
    pages: Sequence[PageDocument],
    tables: Mapping[str, Table],
    chapters: Collection[str] | None = None,
) -> PageContent:
    """``tables`` are the whole tables that have a part on these pages, by id.

    With ``chapters``, the text is that of the blocks in these chapters only.

    A table over several of the pages stands once, where it begins, with the rows of these pages
    and its header; the text and notes around it stay where they are.
    """
    written: set[str] = set()
    parts: list[str] = []
    page_nums = {page.page_num for page in pages}
    for page in pages:
        for block in page.content_blocks:
            if chapters is not None and block.chapter_id not in chapters:
                continue
            table = _whole_table(block, tables)
            if table is None:
                parts.append(block.content_markdown)
            elif table.table_id not in written:
                written.add(table.table_id)
                parts.append(_rows_on(table, page_nums))
    merged = any(
        sum(segment.page_num in page_nums for segment in tables[table_id].segments) > 1
        for table_id in written
    )
    return PageContent(
        reg_id=reg_id,
        start_page=pages[0].page_num,
        end_page=pages[-1].page_num,
        content_markdown="\n\n".join(part for part in parts if part),
        pages=tuple(pages),
        has_merged_tables=merged,
    )


def _whole_table(block: ContentBlock, tables: Mapping[str, Table]) -> Table | None:
    if block.table_meta is None:
        return None
    table = tables.get(block.table_meta.table_id)
    return table if table is not None and table.is_over_pages else None


def _rows_on(table: Table, page_nums: set[int]) -> str:
    rows = list(range(table.header_row_count))
    for segment in table.segments:
        if segment.page_num in page_nums:
            rows += [row for row in range(*segment.row_range) if row >= table.header_row_count]
    return table_markdown(table.cells, table.col_count, rows, table.header_row_count)
