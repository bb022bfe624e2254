"""Where the cells of whole tables stand on the pages, and which of their marks are raised."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.model.geometry import Box
from core.model.tables import Table, TableCell
from core.structure.body import Body, BodyBlock

if TYPE_CHECKING:
    from core.parsing.elements import ParsedCell


@dataclass(frozen=True)
class CellPiece:
    """The part of a cell on one page; ``start`` is where its text begins in the cell's content."""

    block_id: str
    page_num: int
    box: Box | None
    start: int
    superscripts: tuple[tuple[int, int], ...] = ()


class CellPlaces:
    """Cells of whole tables by the block they begin in; a cell cut by a page break has a piece
    per page."""

    def __init__(
        self, body: Body, tables: Sequence[Table], table_of_block: Mapping[str, str]
    ) -> None:
        self._blocks: dict[tuple[str, int], list[BodyBlock]] = defaultdict(list)
        self._parsed: dict[tuple[str, Box], ParsedCell] = {}
        for block in body.blocks:
            parsed = block.element.table
            if parsed is None or block.block_id not in table_of_block:
                continue
            self._blocks[table_of_block[block.block_id], block.page_num].append(block)
            for cell in parsed.cells:
                self._parsed[block.block_id, cell.box] = cell
        self._beginning: dict[str, list[tuple[TableCell, str]]] = defaultdict(list)
        for table in tables:
            for table_cell in table.cells:
                block_in = self._block_of(table.table_id, table_cell.page_num, table_cell.box)
                if block_in is not None:
                    self._beginning[block_in.block_id].append((table_cell, table.table_id))

    def beginning_in(self, block: BodyBlock) -> list[tuple[TableCell, str]]:
        """The cells that begin in this block, each with its table's id."""
        return self._beginning.get(block.block_id, [])

    def pieces(self, table_id: str, cell: TableCell) -> list[CellPiece]:
        places = [(cell.page_num, cell.box), *((p.page_num, p.box) for p in cell.continued)]
        pieces: list[CellPiece] = []
        position = 0
        for page_num, box in places:
            block = self._block_of(table_id, page_num, box)
            if block is None:
                continue
            parsed = self._parsed.get((block.block_id, box)) if box is not None else None
            start = position
            superscripts: tuple[tuple[int, int], ...] = ()
            if parsed is not None:
                at = cell.content.find(parsed.text, position)
                start = at if at >= 0 else position
                if at >= 0:
                    superscripts = tuple((start + a, start + b) for a, b in parsed.superscripts)
                position = start + len(parsed.text)
            pieces.append(CellPiece(block.block_id, page_num, box, start, superscripts))
        return pieces

    def superscripts(self, table_id: str, cell: TableCell) -> tuple[tuple[int, int], ...]:
        """Raised stretches as places in the cell's whole content."""
        return tuple(
            stretch for piece in self.pieces(table_id, cell) for stretch in piece.superscripts
        )

    def piece_at(self, table_id: str, cell: TableCell, position: int) -> CellPiece:
        """The piece that prints what stands at a position of the cell's content."""
        pieces = self.pieces(table_id, cell)
        return next(
            piece for piece in reversed(pieces) if piece.start <= position or not piece.start
        )

    def _block_of(self, table_id: str, page_num: int, box: Box | None) -> BodyBlock | None:
        """A table may have two blocks on one page, as over two columns: the cell's box tells."""
        blocks = self._blocks.get((table_id, page_num), [])
        if box is not None:
            for block in blocks:
                if (block.block_id, box) in self._parsed:
                    return block
        return blocks[0] if blocks else None
