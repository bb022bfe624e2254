"""Printed lines gathered to the rows of a table that has no rules between its columns."""

import itertools
from collections.abc import Sequence
from statistics import median

from core.parsing.tables.gutters import ChunkRow, columns_of
from core.parsing.tables.prose import NUMERIC

_MANY_CUTS = 4  # three rules part a head from a body; more of them part rows
_WRAP = 1.0  # in ems: the widest white between two lines of one cell
_APART = 0.3  # in ems: what keeps a line of one column off its neighbours
_NEARER = 0.15  # in ems: by how much nearer a line must be to be another row's


def carries_on(run: Sequence[ChunkRow], row: ChunkRow) -> bool:
    """Whether ``row``, one piece of text below ``run``, lies within one of its later columns."""
    return row.top - run[-1].bottom < _WRAP * row.size and _lies_in_column(_fullest(run), row)


def leads_into(line: ChunkRow, row: ChunkRow) -> bool:
    """Whether ``line`` is of a centred cell of two lines, its row's others half a line lower."""
    return row.top < line.bottom and _lies_in_column(row, line)


def wrapped_lines(rows: Sequence[ChunkRow]) -> set[int]:
    """The places of the lines that only carry a cell of another line on."""
    full = [row for row in rows if len(row.chunks) >= 2]
    if not full:
        return set()
    frame = _fullest(full)
    return {
        at for at, row in enumerate(rows) if len(row.chunks) == 1 and _lies_in_column(frame, row)
    }


def gather_entries(
    rows: Sequence[ChunkRow],
    borders: Sequence[float],
    cuts: Sequence[float],
    share_of_single_rows: float | None = None,
) -> list[list[ChunkRow]]:
    """``cuts`` are the heights of rules, or edges of shaded bands: no row of the table crosses one.

    Of the lines between two cuts a wrapped one stays with its row, which may be the one below
    where cells are centred. Where at least ``share_of_single_rows`` of the strips between cuts are
    one row, all of them are.
    """
    gaps = [below.top - row.bottom for row, below in itertools.pairwise(rows)]
    usual_gap = median(gaps) if gaps else 0.0
    right_of: dict[int, float] = {}
    for row in rows:
        for chunk in row.chunks:
            col = columns_of(chunk, borders)[0]
            right_of[col] = max(right_of.get(col, 0.0), chunk.right)
    strips = _strips(rows, cuts)
    single = sum(1 for strip in strips if _labels(strip, borders) <= 1)
    if share_of_single_rows is not None and single >= share_of_single_rows * len(strips):
        return strips
    entries: list[list[ChunkRow]] = []
    for nth, strip in enumerate(strips):
        if len(cuts) >= _MANY_CUTS and _is_one_row(strip, borders):
            entries.append(strip)
            continue
        is_head = nth == 0 and len(cuts) >= 3 and strip[-1].bottom <= cuts[1] + 2
        entries += _by_lines(strip, borders, usual_gap, right_of, is_head=is_head)
    return entries


def _fullest(rows: Sequence[ChunkRow]) -> ChunkRow:
    """The last of those with the most pieces."""
    return max(reversed(rows), key=lambda row: len(row.chunks))


def _lies_in_column(frame: ChunkRow, row: ChunkRow) -> bool:
    """A line in the first column is not enough: any short paragraph stands there."""
    if len(row.chunks) != 1 or len(frame.chunks) < 2:
        return False
    line, apart = row.chunks[0], _APART * row.size
    for at, chunk in enumerate(frame.chunks[1:], start=1):
        begins = frame.chunks[at - 1].right + apart
        is_last = at + 1 == len(frame.chunks)
        ends = chunk.right + 40 * apart if is_last else frame.chunks[at + 1].left - apart
        if begins <= line.left and line.right <= ends:
            is_below = line.left < chunk.right and chunk.left < line.right
            # Where cells are centred, the middle line has nothing in the column of two lines.
            return is_below or (len(frame.chunks) >= 3 and not is_last)
    return False


