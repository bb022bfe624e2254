"""Repairs of tables: header rows and captions of those that begin in a block, and cells.

Parts are joined by what is printed, whatever was corrected of them: fixing a cell, a caption or a
header never breaks a table apart nor puts two together.
"""

from collections.abc import Mapping
from dataclasses import replace
from difflib import SequenceMatcher

from core.model import CorrectedPlace, Table, TableCell
from core.parsing.elements import ParsedCell, ParsedElement
from core.structure.body import Body, BodyBlock
from core.structure.corrections.repairs import CellRepair, Repairs
from core.structure.tables.caption_text import fold, read_caption
from core.structure.tables.captions import Caption, Captions
from core.structure.tables.headings import col_headers, row_headers
from core.structure.tables.joining import JoinedTables

_GOES_ON = "its table goes on from another one"
_SAME = 0.6  # likeness of a caption and a better reading of it


def with_header_rows(body: Body, repairs: Repairs) -> Body:
    changed: dict[str, ParsedElement] = {}
    for block_id, count in repairs.header_rows.items():
        block = body.blocks[body.position[block_id]]
        table = block.element.table
        if table is not None:
            header = {"header_row_count": min(count, table.row_count)}
            update = {"table": table.model_copy(update=header)}
            changed[block_id] = block.element.model_copy(update=update)
    return _with_elements(body, changed)


def fixed_captions(body: Body, repairs: Repairs) -> dict[str, Caption | None]:
    """By the first block of a table; None where it has no caption."""
    fixed: dict[str, Caption | None] = {}
    for block_id, words in repairs.captions.items():
        page_num = body.blocks[body.position[block_id]].page_num
        printed = read_caption(words)
        is_table = printed is not None and printed.kind == "table"
        number = printed.number if printed is not None and is_table else None
        fixed[block_id] = (
            Caption("table", number, words.strip(), block_id, page_num) if words.strip() else None
        )
    return fixed


def with_caption_texts(body: Body, captions: Captions, repairs: Repairs) -> Body:
    """A caption that was misread is mended where it stands; one that was tied wrongly stays."""
    changed: dict[str, ParsedElement] = {}
    for block_id, words in repairs.captions.items():
        printed = _misread(captions, block_id, words)
        if printed is None:
            continue
        at = body.blocks[body.position[printed.block_id]]
        if fold(at.text) == fold(printed.text):
            changed[at.block_id] = at.element.model_copy(update={"text": words.strip()})
    return _with_elements(body, changed)


def lose_idle_captions(joined: JoinedTables, captions: Captions, repairs: Repairs) -> None:
    """What goes on from another table has no caption; only one that was misread is still mended."""
    for block_id, words in list(repairs.captions.items()):
        place = joined.place_of.get(block_id)
        if place is None or not place.continues_from_prev:
            continue
        if _misread(captions, block_id, words) is None:
            del repairs.captions[block_id]
            repairs.lose_block(block_id, "fix_caption", _GOES_ON)


def lose_idle_headers(joined: JoinedTables, repairs: Repairs) -> None:
    """What goes on from another table is read under that one's header."""
    for block_id in list(repairs.header_rows):
        place = joined.place_of.get(block_id)
        if place is not None and place.continues_from_prev:
            del repairs.header_rows[block_id]
            repairs.lose_block(block_id, "set_header_rows", _GOES_ON)


def _misread(captions: Captions, block_id: str, words: str) -> Caption | None:
    """The printed caption of which these words are a better reading."""
    printed = captions.of.get(block_id)
    if printed is None or printed.is_title_row or not _is_reading_of(words, printed.text):
        return None
    return printed


def _is_reading_of(words: str, printed: str) -> bool:
    """The same caption, read better; otherwise it is that of something else."""
    return SequenceMatcher(None, fold(printed), fold(words), autojunk=False).ratio() >= _SAME


