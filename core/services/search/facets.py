"""How many pages each choice of a filter would leave: by regulation, kind of content, chapter."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from core.model import Chunk
from core.model.retrieval import ChunkHead
from core.retrieval.query import Query
from core.services.search.ranking import RankedChunk, Ranking, rank_chunks
from core.services.search.scope import SearchFilters, resolve_scope
from core.services.search.searcher import Searcher

COUNTED = 200  # best chunks that are counted

Counts = dict[str, dict[str, int]]
Counted = Chunk | ChunkHead

_CHOICES: dict[str, Callable[[Counted], Iterable[str]]] = {
    "reg_id": lambda chunk: (chunk.reg_id,),
    "block_type": lambda chunk: chunk.block_types,
    "chapter": lambda chunk: filter(None, (top_chapter(chunk),)),
}
_WITHOUT: dict[str, dict[str, object]] = {
    "reg_id": {"reg_ids": None, "every_regulation": False},
    "block_type": {"block_types": None},
    "chapter": {"chapter_scope": None},
}


def counts(best: Iterable[Counted]) -> Counts:
    """Pages by each choice, the most first; a page counts where its chunk begins."""
    best = list(best)
    return {name: _count(best, values) for name, values in _CHOICES.items()}


def counted(query: Query, ranking: Ranking) -> tuple[Sequence[Counted], Iterator[RankedChunk]]:
    """-> the best chunks, to be counted; all hits, as if none had been asked for."""
    if query.phrases:  # each has to be read for them
        best = list(islice(ranking.hits, COUNTED))
        return [hit.chunk for hit in best], chain(best, ranking.hits)
    return ranking.heads(ranking.chunk_ids[:COUNTED]), ranking.hits


def counts_beside(searcher: Searcher, text: str, filters: SearchFilters) -> Counts:
    """Of each filter that is set: what its other choices would find, the rest as it is."""
    query = searcher.query(text)
    found: Counts = {}
    for name, without in _WITHOUT.items():
        wider = replace(filters, **without)  # type: ignore[arg-type]
        if wider != filters:
            ranking = rank_chunks(searcher, query, resolve_scope(searcher.database, wider, query))
            found[name] = _count(counted(query, ranking)[0], _CHOICES[name])
    return found


def top_chapter(chunk: Counted) -> str:
    return chunk.heading.partition(" > ")[0]


def _count(best: Iterable[Counted], values: Callable[[Counted], Iterable[str]]) -> dict[str, int]:
    places: defaultdict[str, set[tuple[str, int]]] = defaultdict(set)
    for chunk in best:
        for value in values(chunk):
            places[value].add((chunk.reg_id, chunk.page_num))
    most_first = sorted(places.items(), key=lambda pair: -len(pair[1]))
    return {value: len(where) for value, where in most_first}
