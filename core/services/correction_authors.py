"""Who makes a correction, and why."""

from core.errors import InputRejected
from core.model.corrections import LONGEST_REASON

_LONGEST_NAME = 80


def checked_name(made_by: str) -> str:
    name = " ".join(made_by.split())[:_LONGEST_NAME]
    if not name:
        raise InputRejected("A correction needs a name.", hint="Say who makes it.")
    return name


def checked_reason(reason: str) -> str:
    why = " ".join(reason.split())
    if len(why) > LONGEST_REASON:
        raise InputRejected(
            f"A reason has {LONGEST_REASON} characters at most.", hint="Say it shorter."
        )
    return why
