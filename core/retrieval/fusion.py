"""One score from two: keywords and vectors, each on its own scale, weighed together."""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean, pstdev


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
    by_keyword = _standardised({c: keyword_scores.get(c, 0.0) for c in candidates})
    by_vector = _standardised({c: similarities.get(c, least) for c in candidates})
    keyword_ranks, vector_ranks = _ranks(keyword_scores), _ranks(similarities)
    weight = alpha if similarities else 0.0
    hits = [
        FusedHit(
            chunk_id=candidate,
            score=(1 - weight) * by_keyword[candidate] + weight * by_vector[candidate],
            keyword_rank=keyword_ranks.get(candidate),
            vector_rank=vector_ranks.get(candidate),
        )
        for candidate in candidates
    ]
    return sorted(hits, key=lambda hit: (-hit.score, hit.chunk_id))


def _standardised(scores: Mapping[str, float]) -> dict[str, float]:
    if not scores:
        return {}
    mean, spread = fmean(scores.values()), pstdev(scores.values())
    return {key: (score - mean) / spread if spread else 0.0 for key, score in scores.items()}


def _ranks(scores: Mapping[str, float]) -> dict[str, int]:
    ordered = sorted(scores, key=lambda key: (-scores[key], key))
    return {key: rank for rank, key in enumerate(ordered, start=1)}
