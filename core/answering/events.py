"""What happens while an answer is made, for whoever watches."""

from collections.abc import Callable
from dataclasses import dataclass

from core.model.answers import Step


@dataclass(frozen=True)
class Reading:
    """``done`` of ``total`` regulations are read; ``reg_id`` is the next, empty at the end."""

    done: int
    total: int
    reg_id: str = ""


@dataclass(frozen=True)
class Stepped:
    """``nth`` counts from 0; a step is told twice, before and after it was done."""

    nth: int
    step: Step


@dataclass(frozen=True)
class Wrote:
    """A piece of the answer as it arrives."""

    piece: str


@dataclass(frozen=True)
class StartedOver:
    """What was written so far was thinking aloud, not the answer."""


Event = Reading | Stepped | Wrote | StartedOver
OnEvent = Callable[[Event], None]


def nobody(_: Event) -> None:
    return None
