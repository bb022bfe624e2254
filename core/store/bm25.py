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
    """Where one term stands: arrays side by side, one entry per chunk that holds it.

    ``lengths`` are in tokens of the field that the term is asked for in, as a share of the mean.
    """

    chunk_nos: NDArray[np.int64]
    frequencies: NDArray[np.float64]
    lengths: NDArray[np.float64]


def score_chunks(
    terms: Sequence[TermPostings], chunk_count: int, highest_chunk_no: int
) -> NDArray[np.float64]:
    """The sum over ``terms`` for each chunk number; 0 where no term stands.

    Terms are added in the order given: chunks with equal postings get equal scores to the last bit.
    """
    scores = np.zeros(highest_chunk_no + 1)
    for term in terms:
        # A chunk stands at most once in a term's postings, so += adds each of them.
        scores[term.chunk_nos] += _term_scores(term, chunk_count)
    return scores


def _term_scores(term: TermPostings, chunk_count: int) -> NDArray[np.float64]:
    found = term.chunk_nos.size
    rarity = log10((chunk_count - found + 0.5) / (found + 0.5) + 1)
    damping = _K1 * (1 - _B + _B * term.lengths)
    return rarity * term.frequencies * (_K1 + 1) / (term.frequencies + damping)
