"""The nouns: frozen values that every layer may import."""

from core.model.annotations import Annotation, AnnotationLink
from core.model.chapters import ActiveChapter, ChapterNode, TocItem, TocTree
from core.model.figures import Figure
from core.model.geometry import Box, PlacedBox
from core.model.pages import ContentBlock, PageContent, PageDocument
from core.model.reading_context import (
    ContentsPage,
    ContextPage,
    DetailPage,
    Evidence,
    PageIndex,
    PageLifecycle,
    PageVisibility,
)
from core.model.records import Correction, Job
from core.model.references import Reference, ReferenceTarget
from core.model.regulations import Regulation, RegulationInfo, RegulationSummary
from core.model.retrieval import Chunk, ChunkConfig, MatchedChunk, SavedSearch, SearchResult
from core.model.tables import JoinSign, Table, TableCell, TableJoin, TableMeta, TableSegment

__all__ = [
    "ActiveChapter",
    "Annotation",
    "AnnotationLink",
    "Box",
    "ChapterNode",
    "Chunk",
    "ChunkConfig",
    "ContentBlock",
    "ContentsPage",
    "ContextPage",
    "Correction",
    "DetailPage",
    "Evidence",
    "Figure",
    "Job",
    "JoinSign",
    "MatchedChunk",
    "PageContent",
    "PageDocument",
    "PageIndex",
    "PageLifecycle",
    "PageVisibility",
    "PlacedBox",
    "Reference",
    "ReferenceTarget",
    "Regulation",
    "RegulationInfo",
    "RegulationSummary",
    "SavedSearch",
    "SearchResult",
    "Table",
    "TableCell",
    "TableJoin",
    "TableMeta",
    "TableSegment",
    "TocItem",
    "TocTree",
]
