"""The tool registry: what agents and scripts can ask, each with typed arguments and a source.

MCP, ``gridcode call`` and Ask all go through :func:`call_tool`.
"""

from collections.abc import Mapping
from typing import Any

from core.tools import (
    asking,
    comparison,
    contents,
    desk_reading,
    desk_window,
    desk_writing,
    guide,
    library,
    notes,
    reading,
    references,
    search,
    tables,
)
from core.tools.paging import Answer, Json
from core.tools.registry import Tool, call, error_answer
from core.workbench import Workbench

__all__ = ["TOOLS", "Answer", "Tool", "call_tool", "error_answer"]

_MODULES = (
    *(guide, library, contents, search, reading, tables, notes, references, comparison),
    *(desk_reading, desk_window, desk_writing),
    asking,
)
TOOLS: Mapping[str, Tool[Any, Any]] = {
    tool.name: tool for module in _MODULES for tool in module.TOOLS
}


def call_tool(
    workbench: Workbench,
    name: str,
    arguments: Mapping[str, object],
    budget: int | None = None,
) -> Json:
    """The answer as JSON: whole, or with a ``budget`` of characters cut where ``rest`` says."""
    return call(TOOLS, workbench, name, arguments, budget)
