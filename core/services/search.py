"""Finding the page: chunks first, then the pages they stand on."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from core.errors import EmptyQuery
from core.model import Chunk, MatchedChunk, SearchResult
from core.retrieval.folding import fold
from core.retrieval.highlights import contains_phrase, highlights, quoted_phrases
from core.retrieval.tokens import character_tokens, word_tokens
from core.store import chapters, chunks, keyword_index, pages, regulations
from core.store.database import Database

_CANDIDATES = 200  # chunks that are grouped into pages
_MOST_MATCHED = 5
_SNIPPET = 160  # characters
_ENOUGH = 0.5  # of the marks on a chunk's best page: another page of it is a hit as well


@dataclass(frozen=True)
class SearchFilters:
    """None lets everything through. ``chapter_scope`` is a section number or a part of a title."""

    reg_ids: tuple[str, ...] | None = None
    chapter_scope: str | None = None
    block_types: tuple[str, ...] | None = None


@dataclass(frozen=True)
class _Found:
    chunk: Chunk
    score: float
    rank: int
    page_num: int


def search_pages(
    database: Database, query: str, filters: SearchFilters, limit: int
) -> list[SearchResult]:
    """Pages by their best chunk. A part of the query in quotes must stand in the text as it is."""
    folded = fold(query).text
    if not folded.strip():
        raise EmptyQuery("The query is empty.", hint="Give one or more words to look for.")
    for reg_id in filters.reg_ids or ():
        regulations.get_info(database, reg_id)
    hits = keyword_index.search(
        database,
        word_tokens(folded),
        character_tokens(folded),
        reg_ids=filters.reg_ids,
        limit=_CANDIDATES,
    )
    by_id = {
        chunk.chunk_id: chunk for chunk in chunks.get_chunks(database, [h.chunk_id for h in hits])
    }
    in_scope = _blocks_in_scope(database, filters, {hit.reg_id for hit in hits})
    phrases = quoted_phrases(query)
    found = [
        _Found(chunk, hit.score, rank, page_num)
        for rank, hit in enumerate(hits, start=1)
        if _passes(chunk := by_id[hit.chunk_id], filters, in_scope, phrases)
        for page_num in _pages_of(database, chunk, query, phrases)
    ]
    return _as_pages(database, found, query)[:limit]


def _passes(
    chunk: Chunk,
    filters: SearchFilters,
    in_scope: Collection[str] | None,
    phrases: Sequence[str],
) -> bool:
    if filters.block_types is not None and not set(chunk.block_types) & set(filters.block_types):
        return False
    if in_scope is not None and not set(chunk.block_ids) & set(in_scope):
        return False
    return all(contains_phrase(chunk.content, phrase) for phrase in phrases)


def _blocks_in_scope(
    database: Database, filters: SearchFilters, reg_ids: Collection[str]
) -> frozenset[str] | None:
    """Blocks of the chapters that the scope names, and of all below them."""
    scope = filters.chapter_scope
    if not scope:
        return None
    wanted = fold(scope).text
    blocks: set[str] = set()
    for reg_id in reg_ids:
        inside: set[str] = set()
        for node in chapters.chapters_of(database, reg_id):
            names = {fold(name).text for name in (node.section_number, node.label)}
            if (
                node.parent_id in inside
                or wanted in names
                or wanted in fold(f"{node.label}{node.title}").text
            ):
                inside.add(node.node_id)
                blocks.update(node.direct_block_ids)
    return frozenset(blocks)


def _pages_of(database: Database, chunk: Chunk, query: str, phrases: Sequence[str]) -> list[int]:
    """The pages of a chunk on which the query stands, the one with most of it first."""
    if chunk.page_num == chunk.page_end:
        return [chunk.page_num]
    marked: dict[int, int] = {}
    for page_num in range(chunk.page_num, chunk.page_end + 1):
        page = pages.load_page(database, chunk.reg_id, page_num)
        blocks = [b.content_markdown for b in page.content_blocks if b.block_id in chunk.block_ids]
        stands = any(contains_phrase(text, phrase) for text in blocks for phrase in phrases)
        if stands or not phrases:
            marked[page_num] = sum(
                end - start for text in blocks for start, end in highlights(text, query)
            )
    most = max(marked.values(), default=0)
    enough = [page_num for page_num, count in marked.items() if count >= _ENOUGH * most]
    return sorted(enough, key=lambda page_num: -marked[page_num]) or [chunk.page_num]


def _as_pages(database: Database, found: Sequence[_Found], query: str) -> list[SearchResult]:
    grouped: dict[tuple[str, int], list[_Found]] = {}
    for hit in found:  # best first, so a page stands where its best chunk does
        grouped.setdefault((hit.chunk.reg_id, hit.page_num), []).append(hit)
    return [_result(database, group, query) for group in grouped.values()]


def _result(database: Database, group: Sequence[_Found], query: str) -> SearchResult:
    best = group[0]
    marks = highlights(best.chunk.content, query)
    page = pages.load_page(database, best.chunk.reg_id, best.page_num)
    neighbours = chunks.neighbours(database, best.chunk.reg_id, best.chunk.chunk_index)
    return SearchResult(
        reg_id=best.chunk.reg_id,
        page_num=best.page_num,
        page_end=best.page_num,
        relevance_score=best.score,
        snippet=_snippet(best.chunk.content, marks),
        section_number=best.chunk.section_number,
        chapter_path=page.chapter_path,
        matched_fields=("keywords",),
        highlights=tuple(dict.fromkeys(best.chunk.content[start:end] for start, end in marks)),
        matched_chunks=tuple(_matched(hit) for hit in group[:_MOST_MATCHED]),
        context_chunks=tuple(
            _matched(_Found(chunk, 0.0, 0, chunk.page_num)) for chunk in neighbours
        ),
    )


def _matched(hit: _Found) -> MatchedChunk:
    chunk = hit.chunk
    return MatchedChunk(
        chunk_id=chunk.chunk_id,
        content=chunk.content,
        heading=chunk.heading,
        chunk_index=chunk.chunk_index,
        start_position=chunk.start_position,
        end_position=chunk.end_position,
        score=hit.score,
        page_num=hit.page_num,
        block_ids=chunk.block_ids,
        keyword_rank=hit.rank or None,
    )


def _snippet(content: str, marks: Sequence[tuple[int, int]]) -> str:
    """The text around the first mark."""
    middle = marks[0][0] if marks else 0
    start = max(0, min(middle - _SNIPPET // 3, len(content) - _SNIPPET))
    return content[start : start + _SNIPPET].strip()
