"""A table found on a page, in points, and how it is handed on."""

from dataclasses import dataclass

from core.model.tables import TableKind
from core.parsing.elements import ParsedCell, ParsedTable
from core.parsing.ink import Area, PageInk, Word


@dataclass(frozen=True, slots=True)
class FoundCell:
    row: int
    col: int
    row_span: int
    col_span: int
    area: Area
    text: str
    superscripts: tuple[tuple[int, int], ...] = ()
    is_header: bool = False
    is_bold: bool = False


@dataclass(frozen=True, slots=True)
class FoundTable:
    """Cells tile the grid: every slot is covered exactly once.

    ``column_edges`` has one x more than there are columns. ``spilled`` are words beside the area
    that end a line of one of the cells: text that was too long for its table.
    """

    area: Area
    row_count: int
    col_count: int
    cells: tuple[FoundCell, ...]
    column_edges: tuple[float, ...]
    header_row_count: int = 0
    kind: TableKind = "ruled"
    confidence: float = 1.0
    is_open_above: bool = False
    is_open_below: bool = False
    spilled: tuple[Word, ...] = ()

    def covers(self, word: Word) -> bool:
        """Whether the word's text is in one of the table's cells."""
        return self.area.contains(*word.middle) or word in self.spilled


def parsed_table(table: FoundTable, ink: PageInk) -> ParsedTable:
    """The table with boxes as fractions of the page as shown; its own is ``ink.box_as_shown``.

    ``column_edges`` are fractions of the upright page's width: a table set sideways has its
    columns one above the other on the page as shown.
    """
    return ParsedTable(
        row_count=table.row_count,
        col_count=table.col_count,
        cells=tuple(
            ParsedCell(
                row=cell.row,
                col=cell.col,
                row_span=cell.row_span,
                col_span=cell.col_span,
                text=cell.text,
                box=ink.box_as_shown(cell.area),
                is_header=cell.is_header,
                superscripts=cell.superscripts,
            )
            for cell in table.cells
        ),
        header_row_count=table.header_row_count,
        column_edges=tuple(edge / ink.width for edge in table.column_edges),
        is_open_above=table.is_open_above,
        is_open_below=table.is_open_below,
        kind=table.kind,
        confidence=table.confidence,
    )