def _strips(rows: Sequence[ChunkRow], cuts: Sequence[float]) -> list[list[ChunkRow]]:
    strips = [[rows[0]]]
    for above, row in itertools.pairwise(rows):
        if any(above.bottom - 2 <= cut <= row.top + 2 for cut in cuts):
            strips.append([row])
        else:
            strips[-1].append(row)
    return strips


def _is_one_row(strip: Sequence[ChunkRow], borders: Sequence[float]) -> bool:
    """Several lines of one row: at most one has text in the first column, and some column has one.

    Where a label stands beside several rows instead, every other column has a line for each.
    """
    lines: dict[int, int] = {}
    for row in strip:
        for col in {columns_of(chunk, borders)[0] for chunk in row.chunks}:
            lines[col] = lines.get(col, 0) + 1
    others = [count for col, count in lines.items() if col > 0]
    return lines.get(0, 0) <= 1 and bool(others) and (len(strip) == 1 or min(others) == 1)


def _labels(strip: Sequence[ChunkRow], borders: Sequence[float]) -> int:
    """How many lines have text in the first column."""
    return sum(1 for row in strip if columns_of(row.chunks[0], borders)[0] == 0)


def _by_lines(
    strip: Sequence[ChunkRow],
    borders: Sequence[float],
    usual_gap: float,
    right_of: dict[int, float],
    *,
    is_head: bool,
) -> list[list[ChunkRow]]:
    entries = [[strip[0]]]
    leads = _leads(strip, 0, borders)  # the line before opened a row whose middle line is to come
    for at in range(1, len(strip)):
        above, row = strip[at - 1], strip[at]
        reached = [columns_of(chunk, borders) for chunk in row.chunks]
        spans_above = any(
            end - first > 1 for first, end in (columns_of(c, borders) for c in above.chunks)
        )
        is_single_cells = all(end - first == 1 for first, end in reached)
        is_next = _leads(strip, at, borders)
        is_tight = row.top - above.bottom <= min(usual_gap, 0.4 * row.size)
        is_wrapped = reached[0][0] > 0 and (
            (2 * len(reached) <= len(borders) - 1 and is_tight)
            or _goes_on(above, row, borders, right_of)
        )
        is_head_line = is_head and not spans_above and is_single_cells
        if leads or (not is_next and (is_wrapped or is_head_line)):
            entries[-1].append(row)
        else:
            entries.append([row])
        leads = is_next
    return entries


def _leads(strip: Sequence[ChunkRow], at: int, borders: Sequence[float]) -> bool:
    """Whether a line of few cells is the first of the row whose other cells stand below it."""
    row = strip[at]
    if at + 1 == len(strip) or not _is_partial(row, borders) or _is_partial(strip[at + 1], borders):
        return False
    below = strip[at + 1].top - row.bottom
    if below > _WRAP * row.size:
        return False
    return at == 0 or below + _NEARER * row.size < row.top - strip[at - 1].bottom


def _is_partial(row: ChunkRow, borders: Sequence[float]) -> bool:
    """Cells in less than half of the columns, none of them the first, none over several."""
    reached = [columns_of(chunk, borders) for chunk in row.chunks]
    is_beside = reached[0][0] > 0 and all(end - first == 1 for first, end in reached)
    return is_beside and 2 * len(reached) <= len(borders) - 1


def _goes_on(
    above: ChunkRow, row: ChunkRow, borders: Sequence[float], right_of: dict[int, float]
) -> bool:
    """Whether in some column the line above was full, so that this one carries its text on."""
    chunk_above = {columns_of(chunk, borders)[0]: chunk for chunk in above.chunks}
    for chunk in row.chunks:
        col = columns_of(chunk, borders)[0]
        if col not in chunk_above or NUMERIC.match(chunk.text):
            continue
        first = chunk.words[0]
        room = right_of[col] - chunk_above[col].right
        if room < min(first.right - first.left, 12 * row.size) + 0.3 * row.size:
            return True
    return False
