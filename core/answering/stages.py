"""Way one of a model's answer: read each regulation, then combine, streamed as it is written."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.answering.events import OnEvent, Reading, Wrote
from core.answering.language_model import opened_model, reject_unfinished
from core.answering.prompts import RULES, combining_prompt, reading_prompt, says_nothing
from core.settings import Settings

if TYPE_CHECKING:
    from pydantic_ai import Agent, UserContent


@dataclass(frozen=True)
class Picture:
    """A figure to be read with the text; ``label`` says which one it is."""

    label: str
    content: bytes
    media_type: str


@dataclass(frozen=True)
class Document:
    """What of a regulation is read: text with ``[reg_id P72]`` before each page, and figures."""

    reg_id: str
    title: str
    text: str
    pictures: Sequence[Picture] = field(default=())


async def answer_in_stages(
    settings: Settings, question: str, documents: Sequence[Document], on_event: OnEvent
) -> str:
    """The answer as the model wrote it. One regulation alone is answered while it is read."""
    from pydantic_ai import Agent

    async with opened_model(settings) as model:
        agent: Agent[None, str] = Agent(model, instructions=RULES, retries=0)
        alone = len(documents) == 1
        readings: list[tuple[str, str]] = []
        for done, document in enumerate(documents):
            on_event(Reading(done, len(documents), document.reg_id))
            prompt = _reading(question, document)
            text = await _streamed(agent, settings, prompt, on_event if alone else None)
            if not says_nothing(text):
                readings.append((document.reg_id, text))
        on_event(Reading(len(documents), len(documents)))
        if alone or not readings:
            return readings[0][1] if readings else ""
        return await _streamed(agent, settings, [combining_prompt(question, readings)], on_event)


def _reading(question: str, document: Document) -> "list[UserContent]":
    from pydantic_ai import BinaryContent

    prompt: list[UserContent] = [
        reading_prompt(question, document.reg_id, document.title, document.text)
    ]
    for picture in document.pictures:
        prompt += [picture.label, BinaryContent(picture.content, media_type=picture.media_type)]
    return prompt


async def _streamed(
    agent: "Agent[None, str]",
    settings: Settings,
    prompt: "list[UserContent]",
    on_event: OnEvent | None,
) -> str:
    from pydantic_ai import UsageLimits

    text = ""
    limits = UsageLimits(request_limit=2, total_tokens_limit=settings.llm_tokens)
    async with agent.run_stream(prompt, usage_limits=limits) as stream:
        async for piece in stream.stream_text(delta=True, debounce_by=None):
            text += piece
            if on_event is not None:
                on_event(Wrote(piece))
        ended = stream.response.finish_reason
    reject_unfinished(ended)
    return text
