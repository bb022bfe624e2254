"""What a regulation and the library hold, counted."""

from datetime import datetime
from typing import Literal

from pydantic import Field, computed_field

from core.model import ids
from core.model.annotations import AnnotationType
from core.model.noun import Noun
from core.model.references import ReferenceState, ReferenceType
from core.model.regulations import RegulationInfo

# good and folded: the PDF's own text, the second with widths or glyphs put right; garbage: a text
# layer that says nonsense and was not read anew; ocr: read from the page image, doubtful below 80 %
# confidence; no_text: blank, or a picture without words.
PageQuality = Literal["good", "folded", "ocr", "ocr_doubtful", "garbage", "no_text"]


class PageTally(Noun):
    reg_id: str
    quality: PageQuality
    count: int


class NoteTally(Noun):
    reg_id: str
    annotation_type: AnnotationType
    is_cited: bool
    count: int


class ReferenceTally(Noun):
    reg_id: str
    reference_type: ReferenceType
    state: ReferenceState
    count: int


class CountedTable(Noun):
    """A table as a plot counts it. ``chapter_id`` is that of the top level."""

    reg_id: str
    table_id: str
    caption: str
    page_start: int
    page_end: int
    row_count: int
    chapter_id: str | None = None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, self.page_start, self.page_end, self.caption)

    @property
    def page_count(self) -> int:
        return self.page_end - self.page_start + 1


class ChapterSize(Noun):
    """A chapter of the top level; None as ``chapter_id`` is what stands before the first one."""

    chapter_id: str | None
    label: str = ""
    title: str = ""
    page_start: int
    page_end: int
    characters: int

    @property
    def page_count(self) -> int:
        return self.page_end - self.page_start + 1


class IngestTime(Noun):
    """One reading of a file. ``seconds`` is the time on the clock, waiting for others included."""

    reg_id: str
    read_at: datetime
    pages: int
    seconds: float


class RegulationInsights(Noun):
    info: RegulationInfo
    pages: tuple[PageTally, ...] = ()
    tables: tuple[CountedTable, ...] = ()
    notes: tuple[NoteTally, ...] = ()
    references: tuple[ReferenceTally, ...] = ()
    chapters: tuple[ChapterSize, ...] = ()
    ingests: tuple[IngestTime, ...] = ()


class TableTally(Noun):
    """Tables over ``page_count`` pages."""

    reg_id: str
    page_count: int
    count: int


class LibraryInsights(Noun):
    """The same for all regulations, counted for each; ``chapters`` counts those of the top level
    and ``characters`` all of the text.
    """

    infos: tuple[RegulationInfo, ...] = ()
    pages: tuple[PageTally, ...] = ()
    tables: tuple[TableTally, ...] = ()
    notes: tuple[NoteTally, ...] = ()
    references: tuple[ReferenceTally, ...] = ()
    characters: dict[str, int] = Field(default_factory=dict)
    chapters: dict[str, int] = Field(default_factory=dict)
    ingests: tuple[IngestTime, ...] = ()
