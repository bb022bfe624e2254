"""Anchors: a place known by what is printed there and around it, not by its number alone.

An anchor is made on the extraction as it was read and looked for in one that may be of another
print. It is found where exactly one place fits; otherwise it is lost, and never guessed.
"""

from collections import Counter
from collections.abc import Sequence

from core.model.noun import Noun
from core.parsing.elements import ParsedCell
from core.structure.body import Body, BodyBlock
from core.structure.tables.caption_text import fold

_KEPT = 600  # characters of a block's text
_AROUND = 120  # characters of the blocks before and after
_ALIKE = 0.6  # likeness from which two texts may be one text, changed
_CLEARLY = 0.05  # how much better the best must be than the next


class BlockAnchor(Noun):
    """``nth`` of ``of`` tells blocks apart that print the same. Texts are folded."""

    block_id: str
    page_num: int
    is_table: bool
    text: str
    before: str
    after: str
    nth: int = 0
    of: int = 1


class CellAnchor(Noun):
    """A cell on its page: ``text`` as it was read, ``beside`` the other cells of its row."""

    row: int
    col: int
    text: str
    beside: str


class ReferenceAnchor(Noun):
    """A reference in its block: ``context`` is the folded text of the cell or block, ``nth`` counts
    references that print the same in the same text."""

    text: str
    context: str
    nth: int = 0


class Anchors:
    """Makes and finds anchors of blocks in one body."""

    def __init__(self, body: Body) -> None:
        self._body = body
        self._texts = [_text(block) for block in body.blocks]

    def of(self, block: BodyBlock) -> BlockAnchor:
        at = self._body.position[block.block_id]
        same = [place for place, text in enumerate(self._texts) if text == self._texts[at]]
        return BlockAnchor(
            block_id=block.block_id,
            page_num=block.page_num,
            is_table=block.element.table is not None,
            text=self._texts[at],
            before=self._around(at - 1),
            after=self._around(at + 1),
            nth=same.index(at),
            of=len(same),
        )

    def find(self, anchor: BlockAnchor) -> BodyBlock | None:
        """The block of the anchor; None where none, or more than one, could be it."""
        blocks = self._body.blocks
        same = [place for place, text in enumerate(self._texts) if text == anchor.text]
        if len(same) == anchor.of:
            return blocks[same[anchor.nth]]
        possible = same or [
            place
            for place, block in enumerate(blocks)
            if (block.element.table is not None) == anchor.is_table
        ]
        best = _clearly_best([self._score(place, anchor) for place in possible])
        return blocks[possible[best]] if best is not None else None

    def _score(self, at: int, anchor: BlockAnchor) -> float:
        own = likeness(self._texts[at], anchor.text)
        if own < _ALIKE:
            return 0.0
        before = likeness(self._around(at - 1), anchor.before)
        after = likeness(self._around(at + 1), anchor.after)
        return 0.7 * own + 0.15 * (before + after)

    def _around(self, at: int) -> str:
        return self._texts[at][:_AROUND] if 0 <= at < len(self._texts) else ""


def anchor_cell(block: BodyBlock, cell: ParsedCell) -> CellAnchor:
    return CellAnchor(
        row=cell.row, col=cell.col, text=cell.text, beside=_beside(_cells(block), cell)
    )


def find_cell(block: BodyBlock, anchor: CellAnchor, fixed_text: str) -> ParsedCell | None:
    """The cell that prints the anchor's text, or what it was corrected to, in the same row."""
    cells = _cells(block)
    printed = {fold(anchor.text), fold(fixed_text)}
    fitting = [cell for cell in cells if cell.col == anchor.col and fold(cell.text) in printed]
    for cell in fitting:
        if cell.row == anchor.row and _beside(cells, cell) == anchor.beside:
            return cell
    best = _clearly_best([likeness(_beside(cells, cell), anchor.beside) for cell in fitting])
    return fitting[best] if best is not None else None


def likeness(one: str, other: str) -> float:
    """From 0 to 1: the share of pairs of characters that both have."""
    if one == other:
        return 1.0
    first, second = _pairs(one), _pairs(other)
    total = first.total() + second.total()
    return 2 * (first & second).total() / total if total else 0.0


def is_alike(one: str, other: str) -> bool:
    return likeness(fold(one), fold(other)) >= _ALIKE


def _clearly_best(scores: Sequence[float]) -> int | None:
    """The place of the best score if it is good and no other comes near it."""
    order = sorted(range(len(scores)), key=scores.__getitem__, reverse=True)
    if not order or scores[order[0]] < _ALIKE:
        return None
    if len(order) > 1 and scores[order[0]] - scores[order[1]] < _CLEARLY:
        return None
    return order[0]


def _text(block: BodyBlock) -> str:
    table = block.element.table
    text = block.text if table is None else "\n".join(cell.text for cell in table.cells)
    return fold(text[: 2 * _KEPT])[:_KEPT]


def _cells(block: BodyBlock) -> Sequence[ParsedCell]:
    return block.element.table.cells if block.element.table is not None else ()


def _beside(cells: Sequence[ParsedCell], cell: ParsedCell) -> str:
    """The row that a cell begins in, without the cell itself."""
    row = sorted((c for c in cells if c.row == cell.row and c is not cell), key=lambda c: c.col)
    return fold("|".join(other.text for other in row))[:_KEPT]


def _pairs(text: str) -> Counter[str]:
    return Counter(text[at : at + 2] for at in range(max(len(text) - 1, 1)))
