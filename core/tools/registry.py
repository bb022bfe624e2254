"""What a tool is, and how one is called."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Generic, Self, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from core.errors import AmbiguousNameError, GridCodeError, InvalidArguments, ToolNotFoundError
from core.tools.budget import fitted
from core.tools.paging import Answer, Json, ListAnswer
from core.workbench import Workbench

_SHORTEST_ITEM = 150  # characters of JSON
_LONGEST_MESSAGE = 1000
_SURROGATE = re.compile("[\ud800-\udfff]")


class Arguments(BaseModel):
    """Base of every tool's arguments: unknown names are refused, so that a slip is not ignored."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="after")
    def _is_text_that_can_be_written(self) -> Self:
        """JSON may carry half a character (a lone surrogate), which no file or store takes."""
        values = self.__dict__.values()
        texts = [text for it in values for text in (it if isinstance(it, list) else [it])]
        if any(isinstance(text, str) and _SURROGATE.search(text) for text in texts):
            raise ValueError("text must be whole Unicode characters")
        return self


RegId = Annotated[
    str,
    Field(
        description="规程标识，见 list_regulations；旧版为 reg_id@1。 "
        "Id of the regulation, from list_regulations; a past edition is reg_id@1."
    ),
]
Offset = Annotated[
    int,
    Field(
        ge=0,
        description="从第几项（或第几个字符）接着读；照抄 rest 里的值。 "
        "Where to go on after a cut: copy it from `rest` of the answer before.",
    ),
]
Limit = Annotated[
    int | None,
    Field(ge=1, description="最多几项，缺省为全部。 How many items at most; all if left out."),
]
PageNum = Annotated[int, Field(ge=1, description="PDF 页码，从 1 开始。 Page of the PDF, from 1.")]


class Listing(Arguments):
    """Arguments of a tool that lists many things and takes them from the store in pieces."""

    reg_id: RegId
    offset: Offset = 0
    limit: Limit = None


A = TypeVar("A", bound=Arguments)
R = TypeVar("R", bound=Answer)


@dataclass(frozen=True)
class Tool(Generic[A, R]):
    """``description`` is written for an agent that must choose between tools.

    ``writes``: it leaves something changed, on a desk; all others only read.
    """

    name: str
    description: str
    arguments: type[A]
    answer: type[R]
    run: Callable[[Workbench, A], R]
    writes: bool = False

    @cached_property
    def shortest_item(self) -> int:
        """Characters of JSON below which no item of a list can be: its names and their marks.

        A budget has no room for more items than that allows, and no more are fetched.
        """
        if not issubclass(self.answer, ListAnswer):
            return _SHORTEST_ITEM
        (item,) = get_args(self.answer.model_fields[self.answer.listed].annotation)
        return sum(len(f'"{name}": 0, ') for name in item.model_fields)


def call(
    tools: Mapping[str, Tool[Any, Any]],
    workbench: Workbench,
    name: str,
    arguments: Mapping[str, object],
    budget: int | None = None,
) -> Json:
    """With a ``budget``, the JSON of the answer has about so many characters at most, and ``rest``
    is the call that gives what was cut."""
    tool = tools.get(name)
    if tool is None:
        raise ToolNotFoundError(
            f"There is no tool {_writable(name[:80])}.", hint=f"The tools are: {', '.join(tools)}."
        )
    try:
        typed = tool.arguments.model_validate(dict(arguments))
    except ValidationError as error:
        raise InvalidArguments(
            f"{name}: {_writable(_first_problem(error))}.", hint=f"{name} takes {_signature(tool)}."
        ) from error
    asked = typed.model_dump(exclude_defaults=True)
    if budget is not None and isinstance(typed, Listing):
        most = max(1, budget // tool.shortest_item)
        typed = typed.model_copy(update={"limit": min(most, typed.limit or most)})
    return fitted(tool.run(workbench, typed), name, asked, budget)


def error_answer(error: GridCodeError) -> Json:
    """What somebody asked for stands in many messages, however long it was."""
    message = _shortened(str(error))
    answer: Json = {"error": message, "type": type(error).__name__, "hint": error.hint}
    if isinstance(error, AmbiguousNameError):
        answer["candidates"] = [dict(candidate) for candidate in error.candidates]
    return answer


def _writable(text: str) -> str:
    """Names in JSON may hold half a character, too."""
    return _SURROGATE.sub("\ufffd", text)


def _shortened(message: str) -> str:
    half = _LONGEST_MESSAGE // 2
    return message if len(message) <= 2 * half else f"{message[:half]} … {message[-half:]}"


def _first_problem(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"]


def _signature(tool: Tool[Any, Any]) -> str:
    fields = tool.arguments.model_fields
    if not fields:
        return "no arguments"
    return ", ".join(
        name if field.is_required() else f"{name} (optional)" for name, field in fields.items()
    )
