"""Tools about tables."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Self

from pydantic import Field, PrivateAttr

from core.model import Annotation, Table, ids
from core.model.corrections import CorrectionKind
from core.model.tables import TableKind
from core.tools.paging import Item, Json, ListAnswer, PagedAnswer, Rest
from core.tools.registry import Arguments, Listing, Offset, RegId, Tool
from core.tools.table_parts import CellItem, CitedNote, JoinItem, SegmentItem, parts_of_rows
from core.workbench import Workbench


class TableHead(Item):
    """``is_truncated``: only one page's part of a table over pages is given."""

    table_id: str
    reg_id: str
    caption: str | None
    page_num: int
    page_start: int
    page_end: int
    section_number: str | None
    row_count: int
    col_count: int
    header_row_count: int
    col_headers: list[str]
    is_truncated: bool
    kind: TableKind
    confidence: float


class ListTables(Listing):
    pass


class TableList(ListAnswer):
    listed: ClassVar[str] = "tables"

    reg_id: str
    tables: list[TableHead]


def list_tables(workbench: Workbench, arguments: ListTables) -> TableList:
    found, total = workbench.tables_between(arguments.reg_id, arguments.offset, arguments.limit)
    return TableList(
        reg_id=arguments.reg_id,
        tables=[TableHead.model_validate(table_head(table)) for table in found],
        offset=arguments.offset,
        total=total,
        source=arguments.reg_id,
    )


class GetTable(Arguments):
    reg_id: RegId
    table_id: Annotated[
        str,
        Field(
            description="表格标识或印刷编号：angui_2024/t-6-2、表6-2、Table R2。 Id of a table (or "
            "of a segment), or its printed number."
        ),
    ]
    include_merged: Annotated[
        bool,
        Field(
            description="跨页表格是否给出全部页。 Whether to give the rows of all pages; if not, "
            "those of the first page or of the segment that table_id names."
        ),
    ] = True
    include_cells: Annotated[
        bool | None,
        Field(
            description="是否逐格给出位置；缺省时，表格太长则只给 Markdown。 Whether to give every "
            "cell with its place. Left out, a table that is long comes as Markdown without them."
        ),
    ] = None
    offset: Offset = 0


class CorrectionItem(Item):
    """What an analyst set right in this table: the page prints, or was read as, something else.

    ``row`` and ``col`` name the cell that was fixed, ``before`` is what had been read there.
    """

    kind: CorrectionKind
    page_num: int
    row: int | None
    col: int | None
    before: str | None
    made_by: str
    made_at: str
    reason: str


class TableAnswer(TableHead, PagedAnswer):
    """Units are rows. Cells, segments, notes and Markdown are those of the rows given.

    ``cells`` is null when they were not asked for, or would have left room for a few rows only:
    ``rest`` says so. ``corrections`` are all of the table's.
    """

    corrections: list[CorrectionItem]
    row_headers: list[str]
    segments: list[SegmentItem]
    cells: list[CellItem] | None
    joins: list[JoinItem]
    annotations: list[CitedNote]
    markdown: str
    _table: Table = PrivateAttr()
    _notes: Sequence[Annotation] = PrivateAttr(default=())
    _first_row: int = PrivateAttr(default=0)
    _count: int = PrivateAttr(default=0)

    def unit_count(self) -> int:
        return self._count

    def shortened(self, count: int) -> Self:
        rows = range(self._first_row, self._first_row + count)
        update = parts_of_rows(self._table, self._notes, rows, with_cells=self.cells is not None)
        short = self.model_copy(update=update)
        short._count = count
        return short

    def leaner(self, tool: str, arguments: Json) -> Self | None:
        """Cells take many times the room of the words in them."""
        if self.cells is None or "include_cells" in arguments:
            return None
        rest = Rest(
            message="Each cell with its page and box is left out to keep the answer short.",
            tool=tool,
            arguments={k: v for k, v in arguments.items() if k != "offset"}
            | {"include_cells": True},
        )
        return self.model_copy(update={"cells": None, "rest": rest})

    def over(self, table: Table, notes: Sequence[Annotation], rows: range) -> Self:
        self._table, self._notes = table, notes
        self._first_row, self._count = rows.start, len(rows)
        return self


def get_table_by_id(workbench: Workbench, arguments: GetTable) -> TableAnswer:
    table = workbench.get_table(arguments.reg_id, arguments.table_id)
    rows = range(table.row_count)
    if not arguments.include_merged and table.segments:
        asked = f"{table.reg_id}/{arguments.table_id.strip().removeprefix(f'{table.reg_id}/')}"
        named = [part for part in table.segments if part.segment_id == asked]
        rows = range(*(named or table.segments)[0].row_range)
    head = table_head(table) | {"is_truncated": len(rows) < table.row_count}
    notes = workbench.notes_of_table(table)
    shown = rows[min(arguments.offset, len(rows)) :]
    parts = parts_of_rows(table, notes, shown, with_cells=arguments.include_cells is not False)
    answer = TableAnswer.model_validate(
        head
        | parts
        | {
            "corrections": _corrections(workbench, table),
            "offset": arguments.offset,
            "total": len(rows),
        }
    )
    return answer.over(table, notes, shown)


def _corrections(workbench: Workbench, table: Table) -> list[CorrectionItem]:
    return [
        CorrectionItem(
            kind=made.kind,
            page_num=made.place.page_num,
            row=made.place.row,
            col=made.place.col,
            before=made.change.get("before"),
            made_by=made.made_by,
            made_at=made.made_at.isoformat(timespec="seconds"),
            reason=made.reason,
            source=ids.citation(table.reg_id, made.place.page_num),
        )
        for made in workbench.corrections(table.reg_id)
        if made.place is not None and made.place.table_id == table.table_id
    ]


def table_head(table: Table) -> dict[str, object]:
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
        "is_truncated": False,
        "kind": table.kind,
        "confidence": table.confidence,
        "source": table.source,
    }


TOOLS = (
    Tool(
        name="list_tables",
        description=(
            "列出一份规程的全部表格：编号、标题、页码范围、行列数；跨页表格算一张。"
            "List every table of a regulation with its id, caption, pages and size. A table over "
            "several pages is one table. To find one by its words use search_tables. Next: "
            "get_table_by_id."
        ),
        arguments=ListTables,
        answer=TableList,
        run=list_tables,
    ),
    Tool(
        name="get_table_by_id",
        description=(
            "按 table_id 或印刷编号（表6-2）取一张完整的表格，跨页的已拼接，附单元格引用的注释。"
            "Get one whole table by its table_id or printed number: every cell with its page and "
            "box, page breaks healed, Markdown, and in `annotations` the notes that its cells "
            "cite. Next: lookup_annotation or resolve_reference for what a cell sends to."
        ),
        arguments=GetTable,
        answer=TableAnswer,
        run=get_table_by_id,
    ),
)
