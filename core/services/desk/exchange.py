"""A desk as JSON, with its history, and back: another library gets the same desk."""

import json
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from pydantic import TypeAdapter, ValidationError

from core.context.context_system import ContextSystem
from core.context.history import false_history
from core.context.rules import problems
from core.context.tree import ContextTree
from core.errors import ContextPageNotFoundError, InputRejected
from core.model import AgentAccess, ContextEvent, ContextPage, Desk

_FORMAT = "gridcode-desk-1"
_PAGES: TypeAdapter[list[ContextPage]] = TypeAdapter(list[ContextPage])
_EVENTS: TypeAdapter[list[ContextEvent]] = TypeAdapter(list[ContextEvent])


def as_json(desk: Desk, began_with: Sequence[ContextPage], events: Sequence[ContextEvent]) -> str:
    """``pages`` is the desk as it is, for readers; the rest is what it is made of again."""
    now = _replayed(began_with, events).pages.values()
    written = {
        "format": _FORMAT,
        "desk": desk.model_dump(mode="json"),
        "pages": _PAGES.dump_python(list(now), mode="json", round_trip=True),
        "began_with": _PAGES.dump_python(list(began_with), mode="json", round_trip=True),
        "events": _EVENTS.dump_python(list(events), mode="json", round_trip=True),
    }
    return json.dumps(written, ensure_ascii=False, indent=1)


def read_json(data: bytes | str) -> tuple[Desk, list[ContextPage], list[ContextEvent]]:
    """A new desk under a new id, closed to agents; what does not fit together is refused."""
    try:
        found: dict[str, Any] = json.loads(data)
        if found["format"] != _FORMAT:
            raise _rejected("it is of another kind or version")
        now = datetime.now(UTC)
        desk = Desk.model_validate(
            found["desk"]
            | {
                "desk_id": f"desk-{secrets.token_hex(3)}",
                "agent_access": AgentAccess.CLOSED,
                "created_at": now,
                "updated_at": now,
            }
        )
        began_with = _PAGES.validate_python(found["began_with"])
        events = _EVENTS.validate_python(found["events"])
        pages = _PAGES.validate_python(found["pages"])
        json.dumps(found, ensure_ascii=False).encode()  # half a character cannot be kept
        _reject_broken(began_with)
        false = false_history(began_with, events)
        tree = _replayed(began_with, events) if false is None else ContextTree()
    except (ValidationError, ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        raise _rejected("it is damaged, or no exported desk") from error
    except ContextPageNotFoundError as error:
        raise _rejected("its history does not fit its pages") from error
    if false is not None:
        raise _rejected(false.rstrip("."))
    if dict(tree.pages) != {page.index: page for page in pages}:
        raise _rejected("its history does not lead to its pages")
    return desk, began_with, events


def _replayed(began_with: Sequence[ContextPage], events: Sequence[ContextEvent]) -> ContextTree:
    return ContextSystem(began_with, events, lambda _: None).tree


def _reject_broken(pages: Sequence[ContextPage]) -> None:
    found = problems(pages)
    if found:
        raise _rejected(found[0].rstrip("."))


def _rejected(reason: str) -> InputRejected:
    return InputRejected(f"The desk cannot be imported: {reason}.", hint="Export it again as JSON.")
