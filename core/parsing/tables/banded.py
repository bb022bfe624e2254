"""Tables whose rows only shading tells apart: every other row, or group, on a shaded band."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.parsing.ink import Area, Shape
from core.parsing.tables.cell_text import text_rows
from core.parsing.tables.entries import carries_on, gather_entries
from core.parsing.tables.found import FoundTable
from core.parsing.tables.gutters import ChunkRow, chunk_row, columns_of, gutters
from core.parsing.tables.prose import reads_like_prose
from core.parsing.tables.unruled import is_caption, is_tabular, table_of_entries
from core.parsing.tables.word_index import WordIndex

_SAME = 3.0  # points by which sides of bands, or of boxes in one band, may differ
_CONFIDENCE = 0.6
_NARROWEST = 100.0
_NEAR = 1.8  # in ems: how far from the outer bands a row of the same table may stand
_FEWEST_BANDS, _FEWEST_ROWS = 2, 3
_MOST_BOXES = 1000  # a page with more is a map or a drawing
_STRICT = 0.7  # share of the strips with one label each from which on every strip is one row


@dataclass(frozen=True, slots=True)
class _Band:
    """A shaded stripe from end to end; ``walls`` are where the boxes that make it up meet."""

    area: Area
    color: tuple[int, int, int]
    walls: tuple[float, ...] = ()


def banded_tables(boxes: Sequence[Shape], words: WordIndex) -> list[FoundTable]:
    tables: list[FoundTable] = []
    if len(boxes) > _MOST_BOXES:
        return tables
    for stack in _stacks(_bands(boxes)):
        for run in _tabular_runs(stack, words):
            table = _table(run, words)
            if table is not None:
                tables.append(table)
    return tables


def _bands(boxes: Sequence[Shape]) -> list[_Band]:
    outer = _outermost(boxes)
    by_place = sorted(outer, key=lambda box: (round(box.area.top), box.area.left))
    bands: list[_Band] = []
    for box in by_place:
        last = bands[-1] if bands else None
        if last is not None and _stands_beside(last.area, box.area):
            walls = (*last.walls, box.area.left)
            area = replace(last.area, right=max(last.area.right, box.area.right))
            bands[-1] = replace(last, area=area, walls=walls)
        else:
            bands.append(_Band(box.area, box.fill_color))
    joined: list[_Band] = []
    for band in sorted(bands, key=lambda band: (round(band.area.left), band.area.top)):
        last = joined[-1] if joined else None
        if last is not None and last.color == band.color and _stands_below(last.area, band.area):
            bottom = max(last.area.bottom, band.area.bottom)
            joined[-1] = replace(last, area=replace(last.area, bottom=bottom))
        else:
            joined.append(band)
    return [band for band in joined if band.area.width >= _NARROWEST]


def _outermost(boxes: Sequence[Shape]) -> list[Shape]:
    """Without the shading of a cell's paragraphs on the same shading of the cell."""
    kept: list[Shape] = []
    for box in sorted(boxes, key=lambda box: box.area.width * box.area.height, reverse=True):
        middle = ((box.area.left + box.area.right) / 2, (box.area.top + box.area.bottom) / 2)
        if not any(o.fill_color == box.fill_color and o.area.contains(*middle) for o in kept):
            kept.append(box)
    return kept


def _stands_beside(left: Area, right: Area) -> bool:
    is_level = abs(left.top - right.top) <= 1.5 and abs(left.bottom - right.bottom) <= 1.5
    return is_level and abs(right.left - left.right) <= _SAME


def _stands_below(upper: Area, lower: Area) -> bool:
    return _is_as_wide(upper, lower) and -1.5 <= lower.top - upper.bottom <= 1.0


def _is_as_wide(one: Area, other: Area) -> bool:
    return abs(one.left - other.left) <= _SAME and abs(one.right - other.right) <= _SAME


def _stacks(bands: Sequence[_Band]) -> Iterator[list[_Band]]:
    """Bands of one width below each other."""
    stacks: list[list[_Band]] = []
    for band in sorted(bands, key=lambda band: band.area.top):
        for stack in stacks:
            if _is_as_wide(stack[0].area, band.area) and band.area.top >= stack[-1].area.bottom - 2:
                stack.append(band)
                break
        else:
            stacks.append([band])
    yield from (stack for stack in stacks if len(stack) >= _FEWEST_BANDS)


