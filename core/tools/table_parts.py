"""Parts of a table as tools give them: segments, cells, joins, notes, and Markdown of some rows."""

from collections.abc import Sequence

from core.model import Annotation, Table, TableCell, TableJoin, TableSegment, ids
from core.structure.tables.headings import row_headers
from core.structure.tables.markdown import table_markdown
from core.tools.notes import NoteItem, note_item
from core.tools.paging import Item


class Piece(Item):
    page_num: int
    bbox: list[float]


class SegmentItem(Piece):
    segment_id: str
    row_range: tuple[int, int]
    header_rows_dropped: int
    continued_caption: str | None


class CellItem(Item):
    """``continued`` are the pieces that a page break cut off."""

    row: int
    col: int
    row_span: int
    col_span: int
    content: str
    is_header: bool
    page_num: int
    bbox: list[float] | None
    continued: list[Piece]


class SignItem(Item):
    name: str
    weight: float
    detail: str


class JoinItem(Item):
    """Why two segments were taken as one table."""

    upper_segment: str
    lower_segment: str
    strength: float
    row_cut: bool
    signs: list[SignItem]


class CitedNote(NoteItem):
    """``cited_at`` are the cells ``[row, col]`` that cite the note."""

    cited_at: list[tuple[int, int]]


def parts_of_rows(
    table: Table, notes: Sequence[Annotation], rows: range, *, with_cells: bool
) -> dict[str, object]:
    """What belongs to these rows; what belongs to none goes with the last."""
    is_last = rows.stop >= table.row_count
    cells = tuple(cell for cell in table.cells if cell.row in rows)
    segments = [
        part
        for part in table.segments
        if max(part.row_range[0], rows.start) < min(part.row_range[1], rows.stop)
        or (part.row_range[0] == part.row_range[1] and part.row_range[0] in rows)
        or (part.row_range[0] >= table.row_count and is_last)
    ]
    given = {part.segment_id for part in segments}
    pages = {part.segment_id: part.page_num for part in table.segments}
    header = range(min(table.header_row_count, rows.start))  # said again above later rows
    return {
        "row_headers": list(row_headers(cells, table.header_row_count)),
        "segments": [_segment(table.reg_id, part) for part in segments],
        "cells": [_cell(table.reg_id, cell) for cell in cells] if with_cells else None,
        "joins": [
            _join(table.reg_id, join, pages) for join in table.joins if join.lower_segment in given
        ],
        "annotations": [
            cited
            for cited in (_cited(note, table) for note in notes)
            if any(row in rows for row, _ in cited.cited_at) or (is_last and not cited.cited_at)
        ],
        "markdown": table_markdown(
            table.cells, table.col_count, [*header, *rows], table.header_row_count
        ),
    }


def _segment(reg_id: str, part: TableSegment) -> SegmentItem:
    return SegmentItem(
        segment_id=part.segment_id,
        page_num=part.page_num,
        bbox=part.box.rounded(),
        row_range=part.row_range,
        header_rows_dropped=part.header_rows_dropped,
        continued_caption=part.continued_caption,
        source=ids.citation(reg_id, part.page_num),
    )


def _cell(reg_id: str, cell: TableCell) -> CellItem:
    return CellItem(
        row=cell.row,
        col=cell.col,
        row_span=cell.row_span,
        col_span=cell.col_span,
        content=cell.content,
        is_header=cell.is_header,
        page_num=cell.page_num,
        bbox=cell.box.rounded() if cell.box is not None else None,
        continued=[
            Piece(
                page_num=piece.page_num,
                bbox=piece.box.rounded(),
                source=ids.citation(reg_id, piece.page_num),
            )
            for piece in cell.continued
        ],
        source=ids.citation(reg_id, cell.page_num),
    )


def _join(reg_id: str, join: TableJoin, pages: dict[str, int]) -> JoinItem:
    source = ids.citation(reg_id, pages.get(join.upper_segment, 1), pages.get(join.lower_segment))
    return JoinItem(
        upper_segment=join.upper_segment,
        lower_segment=join.lower_segment,
        strength=join.strength,
        row_cut=join.row_cut,
        signs=[
            SignItem(name=sign.name, weight=sign.weight, detail=sign.detail, source=source)
            for sign in join.signs
        ],
        source=source,
    )


def _cited(note: Annotation, table: Table) -> CitedNote:
    cited_at = [
        (link.row, link.col)
        for link in note.links
        if link.table_id == table.table_id and link.row is not None and link.col is not None
    ]
    return CitedNote.model_validate(note_item(note).model_dump() | {"cited_at": cited_at})
