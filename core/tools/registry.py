"""What a tool is, and how one is called."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from core.errors import GridCodeError, InvalidArguments, ToolNotFoundError
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


def call(
    tools: Mapping[str, Tool[Any]], workbench: Workbench, name: str, arguments: Mapping[str, object]
) -> Answer:
    tool = tools.get(name)
    if tool is None:
        raise ToolNotFoundError(
            f"There is no tool {name}.", hint=f"The tools are: {', '.join(tools)}."
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
