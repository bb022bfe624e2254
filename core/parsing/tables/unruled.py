"""Tables without a grid: rows between horizontal rules, or text that merely lines up.

Taken only where the signs are plain, and never with the confidence of a ruled table.
"""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from core.parsing.ink import Area, Word
from core.parsing.tables.cell_text import text_rows
from core.parsing.tables.entries import carries_on, gather_entries, leads_into, wrapped_lines
from core.parsing.tables.found import FoundTable
from core.parsing.tables.grids import Grid, Span
from core.parsing.tables.gutters import ChunkRow, chunk_row, columns_of, gutters
from core.parsing.tables.placing import place_words
from core.parsing.tables.prose import NUMERIC, reads_like_columns, reads_like_prose
from core.parsing.tables.ruled import table_of
from core.parsing.tables.rules import Rule
from core.parsing.tables.split_heads import spans_of_head
from core.parsing.tables.word_index import WordIndex

_SAME_END = 6.0  # points by which the ends of a table's rules may differ
_WITH_RULES, _WITHOUT_RULES = 0.6, 0.45
_LOOSEST = 2.2  # in ems: the widest white between two rows of one table
_FEWEST_ROWS = 3
_HEAD_AND_BODY = 3  # rules: above the head, below it, below the body
_DEEPEST_HEAD = 3
_GROUP_ROW = 2.5  # in ems: between two rules this near to each other one line may name a group
_CAPTION = re.compile(
    r"(?:续?附?[表图]|Table|Figure|Fig\.)\s*[A-Z]?\s*[-.—]?\s*[\d一二三四五六七八九十]",
    re.IGNORECASE,
)
_AGAIN = re.compile(r"续|\bcont(?:\.|['’]?d\b|inued)", re.IGNORECASE)


def unruled_tables(words: WordIndex, rules: Sequence[Rule]) -> list[FoundTable]:
    """Tables among ``words``; ``rules`` are the horizontal ones that belong to no grid."""
    tables: list[FoundTable] = []
    for stack in _stacks(rules):
        tables += _tables_between(stack, words, rules)
    taken = [table.area for table in tables]
    rows = [chunk_row(row) for row in text_rows(_upright(words.outside(taken)))]
    for run in _tabular_runs(rows):
        if is_caption(run[0]):
            run = run[1:]
        in_columns = [row for row in run if len(row.chunks) >= 2]
        if len(in_columns) < _FEWEST_ROWS or not reads_like_columns(in_columns):
            continue
        table = _table(run, [], _WITHOUT_RULES)
        if table is not None:
            tables.append(table)
    return tables


def begins_table(line: str) -> bool:
    """Whether a line is the caption of a table that begins here, rather than goes on."""
    return _CAPTION.match(line) is not None and _AGAIN.search(line) is None


def is_caption(row: ChunkRow) -> bool:
    return _CAPTION.match(row.chunks[0].text) is not None


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


def _tables_between(
    stack: Sequence[Rule], words: WordIndex, rules: Sequence[Rule]
) -> Iterator[FoundTable]:
    """Neighbouring rules belong to one table as long as rows of columns stand between them.

    ``rules`` are all of the page: a short one below a name in the head says what it is the name of.
    """
    left, right = stack[0].start, stack[0].end
    block: list[ChunkRow] = []
    block_rules: list[Rule] = [stack[0]]
    for upper, lower in itertools.pairwise(stack):
        held = words.inside(Area(left - 2, upper.position, right + 2, lower.position))
        rows = [chunk_row(row) for row in text_rows(_upright(held))]
        is_near = bool(rows) and rows[0].top - upper.position < _LOOSEST * rows[0].size
        height = lower.position - upper.position
        names_group = bool(block) and len(rows) == 1 and height < _GROUP_ROW * rows[0].size
        is_head = not block and _is_spanned_head(rows, right - left)
        if (is_near and (is_head or is_tabular(rows, right - left))) or names_group:
            block += rows
            block_rules.append(lower)
            continue
        yield from _finished(block, block_rules, rules)
        block, block_rules = [], [lower]
    yield from _finished(block, block_rules, rules)


def _is_spanned_head(rows: Sequence[ChunkRow], width: float) -> bool:
    """One name over several columns, and below it the names of these."""
    if len(rows) != 2 or len(rows[0].chunks) != 1 or len(rows[1].chunks) < 3:
        return False
    name, names = rows[0].chunks[0], rows[1].chunks
    below = [chunk for chunk in names if chunk.left < name.right and name.left < chunk.right]
    is_close = rows[1].top - rows[0].bottom < _LOOSEST * rows[1].size
    return is_close and len(below) >= 2 and name.right - name.left <= 0.55 * width


def _finished(
    rows: Sequence[ChunkRow], rules: Sequence[Rule], of_page: Sequence[Rule]
) -> Iterator[FoundTable]:
    if len(rows) >= _FEWEST_ROWS and len(rules) >= 2 and not reads_like_prose(rows):
        table = _split_head_table(rows, rules, of_page, _WITH_RULES)
        table = table or _table(rows, rules, _WITH_RULES)
        if table is not None:
            yield table


def is_tabular(rows: Sequence[ChunkRow], width: float) -> bool:
    """Whether most rows, wrapped lines apart, stand in columns and none runs on over them."""
    wrapped = wrapped_lines(rows)
    rows = [row for at, row in enumerate(rows) if at not in wrapped]
    running = [any(chunk.right - chunk.left > 0.55 * width for chunk in row.chunks) for row in rows]
    in_columns = sum(
        1 for row, runs in zip(rows, running, strict=True) if len(row.chunks) >= 2 and not runs
    )
    is_close = all(
        below.top - row.bottom < _LOOSEST * row.size for row, below in itertools.pairwise(rows)
    )
    return is_close and in_columns >= 0.6 * len(rows) and sum(running) <= 0.2 * len(rows)


