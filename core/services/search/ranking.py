"""Stage one: chunks, by keywords and by vectors, in one order.

Candidates are the best of both ways. Chunks that hold the query literally come before all others,
however many there are of them: a phrase that stands in the text is never missed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from core.model import Chunk
from core.model.retrieval import ChunkHead
from core.retrieval.contents_lists import lists_contents
from core.retrieval.fusion import FusedHit, fuse
from core.retrieval.highlights import contains_phrase
from core.retrieval.query import Query, phrase_tokens, sought_symbols
from core.services.search.scope import Scope
from core.services.search.searcher import Searcher
from core.store import chunks, keyword_index, vectors
from core.store.keyword_index import KeywordScores
from core.store.vectors import Comparison

_CANDIDATES = 100  # of each way
_MOST_LITERAL = 5000
_LOOKED_THROUGH = 20  # chunks that hold all words of a query, for the query as it is typed
_FIRST_PORTION = 20  # chunks read at once: enough for the places of a first screen
_PORTION = 200


@dataclass(frozen=True)
class RankedChunk:
    """``is_literal``: the query, or each part of it in quotes, stands in the chunk.

    ``is_near``: its meaning is clearly nearer than that of most others; no cosine says how near is
    near, it depends on the embedder and on the question.
    """

    chunk: Chunk
    score: float
    keyword_rank: int | None
    vector_rank: int | None
    is_literal: bool
    is_near: bool = False


@dataclass(frozen=True)
class Ranking:
    """``hits`` best first, read from the store as they are asked for, ``chunk_ids`` are theirs
    before a phrase in quotes is looked for in each; ``heads`` tells what is counted of chunks.
    ``embedder`` is the one whose vectors took
    part, ``without_vectors`` are regulations that have none of it yet, ``notes`` say so.
    """

    hits: Iterator[RankedChunk]
    chunk_ids: tuple[str, ...]
    embedder: str | None
    heads: Callable[[Iterable[str]], list[ChunkHead]]
    without_vectors: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def rank_chunks(searcher: Searcher, query: Query, scope: Scope) -> Ranking:
    if not scope.infos:
        return Ranking(iter(()), chunk_ids=(), embedder=None, heads=lambda chunk_ids: [])
    phrases = query.must_stand
    keywords = keyword_index.score(
        searcher.database,
        query.words,
        query.characters,
        reg_ids=scope.reg_ids,
        only=scope.only,
        phrases=[phrase_tokens(phrase) for phrase in phrases],
    )
    compared, missing = _compared(searcher, query, scope, keywords)
    literal: set[str] = set()
    if phrases:
        holding = np.logical_and.reduce(keywords.holders)
        literal = {hit.chunk_id for hit in keywords.best(_MOST_LITERAL, holding)}
    if not query.characters:
        literal = _holding_symbols(searcher, phrases, scope)
    candidates = set(literal)
    if not query.phrases:
        candidates |= {hit.chunk_id for hit in keywords.best(_CANDIDATES)}
        if compared is not None:
            candidates |= {near for near, _ in compared.nearest(_CANDIDATES, scope.only)}
    similar = compared.of(candidates) if compared is not None else {}
    fused = fuse(
        keywords.of(candidates),
        similar,
        searcher.embedder.alpha if searcher.embedder else 0.0,
    )
    if literal and not query.phrases:
        best = [hit.chunk_id for hit in fused if hit.chunk_id in literal][:_PORTION]
        literal = _standing(query, chunks.get_contents(searcher.database, best))
    in_order = sorted(fused, key=lambda hit: hit.chunk_id not in literal)  # stable: scores stay
    return Ranking(
        hits=_read(searcher, query, in_order, literal, _near(compared, similar)),
        chunk_ids=tuple(hit.chunk_id for hit in in_order),
        embedder=searcher.embedder.name if compared and searcher.embedder else None,
        heads=keywords.directory.get_heads,
        without_vectors=missing,
        notes=_notes(searcher, missing),
    )


def _holding_symbols(searcher: Searcher, phrases: Sequence[str], scope: Scope) -> set[str]:
    """Of a query without a word, such as "≥": what stands there is read, not looked up."""
    found: set[str] | None = None
    for characters in filter(None, map(sought_symbols, phrases)):
        holding = chunks.chunk_ids_holding(
            searcher.database, scope.reg_ids, characters, _MOST_LITERAL
        )
        found = set(holding) if found is None else found & set(holding)
    found = found or set()
    return found if scope.only is None else found & scope.only


def _standing(query: Query, contents: Mapping[str, str]) -> set[str]:
    """Those in which the query stands as it is typed, not only all words of it."""
    standing: set[str] = set()
    looked_through = 0
    for chunk_id, content in contents.items():
        if not all(phrase in content for phrase in query.must_stand):
            if looked_through == _LOOKED_THROUGH:  # folding costs about a millisecond
                continue
            looked_through += 1
        if all(contains_phrase(content, phrase) for phrase in query.must_stand):
            standing.add(chunk_id)
    return standing


def _near(compared: Comparison | None, similar: Mapping[str, float]) -> set[str]:
    if compared is None:
        return set()
    limit = compared.clearly_near
    return {chunk_id for chunk_id, cosine in similar.items() if cosine >= limit}


def _compared(
    searcher: Searcher, query: Query, scope: Scope, keywords: KeywordScores
) -> tuple[Comparison | None, tuple[str, ...]]:
    """The vectors of the scope against the query's; None where there are none to ask.

    -> also the regulations that have none yet.
    """
    asked = searcher.vector_of(query.folded)
    if searcher.embedder is None or asked is None:
        return None, ()
    compared = vectors.compare(searcher.database, searcher.embedder.name, asked, scope.reg_ids)
    have = {vector_set.reg_id for vector_set in compared.sets}
    missing = sorted((set(keywords.directory.reg_ids) & set(scope.reg_ids)) - have)
    return (compared if have else None), tuple(missing)


def _notes(searcher: Searcher, missing: Sequence[str]) -> tuple[str, ...]:
    if searcher.embedder is None:
        return ("No embedding model is on this machine: found by keywords alone.",)
    if not missing:
        return ()
    names = ", ".join(missing[:3]) + (" …" if len(missing) > 3 else "")
    return (f"Without vectors of {searcher.embedder.name} so far: {names}.",)


def _read(
    searcher: Searcher,
    query: Query,
    in_order: Sequence[FusedHit],
    literal: set[str],
    near: set[str],
) -> Iterator[RankedChunk]:
    """Lists of contents last of their kind: they hold every heading, and nothing of its section."""
    held: list[RankedChunk] = []
    for hit in _ranked(searcher, query, in_order, literal, near):
        if held and held[0].is_literal and not hit.is_literal:
            yield from held
            held = []
        if lists_contents(hit.chunk.content):
            held.append(hit)
        else:
            yield hit
    yield from held


def _ranked(
    searcher: Searcher,
    query: Query,
    in_order: Sequence[FusedHit],
    literal: set[str],
    near: set[str],
) -> Iterator[RankedChunk]:
    starts = [0, *range(_FIRST_PORTION, len(in_order), _PORTION), len(in_order)]
    for start, end in pairwise(starts):
        portion = in_order[start:end]
        by_id = chunks.get_chunks(searcher.database, [hit.chunk_id for hit in portion])
        for hit in portion:
            # A regulation may have gone since it was ranked.
            chunk = by_id.get(hit.chunk_id)
            if chunk is None or not all(contains_phrase(chunk.content, p) for p in query.phrases):
                continue
            yield RankedChunk(
                chunk=chunk,
                score=hit.score,
                keyword_rank=hit.keyword_rank,
                vector_rank=hit.vector_rank,
                is_literal=hit.chunk_id in literal,
                is_near=hit.chunk_id in near,
            )
