"""Tools that read: pages, chapters, a block and what stands around it."""

from typing import Annotated, Self

from pydantic import Field

from core.model import Annotation, PageContent, PageDocument, ids
from core.model.pages import BlockType
from core.services.reading import PlacedBlock
from core.tools.contents import SectionName
from core.tools.paging import Item, PagedAnswer, Rest, TextAnswer
from core.tools.registry import Arguments, Offset, PageNum, RegId, Tool
from core.workbench import Workbench

_MOST_PAGES = 10


class ReadPageRange(Arguments):
    reg_id: RegId
    start_page: PageNum
    end_page: Annotated[
        int,
        Field(
            ge=1,
            description="最后一页（含），一次最多 10 页。 Last page, included; 10 pages at a time.",
        ),
    ]
    offset: Offset = 0


class PageOutline(Item):
    """What stands on a page: its blocks are numbered from first to last without a gap."""

    page_num: int
    chapter_path: list[str]
    block_count: int
    first_block_id: str | None
    last_block_id: str | None
    table_ids: list[str]
    annotation_ids: list[str]
    is_ocr: bool
    warnings: list[str]


class PageRange(TextAnswer):
    reg_id: str
    start_page: int
    end_page: int
    page_count: int
    has_merged_tables: bool
    pages: list[PageOutline]


def read_page_range(workbench: Workbench, arguments: ReadPageRange) -> PageRange:
    start, last = arguments.start_page, arguments.end_page
    found = workbench.load_page_range(arguments.reg_id, start, min(last, start + _MOST_PAGES - 1))
    outlines = [_outline(page) for page in found.pages] if arguments.offset == 0 else []
    return PageRange(
        reg_id=found.reg_id,
        start_page=found.start_page,
        end_page=found.end_page,
        page_count=len(found.pages),
        has_merged_tables=found.has_merged_tables,
        pages=outlines,
        content_markdown=found.content_markdown[arguments.offset :],
        offset=arguments.offset,
        total=len(found.content_markdown),
        source=found.source,
        rest=_pages_after(workbench, found, arguments),
    )


def _pages_after(workbench: Workbench, found: PageContent, arguments: ReadPageRange) -> Rest | None:
    """The pages beyond the tenth that were asked for and exist."""
    if found.end_page >= arguments.end_page:
        return None
    last = min(arguments.end_page, workbench.get_info(found.reg_id).total_pages)
    if found.end_page >= last:
        return None
    return Rest(
        message=f"Pages {found.end_page + 1} to {last} left out: 10 pages at a time.",
        tool="read_page_range",
        arguments={
            "reg_id": found.reg_id,
            "start_page": found.end_page + 1,
            "end_page": last,
        },
    )


def _outline(page: PageDocument) -> PageOutline:
    blocks = page.content_blocks
    tables = [block.table_meta.table_id for block in blocks if block.table_meta is not None]
    return PageOutline(
        page_num=page.page_num,
        chapter_path=list(page.chapter_path),
        block_count=len(blocks),
        first_block_id=blocks[0].block_id if blocks else None,
        last_block_id=blocks[-1].block_id if blocks else None,
        table_ids=list(dict.fromkeys(tables)),
        annotation_ids=[note.annotation_id for note in page.annotations],
        is_ocr=page.ocr_confidence is not None,
        warnings=list(page.warnings),
        source=page.source,
    )


class ReadChapterContent(Arguments):
    reg_id: RegId
    section_number: SectionName
    include_children: Annotated[
        bool,
        Field(description="是否包含下级章节。 Whether to read the sections below it as well."),
    ] = True
    offset: Offset = 0


class ChapterContent(TextAnswer):
    reg_id: str
    node_id: str
    section_number: str
    label: str
    title: str
    level: int
    page_start: int
    page_end: int
    page_range: tuple[int, int]
    children_count: int
    include_children: bool
    has_merged_tables: bool


def read_chapter_content(workbench: Workbench, arguments: ReadChapterContent) -> ChapterContent:
    node, found = workbench.read_chapter(
        arguments.reg_id,
        arguments.section_number,
        include_children=arguments.include_children,
    )
    return ChapterContent(
        reg_id=node.reg_id,
        node_id=node.node_id,
        section_number=node.section_number,
        label=node.label,
        title=node.title,
        level=node.level,
        page_start=node.page_start,
        page_end=node.page_end,
        page_range=(found.start_page, found.end_page),
        children_count=len(node.children_ids),
        include_children=arguments.include_children,
        has_merged_tables=found.has_merged_tables,
        content_markdown=found.content_markdown[arguments.offset :],
        offset=arguments.offset,
        total=len(found.content_markdown),
        source=ids.citation(node.reg_id, found.start_page, found.end_page, node.label),
    )


class GetBlockWithContext(Arguments):
    reg_id: RegId
    block_id: Annotated[
        str,
        Field(
            description="内容块标识，如 angui_2024/p0072/b03。 Id of a block: from smart_search, "
            "read_page_range, list_references or a note."
        ),
    ]
    context_blocks: Annotated[
        int,
        Field(ge=0, le=50, description="前后各取几块。 How many blocks before and after."),
    ] = 2
    offset: Offset = 0


