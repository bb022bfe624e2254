"""The rows of a table's parts put into one grid: nothing lost, nothing twice.

A growing grid takes one part after the other. Each part may bring its own columns, repeat the
header, go on with a cut row, and go on with cells over several rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.model import PlacedBox, TableCell
from core.model.geometry import Box
from core.parsing.elements import ParsedCell, ParsedTable
from core.parsing.line_joining import join_lines
from core.structure.tables.columns import unite_columns
from core.structure.tables.cut_rows import BreakView, RowCell, flow, is_later_item, is_row_cut

_OFTEN = 0.2  # from this share on an empty cell is nothing unusual in its column
_TALL = 1.5  # times the lowest row of the table: more than one line of print


@dataclass(frozen=True)
class Part:
    """The part of a table on one page; sizes of the page in points."""

    table: ParsedTable
    page_num: int
    page_width: float = 595.0
    page_height: float = 842.0


@dataclass(slots=True)
class _Cell:
    row: int
    col: int
    row_span: int
    col_span: int
    pieces: list[tuple[str, int, Box]]

    @property
    def end(self) -> int:
        return self.col + self.col_span

    @property
    def bottom(self) -> int:
        return self.row + self.row_span

    @property
    def is_empty(self) -> bool:
        return not any(text.strip() for text, _, _ in self.pieces)

    @property
    def text(self) -> str:
        return join_lines([text for text, _, _ in self.pieces if text.strip()])[0]


@dataclass(frozen=True)
class AddedPart:
    row_range: tuple[int, int]
    is_row_cut: bool


@dataclass
class GrowingGrid:
    edges: tuple[float, ...]
    page_width: float
    are_ruled: bool
    row_count: int = 0
    cells: list[_Cell] = field(default_factory=list)
    # The cells that the next part may touch or be compared with: looking at all of them for every
    # page would make a table of hundreds of pages slow.
    latest: list[_Cell] = field(default_factory=list)

    @classmethod
    def of(cls, part: Part) -> "GrowingGrid":
        table = part.table
        edges = table.column_edges
        if len(edges) != table.col_count + 1:
            edges = tuple(at / max(table.col_count, 1) for at in range(table.col_count + 1))
        grid = cls(edges, part.page_width, table.kind == "ruled", table.row_count)
        grid.cells = [_cell(cell, part.page_num) for cell in table.cells]
        grid.latest = list(grid.cells)
        return grid

    @property
    def col_count(self) -> int:
        return len(self.edges) - 1

    def add(
        self, part: Part, header_rows_dropped: int, view: BreakView, *, may_be_cut: bool = True
    ) -> AddedPart:
        """The rows of the next page; ``view`` is of the break between."""
        first = header_rows_dropped
        lower = self._on_common_columns(part, first)
        row_count = part.table.row_count - first
        upper_row = [cell for cell in self.latest if cell.bottom == self.row_count]
        lower_row = [cell for cell in lower if cell.row == 0]
        is_tall = view.is_tall or self._is_tall(part)
        view = BreakView(view.is_open, is_tall, view.is_at_foot)
        is_cut = (
            may_be_cut
            and row_count > 0
            and is_row_cut(self._seen(upper_row, lower), self._seen(lower_row, lower), view)
        )
        base = self.row_count - 1 if is_cut else self.row_count
        taken_in = self._take_in(upper_row, lower_row, lower, is_cut)
        added = [cell for cell in lower if id(cell) not in taken_in]
        for cell in added:
            cell.row += base
        start = self.row_count
        self.row_count = base + row_count
        self.cells += added
        if added:
            self.latest = [c for c in upper_row if c.bottom > start or is_cut] + added
        return AddedPart((start, self.row_count), is_cut)

    def finished(self, header_row_count: int) -> tuple[TableCell, ...]:
        return tuple(
            TableCell(
                row=cell.row,
                col=cell.col,
                row_span=cell.row_span,
                col_span=cell.col_span,
                content=cell.text,
                is_header=cell.row < header_row_count,
                page_num=cell.pieces[0][1],
                box=cell.pieces[0][2],
                continued=tuple(
                    PlacedBox(page_num=page_num, box=box) for _, page_num, box in cell.pieces[1:]
                ),
            )
            for cell in sorted(self.cells, key=lambda cell: (cell.row, cell.col))
        )

    def _on_common_columns(self, part: Part, first: int) -> list[_Cell]:
        """The part's cells without its first rows; both sides are set on columns they share."""
        fresh = GrowingGrid.of(part)
        scale = part.page_width / self.page_width
        edges = [edge * scale for edge in fresh.edges]
        union = unite_columns(self.edges, edges, are_ruled=self.are_ruled and fresh.are_ruled)
        if len(union.edges) > len(self.edges):
            _place(self.cells, union.upper)
        _place(fresh.cells, union.lower)
        self.edges = union.edges
        kept = [cell for cell in fresh.cells if cell.row >= first]
        for cell in kept:
            cell.row -= first
        return kept

    def _seen(self, row: Sequence[_Cell], lower: Sequence[_Cell]) -> list[RowCell]:
        """A row as it is judged, its columns compared with the rest of both pages."""
        others = [cell for cell in self.latest if cell.bottom < self.row_count]
        others += [cell for cell in lower if cell.row > 0]
        shares = _empty_shares(others)
        item_rows = {(cell.col, cell.end) for cell in others if is_later_item(cell.text)}
        return [
            RowCell(
                cell.col,
                cell.end,
                cell.text,
                cell.row_span,
                (self.edges[cell.end] - self.edges[cell.col]) * self.page_width,
                shares.get((cell.col, cell.end), 0.0),
                (cell.col, cell.end) in item_rows,
            )
            for cell in sorted(row, key=lambda cell: cell.col)
        ]

    def _is_tall(self, part: Part) -> bool:
        """Is the last row more than a line high?"""
        heights = [
            piece[2].bottom - piece[2].top
            for cell in self.latest
            if cell.row_span == 1
            for piece in cell.pieces
        ]
        heights += [
            cell.box.bottom - cell.box.top for cell in part.table.cells if cell.row_span == 1
        ]
        last = [
            cell.pieces[-1][2].bottom - cell.pieces[-1][2].top
            for cell in self.latest
            if cell.bottom == self.row_count and cell.row_span == 1
        ]
        lowest = min((height for height in heights if height > 0), default=1.0)
        return max(last, default=0.0) > _TALL * lowest

    def _take_in(
        self, upper_row: list[_Cell], lower_row: list[_Cell], lower: list[_Cell], is_cut: bool
    ) -> set[int]:
        """The last cells grow by the cells overleaf that are their rest; the ids of these."""
        taken: set[int] = set()
        for below in lower_row:
            above = next((c for c in upper_row if c.col <= below.col and below.end <= c.end), None)
            if above is None:
                continue
            is_whole = (above.col, above.end) == (below.col, below.end)
            if is_cut:
                grows_by = below.row_span - 1
            elif is_whole and self._is_span_cut(above, below, lower):
                grows_by = below.row_span
            else:
                continue
            above.pieces += below.pieces
            above.row_span += grows_by
            taken.add(id(below))
        return taken

    def _is_span_cut(self, above: _Cell, below: _Cell, lower: list[_Cell]) -> bool:
        """Is this one cell over rows of both pages?"""
        if above.is_empty:
            return False
        if not below.is_empty:
            return above.row_span > 1 and below.row_span > 1 and flow(above.text, below.text) >= 2.0
        if below.row_span > 1:
            return True
        if above.row_span == 1 and above.col > 0:
            return False
        others = [cell for cell in (*self.latest, *lower) if cell is not below]
        return _empty_shares(others)[above.col, above.end] < _OFTEN


def _cell(cell: ParsedCell, page_num: int) -> _Cell:
    return _Cell(
        cell.row, cell.col, cell.row_span, cell.col_span, [(cell.text, page_num, cell.box)]
    )


def _place(cells: Sequence[_Cell], new_edge: Sequence[int]) -> None:
    """Moves cells to columns that were cut finer."""
    for cell in cells:
        col, end = new_edge[cell.col], new_edge[cell.end]
        cell.col, cell.col_span = col, end - col


def _empty_shares(cells: Sequence[_Cell]) -> dict[tuple[int, int], float]:
    """How usual empty cells are, by the columns that a cell takes."""
    columns: dict[tuple[int, int], list[bool]] = {}
    for cell in cells:
        columns.setdefault((cell.col, cell.end), []).append(cell.is_empty)
    return {place: sum(are_empty) / len(are_empty) for place, are_empty in columns.items()}
