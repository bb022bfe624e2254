"""A table with all that a file of it says: the pages of its rows, its notes, its words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from core.model import Annotation, Table, TableCell

_WORDS: Mapping[str, tuple[str, str]] = {
    "page": ("页", "Page"),
    "table": ("表格", "Table"),
    "notes": ("注与来源", "Notes and sources"),
    "note": ("注", "Note"),
    "content": ("内容", "Content"),
    "cited_at": ("引用处", "Cited at"),
    "source": ("来源", "Source"),
    "caption": ("表题", "Caption"),
    "table_id": ("表格标识", "Table id"),
    "rows": ("行", "Rows"),
}


@dataclass(frozen=True)
class PrintedTable:
    """``language`` is that of the few words beside the table: zh or en."""

    table: Table
    notes: tuple[Annotation, ...] = ()
    language: str = "zh"
    title: str = ""
    words: Mapping[str, tuple[str, str]] = field(default_factory=lambda: _WORDS)

    def word(self, name: str) -> str:
        return self.words[name][0 if self.language == "zh" else 1]

    @cached_property
    def rows(self) -> list[list[str]]:
        """Texts by place; a cell over several places stands in the first one of them."""
        grid = [[""] * self.table.col_count for _ in range(self.table.row_count)]
        for cell in self.table.cells:
            if cell.row < self.table.row_count and cell.col < self.table.col_count:
                grid[cell.row][cell.col] = cell.content
        return grid

    @cached_property
    def cells_by_row(self) -> list[list[TableCell]]:
        """Each row's cells that begin in it, left to right."""
        found: list[list[TableCell]] = [[] for _ in range(self.table.row_count)]
        for cell in sorted(self.table.cells, key=lambda cell: (cell.row, cell.col)):
            if cell.row < self.table.row_count:
                found[cell.row].append(cell)
        return found

    def page(self, row: int) -> int:
        return self.table.page_of(row)

    def citing(self, note: Annotation) -> Iterator[tuple[int, int]]:
        """The cells of this table that cite a note."""
        for link in note.links:
            if link.table_id == self.table.table_id and link.row is not None:
                yield link.row, link.col or 0
