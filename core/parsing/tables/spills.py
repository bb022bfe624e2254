"""Text that begins in a table and spills over its outer border: one line, read as a whole."""

from collections.abc import Sequence
from math import inf

from core.parsing.ink import Area, Word
from core.parsing.tables.cell_text import text_rows
from core.parsing.tables.word_index import WordIndex

_BLANK = 0.4  # in ems: a wider gap parts what stands beside the table from what stands in it


def spilled_words(area: Area, words: WordIndex, taken: Sequence[Area] = ()) -> list[Word]:
    """Words beside ``area`` that carry on a line which has its larger part inside.

    What lies in one of the ``taken`` areas is no spill: it stands in a table of its own.
    """
    band = words.inside(Area(-inf, area.top, inf, area.bottom))
    spilled: list[Word] = []
    for row in text_rows([word for word in band if word.direction == 0]):
        for run in _runs(row.words):
            inside = [word for word in run if area.contains(*word.middle)]
            beside = [word for word in run if not area.contains(*word.middle)]
            if (
                inside
                and _width(inside) > _width(beside)
                and not any(other.contains(*word.middle) for other in taken for word in beside)
            ):
                spilled += beside
    return spilled


def _runs(words: Sequence[Word]) -> list[list[Word]]:
    """Words that follow each other with no more than a blank between them."""
    runs: list[list[Word]] = []
    for word in words:
        last = runs[-1][-1] if runs else None
        if last is not None and word.left - last.right <= _BLANK * min(word.size, last.size):
            runs[-1].append(word)
        else:
            runs.append([word])
    return runs


def _width(words: Sequence[Word]) -> float:
    return sum(word.right - word.left for word in words)
