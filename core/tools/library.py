"""Tools about the library as a whole."""

from datetime import datetime
from typing import Annotated, ClassVar

from pydantic import Field

from core.model import RegulationSummary
from core.tools.paging import Item, ListAnswer, window
from core.tools.registry import Arguments, Offset, Tool
from core.workbench import Workbench


class ListRegulations(Arguments):
    collection: Annotated[
        str | None, Field(description="只列该文集中的规程。 Only those of this collection.")
    ] = None
    offset: Offset = 0


class RegulationItem(Item):
    reg_id: str
    title: str
    source_file: str
    total_pages: int
    indexed_at: datetime
    edition: int
    description: str
    keywords: list[str]
    numbers: list[str]
    tables: int
    cross_page_tables: int
    annotations: int
    chapters: int
    references: int
    references_unresolved: int
    figures: int
    ocr_pages: int
    collections: list[str]


class RegulationList(ListAnswer):
    listed: ClassVar[str] = "regulations"

    regulations: list[RegulationItem]


def list_regulations(workbench: Workbench, arguments: ListRegulations) -> RegulationList:
    found = workbench.list_regulations()
    if arguments.collection is not None:
        wanted = workbench.get_collection(arguments.collection).reg_ids
        found = [summary for summary in found if summary.info.reg_id in wanted]
    return RegulationList(
        regulations=[_regulation(summary) for summary in window(found, arguments.offset)],
        offset=arguments.offset,
        total=len(found),
        source="library",
    )


def _regulation(summary: RegulationSummary) -> RegulationItem:
    info = summary.info
    return RegulationItem(
        reg_id=info.reg_id,
        title=info.title,
        source_file=info.source_file,
        total_pages=info.total_pages,
        indexed_at=info.indexed_at,
        edition=info.edition,
        description=info.description,
        keywords=list(info.keywords),
        numbers=list(info.numbers),
        tables=summary.table_count,
        cross_page_tables=summary.cross_page_table_count,
        annotations=summary.annotation_count,
        chapters=summary.chapter_count,
        references=summary.reference_count,
        references_unresolved=summary.unresolved_count,
        figures=summary.figure_count,
        ocr_pages=summary.ocr_page_count,
        collections=list(summary.collections),
        source=info.source,
    )


TOOLS = (
    Tool(
        name="list_regulations",
        description=(
            "列出文库中的全部规程：reg_id、标题、页数、表格与注释数量、所属文集。其他工具都需要 "
            "reg_id。 List every regulation in the library with its reg_id, title, page count, "
            "what it holds and the collections it is in. Start here: every other tool wants a "
            "reg_id. Next: get_toc or smart_search."
        ),
        arguments=ListRegulations,
        answer=RegulationList,
        run=list_regulations,
    ),
)
