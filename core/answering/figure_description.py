"""What a figure shows: told by a model that can look, else by what is printed in and around it."""

import re
from dataclasses import dataclass, replace
from typing import get_args

from core.answering.language_model import opened_model, reject_unfinished
from core.answering.prompts import figure_prompt
from core.errors import ModelFailed
from core.model import Figure
from core.model.figures import FigureType
from core.settings import Settings
from core.structure.figures import (
    DESCRIBED_BY,
    DESCRIBED_BY_OCR,
    UNREAD,
    WordsInside,
    figure_type_of,
    lead_line,
    printed_description,
)

_TYPE = re.compile(r"<figure_type>(.*?)</figure_type>", re.DOTALL | re.IGNORECASE)
_DESCRIPTION = re.compile(
    r"<figure_description>(.*?)</figure_description>", re.DOTALL | re.IGNORECASE
)
_TYPES: dict[str, FigureType] = {name.casefold(): name for name in get_args(FigureType)}
_LONGEST = 2000


@dataclass(frozen=True)
class Described:
    description: str
    figure_type: FigureType
    described_by: str


async def look_at(settings: Settings, figure: Figure, image: bytes, media_type: str) -> Described:
    """By the configured model, with 500 characters of text before and after."""
    from pydantic_ai import Agent, BinaryContent

    prompt = figure_prompt(figure.context_before, figure.context_after, figure.caption or "")
    async with opened_model(settings) as model:
        agent: Agent[None, str] = Agent(model, retries=0)
        async with agent.run_stream([prompt, BinaryContent(image, media_type=media_type)]) as said:
            text = await said.get_output()
            reject_unfinished(said.response.finish_reason)
    return _read(text, settings.llm_model)


def from_print(figure: Figure, inside: WordsInside) -> Described:
    """Caption, the words in the picture, and the line that leads to it; nothing is made up."""
    return Described(
        description=printed_description(figure.caption, inside.words, _lead(figure)),
        figure_type=figure_type_of(figure.caption or ""),
        described_by=inside.described_by,
    )


def with_print(described: Described, inside: WordsInside) -> Described:
    """A model's words, and below them those in the picture: search finds both."""
    if inside.words in described.description:
        return described
    return replace(described, description=f"{described.description}\n{inside.words}")


def words_of_description(figure: Figure) -> WordsInside:
    """The words inside the picture, where its description was made from print."""
    if figure.described_by not in (DESCRIBED_BY, DESCRIBED_BY_OCR):
        return WordsInside("", UNREAD)
    beside = {figure.caption or "", _lead(figure)}
    words = " ".join(line for line in figure.description.split("\n") if line not in beside)
    return WordsInside(words, figure.described_by if words else UNREAD)


def _lead(figure: Figure) -> str:
    return lead_line(figure.caption, figure.context_before, figure.context_after)


def _read(text: str, model: str) -> Described:
    found, kind = _DESCRIPTION.search(text), _TYPE.search(text)
    description = " ".join((found[1] if found else "").split())[:_LONGEST]
    if not description:
        raise ModelFailed(
            "The model described no figure.", hint="Does it look at pictures? GRIDCODE_LLM_VISION"
        )
    named = kind[1].strip().casefold() if kind else ""
    return Described(description, _TYPES.get(named, "Other"), model)