def _tabular_runs(stack: Sequence[_Band], words: WordIndex) -> Iterator[list[_Band]]:
    """Bands with nothing but rows of columns in and between them."""
    run = [stack[0]]
    for upper, lower in itertools.pairwise(stack):
        gap = Area(upper.area.left - 2, upper.area.bottom, upper.area.right + 2, lower.area.top)
        rows = _rows_in(gap, words)
        if rows and not is_tabular(rows, gap.width):
            if len(run) >= _FEWEST_BANDS:
                yield run
            run = []
        run.append(lower)
    if len(run) >= _FEWEST_BANDS:
        yield run


def _rows_in(area: Area, words: WordIndex) -> list[ChunkRow]:
    upright = [word for word in words.inside(area) if word.direction == 0]
    return [chunk_row(row) for row in text_rows(upright)]


def _table(bands: Sequence[_Band], words: WordIndex) -> FoundTable | None:
    first, last = bands[0].area, bands[-1].area
    rows = _rows_in(Area(first.left - 2, first.top, first.right + 2, last.bottom), words)
    in_columns = [row for row in rows if len(row.chunks) >= 2]
    if len(in_columns) < _FEWEST_BANDS or reads_like_prose(rows):
        return None
    inner = _walls(bands)
    if not inner and 2 * sum(1 for band in bands if band.walls) > len(bands):
        return None  # each cut elsewhere: the bars of a chart
    inner = inner or [(start + end) / 2 for start, end in gutters(in_columns)]
    if not inner:
        return None
    borders = [first.left - 1, *inner, first.right + 1]
    above = list(_head(rows, borders, words, first))
    below = list(_tail(rows, borders, words, last))
    rows = [*above, *rows, *below]
    if len(rows) < _FEWEST_ROWS:
        return None
    cuts = sorted(edge for band in bands for edge in (band.area.top, band.area.bottom))
    entries = gather_entries(rows, borders, cuts, share_of_single_rows=_STRICT)
    top, bottom = min(first.top, rows[0].top - 1), max(last.bottom, rows[-1].bottom + 1)
    return table_of_entries(entries, borders, cuts, (top, bottom), _CONFIDENCE)


def _walls(bands: Sequence[_Band]) -> list[float]:
    """Borders of columns where most bands are made of the same boxes."""
    walls = sorted(wall for band in bands for wall in band.walls)
    found: list[float] = []
    for _, group in itertools.groupby(walls, key=_Nearby()):
        places = list(group)
        if 2 * len(places) > len(bands):
            found.append(sum(places) / len(places))
    return found


class _Nearby:
    """Numbers groups of values that follow each other closely."""

    def __init__(self) -> None:
        self._last: float | None = None
        self._group = 0

    def __call__(self, value: float) -> int:
        if self._last is not None and value - self._last > _SAME:
            self._group += 1
        self._last = value
        return self._group


def _head(
    rows: Sequence[ChunkRow], borders: Sequence[float], words: WordIndex, first: Area
) -> list[ChunkRow]:
    """Rows of the table above its first band: names of columns, or a row that is not shaded."""
    found: list[ChunkRow] = []
    near = _rows_in(Area(first.left - 2, first.top - 80, first.right + 2, first.top), words)
    edge = first.top
    for row in reversed(near):
        is_near = edge - row.bottom < _NEAR * row.size
        if not is_near or not _fits(row, borders) or is_caption(row):
            break
        found.insert(0, row)
        edge = row.top
    return found


def _tail(
    rows: Sequence[ChunkRow], borders: Sequence[float], words: WordIndex, last: Area
) -> list[ChunkRow]:
    found: list[ChunkRow] = []
    below = _rows_in(Area(last.left - 2, last.bottom, last.right + 2, last.bottom + 2000), words)
    edge = last.bottom
    for row in below:
        is_near = row.top - edge < _NEAR * row.size
        if not is_near or not (_fits(row, borders) or carries_on([*rows, *found], row)):
            break
        found.append(row)
        edge = row.bottom
    return found


def _fits(row: ChunkRow, borders: Sequence[float]) -> bool:
    """Whether a row has several pieces of text, each of them in a column of its own."""
    reached = [columns_of(chunk, borders) for chunk in row.chunks]
    return len(reached) >= 2 and all(end - first == 1 for first, end in reached)
