"""Tools about the chapters of a regulation."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Self

from pydantic import Field, PrivateAttr

from core.model import ActiveChapter, ChapterNode, ids
from core.model.chapters import Numbering, OutlineRow
from core.services.outline import ShownChapters
from core.tools.paging import Item, ListAnswer, PagedAnswer, window
from core.tools.registry import Arguments, Listing, Offset, PageNum, RegId, Tool
from core.workbench import Workbench

SectionName = Annotated[
    str,
    Field(
        description="章节，任意写法：6.3、第六章、第6章、附录A、R1、Article 5、标题或 node_id。 "
        "A chapter in any spelling: 6.3, 第六章, 附录A, R1, Article 5, its title or its node_id."
    ),
]


class GetToc(Listing):
    depth: Annotated[
        int | None,
        Field(
            ge=1,
            description="显示几层，缺省为全部。 Levels of the tree to show; all if left out.",
        ),
    ] = None
    expand_section: Annotated[
        str | None,
        Field(
            description="完整展开的一章，其余按 depth（缺省 1 层）。 A chapter to show with all "
            "below it (6.3, 第六章, node_id); the others stay at `depth`, 1 if left out."
        ),
    ] = None


class TocEntry(Item):
    """``hidden_children`` is what ``depth`` kept out; ``repeated`` came in an earlier piece."""

    title: str
    level: int
    section_number: str
    node_id: str
    page_start: int
    page_end: int
    hidden_children: int = 0
    repeated: bool = False
    children: list["TocEntry"]


class Toc(PagedAnswer):
    reg_id: str
    title: str
    total_pages: int
    items: list[TocEntry]
    _shown: ShownChapters = PrivateAttr()
    _count: int = PrivateAttr(default=0)

    def unit_count(self) -> int:
        return self._count

    def shortened(self, count: int) -> Self:
        entries = _entries(self._shown, self.offset, self.offset + count)
        short = self.model_copy(update={"items": entries})
        short._count = count
        return short

    def over(self, shown: ShownChapters, limit: int | None) -> Self:
        self._shown = shown
        return self.shortened(len(window(shown.rows, self.offset, limit)))


def get_toc(workbench: Workbench, arguments: GetToc) -> Toc:
    info, shown = workbench.contents_to_depth(
        arguments.reg_id, arguments.depth, arguments.expand_section
    )
    return Toc(
        reg_id=info.reg_id,
        title=info.title,
        total_pages=info.total_pages,
        items=[],
        offset=arguments.offset,
        total=len(shown.rows),
        source=info.source,
    ).over(shown, arguments.limit)


def _entries(shown: ShownChapters, start: int, end: int) -> list[TocEntry]:
    """Rows from ``start`` to ``end`` below their ancestors, which are repeated if they were
    before ``start``."""
    repeated = {above for row in shown.rows[start:end] for above in _above(shown, row, start)}
    given = range(start, min(end, len(shown.rows)))
    below: dict[str | None, list[TocEntry]] = {}
    for place in (*reversed(given), *sorted(repeated, reverse=True)):  # children before parents
        row = shown.rows[place]
        entry = TocEntry(
            title=f"{row.label} {row.title}".strip(),
            level=row.level,
            section_number=row.section_number,
            node_id=row.node_id,
            page_start=row.page_start,
            page_end=row.page_end,
            hidden_children=row.children_count - shown.children[row.node_id],
            repeated=place < start,
            children=below.pop(row.node_id, [])[::-1],
            source=row.source,
        )
        parent_id = row.parent_id if row.parent_id in shown.places else None
        below.setdefault(parent_id, []).append(entry)
    return below.get(None, [])[::-1]


def _above(shown: ShownChapters, row: OutlineRow, start: int) -> Iterator[int]:
    """Places of its ancestors before ``start``."""
    place = shown.places.get(row.parent_id or "")
    while place is not None:
        if place < start:
            yield place
        place = shown.places.get(shown.rows[place].parent_id or "")


class GetChapterStructure(Listing):
    section_number: Annotated[
        str | None,
        Field(
            description="只看这一章及其下级，任意写法；缺省为全书。 Only this chapter and what is "
            "below it, in any spelling; the whole regulation if left out."
        ),
    ] = None


class ChapterItem(Item):
    node_id: str
    section_number: str
    label: str
    title: str
    level: int
    numbering: Numbering
    parent_id: str | None
    children_count: int
    page_start: int
    page_end: int
    has_direct_content: bool
    direct_block_count: int
    heading_block_id: str | None


class ChapterStructure(ListAnswer):
    listed: ClassVar[str] = "chapters"

    reg_id: str
    chapters: list[ChapterItem]


def get_chapter_structure(workbench: Workbench, arguments: GetChapterStructure) -> ChapterStructure:
    info, nodes = workbench.chapter_structure(arguments.reg_id, arguments.section_number)
    top = nodes[0].source if arguments.section_number is not None and nodes else info.source
    return ChapterStructure(
        reg_id=info.reg_id,
        chapters=[_chapter(node) for node in window(nodes, arguments.offset, arguments.limit)],
        offset=arguments.offset,
        total=len(nodes),
        source=top,
    )


def _chapter(node: OutlineRow) -> ChapterItem:
    return ChapterItem(
        node_id=node.node_id,
        section_number=node.section_number,
        label=node.label,
        title=node.title,
        level=node.level,
        numbering=node.numbering,
        parent_id=node.parent_id,
        children_count=node.children_count,
        page_start=node.page_start,
        page_end=node.page_end,
        has_direct_content=node.direct_block_count > 0,
        direct_block_count=node.direct_block_count,
        heading_block_id=node.heading_block_id,
        source=node.source,
    )


class GetPageChapterInfo(Arguments):
    reg_id: RegId
    page_num: PageNum
    offset: Offset = 0


class PageChapter(Item):
    node_id: str
    section_number: str
    label: str
    title: str
    level: int
    page_start: int
    page_end: int
    inherited: bool


class PageChapters(ListAnswer):
    """``inherited_count`` chapters began on an earlier page, ``new_count`` begin on this one."""

    listed: ClassVar[str] = "active_chapters"

    reg_id: str
    page_num: int
    chapter_path: list[str]
    new_count: int
    inherited_count: int
    active_chapters: list[PageChapter]


def get_page_chapter_info(workbench: Workbench, arguments: GetPageChapterInfo) -> PageChapters:
    page, nodes = workbench.page_chapters(arguments.reg_id, arguments.page_num)
    active = sorted(page.active_chapters, key=lambda chapter: not chapter.inherited)
    inherited = sum(chapter.inherited for chapter in active)
    return PageChapters(
        reg_id=page.reg_id,
        page_num=page.page_num,
        chapter_path=list(page.chapter_path),
        new_count=len(active) - inherited,
        inherited_count=inherited,
        active_chapters=[
            _page_chapter(arguments.reg_id, chapter, nodes.get(chapter.node_id))
            for chapter in window(active, arguments.offset)
        ],
        offset=arguments.offset,
        total=len(active),
        source=page.source,
    )


def _page_chapter(reg_id: str, chapter: ActiveChapter, node: ChapterNode | None) -> PageChapter:
    first = node.page_start if node is not None else chapter.page_num
    last = node.page_end if node is not None else chapter.page_num
    return PageChapter(
        node_id=chapter.node_id,
        section_number=chapter.section_number,
        label=node.label if node is not None else chapter.section_number,
        title=chapter.title,
        level=chapter.level,
        page_start=first,
        page_end=last,
        inherited=chapter.inherited,
        source=node.source if node is not None else ids.citation(reg_id, first, last),
    )


TOOLS = (
    Tool(
        name="get_toc",
        description=(
            "取目录树：章节编号、标题、起止页码。先用 depth=1 看大纲，expand_section 展开一章。"
            "Get the contents as a tree with numbers, titles and pages. Use depth=1 or 2 for an "
            "outline, expand_section to open one chapter. Next: read_chapter_content, or "
            "smart_search and search_tables with a chapter as scope."
        ),
        arguments=GetToc,
        answer=Toc,
        run=get_toc,
    ),
    Tool(
        name="get_chapter_structure",
        description=(
            "平铺列出章节：node_id、编号、上级、页码、直属内容块数；可只看一章。"
            "List chapters flat with node_id, parent, pages and how much stands directly in each; "
            "of the whole regulation or of one chapter. For an overview use get_toc; to read use "
            "read_chapter_content."
        ),
        arguments=GetChapterStructure,
        answer=ChapterStructure,
        run=get_chapter_structure,
    ),
    Tool(
        name="get_page_chapter_info",
        description=(
            "查某一页属于哪些章节：哪些从前页延续（inherited），哪些在本页开始。"
            "Tell which chapters a page belongs to: those that go on from an earlier page "
            "(inherited) and those that begin on it. Use it after a search hit to see where you "
            "are. Next: read_chapter_content."
        ),
        arguments=GetPageChapterInfo,
        answer=PageChapters,
        run=get_page_chapter_info,
    ),
)
