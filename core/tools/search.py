"""Tools that find a place."""

from typing import Annotated

from pydantic import Field

from core.model import SearchResult
from core.services.search import SearchFilters
from core.tools.registry import Answer, Arguments, Tool
from core.workbench import Workbench


class SmartSearch(Arguments):
    """``reg_id``: one, several, or ``"all"``; none searches all."""

    query: str
    reg_id: str | list[str] | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 10
    chapter_scope: str | None = None
    block_types: list[str] | None = None


def smart_search(workbench: Workbench, arguments: SmartSearch) -> Answer:
    filters = SearchFilters(
        reg_ids=_reg_ids(arguments.reg_id),
        chapter_scope=arguments.chapter_scope,
        block_types=tuple(arguments.block_types) if arguments.block_types else None,
    )
    found = workbench.search(arguments.query, filters, arguments.limit)
    return {
        "query": arguments.query,
        "results": [_result(result) for result in found],
        "total": len(found),
        "searched_by": "keywords",
        "source": ", ".join(filters.reg_ids) if filters.reg_ids else "library",
    }


def _reg_ids(asked: str | list[str] | None) -> tuple[str, ...] | None:
    if asked is None or asked == "all":
        return None
    return (asked,) if isinstance(asked, str) else tuple(asked)


def _result(result: SearchResult) -> Answer:
    return {
        "reg_id": result.reg_id,
        "page_num": result.page_num,
        "score": round(result.relevance_score, 4),
        "snippet": result.snippet,
        "highlights": list(result.highlights),
        "section_number": result.section_number,
        "chapter_path": list(result.chapter_path),
        "block_ids": list(result.matched_chunks[0].block_ids),
        "source": result.source,
    }


TOOLS = (
    Tool(
        name="smart_search",
        description=(
            "按词语检索条文、表格和注释，返回页码、摘要和出处；加引号表示原文短语。"
            "Search the text, tables and notes of one, several or all regulations. Answers pages "
            "with a snippet and their source; a phrase in quotes must stand in the text as it is. "
            "Narrow with chapter_scope (a section number or title) and block_types."
        ),
        arguments=SmartSearch,
        run=smart_search,
    ),
)
