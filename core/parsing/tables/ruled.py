"""Ruled tables: grids of crossing rules with text in their cells."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.model.tables import TableKind
from core.parsing.ink import Area, Word
from core.parsing.tables.cell_text import text_of
from core.parsing.tables.found import FoundCell, FoundTable
from core.parsing.tables.grids import Grid, crossing_groups, grid_of
from core.parsing.tables.half_ruled import (
    split_at_gutters,
    split_unruled_columns,
    split_unruled_rows,
)
from core.parsing.tables.impostors import (
    holds_drawing,
    is_mere_highlight,
    is_no_table,
    is_substantial,
)
from core.parsing.tables.placing import place_words
from core.parsing.tables.rules import Rules
from core.parsing.tables.spills import spilled_words
from core.parsing.tables.word_index import WordIndex

_DRAWN, _SHADED = 0.95, 0.7  # confidence
_SMALLEST = (20.0, 8.0)  # points; a smaller grid is a symbol or a tick box


@dataclass(frozen=True, slots=True)
class RuledFinds:
    """Tables drawn by rules, and areas whose rules draw something else: figures and frames."""

    tables: list[FoundTable]
    figures: list[Area]


def ruled_tables(
    rules: Rules,
    words: WordIndex,
    figure_pieces: Sequence[Area] = (),
    shading: Sequence[Area] = (),
    *,
    drawn: bool = True,
) -> RuledFinds:
    """Tables drawn by ``rules``, or by the edges of shaded boxes where those are not ``drawn``.

    A table inside another's cell is a table of its own. The cell holds its words as well: whoever
    reads the outer table misses nothing.
    """
    tables: list[FoundTable] = []
    figures: list[Area] = []
    grids = _grids_from_small_to_large(rules, words)
    for grid in grids:
        inner = [table for table in tables if _is_within(table.area, grid.area)]
        nested = [table for table in inner if is_substantial(table)]
        # The inner table's columns and rows must not be taken for those of the outer one.
        inside = words.inside(grid.area)
        held = WordIndex(inside).outside([table.area for table in nested])
        grid = split_unruled_columns(grid, held)
        grid = split_at_gutters(grid, held)
        grid = split_unruled_rows(grid, held)
        beside = [other.area for other in grids if not _is_within(grid.area, other.area)]
        spilled = spilled_words(grid.area, words, beside)
        placed = place_words(grid, inside + spilled)
        is_figure = is_no_table(grid, placed, shading) or holds_drawing(grid.area, figure_pieces)
        if is_figure or (not drawn and is_mere_highlight(grid, placed)):
            figures.append(grid.area)
            continue
        tables = [table for table in tables if table not in inner or table in nested]
        table = table_of(grid, placed, confidence=_DRAWN if drawn else _SHADED)
        tables.append(replace(table, spilled=tuple(spilled)))
    return RuledFinds(tables, figures)


def _grids_from_small_to_large(rules: Rules, words: WordIndex) -> list[Grid]:
    grids = []
    for group in crossing_groups(rules):
        grid = grid_of(group, words) if len(group.horizontal) >= 2 else None
        if grid and grid.area.width >= _SMALLEST[0] and grid.area.height >= _SMALLEST[1]:
            grids.append(grid)
    return sorted(grids, key=lambda grid: grid.area.width * grid.area.height)


def _is_within(inner: Area, outer: Area) -> bool:
    return outer.contains(inner.left, inner.top) and outer.contains(inner.right, inner.bottom)


def table_of(
    grid: Grid,
    placed: Sequence[Sequence[Word]],
    kind: TableKind = "ruled",
    confidence: float = _DRAWN,
) -> FoundTable:
    cells = []
    for span, words in zip(grid.spans, placed, strict=True):
        area = grid.area_of(span)
        content = text_of(words, area.left, area.right)
        cells.append(
            FoundCell(
                row=span.top,
                col=span.left,
                row_span=span.bottom - span.top,
                col_span=span.right - span.left,
                area=area,
                text=content.text,
                superscripts=content.superscripts,
                is_bold=bool(words) and all(word.is_bold for word in words),
            )
        )
    return FoundTable(
        area=Area(grid.xs[0], grid.ys[0], grid.xs[-1], grid.ys[-1]),
        row_count=grid.row_count,
        col_count=grid.col_count,
        cells=tuple(cells),
        column_edges=tuple(grid.xs),
        kind=kind,
        confidence=confidence,
        is_open_above=grid.is_open_above,
        is_open_below=grid.is_open_below,
    )