def _tabular_runs(rows: Sequence[ChunkRow]) -> Iterator[list[ChunkRow]]:
    """Rows in several chunks that follow each other closely, with the wrapped lines among them."""
    run: list[ChunkRow] = []
    for row, below in itertools.zip_longest(rows, rows[1:]):
        is_close = bool(run) and row.top - run[-1].bottom < _LOOSEST * row.size
        leads = below is not None and leads_into(row, below)
        if is_close and (len(row.chunks) >= 2 or leads or carries_on(run, row)):
            run.append(row)
            continue
        yield from _long_enough(run)
        run = [row] if len(row.chunks) >= 2 or leads else []
    yield from _long_enough(run)


def _long_enough(run: Sequence[ChunkRow]) -> Iterator[list[ChunkRow]]:
    if sum(1 for row in run if len(row.chunks) >= 2) >= _FEWEST_ROWS:
        yield list(run)


def _table(rows: Sequence[ChunkRow], rules: Sequence[Rule], confidence: float) -> FoundTable | None:
    wrapped = wrapped_lines(rows)
    stripes = gutters([row for at, row in enumerate(rows) if len(row.chunks) >= 2 or at in wrapped])
    if not stripes:
        return None
    left, right = min(row.left for row in rows), max(row.right for row in rows)
    top, bottom = rows[0].top - 1, rows[-1].bottom + 1
    if rules:
        left, right = min(left, rules[0].start), max(right, rules[0].end)
        top, bottom = min(top, rules[0].position), max(bottom, rules[-1].position)
    borders = [left - 1, *((start + end) / 2 for start, end in stripes), right + 1]
    cuts = [rule.position for rule in rules]
    entries = gather_entries(rows, borders, cuts)
    table = table_of_entries(entries, borders, cuts, (top, bottom), confidence)
    return replace(table, header_row_count=_head_depth(entries, cuts))


def _split_head_table(
    rows: Sequence[ChunkRow], rules: Sequence[Rule], of_page: Sequence[Rule], confidence: float
) -> FoundTable | None:
    """A table of three rules in whose head short ones part names from the columns they unite.

    None where there are no such rules.
    """
    if len(rules) != _HEAD_AND_BODY:
        return None
    above, below, end = rules
    short = [
        rule
        for rule in of_page
        if above.position + 2 < rule.position < below.position - 2
        and above.start - 2 <= rule.start
        and rule.end <= above.end + 2
        and rule.end - rule.start < 0.9 * (above.end - above.start)
    ]
    if not short or max(short).position - min(short).position > 2:
        return None
    middle = short[0].position
    head = [row for row in rows if row.bottom <= below.position + 2]
    body = [row for row in rows if row.bottom > below.position + 2]
    stripes = gutters([row for row in (*head, *body) if row.bottom > middle])
    if not stripes or not body:
        return None
    left, right = min(row.left for row in rows), max(row.right for row in rows)
    left, right = min(left, above.start), max(right, above.end)
    borders = [left - 1, *((start + stop) / 2 for start, stop in stripes), right + 1]
    names = [chunk for row in head if row.bottom <= middle + 1 for chunk in row.chunks]
    spans = spans_of_head(borders, short, names)
    if spans is None:
        return None
    cuts = [rule.position for rule in rules]
    reach = (below.position, max(body[-1].bottom + 1, end.position))
    entries = gather_entries(body, borders, cuts)
    ys = [min(rows[0].top - 1, above.position), middle, *_row_borders(entries, cuts, reach)]
    spans += [
        Span(span.top + 2, span.left, span.bottom + 2, span.right)
        for span in _spans(entries, borders)
    ]
    grid = Grid(xs=borders, ys=ys, spans=sorted(spans, key=lambda span: (span.top, span.left)))
    table = table_of(grid, place_words(grid, _words_of(rows)), "unruled", confidence)
    return replace(table, header_row_count=2)


def _head_depth(entries: Sequence[Sequence[ChunkRow]], cuts: Sequence[float]) -> int:
    """How many rows stand between the first two of three rules: the head, unless it has figures."""
    if len(cuts) != _HEAD_AND_BODY:
        return 0
    head = [entry for entry in entries if entry[-1].bottom <= cuts[1] + 2]
    texts = [chunk.text for entry in head for row in entry for chunk in row.chunks]
    is_named = not any(NUMERIC.match(text) for text in texts)
    return len(head) if is_named and len(head) <= _DEEPEST_HEAD and len(texts) >= 2 else 0


def table_of_entries(
    entries: Sequence[Sequence[ChunkRow]],
    borders: Sequence[float],
    cuts: Sequence[float],
    reach: tuple[float, float],
    confidence: float,
) -> FoundTable:
    """``reach``: how far up and down the table goes. Rows end at a cut where there is one."""
    ys = _row_borders(entries, cuts, reach)
    grid = Grid(xs=list(borders), ys=ys, spans=list(_spans(entries, borders)))
    words = _words_of(row for entry in entries for row in entry)
    return table_of(grid, place_words(grid, words), "unruled", confidence)


def _words_of(rows: Iterable[ChunkRow]) -> list[Word]:
    return [word for row in rows for chunk in row.chunks for word in chunk.words]


def _row_borders(
    entries: Sequence[Sequence[ChunkRow]], cuts: Sequence[float], reach: tuple[float, float]
) -> list[float]:
    ys = [reach[0]]
    for above, below in itertools.pairwise(entries):
        bottom, top = above[-1].bottom, below[0].top
        between = [cut for cut in cuts if bottom - 2 <= cut <= top + 2]
        ys.append(between[0] if between else (bottom + top) / 2)
    return [*ys, reach[1]]


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
