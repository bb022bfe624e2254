"""BM25 as DuckDB's ``match_bm25`` computes it, over postings instead of a scan."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10

import numpy as np
from numpy.typing import NDArray

_K1 = 1.2
_B = 0.75


@dataclass(frozen=True)
class TermPostings:
    """Where one term stands: chunk numbers, rising, and what the term adds to each one's score."""

    chunk_nos: NDArray[np.int32]
    weights: NDArray[np.float64]

    @property
    def nbytes(self) -> int:
        return self.chunk_nos.nbytes + self.weights.nbytes


def damping(lengths: NDArray[np.float64]) -> NDArray[np.float64]:
    """By how much long chunks weigh less; lengths in tokens as a share of the field's mean."""
    return _K1 * (1 - _B + _B * lengths)


def weigh(
    frequencies: NDArray[np.float64], dampings: NDArray[np.float64], chunk_count: int
) -> NDArray[np.float64]:
    """What a term adds to each of the chunks that hold it; they are side by side."""
    found = frequencies.size
    rarity = log10((chunk_count - found + 0.5) / (found + 0.5) + 1)
    return rarity * frequencies * (_K1 + 1) / (frequencies + dampings)


def score_chunks(
    terms: Sequence[TermPostings], size: int, within: tuple[int, int]
) -> NDArray[np.float64]:
    """The sum over ``terms`` for each chunk number from the first ``within`` to before the last; 0
    where no term stands, and for all other numbers.

    Terms are added in the order given: chunks with equal postings get equal scores to the last bit.
    """
    scores = np.zeros(size)
    for term in terms:
        first, end = np.searchsorted(term.chunk_nos, within)
        # A chunk stands at most once in a term's postings, so += adds each of them.
        scores[term.chunk_nos[first:end]] += term.weights[first:end]
    return scores
