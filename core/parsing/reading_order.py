"""The order in which a reader takes the blocks of a page.

docling's own order takes clause numbers that stand alone on their line (2.1, 2.2, …) for a column
and reads them one after the other; here a column is only what a gutter sets apart.
"""

from collections.abc import Sequence

from core.parsing.blocks import Block
from core.parsing.columns import Gutter, column_of

_SAME_LINE = 4.0  # points


def in_reading_order(blocks: Sequence[Block], gutters: list[Gutter]) -> list[Block]:
    """Down the page; where gutters run, down each column before the next."""

    def place(block: Block) -> tuple[float, int, int, float]:
        line = round(_first_line(block) / _SAME_LINE)
        column = column_of(block.area, gutters)
        if not column:
            return block.area.top, 0, line, block.area.left
        zone = min(gutters[number - 1].top for number in column[:-1])
        return zone, column[-1], line, block.area.left

    return _with_side_by_side_in_line(sorted(blocks, key=place))


def _first_line(block: Block) -> float:
    return block.lines[0].area.bottom if block.lines else block.area.top


def _with_side_by_side_in_line(blocks: list[Block]) -> list[Block]:
    """Two blocks on one printed line are read from the left, whichever is set a hair higher."""
    ordered: list[Block] = []
    for block in blocks:
        at = len(ordered)
        while at and _is_right_of(ordered[at - 1], block):
            at -= 1
        ordered.insert(at, block)
    return ordered


def _is_right_of(one: Block, other: Block) -> bool:
    common = min(one.area.bottom, other.area.bottom) - max(one.area.top, other.area.top)
    height = min(one.area.height, other.area.height)
    return (
        one.area.left >= other.area.right
        and height > 0
        and common > 0.6 * height
        and (len(one.lines) == len(other.lines) == 1)
    )
