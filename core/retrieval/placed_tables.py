"""Whole tables with the blocks they are made of, their caption and their notes."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.model import ContentBlock, Regulation, Table, TableCell, TableMeta

PlacedBlock = tuple[int, ContentBlock]  # page number and block


@dataclass(frozen=True)
class PlacedTable:
    """``row_places`` names for each row the block that holds it.

    ``following`` is what is written behind the table: captions of its continuations, and notes.
    """

    table_id: str
    caption: str
    cells: tuple[TableCell, ...]
    row_count: int
    col_count: int
    header_row_count: int
    row_places: tuple[PlacedBlock, ...]
    segments: tuple[PlacedBlock, ...]
    caption_block: PlacedBlock | None = None
    following: tuple[PlacedBlock, ...] = ()

    @property
    def first_block_id(self) -> str:
        return self.segments[0][1].block_id

    @property
    def blocks(self) -> tuple[PlacedBlock, ...]:
        """All that is written with the table and nowhere else."""
        caption = (self.caption_block,) if self.caption_block else ()
        return (*caption, *self.segments, *self.following)


def placed_tables(regulation: Regulation) -> dict[str, PlacedTable]:
    """By id. Blocks of a table whose cells are not known are left out: they stand as they are."""
    blocks = [(page.page_num, block) for page in regulation.pages for block in page.content_blocks]
    segments: defaultdict[str, list[PlacedBlock]] = defaultdict(list)
    for place in blocks:
        if place[1].table_meta is not None:
            segments[place[1].table_meta.table_id].append(place)
    whole = {table.table_id: table for table in regulation.tables}
    previous = {block.block_id: blocks[nth - 1] for nth, (_, block) in enumerate(blocks) if nth}
    placed = [
        _with_caption_block(table, previous.get(table.first_block_id))
        for table_id, parts in segments.items()
        if (table := _placed(whole.get(table_id), parts)) is not None
    ]
    return _with_following(placed, whole, _loose_blocks(blocks, placed), _notes(regulation))


def _placed(table: Table | None, parts: Sequence[PlacedBlock]) -> PlacedTable | None:
    source: Table | TableMeta | None = table if table and table.cells else None
    if source is None and len(parts) == 1:
        source = parts[0][1].table_meta
    if source is None or not (source.cells and source.row_count and source.col_count):
        return None
    return PlacedTable(
        table_id=source.table_id,
        caption=source.caption or "",
        cells=source.cells,
        row_count=source.row_count,
        col_count=source.col_count,
        header_row_count=min(source.header_row_count, source.row_count),
        row_places=_row_places(source, parts),
        segments=tuple(parts),
    )


def _row_places(source: Table | TableMeta, parts: Sequence[PlacedBlock]) -> tuple[PlacedBlock, ...]:
    places = [parts[0]] * source.row_count
    if isinstance(source, Table):
        for segment in source.segments:
            held = [
                part
                for part in parts
                if part[1].table_meta and part[1].table_meta.segment_id == segment.segment_id
            ] or [part for part in parts if part[0] == segment.page_num]
            first, last = segment.row_range
            for row in range(max(first, 0), min(last, source.row_count)):
                places[row] = held[0] if held else places[row]
    return tuple(places)


def _with_caption_block(table: PlacedTable, before: PlacedBlock | None) -> PlacedTable:
    """Right above the table; the caption is then written as that block has it."""
    if before is None or before[1].block_type not in ("text", "list", "section_content"):
        return table
    if not table.caption or _squeezed(before[1].content_markdown) != _squeezed(table.caption):
        return table
    return replace(table, caption=before[1].content_markdown, caption_block=before)


def _loose_blocks(
    blocks: Iterable[PlacedBlock], placed: Iterable[PlacedTable]
) -> dict[str, PlacedBlock]:
    """Blocks that may still go with a table: no part of one, no heading, no figure."""
    held = {block.block_id for table in placed for _, block in table.blocks}
    return {
        place[1].block_id: place
        for place in blocks
        if place[1].block_id not in held and place[1].block_type in ("text", "list")
    }


def _notes(regulation: Regulation) -> dict[str, list[str]]:
    """Table id to the blocks of its notes."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for page in regulation.pages:
        for note in page.annotations:
            if note.table_id is not None and note.block_id is not None:
                found[note.table_id].append(note.block_id)
    return found


def _with_following(
    placed: Iterable[PlacedTable],
    whole: Mapping[str, Table],
    loose: dict[str, PlacedBlock],
    notes: Mapping[str, Sequence[str]],
) -> dict[str, PlacedTable]:
    """A block goes with one table; a note above its table stays where it stands."""
    order = {block_id: nth for nth, block_id in enumerate(loose)}
    found: dict[str, PlacedTable] = {}
    for table in placed:
        first, last = table.segments[0], table.segments[-1]
        pages = range(first[0], last[0] + 1)
        captions = _continued_captions(whole.get(table.table_id))
        wanted = {block_id for block_id in notes.get(table.table_id, ()) if block_id in loose}
        if captions:
            wanted |= {
                block_id
                for block_id, (page_num, block) in loose.items()
                if page_num in pages and _squeezed(block.content_markdown) in captions
            }
        following = [
            loose.pop(block_id)
            for block_id in sorted(wanted, key=order.__getitem__)
            if _is_behind(loose[block_id], first)
        ]
        found[table.table_id] = replace(table, following=tuple(following))
    return found


def _continued_captions(table: Table | None) -> set[str]:
    if table is None:
        return set()
    captions = {_squeezed(segment.continued_caption or "") for segment in table.segments}
    return captions - {""}


def _is_behind(place: PlacedBlock, first: PlacedBlock) -> bool:
    return (place[0], place[1].order_in_page) > (first[0], first[1].order_in_page)


def _squeezed(text: str) -> str:
    return "".join(text.split())
