"""The one text of a regulation that chunks are cut from, and where each stretch of it comes from.

A table over pages stands once, where it begins, in pieces of the size of a chunk: each piece with
caption and header, so that every row can be understood alone. Its notes follow the last piece.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from core.model import ChunkConfig, ContentBlock, Figure, Regulation
from core.retrieval.placed_tables import PlacedTable, placed_tables
from core.retrieval.table_pieces import TablePiece, pieces_of

SEPARATOR = "\n\n"


@dataclass(frozen=True)
class Stretch:
    """A block's text, or a piece of a table; ``is_piece`` tells the latter from a table's note."""

    start: int
    end: int
    page_num: int
    page_end: int
    block_ids: tuple[str, ...]
    block_types: tuple[str, ...]
    chapter_id: str | None = None
    chapter_path: tuple[str, ...] = ()
    table_id: str | None = None
    is_piece: bool = False
    is_heading: bool = False

    @property
    def length(self) -> int:
        return self.end - self.start


@dataclass(frozen=True)
class RegulationText:
    """``stretches`` are in the order of the text; between two of them stands ``SEPARATOR``."""

    text: str
    stretches: tuple[Stretch, ...]

    def stretches_within(self, start: int, end: int) -> tuple[Stretch, ...]:
        """Those that have a character in this part of the text."""
        first = bisect_right(self._ends, start)
        return self.stretches[first : bisect_left(self._starts, end)]

    @cached_property
    def _starts(self) -> list[int]:
        return [stretch.start for stretch in self.stretches]

    @cached_property
    def _ends(self) -> list[int]:
        return [stretch.end for stretch in self.stretches]


def regulation_text(
    regulation: Regulation,
    config: ChunkConfig = ChunkConfig(),  # noqa: B008 (frozen)
) -> RegulationText:
    """Depends on ``config`` only where a table has to be written in pieces."""
    return _Writer(regulation, config).written()


def figure_words(figure: Figure) -> str:
    """What a figure shows, for search: its caption once, then the description."""
    caption = figure.caption or ""
    if caption and caption not in figure.description:
        return f"{caption}\n{figure.description}".strip()
    return figure.description


class _Writer:
    def __init__(self, regulation: Regulation, config: ChunkConfig) -> None:
        self._regulation = regulation
        self._config = config
        self._figures = {figure.figure_id: figure for figure in regulation.figures}
        self._tables = placed_tables(regulation)
        self._parts: list[str] = []
        self._length = 0
        self._stretches: list[Stretch] = []

    def written(self) -> RegulationText:
        # What a table takes along is written with it: its other segments, its caption, its notes.
        taken = {block.block_id for table in self._tables.values() for _, block in table.blocks}
        for page_num, block in _blocks(self._regulation):
            table = self._table_of(block)
            if table is not None and block.block_id == table.first_block_id:
                self._write_table(table, block)
            elif block.block_id not in taken:
                self._write_block(page_num, block)
        return RegulationText("".join(self._parts), tuple(self._stretches))

    def _table_of(self, block: ContentBlock) -> PlacedTable | None:
        return self._tables.get(block.table_meta.table_id) if block.table_meta else None

    def _write_block(self, page_num: int, block: ContentBlock, table_id: str | None = None) -> None:
        own_table = block.table_meta.table_id if block.table_meta else None
        self._write(
            _words(block, self._figures),
            page_num=page_num,
            page_end=page_num,
            block_ids=(block.block_id,),
            block_types=(block.block_type,),
            chapter_id=block.chapter_id,
            chapter_path=block.chapter_path,
            table_id=table_id or own_table,
            is_heading=block.block_type == "heading",
        )

    def _write_table(self, table: PlacedTable, first: ContentBlock) -> None:
        for piece in pieces_of(table, self._config):
            self._write_piece(piece, table, first)
        for page_num, block in table.following:
            self._write_block(page_num, block, table.table_id)

    def _write_piece(self, piece: TablePiece, table: PlacedTable, first: ContentBlock) -> None:
        self._write(
            piece.text,
            page_num=piece.page_num,
            page_end=piece.page_end,
            block_ids=piece.block_ids,
            block_types=("table",),
            chapter_id=first.chapter_id,
            chapter_path=first.chapter_path,
            table_id=table.table_id,
            is_piece=True,
        )

    def _write(
        self,
        words: str,
        *,
        page_num: int,
        page_end: int,
        block_ids: tuple[str, ...],
        block_types: tuple[str, ...],
        chapter_id: str | None,
        chapter_path: tuple[str, ...],
        table_id: str | None,
        is_piece: bool = False,
        is_heading: bool = False,
    ) -> None:
        if not words.strip():
            return
        if self._parts:
            self._parts.append(SEPARATOR)
            self._length += len(SEPARATOR)
        start = self._length
        self._parts.append(words)
        self._length += len(words)
        self._stretches.append(
            Stretch(
                start=start,
                end=self._length,
                page_num=page_num,
                page_end=page_end,
                block_ids=block_ids,
                block_types=block_types,
                chapter_id=chapter_id,
                chapter_path=chapter_path,
                table_id=table_id,
                is_piece=is_piece,
                is_heading=is_heading,
            )
        )


def _blocks(regulation: Regulation) -> Iterator[tuple[int, ContentBlock]]:
    for page in regulation.pages:
        for block in page.content_blocks:
            yield page.page_num, block


def _words(block: ContentBlock, figures: Mapping[str, Figure]) -> str:
    figure = figures.get(block.figure_id) if block.figure_id else None
    if figure is not None and (words := figure_words(figure)).strip():
        return words
    return block.content_markdown