class BlockItem(Item):
    block_id: str
    block_type: BlockType
    page_num: int
    chapter_path: list[str]
    table_id: str | None
    content_markdown: str
    bbox: list[float] | None


class NoteOnPage(Item):
    annotation_id: str
    note_id: str
    page_num: int
    content: str


class BlockContext(PagedAnswer):
    """``target_block`` is null in a piece that goes on after a cut.

    Units, in the order in which they are given: the block, those after it, those before it from
    the nearest on, the notes of its page.
    """

    reg_id: str
    target_block: BlockItem | None
    before_blocks: list[BlockItem]
    after_blocks: list[BlockItem]
    page_annotations: list[NoteOnPage]

    def unit_count(self) -> int:
        return (
            (self.target_block is not None)
            + len(self.after_blocks)
            + len(self.before_blocks)
            + len(self.page_annotations)
        )

    def shortened(self, count: int) -> Self:
        return self._between(0, count)

    def without(self, count: int) -> Self:
        return self._between(count, self.unit_count())

    def _between(self, start: int, end: int) -> Self:
        first_after = int(self.target_block is not None)
        first_before = first_after + len(self.after_blocks)
        first_note = first_before + len(self.before_blocks)
        nearest_first = self.before_blocks[::-1]

        def part(begin: int) -> slice:
            return slice(max(0, start - begin), max(0, end - begin))

        return self.model_copy(
            update={
                "target_block": self.target_block if start < first_after <= end else None,
                "after_blocks": self.after_blocks[part(first_after)],
                "before_blocks": nearest_first[part(first_before)][::-1],
                "page_annotations": self.page_annotations[part(first_note)],
            }
        )


def get_block_with_context(workbench: Workbench, arguments: GetBlockWithContext) -> BlockContext:
    found = workbench.block_with_context(
        arguments.reg_id, arguments.block_id, arguments.context_blocks
    )
    reg_id, page_num = arguments.reg_id, found.page.page_num
    nums = [page_num, *(near.page_num for near in (*found.before, *found.after))]
    whole = BlockContext(
        reg_id=reg_id,
        target_block=_block(reg_id, PlacedBlock(page_num, found.block)),
        before_blocks=[_block(reg_id, near) for near in found.before],
        after_blocks=[_block(reg_id, near) for near in found.after],
        page_annotations=[_note(note) for note in found.page.annotations],
        total=0,
        source=ids.citation(reg_id, min(nums), max(nums)),
    )
    piece = whole.without(arguments.offset)
    return piece.model_copy(update={"offset": arguments.offset, "total": whole.unit_count()})


def _block(reg_id: str, placed: PlacedBlock) -> BlockItem:
    block = placed.block
    return BlockItem(
        block_id=block.block_id,
        block_type=block.block_type,
        page_num=placed.page_num,
        chapter_path=list(block.chapter_path),
        table_id=block.table_meta.table_id if block.table_meta is not None else None,
        content_markdown=block.content_markdown,
        bbox=block.box.rounded() if block.box is not None else None,
        source=ids.citation(reg_id, placed.page_num),
    )


def _note(note: Annotation) -> NoteOnPage:
    return NoteOnPage(
        annotation_id=note.annotation_id,
        note_id=note.note_id,
        page_num=note.page_num,
        content=note.content,
        source=note.source,
    )


TOOLS = (
    Tool(
        name="read_page_range",
        description=(
            "读取连续页面的 Markdown，跨页表格已拼接；一次最多 10 页，超出部分见 rest。"
            "Read pages as one text, tables over page breaks put together; 10 pages at a time, "
            "`rest` is the call for more. Use it around a search hit. Next: get_table_by_id for a "
            "table of `pages`, lookup_annotation for 见注1, resolve_reference for 见第六章."
        ),
        arguments=ReadPageRange,
        answer=PageRange,
        run=read_page_range,
    ),
    Tool(
        name="read_chapter_content",
        description=(
            "按章节号读全文（6.3、第六章、附录A、R1、Article 5、标题或 node_id），可不含下级。"
            "Read a chapter by any of its names, with or without the sections below it; its tables "
            "are whole. A name that several chapters bear is answered with the candidates. Use it "
            "after get_toc or resolve_reference. Next: compare_sections, lookup_annotation."
        ),
        arguments=ReadChapterContent,
        answer=ChapterContent,
        run=read_chapter_content,
    ),
    Tool(
        name="get_block_with_context",
        description=(
            "读取一个内容块及其前后各若干块（可跨页），附本页注释。"
            "Read one block with the blocks before and after it, over page breaks, and the notes "
            "of its page. Use it when a hit or a reference names a block and a whole page would "
            "be too much. Next: read_page_range or read_chapter_content."
        ),
        arguments=GetBlockWithContext,
        answer=BlockContext,
        run=get_block_with_context,
    ),
)
