"""One score from two: keywords and vectors, each on its own scale, weighed together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class FusedHit:
    """Ranks count from 1; None where that way of searching did not find the chunk."""

    chunk_id: str
    score: float
    keyword_rank: int | None
    vector_rank: int | None


def fuse(
    keyword_scores: Mapping[str, float], similarities: Mapping[str, float], alpha: float
) -> list[FusedHit]:
    """Best first. Both mappings hold a score for each candidate they know; a chunk without a
    keyword score has none of the words and counts as 0, one without a vector as the least similar.

    Scores are centred and scaled over the candidates before they are added: rank fusion was
    measured worse, because it forgets by how much one chunk is better than the next.
    """
    candidates = sorted(keyword_scores.keys() | similarities.keys())
    least = min(similarities.values(), default=0.0)
    by_keyword = _standardised([keyword_scores.get(each, 0.0) for each in candidates])
    by_vector = _standardised([similarities.get(each, least) for each in candidates])
    keyword_ranks, vector_ranks = _ranks(keyword_scores), _ranks(similarities)
    weight = alpha if similarities else 0.0
    scores = (1 - weight) * by_keyword + weight * by_vector
    hits = [
        FusedHit(
            chunk_id=candidate,
            score=float(score),
            keyword_rank=keyword_ranks.get(candidate),
            vector_rank=vector_ranks.get(candidate),
        )
        for candidate, score in zip(candidates, scores, strict=True)
    ]
    return sorted(hits, key=lambda hit: (-hit.score, hit.chunk_id))


def _standardised(scores: Sequence[float]) -> NDArray[np.float64]:
    values = np.asarray(scores, dtype=np.float64)
    spread = float(values.std()) if values.size else 0.0
    return (values - values.mean()) / spread if spread else np.zeros(values.size)


def _ranks(scores: Mapping[str, float]) -> dict[str, int]:
    """A keyword score of 0 has no rank; a negative cosine has."""
    ordered = sorted((key for key, score in scores.items() if score), key=lambda k: (-scores[k], k))
    return {key: rank for rank, key in enumerate(ordered, start=1)}
