"""Tools about tables."""

from core.model import Table, TableCell, TableSegment
from core.structure.tables.markdown import table_markdown
from core.tools.registry import Answer, Arguments, Tool
from core.workbench import Workbench


class ListTables(Arguments):
    reg_id: str


class GetTable(Arguments):
    reg_id: str
    table_id: str


def list_tables(workbench: Workbench, arguments: ListTables) -> Answer:
    found = workbench.list_tables(arguments.reg_id)
    return {
        "reg_id": arguments.reg_id,
        "tables": [_head(table) for table in found],
        "total": len(found),
        "source": arguments.reg_id,
    }


def get_table_by_id(workbench: Workbench, arguments: GetTable) -> Answer:
    table = workbench.get_table(arguments.reg_id, arguments.table_id)
    return _head(table) | {
        "segments": [_segment(part) for part in table.segments],
        "cells": [_cell(cell) for cell in table.cells],
        "joins": [join.model_dump(mode="json") for join in table.joins],
        "markdown": table_markdown(
            table.cells, table.col_count, range(table.row_count), table.header_row_count
        ),
    }


def _head(table: Table) -> Answer:
    return {
        "table_id": table.table_id,
        "reg_id": table.reg_id,
        "caption": table.caption,
        "page_num": table.page_start,
        "page_start": table.page_start,
        "page_end": table.page_end,
        "section_number": table.section_number,
        "row_count": table.row_count,
        "col_count": table.col_count,
        "header_row_count": table.header_row_count,
        "col_headers": list(table.col_headers),
        "row_headers": list(table.row_headers),
        "is_truncated": False,  # a table is always given whole
        "kind": table.kind,
        "confidence": table.confidence,
        "source": table.source,
    }


def _segment(part: TableSegment) -> Answer:
    return {
        "segment_id": part.segment_id,
        "page_num": part.page_num,
        "bbox": part.box.model_dump(),
        "row_range": list(part.row_range),
        "header_rows_dropped": part.header_rows_dropped,
        "continued_caption": part.continued_caption,
    }


def _cell(cell: TableCell) -> Answer:
    return {
        "row": cell.row,
        "col": cell.col,
        "row_span": cell.row_span,
        "col_span": cell.col_span,
        "content": cell.content,
        "is_header": cell.is_header,
        "page_num": cell.page_num,
        "bbox": cell.box.model_dump() if cell.box else None,
        "continued": [
            {"page_num": piece.page_num, "bbox": piece.box.model_dump()} for piece in cell.continued
        ],
    }


TOOLS: tuple[Tool[ListTables] | Tool[GetTable], ...] = (
    Tool(
        name="list_tables",
        description=(
            "列出一份规程的全部表格：编号、标题、页码范围、行列数；跨页表格算一张。"
            "List every table of a regulation with its id, caption, pages and size. A table over "
            "several pages is one table."
        ),
        arguments=ListTables,
        run=list_tables,
    ),
    Tool(
        name="get_table_by_id",
        description=(
            "按 table_id 取一张完整的表格，跨页的已拼接，每个单元格带页码和位置。"
            "Get one whole table by its table_id (from list_tables): every cell with its page and "
            "box, page breaks healed, and Markdown."
        ),
        arguments=GetTable,
        run=get_table_by_id,
    ),
)
