"""The tool registry: what agents and scripts can ask, each with typed arguments and a source.

MCP, ``gridcode call`` and Ask all go through :func:`call_tool`.
"""

from collections.abc import Mapping
from typing import Any

from core.tools import library, search, tables
from core.tools.registry import Answer, Tool, call, error_answer
from core.workbench import Workbench

__all__ = ["TOOLS", "Answer", "Tool", "call_tool", "error_answer"]

TOOLS: Mapping[str, Tool[Any]] = {
    tool.name: tool for tool in (*library.TOOLS, *search.TOOLS, *tables.TOOLS)
}


def call_tool(workbench: Workbench, name: str, arguments: Mapping[str, object]) -> Answer:
    return call(TOOLS, workbench, name, arguments)
