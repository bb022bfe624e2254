"""Grids whose rules are incomplete: columns or rows that only their text shows."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence

from core.parsing.ink import Word
from core.parsing.tables.cell_text import is_forced_break, joined_row, text_rows
from core.parsing.tables.grids import Grid, Span
from core.parsing.tables.gutters import chunk_row, gutters
from core.parsing.tables.placing import place_words
from core.parsing.tables.prose import NUMERIC, reads_like_prose

_CHUNK_GAP = 0.7  # in ems: a gap that parts columns rather than words
_ENOUGH_ROWS = 3


def split_unruled_columns(grid: Grid, words: Sequence[Word]) -> Grid:
    """Where no wall is drawn between columns but every piece of text keeps to one, wall them off.

    So it is in tables that rule their columns in the header only, or in the body only.
    """
    if grid.col_count < 2:
        return grid
    spans: list[Span] = []
    for span, held in zip(grid.spans, place_words(grid, words), strict=True):
        if span.right - span.left >= 2 and _keeps_to_columns(grid, span, held):
            spans += [
                Span(span.top, col, span.bottom, col + 1) for col in range(span.left, span.right)
            ]
        else:
            spans.append(span)
    grid.spans = sorted(spans, key=lambda span: (span.top, span.left))
    return grid


def split_unruled_rows(grid: Grid, words: Sequence[Word]) -> Grid:
    """Where a ruled row holds several rows of entries, part them."""
    placed = place_words(grid, words)
    cuts: dict[int, list[float]] = {}
    for row in range(grid.row_count):
        touching = [i for i, span in enumerate(grid.spans) if span.top <= row < span.bottom]
        if all(grid.spans[i].bottom == grid.spans[i].top + 1 for i in touching):
            borders = _entry_borders([(grid.spans[i], placed[i]) for i in touching], grid)
            if borders:
                cuts[row] = borders
    return _cut_rows(grid, cuts) if cuts else grid


def split_at_gutters(grid: Grid, words: Sequence[Word]) -> Grid:
    """Where a ruled column holds several columns of entries with white between them, part them."""
    if len(grid.spans) < 2:
        return grid  # a mere frame says nothing about what it holds
    placed = place_words(grid, words)
    cuts: dict[int, list[float]] = {}
    for col in range(grid.col_count):
        held = [
            chunk_row(row)
            for span, cell in zip(grid.spans, placed, strict=True)
            if span.left == col and span.right == col + 1
            for row in text_rows([word for word in cell if word.direction == 0])
        ]
        in_columns = [row for row in held if len(row.chunks) >= 2]
        if (
            len(in_columns) >= 2
            and len(in_columns) >= 0.6 * len(held)
            and not reads_like_prose(held)
        ):
            cuts[col] = [(start + end) / 2 for start, end in gutters(in_columns)]
    if not cuts:
        return grid
    grid = _cut_columns(grid, cuts)
    return split_unruled_columns(grid, words)


def _keeps_to_columns(grid: Grid, span: Span, words: Sequence[Word]) -> bool:
    if len(words) < 2 or any(word.direction for word in words):
        return False
    rows = [chunk_row(row, _CHUNK_GAP) for row in text_rows(words)]
    used = set()
    for chunk in (chunk for row in rows for chunk in row.chunks):
        first = bisect_right(grid.xs, chunk.left + 1) - 1
        last = bisect_right(grid.xs, chunk.right - 1) - 1
        if first != last:
            return False
        used.add(first)
    return len(used) >= 2 and max(len(row.chunks) for row in rows) >= 2


def _entry_borders(cells: Sequence[tuple[Span, Sequence[Word]]], grid: Grid) -> list[float]:
    """Where to cut a ruled row into the rows of entries it holds; nothing if it is one row.

    A new entry begins where the columns break their lines though there was room for more: wrapped
    text breaks because it must.
    """
    if len(cells) < 2 or any(word.direction for _, words in cells for word in words):
        return []
    lines = text_rows([word for _, words in cells for word in words])
    if len(lines) == 2 and _are_two_rows_of_figures(cells):
        return [(lines[0].bottom + lines[1].top) / 2]
    if len(lines) < _ENOUGH_ROWS:
        return []
    columns = [(text_rows(words), grid.xs[span.right]) for span, words in cells if words]
    line_of = {id(word): at for at, line in enumerate(lines) for word in line.words}
    breaks: dict[int, list[bool]] = defaultdict(list)
    filled: dict[int, int] = defaultdict(int)
    for rows, right in columns:
        for at, row in enumerate(rows):
            line = line_of[id(row.words[0])]
            filled[line] += 1
            if at:
                breaks[line].append(is_forced_break(rows[at - 1], row, right))
    stub = min(cells, key=lambda cell: cell[0].left)[1]
    labelled = {line_of[id(word)] for word in stub}
    # One full line among several columns may be chance.
    starts = [0] + [
        line
        for line in range(1, len(lines))
        if filled[line] and 3 * sum(breaks[line]) <= len(breaks[line])
    ]
    shared = sum(1 for line in starts if filled[line] >= 2)
    named = sum(1 for line in starts if line in labelled)  # entries have a name in the first column
    if len(starts) < _ENOUGH_ROWS or min(shared, named) < 0.6 * len(starts):
        return []
    return [(lines[start - 1].bottom + lines[start].top) / 2 for start in starts[1:]]


def _are_two_rows_of_figures(cells: Sequence[tuple[Span, Sequence[Word]]]) -> bool:
    """Two names beside two figures in every column: a rule between them was left out."""
    columns = [text_rows(words) for _, words in cells]
    figures = [
        NUMERIC.match(joined_row(row).text) is not None for rows in columns[1:] for row in rows
    ]
    return len(columns) >= 3 and all(len(rows) == 2 for rows in columns) and all(figures)


def _cut_columns(grid: Grid, cuts: dict[int, list[float]]) -> Grid:
    """New column borders; cells keep their width until ``split_unruled_columns`` parts them."""
    first_of: list[int] = []
    xs: list[float] = []
    for col in range(grid.col_count):
        first_of.append(len(xs))
        xs += [grid.xs[col], *cuts.get(col, [])]
    first_of.append(len(xs))
    grid.xs = [*xs, grid.xs[-1]]
    grid.spans = [
        Span(span.top, first_of[span.left], span.bottom, first_of[span.right])
        for span in grid.spans
    ]
    return grid


def _cut_rows(grid: Grid, cuts: dict[int, list[float]]) -> Grid:
    first_of: list[int] = []
    ys: list[float] = []
    for row in range(grid.row_count):
        first_of.append(len(ys))
        ys += [grid.ys[row], *cuts.get(row, [])]
    first_of.append(len(ys))
    spans = []
    for span in grid.spans:
        if span.bottom == span.top + 1 and span.top in cuts:
            spans += [
                Span(row, span.left, row + 1, span.right)
                for row in range(first_of[span.top], first_of[span.bottom])
            ]
        else:
            spans.append(Span(first_of[span.top], span.left, first_of[span.bottom], span.right))
    grid.ys = [*ys, grid.ys[-1]]
    grid.spans = sorted(spans, key=lambda span: (span.top, span.left))
    return grid
