"""Tools that find a place: text, tables, content alike."""

from typing import Annotated, ClassVar

from pydantic import Field

from core.model import GroupBy, SearchResult, SimilarChunk, Table, TableMatch
from core.model.pages import BlockType
from core.model.retrieval import TableMatchType, TableSearchMode
from core.services.search import SearchFilters
from core.structure.tables.markdown import table_markdown
from core.tools.paging import Item, Json, ListAnswer, window
from core.tools.registry import Arguments, Offset, Tool
from core.tools.search_scope import (
    MOST_NAMED,
    ChapterScope,
    Scope,
    is_everywhere,
    reg_ids_of,
    source_of,
)
from core.tools.tables import TableHead, table_head
from core.workbench import Workbench

_SHOWN_ROWS = 5
_FURTHEST = 10_000  # nobody reads on there
_MOST = "最多返回几项。 How many at most; with `offset`, how many from there on."

Query = Annotated[
    str,
    Field(
        description='词语或问题；"引号内"须原样出现；也可直接写 2.1.4、表6-2、P72。 Words or a '
        "question; what is in quotes must stand in the text; 2.1.4, 表6-2 or P72 lead there."
    ),
]


class SmartSearch(Arguments):
    query: Query
    reg_id: Scope = None
    limit: Annotated[int, Field(ge=1, le=1000, description=_MOST)] = 10
    chapter_scope: ChapterScope = None
    section_number: Annotated[
        str | None, Field(description="限定一个章节编号。 Only the section of this number.")
    ] = None
    block_types: Annotated[
        BlockType | list[BlockType] | None,
        Field(
            description="限定内容类型。 Only these kinds: text, heading, list, table, figure, "
            "section_content."
        ),
    ] = None
    group_by: Annotated[
        GroupBy, Field(description="按页、章节或规程归并。 What one result is.")
    ] = "page"
    past_editions: Annotated[
        bool, Field(description="是否也检索旧版。 Whether past editions are searched too.")
    ] = False
    offset: Offset = 0


class Hit(Item):
    """``matched_fields`` says why: phrase, keywords, vectors, section, table, figure, note,
    page, title (or a keyword that an analyst gave).

    Ranks are those of its best stretch of text in the two ways of searching.
    """

    reg_id: str
    page_num: int
    score: float
    snippet: str
    highlights: list[str]
    section_number: str | None
    chapter_path: list[str]
    block_ids: list[str]
    table_id: str | None
    matched_fields: list[str]
    keyword_rank: int | None
    vector_rank: int | None


class BestFirst(ListAnswer):
    """The best of what was found: from ``offset`` on, as many as ``limit``."""

    def going_on(self, arguments: Json, shown: int) -> Json:
        return arguments | {"offset": shown, "limit": self.total - shown}


class Hits(BestFirst):
    """``found`` counts what lies beyond ``limit`` as well, as far as it was counted.

    ``scope`` is given, all or auto; ``note`` says what an analyst should know of the search.
    ``reg_ids`` are the regulations that were searched, the first 50 of ``reg_count``.
    """

    listed: ClassVar[str] = "results"

    query: str
    results: list[Hit]
    found: int
    searched_by: str
    embedder: str | None
    scope: str
    reg_ids: list[str]
    reg_count: int
    note: str


def smart_search(workbench: Workbench, arguments: SmartSearch) -> Hits:
    filters = SearchFilters(
        reg_ids=reg_ids_of(arguments.reg_id),
        every_regulation=is_everywhere(arguments.reg_id),
        chapter_scope=arguments.chapter_scope,
        section_number=arguments.section_number,
        block_types=_several(arguments.block_types),
        past_editions=arguments.past_editions,
    )
    found = workbench.search(arguments.query, filters, _until(arguments), arguments.group_by)
    return Hits(
        query=arguments.query,
        results=[_hit(result) for result in window(found.results, arguments.offset)],
        offset=arguments.offset,
        total=len(found.results),
        found=found.total,
        searched_by=found.searched_by,
        embedder=found.embedder,
        scope=found.scope,
        reg_ids=list(found.reg_ids[:MOST_NAMED]),
        reg_count=len(found.reg_ids),
        note=" ".join(found.notes),
        source=source_of(found.reg_ids),
    )


def _until(arguments: "SmartSearch | SearchTables | FindSimilar") -> int:
    return min(arguments.offset, _FURTHEST) + arguments.limit


def _several(asked: str | list[BlockType] | None) -> tuple[str, ...] | None:
    if not asked:
        return None
    return (asked,) if isinstance(asked, str) else tuple(asked)


def _hit(result: SearchResult) -> Hit:
    best = result.matched_chunks[0] if result.matched_chunks else None
    return Hit(
        reg_id=result.reg_id,
        page_num=result.page_num,
        score=round(result.relevance_score, 4),
        snippet=result.snippet,
        highlights=list(result.highlights),
        section_number=result.section_number,
        chapter_path=list(result.chapter_path),
        block_ids=list(best.block_ids) if best else [],
        table_id=result.table_id,
        matched_fields=list(result.matched_fields),
        keyword_rank=best.keyword_rank if best else None,
        vector_rank=best.vector_rank if best else None,
        source=result.source,
    )


class SearchTables(Arguments):
    query: Query
    reg_id: Scope = None
    chapter_scope: ChapterScope = None
    search_cells: Annotated[
        bool,
        Field(description="是否也查单元格，否则只查标题。 Cells too, or captions only."),
    ] = True
    mode: Annotated[
        TableSearchMode,
        Field(description="只要按此方式命中的表。 Keep those only that matched in this way."),
    ] = "hybrid"
    limit: Annotated[int, Field(ge=1, le=200, description=_MOST)] = 10
    offset: Offset = 0


