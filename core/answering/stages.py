"""Way one of a model's answer: read each regulation, then combine, streamed as it is written."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.answering.events import OnEvent, Reading, Wrote
from core.answering.language_model import opened_model, reject_unfinished
from core.answering.prompts import RULES, combining_prompt, reading_prompt, says_nothing
from core.answering.token_budget import TokenBudget
from core.context.tokens import TokenCounter
from core.errors import ModelFailed
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


@dataclass(frozen=True)
class StagedAnswer:
    """As the model wrote it; for ``unread`` regulations the limit of tokens left no room."""

    text: str
    unread: tuple[str, ...] = ()


async def answer_in_stages(
    settings: Settings, question: str, documents: Sequence[Document], on_event: OnEvent
) -> StagedAnswer:
    """One regulation alone is answered while it is read."""
    from pydantic_ai import Agent

    budget = TokenBudget(settings.llm_tokens, TokenCounter(settings.tokenizer))
    async with opened_model(settings) as model:
        agent: Agent[None, str] = Agent(model, instructions=RULES, retries=0)
        alone = len(documents) == 1
        readings: list[tuple[str, str]] = []
        unread: tuple[str, ...] = ()
        for done, document in enumerate(documents):
            prompt = reading_prompt(question, document.reg_id, document.title, document.text)
            cost = budget.cost(RULES + prompt, len(document.pictures))
            if not budget.allows(cost):
                if not done:
                    raise ModelFailed(
                        f"{settings.llm_tokens} tokens are too few to read one regulation.",
                        hint="GRIDCODE_LLM_TOKENS is the limit.",
                    )
                unread = tuple(each.reg_id for each in documents[done:])
                break
            on_event(Reading(done, len(documents), document.reg_id))
            asked = [prompt, *_shown(document.pictures)]
            text = await _streamed(agent, budget, asked, on_event if alone else None)
            budget.spend(cost, text)
            if not says_nothing(text):
                readings.append((document.reg_id, text))
                budget.keep_free(text)
        on_event(Reading(len(documents) - len(unread), len(documents)))
        if alone or not readings:
            return StagedAnswer(readings[0][1] if readings else "", unread)
        if unread and len(readings) == 1:  # nothing to combine it with, and tokens are short
            on_event(Wrote(readings[0][1]))
            return StagedAnswer(readings[0][1], unread)
        combining: list[UserContent] = [combining_prompt(question, readings)]
        return StagedAnswer(await _streamed(agent, budget, combining, on_event), unread)


def _shown(pictures: Sequence[Picture]) -> "Iterator[UserContent]":
    from pydantic_ai import BinaryContent

    for picture in pictures:
        yield picture.label
        yield BinaryContent(picture.content, media_type=picture.media_type)


async def _streamed(
    agent: "Agent[None, str]",
    budget: TokenBudget,
    prompt: "list[UserContent]",
    on_event: OnEvent | None,
) -> str:
    text = ""
    async with agent.run_stream(prompt, usage=budget.usage, usage_limits=budget.limits()) as stream:
        async for piece in stream.stream_text(delta=True, debounce_by=None):
            text += piece
            if on_event is not None:
                on_event(Wrote(piece))
        ended = stream.response.finish_reason
    reject_unfinished(ended)
    return text
