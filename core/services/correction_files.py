"""Corrections as a file, to be taken into another library or another edition."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC
from typing import Any

from pydantic import TypeAdapter, ValidationError

from core.errors import InputRejected, InvalidArguments
from core.model import Asked, Correction
from core.model.corrections import LONGEST_CAPTION, LONGEST_CELL, LONGEST_REASON

_FORMAT = "gridcode-corrections"
_ASKED: TypeAdapter[Asked] = TypeAdapter(Asked)


def read_asked(given: Mapping[str, Any]) -> Asked:
    """What is to be corrected, as a front door was told it; an empty target is none."""
    told = dict(given)
    if told.get("target_id") == "":
        told["target_id"] = None
    try:
        return _ASKED.validate_python(told)
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in wrong["loc"][1:])
        raise InvalidArguments(
            f"This is no correction: {f'{where}: ' if where else ''}{wrong['msg']}.",
            hint="`gridcode corrections --help` shows what each kind takes.",
        ) from error


def written_corrections(reg_id: str, corrections: Sequence[Correction]) -> str:
    """JSON that :func:`read_corrections` reads, on this machine or another."""
    listed = [each.model_dump(mode="json") for each in corrections]
    exported = {"format": _FORMAT, "version": 1, "reg_id": reg_id, "corrections": listed}
    return json.dumps(exported, ensure_ascii=False, indent=1)


def read_corrections(text: str) -> list[Correction]:
    try:
        read = json.loads(text)
        if read["format"] != _FORMAT:
            raise ValueError("it is not a file of corrections")
        json.dumps(read, ensure_ascii=False).encode()  # half a character cannot be kept
        given = [_in_time(_possible(each)) for each in read["corrections"]]
        return list({each.correction_id: each for each in given}.values())
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputRejected(
            "The corrections cannot be read.",
            hint="Give a file that `gridcode corrections export` wrote.",
        ) from error


def _possible(given: object) -> Correction:
    """One that could have been made here; what it may hold is as long as that of a form."""
    correction = Correction.model_validate(given)
    lengths = (
        (correction.change.get("content"), LONGEST_CELL),
        (correction.change.get("caption"), LONGEST_CAPTION),
        (correction.reason, LONGEST_REASON),
    )
    if any(len(str(text or "")) > most for text, most in lengths):
        raise ValueError("it is too long")
    return correction


def _in_time(correction: Correction) -> Correction:
    """A time that was written without its zone is one of UTC: all must be comparable."""
    if correction.made_at.tzinfo is not None:
        return correction
    return correction.model_copy(update={"made_at": correction.made_at.replace(tzinfo=UTC)})


def put_under(correction: Correction, reg_id: str) -> Correction:
    """Ids of the regulation that it was made in become those of this one."""
    target = correction.change.get("target")
    old = correction.reg_id
    change = correction.change
    if isinstance(target, dict) and target.get("reg_id") == old:
        target_id = reg_id + str(target["target_id"]).removeprefix(old)
        change = change | {"target": target | {"reg_id": reg_id, "target_id": target_id}}
    return correction.model_copy(update={"reg_id": reg_id, "change": change})
