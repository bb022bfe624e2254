"""A table as rows of cells, spans filled in."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from core.comparison.folding import key_of
from core.model import PlacedBox, Table, TableCell
from core.model.comparison import Place

_SERIAL_START = (0, 1)
_CODE = re.compile(r"(?P<before>\D*)(?P<number>\d{1,4})(?P<after>\D*)", re.ASCII)


@dataclass(frozen=True)
class Grid:
    """``parts`` are rows that go on with the row they are named under: they are read as one."""

    table: Table
    place: Place
    parts: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    @cached_property
    def cells(self) -> dict[tuple[int, int], TableCell]:
        """Every place of the grid; a merged cell stands at all of its places."""
        found = {
            (row, col): cell
            for cell in self.table.cells
            for row in range(cell.row, cell.row + cell.row_span)
            for col in range(cell.col, cell.col + cell.col_span)
        }
        for row, parts in self.parts.items():
            for col in range(self.table.col_count):
                pieces = [found.get((each, col)) for each in (row, *parts)]
                own = [
                    piece
                    for index, piece in enumerate(pieces)
                    if piece is not None and piece not in pieces[:index]
                ]
                if own:
                    found[row, col] = _joined(own)
        return found

    @cached_property
    def keys(self) -> list[list[str]]:
        """The folded texts of every place, by row."""
        return [
            [self.key(row, col) for col in range(self.table.col_count)]
            for row in range(self.table.row_count)
        ]

    @cached_property
    def body_rows(self) -> list[int]:
        left_out = {part for parts in self.parts.values() for part in parts}
        rows = range(self.table.header_row_count, self.table.row_count)
        return [row for row in rows if row not in left_out]

    def values(self, col: int) -> frozenset[str]:
        """What stands in a column, folded."""
        found = self._values.get(col)
        if found is None:
            found = self._values[col] = frozenset(self.keys[row][col] for row in self.body_rows)
        return found

    @cached_property
    def _values(self) -> dict[int, frozenset[str]]:
        return {}

    @property
    def header_rows(self) -> range:
        return range(self.table.header_row_count)

    def key(self, row: int, col: int) -> str:
        cell = self.cells.get((row, col))
        return key_of(cell.content) if cell is not None else ""

    def header(self, col: int) -> str:
        """All header cells above a column, from the top; one above all columns names none."""
        found: list[TableCell] = []
        for row in self.header_rows:
            cell = self.cells.get((row, col))
            if cell is not None and cell not in found and not self._is_over_all(cell):
                found.append(cell)
        return " / ".join(cell.content for cell in found if cell.content)

    def last_header(self, col: int) -> str:
        return self.header(col).rpartition(" / ")[2]

    def is_title(self, cell: TableCell) -> bool:
        """The caption, printed as the first row."""
        caption = self.table.caption or ""
        return self._is_over_all(cell) and key_of(cell.content) == key_of(caption)

    def row_text(self, row: int) -> str:
        """The cells that begin in this row, as one line."""
        begun = [self.cells.get((row, col)) for col in range(self.table.col_count)]
        texts = []
        for col, cell in enumerate(begun):
            starts = cell is not None and (cell.row, cell.col) == (row, col)
            texts.append(cell.content if cell is not None and starts else "")
        return " | ".join(texts)

    def row_group(self, row: int) -> str:
        """The cells that reach into this row from above and name what it is a part of."""
        reaching = [self.cells.get((row, col)) for col in range(self.table.col_count)]
        texts = [cell.content for cell in reaching if cell is not None and cell.row < row]
        return " | ".join(dict.fromkeys(text for text in texts if text))

    def row_place(self, row: int) -> Place:
        cells = [
            cell
            for col in range(self.table.col_count)
            if (cell := self.cells.get((row, col))) is not None
        ]
        beginning = [cell for cell in cells if cell.row == row] or cells
        return self._place_of(beginning, "")

    def cell_place(self, cell: TableCell) -> Place:
        return self._place_of([cell], "")

    def is_serial(self, col: int) -> bool:
        """1, 2, 3 down the column: these count the rows and say nothing of them."""
        values = [self.keys[row][col] for row in self.body_rows]
        numbers = [int(value) for value in values if value.isascii() and value.isdigit()]
        if len(numbers) < 2 or len(numbers) < 0.7 * len(values):
            return False
        return _counts_on(numbers)

    def is_coded(self, col: int) -> bool:
        """V01, V02, V03 down the column: a number in the same words, counting up."""
        codes = [_CODE.fullmatch(self.keys[row][col]) for row in self.body_rows]
        found = [code for code in codes if code is not None]
        if len(found) < 3 or len(found) < len(codes):
            return False
        words = {(code["before"], code["after"]) for code in found}
        return len(words) == 1 and _counts_on([int(code["number"]) for code in found])

    def _is_over_all(self, cell: TableCell) -> bool:
        return cell.col_span == self.table.col_count > 1

    def _place_of(self, cells: list[TableCell], detail: str) -> Place:
        boxes = [
            piece
            for cell in cells
            for piece in (
                *([PlacedBox(page_num=cell.page_num, box=cell.box)] if cell.box else []),
                *cell.continued,
            )
        ]
        pages = [cell.page_num for cell in cells] + [box.page_num for box in boxes]
        on_pages = set(pages) or {self.table.page_start}
        return Place(
            reg_id=self.table.reg_id,
            page_num=min(on_pages),
            page_end=max(on_pages),
            section_number=self.table.section_number,
            block_ids=self._blocks_on(on_pages),
            boxes=tuple(boxes),
            detail=detail or self.table.caption or "",
        )

    def _blocks_on(self, pages: set[int]) -> tuple[str, ...]:
        by_page = [f"/p{page:04d}/" for page in sorted(pages)]
        return tuple(
            block_id
            for block_id in self.place.block_ids
            if any(mark in block_id for mark in by_page)
        )


def _counts_on(numbers: list[int]) -> bool:
    first = numbers[0]
    return first in _SERIAL_START and numbers == list(range(first, first + len(numbers)))


def _joined(pieces: list[TableCell]) -> TableCell:
    first, *others = pieces
    boxes = [
        place
        for cell in others
        for place in (
            *([PlacedBox(page_num=cell.page_num, box=cell.box)] if cell.box else []),
            *cell.continued,
        )
    ]
    content = " ".join(cell.content for cell in pieces if cell.content)
    return first.model_copy(update={"content": content, "continued": (*first.continued, *boxes)})
