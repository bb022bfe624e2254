"""The tools that a language model is given: those that read, named one by one.

A tool that is added to the registry reaches no model by itself.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from core.answering.agent import ReadingTool
from core.tools import TOOLS, call_tool
from core.workbench import Workbench

READING_TOOLS = (
    "list_regulations",
    "get_toc",
    "smart_search",
    "read_page_range",
    "get_chapter_structure",
    "get_page_chapter_info",
    "read_chapter_content",
    "lookup_annotation",
    "search_tables",
    "resolve_reference",
    "search_annotations",
    "get_table_by_id",
    "get_block_with_context",
    "find_similar_content",
    "compare_sections",
    "list_tables",
    "list_references",
)
_BUDGET = 8_000  # characters of an answer; what is cut says how to get the rest


def reading_tools(workbench: Workbench) -> list[ReadingTool]:
    return [
        ReadingTool(
            name=name,
            description=TOOLS[name].description,
            schema=TOOLS[name].arguments.model_json_schema(),
            call=partial(_call, workbench, name),
        )
        for name in READING_TOOLS
    ]


def _call(workbench: Workbench, name: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    return call_tool(workbench, name, arguments, _BUDGET)
