"""What a figure shows: told by a model that can look, else by what is printed in and around it."""

import re
from dataclasses import dataclass
from typing import get_args

from core.answering.language_model import opened_model, reject_unfinished
from core.answering.prompts import figure_prompt
from core.errors import ModelFailed
from core.model import Figure
from core.model.figures import FigureType
from core.settings import Settings
from core.structure.figures import DESCRIBED_BY, figure_type_of, lead_line

_TYPE = re.compile(r"<figure_type>(.*?)</figure_type>", re.DOTALL | re.IGNORECASE)
_DESCRIPTION = re.compile(
    r"<figure_description>(.*?)</figure_description>", re.DOTALL | re.IGNORECASE
)
_TYPES: dict[str, FigureType] = {name.casefold(): name for name in get_args(FigureType)}
_LONGEST = 2000
_OCR = "caption, context and OCR"


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


def from_print(figure: Figure, words_inside: str) -> Described:
    """Caption, the words in the picture, and the line that leads to it; nothing is made up."""
    parts = dict.fromkeys([figure.caption or "", words_inside, _lead(figure)])
    return Described(
        description="\n".join(part for part in parts if part),
        figure_type=figure_type_of(figure.caption or ""),
        described_by=_OCR if words_inside else DESCRIBED_BY,
    )


def words_of_description(figure: Figure) -> str:
    """The words inside the picture, where its description was made from print."""
    if figure.described_by not in (DESCRIBED_BY, _OCR):
        return ""
    beside = {figure.caption or "", _lead(figure)}
    return " ".join(line for line in figure.description.split("\n") if line not in beside)


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
