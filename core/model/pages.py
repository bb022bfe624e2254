"""Pages and their blocks, in reading order."""

from typing import Literal

from pydantic import computed_field

from core.model import ids
from core.model.annotations import Annotation
from core.model.chapters import ActiveChapter
from core.model.geometry import Box
from core.model.noun import Noun
from core.model.tables import TableMeta

BlockType = Literal["text", "table", "heading", "list", "section_content", "figure"]
TextQuality = Literal["good", "folded", "garbage", "none"]


class ContentBlock(Noun):
    """A paragraph, heading, list item, table or figure; ``order_in_page`` counts from 0."""

    block_id: str
    block_type: BlockType
    order_in_page: int
    content_markdown: str
    box: Box | None = None
    table_meta: TableMeta | None = None
    figure_id: str | None = None
    heading_level: int | None = None
    chapter_id: str | None = None
    chapter_path: tuple[str, ...] = ()
    font_height: float | None = None
    is_bold: bool | None = None


class PageDocument(Noun):
    """One page. A blank page has no blocks and is stored all the same.

    ``text_quality`` is that of the PDF's own text layer; ``ocr_confidence`` (0 to 1) is set when
    the text was read from the page image instead. ``furniture`` is the running header, footer and
    page number, kept apart from the content.
    """

    reg_id: str
    page_num: int
    chapter_path: tuple[str, ...] = ()
    active_chapters: tuple[ActiveChapter, ...] = ()
    content_blocks: tuple[ContentBlock, ...] = ()
    content_markdown: str = ""
    continues_from_prev: bool = False
    continues_to_next: bool = False
    annotations: tuple[Annotation, ...] = ()
    furniture: tuple[str, ...] = ()
    width: float | None = None
    height: float | None = None
    text_quality: TextQuality = "good"
    ocr_confidence: float | None = None
    warnings: tuple[str, ...] = ()

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, self.page_num)

    @property
    def is_blank(self) -> bool:
        return not self.content_blocks

    def get_tables(self) -> list[ContentBlock]:
        return [block for block in self.content_blocks if block.block_type == "table"]

    def get_headings(self) -> list[ContentBlock]:
        return [block for block in self.content_blocks if block.block_type == "heading"]


class PageContent(Noun):
    """Several pages read as one text, with tables over page breaks put together."""

    reg_id: str
    start_page: int
    end_page: int
    content_markdown: str
    pages: tuple[PageDocument, ...]
    has_merged_tables: bool = False

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        return ids.citation(self.reg_id, self.start_page, self.end_page)
