"""Chunks of text that are searched, and what a search answers."""

from datetime import datetime
from typing import Literal, Self

from pydantic import Field, computed_field, model_validator

from core.model import ids
from core.model.noun import Noun

GroupBy = Literal["page", "section", "regulation"]


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


class MatchedChunk(Noun):
    """A chunk that a search found, with how well it fits and by which of the two ways."""

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
    """A page, section or regulation that a search found, with its best chunks."""

    reg_id: str
    page_num: int
    page_end: int
    relevance_score: float
    snippet: str
    section_number: str | None = None
    chapter_path: tuple[str, ...] = ()
    matched_fields: tuple[str, ...] = ()
    highlights: tuple[str, ...] = ()
    matched_chunks: tuple[MatchedChunk, ...] = ()
    context_chunks: tuple[MatchedChunk, ...] = ()

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, self.page_num, self.page_end, self.section_number or "")


class SavedSearch(Noun):
    name: str
    query: str
    filters: dict[str, str] = Field(default_factory=dict)
    saved_at: datetime
