"""Tables: cells on a page, the parts of a table over pages, and why they were joined."""

from typing import Literal

from pydantic import computed_field

from core.model import ids
from core.model.geometry import Box, PlacedBox
from core.model.noun import Noun

TableKind = Literal["ruled", "unruled", "scanned"]
TableFileFormat = Literal["csv", "xlsx", "md", "json", "html"]


class TableCell(Noun):
    """One cell; ``row`` and ``col`` count from 0 and name the cell's top left corner.

    A cell that a page break cuts has its first piece in ``page_num`` and ``box`` and the others,
    in order, in ``continued``.
    """

    row: int
    col: int
    row_span: int = 1
    col_span: int = 1
    content: str
    is_header: bool = False
    page_num: int
    box: Box | None = None
    continued: tuple[PlacedBox, ...] = ()


class TableSegment(Noun):
    """The part of a table on one page.

    ``row_range`` is half-open in rows of the whole table. Ranges of neighbouring segments touch
    and never overlap: a row cut by the break belongs to the page where it begins.
    """

    segment_id: str
    page_num: int
    box: Box
    row_range: tuple[int, int]
    header_rows_dropped: int = 0
    continued_caption: str | None = None


class JoinSign(Noun):
    """One observation for or against joining two segments; ``weight`` is negative when against."""

    name: str
    weight: float
    detail: str = ""


class TableJoin(Noun):
    """Why the segment ``lower_segment`` was taken as the continuation of ``upper_segment``."""

    upper_segment: str
    lower_segment: str
    signs: tuple[JoinSign, ...]
    strength: float
    row_cut: bool = False


class TableMeta(Noun):
    """A table as it stands on one page, kept with its block.

    Rows count from 0 on this page. ``is_truncated`` says that the table goes on overleaf.
    """

    table_id: str
    segment_id: str | None = None
    caption: str | None = None
    is_truncated: bool = False
    row_headers: tuple[str, ...] = ()
    col_headers: tuple[str, ...] = ()
    header_row_count: int = 0
    row_count: int
    col_count: int
    cells: tuple[TableCell, ...] = ()
    kind: TableKind = "ruled"
    confidence: float = 1.0


class Table(Noun):
    """A whole table, over as many pages as it has; no row of it is lost or doubled."""

    table_id: str
    reg_id: str
    number: str | None = None
    caption: str | None = None
    caption_page: int | None = None
    page_start: int
    page_end: int
    chapter_id: str | None = None
    section_number: str | None = None
    header_row_count: int = 0
    row_headers: tuple[str, ...] = ()
    col_headers: tuple[str, ...] = ()
    row_count: int
    col_count: int
    cells: tuple[TableCell, ...] = ()
    segments: tuple[TableSegment, ...] = ()
    joins: tuple[TableJoin, ...] = ()
    kind: TableKind = "ruled"
    confidence: float = 1.0

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, self.page_start, self.page_end, self.caption or "")

    @property
    def is_over_pages(self) -> bool:
        return self.page_end > self.page_start

    def page_of(self, row: int) -> int:
        """The page on which a row begins; a table without segments stands on its first page."""
        for segment in self.segments:
            first, end = segment.row_range
            if first <= row < end:
                return segment.page_num
        return self.page_start

    def row_boxes(self, row: int) -> dict[int, Box]:
        """By page, in order: a row that a page break cuts has a box on either side.

        Cells over several rows count where they begin, and only where there are no others.
        """
        cells = [cell for cell in self.cells if cell.row <= row < cell.row + cell.row_span]
        own = [cell for cell in cells if cell.row_span == 1] or cells
        placed: dict[int, list[Box]] = {}
        for cell in own:
            if cell.box is not None:
                placed.setdefault(cell.page_num, []).append(cell.box)
            for piece in cell.continued:
                placed.setdefault(piece.page_num, []).append(piece.box)
        return {page_num: Box.around(placed[page_num]) for page_num in sorted(placed)}


class NumericColumn(Noun):
    """A column that can be drawn: ``values`` by row, None where a cell has no one number.

    ``unit`` is read off the header or the cells; empty where neither says one. ``is_count``: the
    numbers only count the rows, 1, 2, 3, ….
    """

    col: int
    name: str
    unit: str = ""
    is_count: bool = False
    values: tuple[tuple[int, float | None], ...]
