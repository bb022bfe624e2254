"""Stage two: from chunks to the pages, sections or regulations they stand in."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from core.model import Chunk, ContentBlock, GroupBy, MatchedChunk, SearchResult
from core.model.retrieval import ChunkHead
from core.retrieval.chunk_text import figure_words
from core.retrieval.highlights import contains_phrase, highlights
from core.retrieval.query import Query
from core.services.search.ranking import RankedChunk
from core.services.search.snippets import snippet
from core.store import chunks, figures, pages
from core.store.database import Database

_MOST_MATCHED = 5
_MOST_CONTEXT = 3
_ENOUGH = 0.5  # of the marks on a chunk's best page: another page of it is a hit as well

Key = tuple[str, ...]


@dataclass
class Group:
    """Chunks of one page, section or regulation, each with its page; the first is the best."""

    hits: list[RankedChunk] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)

    @property
    def page_num(self) -> int:
        return self.pages[0]


class Grouping:
    def __init__(self, database: Database, query: Query, group_by: GroupBy) -> None:
        self._database = database
        self._query = query
        self._group_by = group_by
        self._groups: dict[Key, Group] = {}

    def groups(self, hits: Iterable[RankedChunk], limit: int) -> list[Group]:
        """In the order of their best chunks, as many as ``limit``."""
        for hit in hits:
            for key, page_num in self._places(hit):
                if key not in self._groups:
                    if len(self._groups) == limit:
                        return list(self._groups.values())
                    self._groups[key] = Group()
                self._groups[key].hits.append(hit)
                self._groups[key].pages.append(page_num)
        return list(self._groups.values())

    def count_beyond(self, best: Iterable[Chunk | ChunkHead]) -> int:
        """How many groups more these would make; a chunk over pages counts where it begins."""
        grouped = {hit.chunk.chunk_id for group in self._groups.values() for hit in group.hits}
        keys = {chunk.chunk_id: _key(chunk, self._group_by, chunk.page_num) for chunk in best}
        inside = {key for chunk_id, key in keys.items() if chunk_id in grouped}
        return len(set(keys.values()) - inside - set(self._groups))

    def _places(self, hit: RankedChunk) -> list[tuple[Key, int]]:
        pages = _pages(self._database, hit, self._query)
        shown = pages if self._group_by == "page" else pages[:1]
        return [(_key(hit.chunk, self._group_by, page_num), page_num) for page_num in shown]


def results(database: Database, groups: Sequence[Group], query: Query) -> list[SearchResult]:
    beside = _context(database, groups)
    pages.read_ahead(database, [(group.hits[0].chunk.reg_id, group.page_num) for group in groups])
    return [
        _result(database, group, query, context)
        for group, context in zip(groups, beside, strict=True)
    ]


def _key(chunk: Chunk | ChunkHead, group_by: GroupBy, page_num: int) -> Key:
    if group_by == "page":
        return chunk.reg_id, str(page_num)
    if group_by == "regulation":
        return (chunk.reg_id,)
    return chunk.reg_id, chunk.chapter_id or f"p{chunk.page_num}"


def _pages(database: Database, hit: RankedChunk, query: Query) -> list[int]:
    """The pages of a chunk on which the query stands, the one with most of it first."""
    chunk = hit.chunk
    if chunk.page_num == chunk.page_end:
        return [chunk.page_num]
    texts = {
        page_num: _blocks_on(database, chunk, page_num)
        for page_num in range(chunk.page_num, chunk.page_end + 1)
    }
    phrases = query.must_stand if hit.is_literal else ()
    if phrases:
        standing = [
            page_num
            for page_num, blocks in texts.items()
            if any(contains_phrase(text, phrase) for text in blocks for phrase in phrases)
        ]
        # A phrase that runs over the page break stands on both.
        return standing or list(texts)
    marked = {
        page_num: sum(end - start for text in blocks for start, end in highlights(text, query.text))
        for page_num, blocks in texts.items()
    }
    most = max(marked.values())
    enough = [page_num for page_num, count in marked.items() if count >= _ENOUGH * most]
    return sorted(enough, key=lambda page_num: -marked[page_num])


def _blocks_on(database: Database, chunk: Chunk, page_num: int) -> list[str]:
    page = pages.load_page(database, chunk.reg_id, page_num)
    blocks = [block for block in page.content_blocks if block.block_id in chunk.block_ids]
    return [_words_of(database, chunk.reg_id, block) for block in blocks]


def _words_of(database: Database, reg_id: str, block: ContentBlock) -> str:
    """As the chunk has them: of a figure, what it shows."""
    figure = figures.find_figure(database, reg_id, block.figure_id) if block.figure_id else None
    return figure_words(figure) if figure else block.content_markdown


def _text_on(database: Database, chunk: Chunk, page_num: int) -> str:
    """What of the chunk stands on this page: a snippet never shows words of another one."""
    if chunk.page_num == chunk.page_end:
        return chunk.content
    return "\n\n".join(_blocks_on(database, chunk, page_num)) or chunk.content


def _context(database: Database, groups: Sequence[Group]) -> list[list[Chunk]]:
    """The chunks before and after each group's best one."""
    best = [group.hits[0].chunk for group in groups]
    beside = chunks.neighbours(database, [(chunk.reg_id, chunk.chunk_index) for chunk in best])
    by_place = {(chunk.reg_id, chunk.chunk_index): chunk for chunk in beside}
    return [
        [
            by_place[place]
            for step in (-1, 1)
            if (place := (chunk.reg_id, chunk.chunk_index + step)) in by_place
        ][:_MOST_CONTEXT]
        for chunk in best
    ]


