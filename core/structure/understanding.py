"""What only the whole document shows, put together: a parsed PDF becomes a regulation."""

from collections.abc import Sequence

from core.model import (
    ContentBlock,
    PageDocument,
    Regulation,
    RegulationInfo,
    Table,
    TableCell,
    TableMeta,
    TableSegment,
    ids,
)
from core.parsing.elements import ParsedDocument, ParsedPage
from core.structure.body import Body, BodyBlock, make_body
from core.structure.table_markdown import table_markdown

_BLOCK_TYPES = {"heading": "heading", "list": "list", "table": "table", "figure": "figure"}


def understand(
    info: RegulationInfo, parsed: ParsedDocument, library: Sequence[RegulationInfo]
) -> Regulation:
    """``library`` are the regulations that references to other documents may lead to."""
    body = make_body(info.reg_id, parsed.pages, ())
    tables = {
        block.block_id: _table(info.reg_id, block, nth)
        for blocks in body.by_page.values()
        for nth, block in enumerate((b for b in blocks if b.element.table), start=1)
    }
    pages = tuple(_page(body, page, tables) for page in parsed.pages)
    return Regulation(info=info, pages=pages, tables=tuple(tables.values()))


def _table(reg_id: str, block: BodyBlock, nth: int) -> Table:
    parsed = block.element.table
    assert parsed is not None
    table_id = ids.table_id(reg_id, block.page_num, nth)
    return Table(
        table_id=table_id,
        reg_id=reg_id,
        page_start=block.page_num,
        page_end=block.page_num,
        header_row_count=parsed.header_row_count,
        row_count=parsed.row_count,
        col_count=parsed.col_count,
        cells=tuple(
            TableCell(
                row=cell.row,
                col=cell.col,
                row_span=cell.row_span,
                col_span=cell.col_span,
                content=cell.text,
                is_header=cell.is_header,
                page_num=block.page_num,
                box=cell.box,
            )
            for cell in parsed.cells
        ),
        segments=(
            TableSegment(
                segment_id=ids.segment_id(table_id, 0),
                page_num=block.page_num,
                box=block.element.box,
                row_range=(0, parsed.row_count),
            ),
        ),
        kind=parsed.kind,
        confidence=parsed.confidence,
    )


def _page(body: Body, page: ParsedPage, tables: dict[str, Table]) -> PageDocument:
    blocks = tuple(_block(block, tables) for block in body.by_page[page.page_num])
    return PageDocument(
        reg_id=body.reg_id,
        page_num=page.page_num,
        content_blocks=blocks,
        content_markdown="\n\n".join(block.content_markdown for block in blocks),
        width=page.width,
        height=page.height,
        text_quality=page.text_quality,
        ocr_confidence=page.ocr_confidence,
        warnings=page.warnings,
    )


def _block(block: BodyBlock, tables: dict[str, Table]) -> ContentBlock:
    table = tables.get(block.block_id)
    element = block.element
    markdown = element.text
    meta = None
    if table is not None:
        markdown = table_markdown(
            table.cells, table.col_count, range(table.row_count), table.header_row_count
        )
        meta = TableMeta(
            table_id=table.table_id,
            row_count=table.row_count,
            col_count=table.col_count,
            header_row_count=table.header_row_count,
            cells=table.cells,
            kind=table.kind,
            confidence=table.confidence,
        )
    return ContentBlock(
        block_id=block.block_id,
        block_type=_BLOCK_TYPES.get(element.kind, "text"),
        order_in_page=block.order,
        content_markdown=markdown,
        box=element.box,
        table_meta=meta,
        font_height=element.font_height,
        is_bold=element.is_bold,
    )
