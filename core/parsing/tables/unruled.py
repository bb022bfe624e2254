"""Tables without a grid: rows between horizontal rules, or text that merely lines up.

Taken only where the signs are plain, and never with the confidence of a ruled table.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from statistics import median

from core.parsing.ink import Area, Word
from core.parsing.tables.cell_text import text_rows
from core.parsing.tables.found import FoundTable
from core.parsing.tables.grids import Grid, Span
from core.parsing.tables.gutters import ChunkRow, chunk_row, columns_of, gutters
from core.parsing.tables.placing import place_words
from core.parsing.tables.prose import NUMERIC, reads_like_columns, reads_like_prose
from core.parsing.tables.ruled import table_of
from core.parsing.tables.rules import Rule
from core.parsing.tables.word_index import WordIndex

_SAME_END = 6.0  # points by which the ends of a table's rules may differ
_WITH_RULES, _WITHOUT_RULES = 0.6, 0.45
_LOOSEST = 2.2  # in ems: the widest white between two rows of one table
_FEWEST_ROWS = 3
_CAPTION = re.compile(
    r"(?:续?附?[表图]|Table|Figure|Fig\.)\s*[A-Z]?\s*[-.—]?\s*[\d一二三四五六七八九十]",
    re.IGNORECASE,
)


def unruled_tables(words: WordIndex, rules: Sequence[Rule]) -> list[FoundTable]:
    """Tables among ``words``; ``rules`` are the horizontal ones that belong to no grid."""
    tables: list[FoundTable] = []
    for stack in _stacks(rules):
        tables += _tables_between(stack, words)
    taken = [table.area for table in tables]
    rows = [chunk_row(row) for row in text_rows(_upright(words.outside(taken)))]
    for run in _tabular_runs(rows):
        if _CAPTION.match(run[0].chunks[0].text):
            run = run[1:]
        if len(run) < _FEWEST_ROWS or not reads_like_columns(run):
            continue
        table = _table(run, [], _WITHOUT_RULES)
        if table is not None:
            tables.append(table)
    return tables


def _upright(words: Sequence[Word]) -> list[Word]:
    return [word for word in words if word.direction == 0]


def _stacks(rules: Sequence[Rule]) -> Iterator[list[Rule]]:
    """Rules of one width below each other."""
    open_stacks: list[list[Rule]] = []
    for rule in sorted(rules):
        for stack in open_stacks:
            if (
                abs(stack[0].start - rule.start) <= _SAME_END
                and abs(stack[0].end - rule.end) <= _SAME_END
            ):
                stack.append(rule)
                break
        else:
            open_stacks.append([rule])
    yield from (stack for stack in open_stacks if len(stack) >= 2)


def _tables_between(stack: Sequence[Rule], words: WordIndex) -> Iterator[FoundTable]:
    """Neighbouring rules belong to one table as long as rows of columns stand between them."""
    left, right = stack[0].start, stack[0].end
    block: list[ChunkRow] = []
    block_rules: list[Rule] = [stack[0]]
    for upper, lower in itertools.pairwise(stack):
        held = words.inside(Area(left - 2, upper.position, right + 2, lower.position))
        rows = [chunk_row(row) for row in text_rows(_upright(held))]
        is_near = bool(rows) and rows[0].top - upper.position < _LOOSEST * rows[0].size
        if is_near and _is_tabular(rows, right - left):
            block += rows
            block_rules.append(lower)
            continue
        yield from _finished(block, block_rules)
        block, block_rules = [], [lower]
    yield from _finished(block, block_rules)


def _finished(rows: Sequence[ChunkRow], rules: Sequence[Rule]) -> Iterator[FoundTable]:
    if len(rows) >= _FEWEST_ROWS and len(rules) >= 2 and not reads_like_prose(rows):
        table = _table(rows, rules, _WITH_RULES)
        if table is not None:
            yield table


def _is_tabular(rows: Sequence[ChunkRow], width: float) -> bool:
    running = [any(chunk.right - chunk.left > 0.55 * width for chunk in row.chunks) for row in rows]
    in_columns = sum(
        1 for row, runs in zip(rows, running, strict=True) if len(row.chunks) >= 2 and not runs
    )
    is_close = all(
        below.top - row.bottom < _LOOSEST * row.size for row, below in itertools.pairwise(rows)
    )
    return is_close and in_columns >= 0.6 * len(rows) and sum(running) <= 0.2 * len(rows)


def _tabular_runs(rows: Sequence[ChunkRow]) -> Iterator[list[ChunkRow]]:
    """Rows in several chunks that follow each other closely."""
    run: list[ChunkRow] = []
    for row in rows:
        is_close = bool(run) and row.top - run[-1].bottom < _LOOSEST * row.size
        if len(row.chunks) >= 2 and (not run or is_close):
            run.append(row)
            continue
        if len(run) >= _FEWEST_ROWS:
            yield run
        run = [row] if len(row.chunks) >= 2 else []
    if len(run) >= _FEWEST_ROWS:
        yield run


def _table(rows: Sequence[ChunkRow], rules: Sequence[Rule], confidence: float) -> FoundTable | None:
    stripes = gutters([row for row in rows if len(row.chunks) >= 2])
    if not stripes:
        return None
    left, right = min(row.left for row in rows), max(row.right for row in rows)
    if rules:
        left, right = min(left, rules[0].start), max(right, rules[0].end)
    borders = [left - 1, *((start + end) / 2 for start, end in stripes), right + 1]
    entries = _entries(rows, borders, [rule.position for rule in rules])
    ys = [entries[0][0].top - 1]
    for above, below in itertools.pairwise(entries):
        ys.append((above[-1].bottom + below[0].top) / 2)
    ys.append(entries[-1][-1].bottom + 1)
    if rules:
        ys[0], ys[-1] = min(ys[0], rules[0].position), max(ys[-1], rules[-1].position)
    grid = Grid(xs=borders, ys=ys, spans=list(_spans(entries, borders)))
    words = [word for row in rows for chunk in row.chunks for word in chunk.words]
    return table_of(grid, place_words(grid, words), "unruled", confidence)


def _entries(
    rows: Sequence[ChunkRow], borders: Sequence[float], rules: Sequence[float]
) -> list[list[ChunkRow]]:
    """Printed rows gathered to rows of the table: a wrapped line stays with the one before."""
    gaps = [below.top - row.bottom for row, below in itertools.pairwise(rows)]
    usual_gap = median(gaps) if gaps else 0.0
    right_of: dict[int, float] = {}
    for row in rows:
        for chunk in row.chunks:
            col = columns_of(chunk, borders)[0]
            right_of[col] = max(right_of.get(col, 0.0), chunk.right)
    entries = [[rows[0]]]
    for above, row in itertools.pairwise(rows):
        parted = any(above.bottom - 2 <= rule <= row.top + 2 for rule in rules)
        in_head = len(rules) >= 3 and row.bottom <= rules[1] + 2
        reached = [columns_of(chunk, borders) for chunk in row.chunks]
        spans_above = any(
            end - first > 1 for first, end in (columns_of(c, borders) for c in above.chunks)
        )
        is_wrapped = reached[0][0] > 0 and (
            (
                2 * len(reached) <= len(borders) - 1
                and row.top - above.bottom <= min(usual_gap, 0.4 * row.size)
            )
            or _goes_on(above, row, borders, right_of)
        )
        is_head_line = (
            in_head and not spans_above and all(end - first == 1 for first, end in reached)
        )
        if not parted and (is_wrapped or is_head_line):
            entries[-1].append(row)
        else:
            entries.append([row])
    return entries


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


def _spans(entries: Sequence[Sequence[ChunkRow]], borders: Sequence[float]) -> Iterator[Span]:
    for at, entry in enumerate(entries):
        reach = {col: {col} for col in range(len(borders) - 1)}
        for chunk in (chunk for row in entry for chunk in row.chunks):
            first, end = columns_of(chunk, borders)
            together = set().union(*(reach[col] for col in range(first, end)))
            for col in together:
                reach[col] = together
        col = 0
        while col < len(borders) - 1:
            end = max(reach[col]) + 1
            yield Span(at, col, at + 1, end)
            col = end
