"""Tables on one page, from its words and rules alone."""

from collections.abc import Sequence
from dataclasses import replace

from core.parsing.ink import Area, PageInk, Shape, Word
from core.parsing.tables.banded import banded_tables
from core.parsing.tables.cell_text import joined_row, text_rows
from core.parsing.tables.found import FoundCell, FoundTable, parsed_table
from core.parsing.tables.headers import with_headers
from core.parsing.tables.impostors import drawings, holds_drawing
from core.parsing.tables.ruled import ruled_tables
from core.parsing.tables.rules import (
    Rule,
    Rules,
    drawn_rules,
    joined_rules,
    shaded_boxes,
    shading_edges,
    unframed,
)
from core.parsing.tables.unruled import begins_table, unruled_tables
from core.parsing.tables.word_index import WordIndex

__all__ = [
    "FoundCell",
    "FoundTable",
    "Rule",
    "Rules",
    "find_tables",
    "find_tables_on_scan",
    "parsed_table",
]

_ON_SCAN = 0.8  # confidence: rules and words were both guessed from an image
_PAGE_FRAME = 0.6  # share of the page that only a frame around everything covers


def find_tables(ink: PageInk) -> list[FoundTable]:
    """The page's tables from top to bottom."""
    words, rules = WordIndex(ink.words), drawn_rules(ink)
    figure_pieces, boxes = drawings(ink), shaded_boxes(ink)
    shading = [box.area for box in boxes]
    finds = ruled_tables(rules, words, figure_pieces, shading)
    tables = finds.tables
    rules, words = _left_over(rules, words, tables)
    # Shading counts for rules only where none are drawn.
    free = [box for box in boxes if not any(box.area.overlaps(t.area, 2) for t in tables)]
    if free:
        edges = joined_rules(rules + shading_edges(free))
        by_shading = _fuller(
            ruled_tables(edges, words, figure_pieces, drawn=False).tables,
            banded_tables(free, words),
        )
        tables = tables + by_shading
        rules, words = _left_over(rules, words, by_shading)
    figures = [area for area in finds.figures if not _frames_page(area, ink)]
    tables = tables + [
        table
        for table in unruled_tables(WordIndex(words.outside(figures)), unframed(rules))
        if not holds_drawing(table.area, figure_pieces)
    ]
    return _finished(tables, ink.words, boxes, ink.height)


def _fuller(grids: Sequence[FoundTable], banded: Sequence[FoundTable]) -> list[FoundTable]:
    """Of two readings of the same shading the one that takes in more rows."""
    kept = list(grids)
    for table in banded:
        same = [other for other in kept if other.area.overlaps(table.area, 2)]
        if all(other.row_count < table.row_count for other in same):
            kept = [other for other in kept if other not in same] + [table]
    return kept


def find_tables_on_scan(rules: Rules, words: Sequence[Word], height: float) -> list[FoundTable]:
    """Ruled tables on a page image ``height`` points high, its words from character recognition."""
    tables = ruled_tables(joined_rules(rules), WordIndex(words)).tables
    tables = [replace(table, kind="scanned", confidence=_ON_SCAN) for table in tables]
    return _finished(tables, words, [], height)


def _finished(
    tables: Sequence[FoundTable], words: Sequence[Word], shading: Sequence[Shape], height: float
) -> list[FoundTable]:
    return [
        with_headers(table, shading, may_continue=_is_first_on_page(table, words, height))
        for table in sorted(tables, key=lambda table: (table.area.top, table.area.left))
    ]


def _is_first_on_page(table: FoundTable, words: Sequence[Word], height: float) -> bool:
    """Whether nothing but a running header stands above, and no caption of its own."""
    if table.area.top >= 0.25 * height:
        return False
    above = text_rows([word for word in words if word.bottom <= table.area.top])
    return len(above) <= 2 and not (above and begins_table(joined_row(above[-1]).text))


def _frames_page(area: Area, ink: PageInk) -> bool:
    return area.width * area.height > _PAGE_FRAME * ink.width * ink.height


def _left_over(
    rules: Rules, words: WordIndex, tables: Sequence[FoundTable]
) -> tuple[Rules, WordIndex]:
    """The rules and words that are in none of ``tables``."""
    if not tables:
        return rules, words
    areas = [table.area for table in tables]
    free = Rules(
        [r for r in rules.horizontal if not any(_holds(a, r, is_row=True) for a in areas)],
        [r for r in rules.vertical if not any(_holds(a, r, is_row=False) for a in areas)],
    )
    beside = words.outside(areas)
    return free, WordIndex([word for word in beside if not any(t.covers(word) for t in tables)])


def _holds(area: Area, rule: Rule, *, is_row: bool) -> bool:
    middle = (rule.start + rule.end) / 2
    x, y = (middle, rule.position) if is_row else (rule.position, middle)
    return area.left - 2 <= x <= area.right + 2 and area.top - 2 <= y <= area.bottom + 2
