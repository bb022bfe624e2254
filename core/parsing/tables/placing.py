"""Which word stands in which cell of a grid; every word in exactly one, none lost."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from core.parsing.ink import Word
from core.parsing.tables.grids import Grid

_OVERLAP = 0.3  # in ems: what may stick out of a cell without raising the question
_STRADDLE = 0.25  # what share of a glyph may lie beyond the border it stands at


def place_words(grid: Grid, words: Sequence[Word]) -> list[list[Word]]:
    """For each of the grid's cells, its words; words glued together over a border are cut there."""
    cell_at = {
        (row, col): index
        for index, span in enumerate(grid.spans)
        for row in range(span.top, span.bottom)
        for col in range(span.left, span.right)
    }
    placed: list[list[Word]] = [[] for _ in grid.spans]
    for word in words:
        x, y = word.middle
        row, cell = _row_and_cell(grid, cell_at, x, y)
        area = grid.area_of(grid.spans[cell])
        reach = _OVERLAP * word.size
        runs_over = word.left < area.left - reach or word.right > area.right + reach
        if runs_over and word.direction == 0:
            walls = [grid.xs[col] for col in _walls(grid, cell_at, row)]
            cut = _cut_at_borders if word.glyphs else _cut_by_guess
            for piece in cut(word, walls):
                _, cell = _row_and_cell(grid, cell_at, piece.middle[0], y)
                placed[cell].append(piece)
        else:
            placed[cell].append(word)
    return placed


def _row_and_cell(
    grid: Grid, cell_at: dict[tuple[int, int], int], x: float, y: float
) -> tuple[int, int]:
    row = min(max(bisect_right(grid.ys, y) - 1, 0), grid.row_count - 1)
    col = min(max(bisect_right(grid.xs, x) - 1, 0), grid.col_count - 1)
    return row, cell_at[row, col]


def _walls(grid: Grid, cell_at: dict[tuple[int, int], int], row: int) -> list[int]:
    """The column borders that part two cells in ``row``."""
    return [col for col in range(1, grid.col_count) if cell_at[row, col - 1] != cell_at[row, col]]


def _cut_at_borders(word: Word, walls: Sequence[float]) -> list[Word]:
    """The word in pieces, cut where a wall passes between two glyphs.

    A wall that passes through a glyph is no reason to cut: there the text just runs over.
    """
    pieces: list[Word] = []
    start = 0
    for index in range(1, len(word.glyphs)):
        before, after = word.glyphs[index - 1], word.glyphs[index]
        slack = _STRADDLE * min(before.right - before.left, after.right - after.left)
        if any(before.right - slack <= wall <= after.left + slack for wall in walls):
            pieces.append(word.part(start, index))
            start = index
    pieces.append(word.part(start, len(word.glyphs)))
    return pieces


def _cut_by_guess(word: Word, walls: Sequence[float]) -> list[Word]:
    """A word whose glyphs are unknown (it was read from an image), cut in proportion.

    A blank in the text near the wall is the likeliest place.
    """
    inside = [wall for wall in walls if word.left + word.size < wall < word.right - word.size]
    if not inside or len(word.text) < 2:
        return [word]
    step = (word.right - word.left) / len(word.text)
    cuts = [0]
    for wall in inside:
        guess = round((wall - word.left) / step)
        near = range(max(cuts[-1] + 1, guess - 3), min(len(word.text) - 1, guess + 3) + 1)
        blanks = [at for at in near if word.text[at].isspace()]
        cuts.append(min(blanks, key=lambda at: abs(at - guess)) if blanks else guess)
    pieces = []
    for start, end in zip(cuts, [*cuts[1:], len(word.text)], strict=True):
        if text := word.text[start:end].strip():
            left, right = word.left + start * step, word.left + end * step
            pieces.append(replace(word, left=left, right=right, text=text))
    return pieces
