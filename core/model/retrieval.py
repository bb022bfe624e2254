"""Chunks of text that are searched, and what a search answers."""

from datetime import datetime
from typing import Literal, Self

from pydantic import Field, computed_field, model_validator

from core.model import ids
from core.model.geometry import Box
from core.model.noun import Noun

GroupBy = Literal["page", "section", "regulation"]
SearchedBy = Literal["hybrid", "keywords", "pages"]
TableMatchType = Literal["number", "caption", "cells", "semantic"]
TableSearchMode = Literal["hybrid", "caption", "cells", "semantic"]
SuggestionKind = Literal["heading", "table", "figure", "term"]


class ChunkConfig(Noun):
    """Sizes in characters; the overlap is a share of a chunk and applies to the window only."""

    min_chunk_size: int = Field(default=100, ge=1)
    max_chunk_size: int = Field(default=1500, ge=2)
    overlap_ratio: float = Field(default=0.2, ge=0, lt=1)

    @model_validator(mode="after")
    def _smallest_fits_into_largest(self) -> Self:
        if self.min_chunk_size > self.max_chunk_size:
            raise ValueError("min_chunk_size must not exceed max_chunk_size")
        return self


class Chunk(Noun):
    """``content`` is the regulation's text from ``start_position`` to ``end_position``."""

    chunk_id: str
    reg_id: str
    chunk_index: int
    content: str
    heading: str = ""
    start_position: int
    end_position: int
    page_num: int
    page_end: int
    block_ids: tuple[str, ...] = ()
    block_types: tuple[str, ...] = ()
    table_id: str | None = None
    chapter_id: str | None = None
    section_number: str | None = None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, self.page_num, self.page_end)


class ChunkHead(Noun):
    """What counting chunks needs of them; reading the rest costs twice as much."""

    chunk_id: str
    reg_id: str
    heading: str
    page_num: int
    block_types: tuple[str, ...] = ()
    chapter_id: str | None = None


class MatchedChunk(Noun):
    """A chunk that a search found, with how well it fits and by which of the two ways.

    Ranks count from 1; None where that way did not find it. A chunk beside a hit has neither.
    """

    chunk_id: str
    content: str
    heading: str
    chunk_index: int
    start_position: int
    end_position: int
    score: float
    page_num: int
    block_ids: tuple[str, ...] = ()
    keyword_rank: int | None = None
    vector_rank: int | None = None


class SearchResult(Noun):
    """A page, section or regulation that a search found, with its best chunks.

    ``marks`` are the places of the query's words in ``snippet``. ``matched_fields`` says why it was
    found: phrase, keywords, vectors; section, table, figure, note, page; title (or a keyword that
    an analyst gave).
    """

    reg_id: str
    page_num: int
    page_end: int
    relevance_score: float
    snippet: str
    marks: tuple[tuple[int, int], ...] = ()
    section_number: str | None = None
    chapter_path: tuple[str, ...] = ()
    table_id: str | None = None
    block_types: tuple[str, ...] = ()
    matched_fields: tuple[str, ...] = ()
    highlights: tuple[str, ...] = ()
    matched_chunks: tuple[MatchedChunk, ...] = ()
    context_chunks: tuple[MatchedChunk, ...] = ()

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, self.page_num, self.page_end, self.section_number or "")

    @property
    def is_near_only(self) -> bool:
        """Found by its meaning alone: no word of the query stands in it."""
        return self.matched_fields == ("vectors",)


class SearchOutcome(Noun):
    """What a search found and how: ``embedder`` is None where it went by keywords alone.

    ``scope`` says how the regulations were chosen (given, all, auto), ``reg_ids`` which they were.
    ``total`` counts the results beyond the limit too; ``total_is_least``: not all were counted.
    ``counts`` are pages by reg_id, block_type and top chapter. ``notes`` are sentences on what an
    analyst should know: no vectors (``without_vectors``), a regulation read page by page
    (``read_by_page``).
    """

    query: str
    results: tuple[SearchResult, ...]
    total: int
    total_is_least: bool = False
    searched_by: SearchedBy
    embedder: str | None = None
    scope: Literal["given", "all", "auto"] = "all"
    reg_ids: tuple[str, ...] = ()
    counts: dict[str, dict[str, int]] = Field(default_factory=dict)
    without_vectors: tuple[str, ...] = ()
    read_by_page: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class TableMatch(Noun):
    """A table that a search found; ``rows`` are the numbers of the rows the words stand in.

    ``words`` are those of the caption and of these rows that the query marks.
    """

    table_id: str
    score: float
    match_types: tuple[TableMatchType, ...]
    rows: tuple[int, ...] = ()
    words: tuple[str, ...] = ()


class PageMarks(Noun):
    """Where the words of a query stand on a page, and the blocks they stand in.

    ``boxes`` are around the words; where these are not known (a page read by OCR, no PDF) they are
    around the blocks and ``are_words`` is False.
    """

    reg_id: str
    page_num: int
    query: str
    boxes: tuple[Box, ...] = ()
    are_words: bool = False
    block_ids: tuple[str, ...] = ()

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, self.page_num)


class SimilarChunk(Noun):
    """``similarity`` goes from 0 to 1; 1 is the same text."""

    chunk: Chunk
    similarity: float


class Suggestion(Noun):
    """Something that may be meant by what was typed; ``weight`` is how often it stands there."""

    reg_id: str
    kind: SuggestionKind
    text: str
    page_num: int | None = None
    target_id: str | None = None
    weight: int = 1


class SavedSearch(Noun):
    name: str
    query: str
    filters: dict[str, str] = Field(default_factory=dict)
    saved_at: datetime
