"""A whole table in pieces of the size of a chunk, each with the caption and the header."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.model import ChunkConfig, TableCell
from core.retrieval.placed_tables import PlacedTable
from core.retrieval.windows import windows
from core.structure.tables.markdown import table_markdown

# Beyond this share of a chunk a header is no help to the row below it.
_LARGEST_HEAD = 0.5


@dataclass(frozen=True)
class TablePiece:
    text: str
    page_num: int
    page_end: int
    block_ids: tuple[str, ...]


def pieces_of(table: PlacedTable, config: ChunkConfig) -> Iterator[TablePiece]:
    """Rows in order, as many in a piece as fit; no piece is longer than a chunk may be."""
    return _Cutting(table, config).pieces()


class _Cutting:
    def __init__(self, table: PlacedTable, config: ChunkConfig) -> None:
        self._table = table
        self._config = config
        self._cells = _cells_by_row(table)

    def pieces(self) -> Iterator[TablePiece]:
        header = list(range(self._table.header_row_count))
        body = list(range(len(header), self._table.row_count))
        whole = self._text([*header, *body])
        if len(whole) <= self._config.max_chunk_size or not body:
            yield from self._in_windows(whole, [*header, *body])
            return
        if len(self._text(header)) > self._config.max_chunk_size * _LARGEST_HEAD:
            yield from self._in_windows(self._text(header), header)
            shortened = self._table.caption[: self._config.max_chunk_size // 4]
            self._table, header = replace(self._table, caption=shortened), []
        for rows in self._fitting_rows(header, body):
            yield from self._rows_below(header, rows)

    def _fitting_rows(self, header: list[int], body: list[int]) -> Iterator[list[int]]:
        head = len(self._text(header))
        rows: list[int] = []
        length = head
        for row in body:
            # A cell over several rows stands once in a piece: alone, a row is never shorter.
            line = len(self._text([row]).rpartition("\n")[2]) + 1
            if rows and length + line > self._config.max_chunk_size:
                yield rows
                rows, length = [], head
            rows.append(row)
            length += line
        yield rows

    def _rows_below(self, header: list[int], rows: list[int]) -> Iterator[TablePiece]:
        text = self._text([*header, *rows])
        head, _, line = text.rpartition("\n")
        room = self._config.max_chunk_size - len(head) - 1
        if len(text) <= self._config.max_chunk_size:
            yield self._piece(text, rows)
        elif room < self._config.max_chunk_size // 4:
            yield from self._in_windows(text, rows)
        else:
            # One row that is too long: each part of it stands below the header.
            narrow = ChunkConfig(
                min_chunk_size=1,
                max_chunk_size=max(room, 2),
                overlap_ratio=self._config.overlap_ratio,
            )
            for start, end in windows(line, narrow):
                yield self._piece(f"{head}\n{line[start:end]}", rows)

    def _in_windows(self, text: str, rows: Sequence[int]) -> Iterator[TablePiece]:
        for start, end in windows(text, self._config):
            yield self._piece(text[start:end], rows)

    def _piece(self, text: str, rows: Sequence[int]) -> TablePiece:
        places = [self._table.row_places[row] for row in rows] or [self._table.segments[0]]
        is_first = not rows or rows[0] <= self._table.header_row_count
        if self._table.caption_block is not None and is_first:
            places.insert(0, self._table.caption_block)
        pages = [page_num for page_num, _ in places]
        block_ids = tuple(dict.fromkeys(block.block_id for _, block in places))
        return TablePiece(text, min(pages), max(pages), block_ids)

    def _text(self, rows: Sequence[int]) -> str:
        cells = {id(cell): cell for row in rows for cell in self._cells[row]}
        header_rows = sum(row < self._table.header_row_count for row in rows)
        markdown = table_markdown(tuple(cells.values()), self._table.col_count, rows, header_rows)
        return f"{self._table.caption}\n{markdown}" if self._table.caption else markdown


def _cells_by_row(table: PlacedTable) -> dict[int, list[TableCell]]:
    found: defaultdict[int, list[TableCell]] = defaultdict(list)
    for cell in table.cells:
        for row in range(cell.row, cell.row + cell.row_span):
            found[row].append(cell)
    return found
