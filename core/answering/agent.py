"""Way two of a model's answer: an agent that turns pages with our reading tools.

Its tools are handed in and read only: whatever a page or a question tells the model to do, there
is nothing here that could write or delete.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.answering.events import OnEvent, StartedOver, Stepped, Wrote
from core.answering.language_model import opened_model, reject_unfinished
from core.answering.prompts import AGENT_RULES
from core.errors import GridCodeError, ModelFailed
from core.model.answers import Step
from core.settings import Settings

if TYPE_CHECKING:
    from pydantic_ai import AgentRunResult
    from pydantic_ai.agent import AgentRunEvents

_SHOWN = 160  # characters of what a call came to
_WHY = {
    "type": "string",
    "description": "一句话：为什么要这样查。 Why this call is made, in one sentence.",
}


@dataclass(frozen=True)
class ReadingTool:
    """``call`` answers JSON with a source, or raises a GridCodeError that the model can mend."""

    name: str
    description: str
    schema: Mapping[str, Any]
    call: Callable[[Mapping[str, Any]], Mapping[str, Any]]


async def answer_with_tools(
    settings: Settings,
    question: str,
    scope: Sequence[str],
    tools: Sequence[ReadingTool],
    on_event: OnEvent,
) -> tuple[str, list[Step]]:
    """The answer as the model wrote it, and what it opened on the way."""
    from pydantic_ai import Agent, Tool, UsageLimits

    steps: list[Step] = []
    turner = _PageTurner(steps, on_event)
    limits = UsageLimits(request_limit=settings.llm_steps, total_tokens_limit=settings.llm_tokens)
    prompt = f"问题 Question: {question}\n规程 Regulations: {', '.join(scope)}"
    async with opened_model(settings) as model:
        agent: Agent[None, str] = Agent(
            model,
            instructions=AGENT_RULES,
            tools=[
                Tool.from_schema(
                    turner.function(tool), tool.name, tool.description, _with_why(tool.schema)
                )
                for tool in tools
            ],
            retries=2,
        )
        async with agent.run_stream_events(prompt, usage_limits=limits) as events:
            result = await _watched(events, turner)
    if result is None:
        raise ModelFailed("The model gave no answer.", hint="Ask again.")
    reject_unfinished(result.response.finish_reason)
    return result.output, steps


async def _watched(
    events: "AgentRunEvents[str]", turner: "_PageTurner"
) -> "AgentRunResult[str] | None":
    from pydantic_ai import (
        AgentRunResultEvent,
        FunctionToolCallEvent,
        FunctionToolResultEvent,
        PartDeltaEvent,
        PartStartEvent,
        TextPart,
        TextPartDelta,
    )

    result = None
    async for event in events:
        if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart):
            turner.wrote(event.part.content)
        elif isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
            turner.wrote(event.delta.content_delta)
        elif isinstance(event, FunctionToolCallEvent):
            turner.called(event.part.tool_call_id, event.part.tool_name, event.part.args)
        elif isinstance(event, FunctionToolResultEvent):
            turner.answered(event.tool_call_id, event.part.content)
        elif isinstance(event, AgentRunResultEvent):
            result = event.result
    return result


class _PageTurner:
    """Tells the watcher what is written and opened; runs the tools."""

    def __init__(self, steps: list[Step], on_event: OnEvent) -> None:
        self._steps = steps
        self._on_event = on_event
        self._nth: dict[str, int] = {}
        self._thinking = ""

    def wrote(self, piece: str) -> None:
        self._thinking += piece
        if piece:
            self._on_event(Wrote(piece))

    def called(self, call_id: str, tool: str, arguments: object) -> None:
        given = _arguments(arguments)
        reason = str(given.pop("why", "") or self._thinking).strip()
        if self._thinking:
            self._thinking = ""
            self._on_event(StartedOver())
        self._nth[call_id] = len(self._steps)
        self._steps.append(Step(tool=tool, arguments=given, reason=reason[:_SHOWN]))
        self._tell(self._nth[call_id])

    def answered(self, call_id: str, content: object) -> None:
        nth = self._nth.get(call_id)
        if nth is None:
            return
        answer = content if isinstance(content, dict) else {}
        failed = "error" in answer or not isinstance(content, dict)
        outcome = str(answer.get("error") or answer.get("source") or content)
        self._steps[nth] = self._steps[nth].model_copy(
            update={"outcome": outcome[:_SHOWN], "failed": failed}
        )
        self._tell(nth)

    def function(self, tool: ReadingTool) -> Callable[..., Mapping[str, Any]]:
        def call(**arguments: object) -> Mapping[str, Any]:
            arguments.pop("why", None)
            try:
                return tool.call(arguments)
            except GridCodeError as error:
                return {"error": str(error), "type": type(error).__name__, "hint": error.hint}

        return call

    def _tell(self, nth: int) -> None:
        self._on_event(Stepped(nth, self._steps[nth]))


def _with_why(schema: Mapping[str, Any]) -> dict[str, Any]:
    properties = dict(schema.get("properties", {}))
    return {**schema, "properties": {"why": _WHY, **properties}}


def _arguments(arguments: object) -> dict[str, Any]:
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments or "{}")
        except ValueError:
            return {}
    return dict(arguments) if isinstance(arguments, dict) else {}