def fix_cells(body: Body, joined: JoinedTables, repairs: Repairs) -> tuple[Body, JoinedTables]:
    """New texts in the whole tables, and on every page where the old ones stood."""
    tables = {table.table_id: table for table in joined.tables}
    elements: dict[str, ParsedElement] = {}
    for repair in repairs.cells:
        block = body.blocks[body.position[repair.block_id]]
        place = joined.place_of.get(repair.block_id)
        if place is None:
            continue
        table = tables[place.table_id]
        whole = _whole_cell(table, block.page_num, repair)
        if whole is None:
            repairs.lose(repair.correction_id, "the cell is a part of another one")
            continue
        tables[table.table_id] = _with_cell(table, whole, repair.text)
        _fix_on_pages(body, joined, table, whole, repair, elements)
        repairs.places[repair.correction_id] = CorrectedPlace(
            page_num=block.page_num,
            block_id=block.block_id,
            table_id=table.table_id,
            row=whole.row,
            col=whole.col,
        )
    fixed = tuple(tables[table.table_id] for table in joined.tables)
    return _with_elements(body, elements), replace(joined, tables=fixed)


def place_tables(joined: JoinedTables, repairs: Repairs) -> None:
    """Where corrections of tables took hold: the table that their block is of now."""
    for correction_id, place in repairs.places.items():
        table = joined.place_of.get(place.block_id)
        if table is not None:
            repairs.places[correction_id] = place.model_copy(update={"table_id": table.table_id})


def _whole_cell(table: Table, page_num: int, repair: CellRepair) -> TableCell | None:
    """The cell of the whole table that begins with this cell of a page."""
    for cell in table.cells:
        if cell.page_num == page_num and cell.box == repair.cell.box:
            return cell
    return None


def _with_cell(table: Table, fixed: TableCell, words: str) -> Table:
    cells = tuple(
        cell.model_copy(update={"content": words}) if cell is fixed else cell
        for cell in table.cells
    )
    header = table.header_row_count
    return table.model_copy(
        update={
            "cells": cells,
            "row_headers": row_headers(cells, header),
            "col_headers": col_headers(cells, table.col_count, header),
        }
    )


def _fix_on_pages(
    body: Body,
    joined: JoinedTables,
    table: Table,
    whole: TableCell,
    repair: CellRepair,
    elements: dict[str, ParsedElement],
) -> None:
    """The first piece gets the new text and later pieces none; a repeated header is fixed too."""
    pieces = {(piece.page_num, piece.box): "" for piece in whole.continued}
    pieces[whole.page_num, repair.cell.box] = repair.text
    dropped = {segment.segment_id: segment.header_rows_dropped for segment in table.segments}
    for block_id, place in joined.place_of.items():
        if place.table_id != table.table_id:
            continue
        block = body.blocks[body.position[block_id]]
        element = elements.get(block_id, block.element)
        if element.table is None:
            continue
        repeated = dropped.get(place.segment_id, 0)
        texts: dict[int, str] = {}
        for nth, cell in enumerate(element.table.cells):
            piece = pieces.get((block.page_num, cell.box))
            if piece is not None:
                texts[nth] = piece
            elif whole.row == cell.row < repeated and fold(cell.text) == fold(repair.cell.text):
                texts[nth] = repair.text
        if texts:
            elements[block_id] = _with_texts(element, texts)


def _with_texts(element: ParsedElement, texts: Mapping[int, str]) -> ParsedElement:
    assert element.table is not None
    cells = tuple(
        _with_text(cell, texts[nth]) if nth in texts else cell
        for nth, cell in enumerate(element.table.cells)
    )
    return element.model_copy(update={"table": element.table.model_copy(update={"cells": cells})})


def _with_text(cell: ParsedCell, words: str) -> ParsedCell:
    """Raised marks stay raised as far as the text before and in them is what it was."""
    raised = tuple(
        (start, end) for start, end in cell.superscripts if words[:end] == cell.text[:end]
    )
    return cell.model_copy(update={"text": words, "superscripts": raised})


def _with_elements(body: Body, elements: Mapping[str, ParsedElement]) -> Body:
    if not elements:
        return body
    return replace(
        body,
        blocks=tuple(
            BodyBlock(block.block_id, block.page_num, block.order, elements[block.block_id])
            if block.block_id in elements
            else block
            for block in body.blocks
        ),
    )