class TableHit(TableHead):
    """``match_type`` is the strongest of ``match_types``: number, caption, cells, semantic.

    ``matched_rows`` are numbers of rows (from 0) that hold most of the query, ``preview`` is the
    header with the first of them.
    """

    match_type: TableMatchType
    match_types: list[TableMatchType]
    matched_rows: list[int]
    preview: str
    score: float


class TableHits(BestFirst):
    """``has_more``: others match, too, beyond ``limit``."""

    listed: ClassVar[str] = "tables"

    query: str
    tables: list[TableHit]
    has_more: bool


def search_tables(workbench: Workbench, arguments: SearchTables) -> TableHits:
    filters = SearchFilters(
        reg_ids=reg_ids_of(arguments.reg_id),
        every_regulation=is_everywhere(arguments.reg_id),
        chapter_scope=arguments.chapter_scope,
        block_types=("table",),
    )
    mode = arguments.mode if arguments.search_cells else "caption"
    until = _until(arguments)
    found = workbench.search_tables(arguments.query, filters, until + 1, mode)
    return TableHits(
        query=arguments.query,
        tables=[_table_hit(*pair) for pair in window(found[:until], arguments.offset)],
        has_more=len(found) > until,
        offset=arguments.offset,
        total=min(len(found), until),
        source=source_of(filters.reg_ids or ()),
    )


def _table_hit(table: Table, match: TableMatch) -> TableHit:
    header = range(table.header_row_count)
    rows = [row for row in match.rows if row >= table.header_row_count][:_SHOWN_ROWS]
    shown = [*header, *(rows or range(len(header), min(len(header) + 2, table.row_count)))]
    values = table_head(table) | {
        "match_type": match.match_types[0],
        "match_types": list(match.match_types),
        "matched_rows": list(match.rows),
        "preview": table_markdown(table.cells, table.col_count, shown, table.header_row_count),
        "score": match.score,
    }
    return TableHit.model_validate(values)


class FindSimilar(Arguments):
    reg_id: Scope = None
    query_text: Annotated[
        str | None, Field(description="要比较的文字。 The text to find something like.")
    ] = None
    source_block_id: Annotated[
        str | None,
        Field(description="要比较的内容块，如 angui_2024/p0072/b03。 Or the block it stands in."),
    ] = None
    limit: Annotated[int, Field(ge=1, le=100, description=_MOST)] = 5
    exclude_same_page: Annotated[
        bool, Field(description="不要同一页的内容。 Leave out the page of source_block_id.")
    ] = True
    offset: Offset = 0


class SimilarItem(Item):
    """``similarity`` goes from 0 to 1."""

    reg_id: str
    page_num: int
    page_end: int
    section_number: str | None
    table_id: str | None
    block_ids: list[str]
    content: str
    similarity: float


class SimilarItems(BestFirst):
    """``embedder`` is null where likeness was taken from the characters alone."""

    listed: ClassVar[str] = "similar"

    similar: list[SimilarItem]
    embedder: str | None


def find_similar_content(workbench: Workbench, arguments: FindSimilar) -> SimilarItems:
    reg_ids = reg_ids_of(arguments.reg_id)
    found = workbench.find_similar(
        reg_ids,
        _until(arguments),
        text=arguments.query_text,
        block_id=arguments.source_block_id,
        exclude_same_page=arguments.exclude_same_page,
    )
    return SimilarItems(
        similar=[_similar(each) for each in window(found.found, arguments.offset)],
        offset=arguments.offset,
        total=len(found.found),
        embedder=found.embedder,
        source=source_of(reg_ids or ()),
    )


def _similar(found: SimilarChunk) -> SimilarItem:
    chunk = found.chunk
    return SimilarItem(
        reg_id=chunk.reg_id,
        page_num=chunk.page_num,
        page_end=chunk.page_end,
        section_number=chunk.section_number,
        table_id=chunk.table_id,
        block_ids=list(chunk.block_ids),
        content=chunk.content,
        similarity=round(found.similarity, 4),
        source=chunk.source,
    )


TOOLS: tuple[
    Tool[SmartSearch, Hits] | Tool[SearchTables, TableHits] | Tool[FindSimilar, SimilarItems], ...
] = (
    Tool(
        name="smart_search",
        description=(
            "检索条文、表格和注释（词语加语义），返回页码、摘要、出处和命中方式；引号内须原样出现。"
            "Search the text, tables and notes of one, several or all regulations by words and by "
            "meaning. Answers pages with a snippet, why they matched and their source. A query "
            "that is a section or table number or a page leads straight there. Next: "
            "read_page_range, read_chapter_content, or search_tables when it may stand in a table."
        ),
        arguments=SmartSearch,
        answer=Hits,
        run=smart_search,
    ),
    Tool(
        name="search_tables",
        description=(
            "按编号、标题、单元格内容或语义查找表格，跨页表格算一张，并给出命中的行。"
            "Find tables by number, caption, cells or meaning; says which matched and in which "
            "rows. A table over several pages is one hit. Next: get_table_by_id for the whole "
            "table and the notes its cells cite."
        ),
        arguments=SearchTables,
        answer=TableHits,
        run=search_tables,
    ),
    Tool(
        name="find_similar_content",
        description=(
            "查找与一段文字或一个内容块意思相近的内容，给出 0 到 1 的相似度。"
            "Find content that says something similar to a text or a block, with its similarity "
            "from 0 to 1; over one, several or all regulations. Use it for parallel rules and for "
            "the same rule in another regulation. Next: get_block_with_context, compare_sections."
        ),
        arguments=FindSimilar,
        answer=SimilarItems,
        run=find_similar_content,
    ),
)