def _result(
    database: Database, group: Group, query: Query, context: Sequence[Chunk]
) -> SearchResult:
    best = group.hits[0]
    shown = snippet(_text_on(database, best.chunk, group.page_num), query)
    page = pages.load_page(database, best.chunk.reg_id, group.page_num)
    return SearchResult(
        reg_id=best.chunk.reg_id,
        page_num=group.page_num,
        page_end=group.page_num,
        relevance_score=best.score,
        snippet=shown.text,
        marks=shown.marks,
        section_number=best.chunk.section_number,
        chapter_path=_chapter_path(best.chunk) or page.chapter_path,
        table_id=best.chunk.table_id,
        block_types=best.chunk.block_types,
        matched_fields=_why(group.hits),
        highlights=shown.words,
        matched_chunks=tuple(
            _matched(hit, page_num)
            for hit, page_num in islice(zip(group.hits, group.pages, strict=True), _MOST_MATCHED)
        ),
        context_chunks=tuple(_beside(chunk) for chunk in context),
    )


def _chapter_path(chunk: Chunk) -> tuple[str, ...]:
    """Its own: the page may go on with another chapter below it."""
    return tuple(chunk.heading.split(" > ")) if chunk.heading else ()


def _why(hits: Sequence[RankedChunk]) -> tuple[str, ...]:
    reasons = {
        "phrase": any(hit.is_literal for hit in hits),
        "keywords": any(hit.keyword_rank for hit in hits),
        "vectors": any(hit.vector_rank for hit in hits),
    }
    return tuple(name for name, holds in reasons.items() if holds)


def _matched(hit: RankedChunk, page_num: int) -> MatchedChunk:
    return MatchedChunk(
        **_place_of(hit.chunk),
        score=hit.score,
        page_num=page_num,
        block_ids=hit.chunk.block_ids,
        keyword_rank=hit.keyword_rank,
        vector_rank=hit.vector_rank,
    )


def _beside(chunk: Chunk) -> MatchedChunk:
    return MatchedChunk(
        **_place_of(chunk), score=0.0, page_num=chunk.page_num, block_ids=chunk.block_ids
    )


def _place_of(chunk: Chunk) -> dict[str, object]:
    names = ("chunk_id", "content", "heading", "chunk_index", "start_position", "end_position")
    return {name: getattr(chunk, name) for name in names}
