"""Tables: cells on a page, the parts of a table over pages, and why they were joined."""

from typing import Literal

from pydantic import computed_field

from core.model import ids
from core.model.geometry import Box, PlacedBox
from core.model.noun import Noun

TableKind = Literal["ruled", "unruled", "scanned"]


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
