"""What is drawn like a table and is none: frames, code boxes, drawings, charts."""

from collections.abc import Sequence

from core.parsing.ink import Area, Line, PageInk, Word
from core.parsing.tables.found import FoundTable
from core.parsing.tables.grids import Grid

_FIGURE_PIECE = 12.0  # points
_FIGURE_SHARE = 0.4  # of a grid's width or height: a curve may be flat
_SLANT = 1.0
_DRAWING = 0.3  # share of a grid's area that makes no rectangle


def is_no_table(grid: Grid, placed: Sequence[Sequence[Word]], shading: Sequence[Area] = ()) -> bool:
    filled = sum(1 for words in placed if words)
    # A row cut by a page break may go on in one of its cells only.
    fewest = 1 if grid.row_count == 1 and grid.col_count >= 3 else 2
    if grid.col_count < 2 or len(grid.spans) < 2 or filled < fewest:
        return True
    if grid.irregular > _DRAWING:
        return True
    if len(grid.spans) >= 8 and filled < 0.1 * len(grid.spans):
        return True  # a chart's plot area: lines enough, words almost none
    bars = sum(1 for box in shading if grid.area.overlaps(box, 2))
    return bars >= 3 and _skips_rows(grid, placed)


def is_mere_highlight(grid: Grid, placed: Sequence[Sequence[Word]]) -> bool:
    """Shaded boxes that mark lines of text rather than cells."""
    filled = sum(1 for words in placed if words)
    return grid.irregular > 0 or grid.row_count < 2 or filled < max(4, 0.5 * len(grid.spans))


def is_substantial(table: FoundTable) -> bool:
    """Whether a grid inside a table's cell is a table and not a few tick boxes."""
    filled = sum(1 for cell in table.cells if cell.text)
    return table.row_count >= 2 and table.col_count >= 2 and filled >= 4


def drawings(ink: PageInk) -> list[Area]:
    """Slanted lines and curves large enough to belong to a figure."""
    return [
        shape.area
        for shape in ink.shapes
        if max(shape.area.width, shape.area.height) >= _FIGURE_PIECE
        and min(shape.area.width, shape.area.height) >= _SLANT
        and (shape.has_curves or any(_is_slanted(line) for line in shape.lines))
    ]


def holds_drawing(area: Area, figure_pieces: Sequence[Area]) -> bool:
    """Whether a figure is drawn inside; a logo or the slanted line of a heading cell is none."""
    held = [
        piece
        for piece in figure_pieces
        if area.contains((piece.left + piece.right) / 2, (piece.top + piece.bottom) / 2)
    ]
    if len(held) <= 3:
        return False
    width = max(piece.right for piece in held) - min(piece.left for piece in held)
    height = max(piece.bottom for piece in held) - min(piece.top for piece in held)
    return width > _FIGURE_SHARE * area.width or height > _FIGURE_SHARE * area.height


def _is_slanted(line: Line) -> bool:
    return abs(line[0] - line[2]) > _SLANT and abs(line[1] - line[3]) > _SLANT


def _skips_rows(grid: Grid, placed: Sequence[Sequence[Word]]) -> bool:
    """A bar chart: rows with text and rows without take turns."""
    used = {
        row
        for span, words in zip(grid.spans, placed, strict=True)
        if words
        for row in range(span.top, span.bottom)
    }
    if grid.row_count < 5 or not used:
        return False
    between = max(used) - min(used) + 1
    return between - len(used) >= 0.4 * between
