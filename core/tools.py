"""The tool registry: what agents and scripts can ask, each with typed arguments and a source.

MCP, ``gridcode call`` and Ask all go through :func:`call_tool`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from core.errors import GridCodeError, InvalidArguments, ToolNotFoundError
from core.model import RegulationSummary
from core.workbench import Workbench

Answer = dict[str, Any]


class Arguments(BaseModel):
    """Base of every tool's arguments: unknown names are refused, so that a slip is not ignored."""

    model_config = ConfigDict(frozen=True, extra="forbid")


A = TypeVar("A", bound=Arguments)


@dataclass(frozen=True)
class Tool(Generic[A]):
    """``description`` is written for an agent that must choose between tools."""

    name: str
    description: str
    arguments: type[A]
    run: Callable[[Workbench, A], Answer]


class NoArguments(Arguments):
    pass


def _list_regulations(workbench: Workbench, _: NoArguments) -> Answer:
    found = workbench.list_regulations()
    return {
        "regulations": [_regulation(summary) for summary in found],
        "total": len(found),
        "source": "library",
    }


def _regulation(summary: RegulationSummary) -> Answer:
    info = summary.info
    return {
        "reg_id": info.reg_id,
        "title": info.title,
        "source_file": info.source_file,
        "total_pages": info.total_pages,
        "indexed_at": info.indexed_at.isoformat(),
        "edition": info.edition,
        "description": info.description,
        "keywords": list(info.keywords),
        "tables": summary.table_count,
        "cross_page_tables": summary.cross_page_table_count,
        "annotations": summary.annotation_count,
        "chapters": summary.chapter_count,
        "references": summary.reference_count,
        "references_unresolved": summary.unresolved_count,
        "figures": summary.figure_count,
        "ocr_pages": summary.ocr_page_count,
        "source": info.source,
    }


TOOLS: Mapping[str, Tool[Any]] = {
    tool.name: tool
    for tool in (
        Tool(
            name="list_regulations",
            description=(
                "列出文库中的全部规程：reg_id、标题、页数、表格与注释数量。"
                "List every regulation in the library with its reg_id, title, page count and what "
                "it holds. Start here: every other tool wants a reg_id."
            ),
            arguments=NoArguments,
            run=_list_regulations,
        ),
    )
}


def call_tool(workbench: Workbench, name: str, arguments: Mapping[str, object]) -> Answer:
    tool = TOOLS.get(name)
    if tool is None:
        raise ToolNotFoundError(
            f"There is no tool {name}.", hint=f"The tools are: {', '.join(TOOLS)}."
        )
    try:
        typed = tool.arguments.model_validate(dict(arguments))
    except ValidationError as error:
        raise InvalidArguments(
            f"{name}: {_first_problem(error)}.", hint=f"{name} takes {_signature(tool)}."
        ) from error
    return tool.run(workbench, typed)


def error_answer(error: GridCodeError) -> Answer:
    return {"error": str(error), "type": type(error).__name__, "hint": error.hint}


def _first_problem(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"]


def _signature(tool: Tool[Any]) -> str:
    fields = tool.arguments.model_fields
    if not fields:
        return "no arguments"
    return ", ".join(
        name if field.is_required() else f"{name} (optional)" for name, field in fields.items()
    )
