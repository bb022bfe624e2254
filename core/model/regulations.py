"""A regulation: what is known of the document, and all that was read from it."""

from datetime import datetime
from typing import Self

from pydantic import computed_field, field_validator, model_validator

from core.model import ids
from core.model.chapters import ChapterNode
from core.model.figures import Figure
from core.model.noun import Noun
from core.model.pages import PageDocument
from core.model.references import Reference
from core.model.retrieval import Chunk
from core.model.tables import Table


class RegulationInfo(Noun):
    """``total_pages`` is the PDF's own count, blank pages included.

    ``numbers`` are those that the document bears itself, as printed: GB 38755—2019.
    ``doubts`` are sentences on what may have been read wrongly, for an analyst to look at.
    ``edited`` names what an analyst wrote (title, description, keywords): a re-ingest keeps it.
    """

    reg_id: str
    title: str
    source_file: str
    total_pages: int
    indexed_at: datetime
    sha256: str = ""
    edition: int = 1
    description: str = ""
    keywords: tuple[str, ...] = ()
    engine: str = ""
    numbers: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()

    @field_validator("reg_id")
    @classmethod
    def _readable_id(cls, value: str) -> str:
        if not ids.is_reg_id(value):
            raise ValueError("a reg_id is 1 to 80 letters, digits, '_', '.' or '-'")
        return value

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, 1, self.total_pages)


class RegulationSummary(Noun):
    """A regulation as a list shows it. ``size_bytes`` is that of the PDF, None where it is gone;
    ``embedders`` are those that it has vectors of."""

    info: RegulationInfo
    table_count: int
    cross_page_table_count: int
    annotation_count: int
    chapter_count: int
    reference_count: int
    unresolved_count: int
    figure_count: int
    ocr_page_count: int
    embedders: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    size_bytes: int | None = None


class Regulation(Noun):
    """Everything of one regulation, as it is saved: whole or not at all."""

    info: RegulationInfo
    pages: tuple[PageDocument, ...]
    tables: tuple[Table, ...] = ()
    chapters: tuple[ChapterNode, ...] = ()
    references: tuple[Reference, ...] = ()
    figures: tuple[Figure, ...] = ()
    chunks: tuple[Chunk, ...] = ()

    @model_validator(mode="after")
    def _every_page_is_there_once_and_in_order(self) -> Self:
        numbers = [page.page_num for page in self.pages]
        if numbers != list(range(1, self.info.total_pages + 1)):
            raise ValueError(f"pages must be 1 to {self.info.total_pages}, each once and in order")
        return self
