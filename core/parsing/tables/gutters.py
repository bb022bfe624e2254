"""Columns that only white space shows: gutters that run down between pieces of text."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from core.parsing.ink import Word
from core.parsing.tables.cell_text import TextRow, joined_words

CHUNK_GAP = 0.8  # in ems: a gap that parts columns rather than words
_NARROWEST = 0.5  # in ems
_CROSSING = 0.12  # share of the rows that may run over a gutter: titles, spanning headings


@dataclass(frozen=True, slots=True)
class Chunk:
    """Words of one row with no wide gap between them."""

    words: tuple[Word, ...]

    @property
    def left(self) -> float:
        return self.words[0].left

    @property
    def right(self) -> float:
        return max(word.right for word in self.words)

    @property
    def text(self) -> str:
        return joined_words(self.words)


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """A row of text in chunks, from left to right."""

    chunks: tuple[Chunk, ...]
    top: float
    bottom: float
    size: float

    @property
    def left(self) -> float:
        return self.chunks[0].left

    @property
    def right(self) -> float:
        return self.chunks[-1].right


def chunk_row(row: TextRow, gap: float = CHUNK_GAP) -> ChunkRow:
    chunks: list[list[Word]] = [[row.words[0]]]
    for word in row.words[1:]:
        last = chunks[-1][-1]
        if word.left - last.right > gap * max(word.size, last.size):
            chunks.append([word])
        else:
            chunks[-1].append(word)
    return ChunkRow(tuple(Chunk(tuple(chunk)) for chunk in chunks), row.top, row.bottom, row.size)


def gutters(rows: Sequence[ChunkRow]) -> list[tuple[float, float]]:
    """White stripes that (nearly) no chunk of ``rows`` crosses, outer margins left out."""
    if not rows:
        return []
    left = min(row.left for row in rows)
    right = max(row.right for row in rows)
    step = 0.5
    cells = int((right - left) / step) + 2
    changes = np.zeros(cells + 1, dtype=np.int32)
    for row in rows:
        for chunk in row.chunks:
            changes[int((chunk.left - left) / step)] += 1
            changes[int((chunk.right - left) / step) + 1] -= 1
    is_white = np.cumsum(changes)[:cells] <= int(_CROSSING * len(rows))
    narrowest = _NARROWEST * median(row.size for row in rows) / step
    stripes: list[tuple[float, float]] = []
    start: int | None = None
    for at, white in enumerate(is_white):
        if white and start is None:
            start = at
        elif not white and start is not None:
            if start > 0 and at - start >= narrowest:
                stripes.append((left + start * step, left + at * step))
            start = None
    return stripes


def columns_of(chunk: Chunk, borders: Sequence[float]) -> tuple[int, int]:
    """First and end column between ``borders`` that a chunk reaches into."""
    last = len(borders) - 2
    first = next((col for col in range(last + 1) if chunk.left < borders[col + 1] - 0.5), last)
    end = next((col for col in range(last, -1, -1) if chunk.right > borders[col] + 0.5), first)
    return first, max(first, end) + 1
