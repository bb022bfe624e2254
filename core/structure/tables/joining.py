"""Whole tables: the parts on single pages put together where the evidence says so."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from core.model import Table, TableCell, TableJoin, TableMeta, TableSegment, ids
from core.structure.body import Body, BodyBlock
from core.structure.tables.captions import Caption, Captions
from core.structure.tables.chains import (
    AnalystsWord,
    Link,
    RejectedJoin,
    find_chains,
    put_together,
)
from core.structure.tables.cut_rows import BreakView
from core.structure.tables.headings import col_headers, row_headers
from core.structure.tables.join_signs import TextArea, strength, table_of, text_areas
from core.structure.tables.repeated_headers import names_columns, repeated_rows, spanning_first_row
from core.structure.tables.row_joining import GrowingGrid, Part


@dataclass(frozen=True)
class TablePlace:
    """What a table block is of: a part of a whole table, and whether that has others around it."""

    table_id: str
    segment_id: str
    continues_from_prev: bool = False
    continues_to_next: bool = False


@dataclass(frozen=True)
class JoinedTables:
    """``tables`` in the order of their beginnings, ``place_of`` by table block.

    Chapters are not known here: ``chapter_id`` and ``section_number`` of the tables are empty.
    ``refused`` are lower blocks that should go on from a block in which no table ends.
    """

    tables: tuple[Table, ...]
    place_of: Mapping[str, TablePlace]
    rejected: tuple[RejectedJoin, ...] = ()
    refused: frozenset[str] = frozenset()


def join_tables(body: Body, captions: Captions, word: AnalystsWord | None = None) -> JoinedTables:
    word = word or AnalystsWord()
    areas = text_areas(body)
    chains, rejected = find_chains(body, captions, areas, word.apart)
    refused = put_together(body, chains, word.together)
    namer = _TableNames(body)
    tables: list[Table] = []
    place_of: dict[str, TablePlace] = {}
    for chain in chains:
        first = chain[0].block
        caption = _caption_of(chain, captions)
        if first.block_id in word.captions:
            caption = word.captions[first.block_id]
        table_id = namer.name(first, caption)
        header = word.header_rows.get(first.block_id)
        table = _whole(body, chain, caption, captions, table_id, areas, header)
        tables.append(table)
        for nth, link in enumerate(chain):
            place_of[link.block.block_id] = TablePlace(
                table_id, ids.segment_id(table_id, nth), nth > 0, nth < len(chain) - 1
            )
    return JoinedTables(tuple(tables), place_of, tuple(rejected), refused)


def page_meta(block: BodyBlock, place: TablePlace, whole: Table) -> TableMeta:
    """The table as it stands on the block's page, with rows and columns counted there."""
    parsed = table_of(block)
    header = parsed.header_row_count
    if not place.continues_from_prev:
        header = min(whole.header_row_count, parsed.row_count)
    cells = tuple(
        TableCell(
            row=cell.row,
            col=cell.col,
            row_span=cell.row_span,
            col_span=cell.col_span,
            content=cell.text,
            is_header=cell.row < header,
            page_num=block.page_num,
            box=cell.box,
        )
        for cell in parsed.cells
    )
    return TableMeta(
        table_id=place.table_id,
        segment_id=place.segment_id,
        caption=whole.caption,
        is_truncated=place.continues_to_next,
        row_headers=row_headers(cells, header),
        col_headers=_col_headers_on_page(cells, parsed.col_count, header, whole),
        header_row_count=header,
        row_count=parsed.row_count,
        col_count=parsed.col_count,
        cells=cells,
        kind=parsed.kind,
        confidence=parsed.confidence,
    )


def _col_headers_on_page(
    cells: tuple[TableCell, ...], col_count: int, header_row_count: int, whole: Table
) -> tuple[str, ...]:
    """A part without a header of its own is read under the header of the first page."""
    if header_row_count:
        return col_headers(cells, col_count, header_row_count)
    return whole.col_headers if whole.col_count == col_count else ()


def _caption_of(chain: list[Link], captions: Captions) -> Caption | None:
    """The first part's; a later part's where the first page has lost it."""
    return next((c for link in chain if (c := captions.of.get(link.block.block_id))), None)


