"""The law of joining: no character is lost or doubled, and every place of the grid is covered once.

Parts are made at random: any spans, any columns, any texts, whatever the break looks like.
"""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from core.model import Box
from core.parsing.elements import ParsedCell, ParsedTable
from core.structure.tables.cut_rows import BreakView
from core.structure.tables.row_joining import GrowingGrid, Part

BOX = Box(left=0.1, top=0.1, right=0.2, bottom=0.2)
TEXTS = st.sampled_from(
    [
        "",
        "",
        "BYTE",
        "28",
        "母线失压，",
        "（例如",
        "的处置）。",
        "goes on with",
        "the rest.",
        "甲\n乙",
    ]
)
POSITIONS = [0.1, 0.2, 0.21, 0.35, 0.5, 0.62, 0.8]


@st.composite
def parts(draw, page_num=1):
    inner = draw(st.lists(st.sampled_from(POSITIONS[1:-1]), unique=True, max_size=4))
    edges = (POSITIONS[0], *sorted(inner), POSITIONS[-1])
    shift = draw(st.sampled_from([0.0, 0.02, -0.03]))
    row_count, col_count = draw(st.integers(1, 4)), len(edges) - 1
    free = {(row, col) for row in range(row_count) for col in range(col_count)}
    cells = []
    for row in range(row_count):
        for col in range(col_count):
            if (row, col) not in free:
                continue
            row_span = draw(st.integers(1, row_count - row))
            col_span = draw(st.integers(1, col_count - col))
            places = _places(row, col, row_span, col_span)
            if not places <= free:
                row_span = col_span = 1
                places = {(row, col)}
            free -= places
            cells.append(
                ParsedCell(
                    row=row,
                    col=col,
                    row_span=row_span,
                    col_span=col_span,
                    text=draw(TEXTS),
                    box=BOX,
                )
            )
    table = ParsedTable(
        row_count=row_count,
        col_count=col_count,
        cells=tuple(cells),
        column_edges=tuple(edge + shift for edge in edges),
    )
    return Part(table, page_num, draw(st.sampled_from([595.0, 842.0])))


def _places(row, col, row_span, col_span):
    return {(r, c) for r in range(row, row + row_span) for c in range(col, col + col_span)}


def _characters(texts):
    return Counter(char for text in texts for char in text if not char.isspace())


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_joining_loses_and_doubles_no_character_and_no_place(data):
    chain = [data.draw(parts(page_num)) for page_num in range(1, data.draw(st.integers(2, 4)) + 1)]
    grid = GrowingGrid.of(chain[0])
    ranges = [(1, (0, grid.row_count))]
    for part in chain[1:]:
        view = BreakView(*(data.draw(st.booleans()) for _ in range(3)))
        ranges.append((part.page_num, grid.add(part, 0, view).row_range))
    cells = grid.finished(0)

    assert _characters(cell.content for cell in cells) == _characters(
        cell.text for part in chain for cell in part.table.cells
    )
    covered = Counter(
        place
        for cell in cells
        for place in _places(cell.row, cell.col, cell.row_span, cell.col_span)
    )
    assert set(covered) == _places(0, 0, grid.row_count, grid.col_count)
    assert set(covered.values()) == {1}
    assert [first for _, (first, _) in ranges[1:]] == [end for _, (_, end) in ranges[:-1]]
    assert ranges[-1][1][1] == grid.row_count
    pages = {row: page_num for page_num, (first, end) in ranges for row in range(first, end)}
    assert all(cell.page_num == pages[cell.row] for cell in cells)
    boxes = sum(1 + len(cell.continued) for cell in cells)
    assert boxes == sum(len(part.table.cells) for part in chain)