class _TableNames:
    """Ids of tables, each given once: a number that comes again is known by page and place."""

    def __init__(self, body: Body) -> None:
        self._reg_id = body.reg_id
        self._given: set[str] = set()
        self._nth = {
            block.block_id: nth
            for blocks in body.by_page.values()
            for nth, block in enumerate((b for b in blocks if b.element.table), start=1)
        }

    def name(self, block: BodyBlock, caption: Caption | None) -> str:
        number = caption.number if caption is not None and caption.kind == "table" else None
        nth = self._nth[block.block_id]
        table_id = ids.table_id(self._reg_id, block.page_num, nth, number)
        if table_id in self._given:
            table_id = ids.table_id(self._reg_id, block.page_num, nth)
        self._given.add(table_id)
        return table_id


def _whole(
    body: Body,
    chain: list[Link],
    caption: Caption | None,
    captions: Captions,
    table_id: str,
    areas: Mapping[int, TextArea],
    header: int | None,
) -> Table:
    first = chain[0].block
    grid = GrowingGrid.of(_part(body, first))
    under_header = table_of(first)
    if header is None:
        header = _header_row_count(chain)
    else:
        header = min(header, grid.row_count)
        under_header = under_header.model_copy(update={"header_row_count": header})
    segments = [_segment(table_id, 0, first, (0, grid.row_count), 0, None)]
    joins: list[TableJoin] = []
    for nth, (upper, link) in enumerate(pairwise(chain), start=1):
        dropped = min(repeated_rows(under_header, table_of(link.block)), header)
        is_data_above = grid.row_count > header
        room = areas[upper.block.page_num].bottom - upper.block.element.box.bottom
        view = BreakView(
            is_open=table_of(upper.block).is_open_below or table_of(link.block).is_open_above,
            is_at_foot=room < 0.1,
        )
        added = grid.add(_part(body, link.block), dropped, view, may_be_cut=is_data_above)
        again = captions.of.get(link.block.block_id)
        is_again = again is not None and again is not caption and not again.is_title_row
        text = again.text if again and (is_again or again.is_continuation) else None
        segments.append(_segment(table_id, nth, link.block, added.row_range, dropped, text))
        joins.append(
            TableJoin(
                upper_segment=segments[-2].segment_id,
                lower_segment=segments[-1].segment_id,
                signs=link.signs,
                strength=strength(link.signs),
                row_cut=added.is_row_cut,
            )
        )
    cells = grid.finished(header)
    return Table(
        table_id=table_id,
        reg_id=body.reg_id,
        number=caption.number if caption is not None and caption.kind == "table" else None,
        caption=caption.text if caption is not None else None,
        caption_page=caption.page_num if caption is not None else None,
        page_start=first.page_num,
        page_end=chain[-1].block.page_num,
        header_row_count=header,
        row_headers=row_headers(cells, header),
        col_headers=col_headers(cells, grid.col_count, header),
        row_count=grid.row_count,
        col_count=grid.col_count,
        cells=cells,
        segments=tuple(segments),
        joins=tuple(joins),
        kind=table_of(first).kind,
        confidence=min(table_of(link.block).confidence for link in chain),
    )


def _header_row_count(chain: list[Link]) -> int:
    """What the later pages repeat is the header, whatever one page alone looked like."""
    first = table_of(chain[0].block)
    repeated = [repeated_rows(first, table_of(link.block)) for link in chain[1:]]
    is_title_alone = max(repeated, default=0) == 1 and spanning_first_row(first) is not None
    if any(repeated) and not is_title_alone:
        return max(repeated)
    if len(chain) > 1 and first.row_count == 1 and names_columns(first):
        return 1
    return first.header_row_count


def _part(body: Body, block: BodyBlock) -> Part:
    page = body.pages[block.page_num - 1]
    return Part(table_of(block), block.page_num, page.width, page.height)


def _segment(
    table_id: str,
    nth: int,
    block: BodyBlock,
    row_range: tuple[int, int],
    dropped: int,
    continued_caption: str | None,
) -> TableSegment:
    return TableSegment(
        segment_id=ids.segment_id(table_id, nth),
        page_num=block.page_num,
        box=block.element.box,
        row_range=row_range,
        header_rows_dropped=dropped,
        continued_caption=continued_caption,
    )
