"""Asking the process that holds the store, over HTTP on this machine."""

import http.client
import json
from urllib.parse import urlsplit

import core.errors
from core.errors import AmbiguousNameError, GridCodeError, StoreBusy
from core.serving.announcement import Announcement, is_alive, read_announcement
from core.serving.wire import Json
from core.settings import Settings

INTERNAL = "/internal"

_GREETING_SECONDS = 5.0


class Unreached(Exception):
    """Nothing was asked: nobody listens there."""


def find_running(settings: Settings) -> Announcement | None:
    """The running workbench of this data directory, proven by its answer.

    A file left by a process that was killed, whose number or port may be another's by now, is
    recognised by that: it does not know the token, or holds another data directory.
    """
    said = read_announcement(settings.data_dir)
    if said is None or not is_alive(said.pid):
        return None
    try:
        answer = ask(said, "hello", {}, seconds=_GREETING_SECONDS)
    except (Unreached, GridCodeError):
        return None
    is_ours = isinstance(answer, dict) and answer.get("data_dir") == str(
        settings.data_dir.resolve()
    )
    return said if is_ours else None


def ask(
    announcement: Announcement,
    command: str,
    arguments: dict[str, Json],
    seconds: float | None = None,
) -> Json:
    """The answer; a known failure is raised as it would have been in this process."""
    parts = urlsplit(announcement.url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=seconds)
    try:
        try:
            connection.connect()
        except OSError as error:
            raise Unreached(announcement.url) from error
        connection.request(
            "POST",
            f"{INTERNAL}/{command}",
            body=json.dumps(arguments).encode(),
            headers={
                "Authorization": f"Bearer {announcement.token}",
                "Content-Type": "application/json",
            },
        )
        response = connection.getresponse()
        answer = json.loads(response.read())
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise StoreBusy(
            f"The workbench at {announcement.url} stopped or did not answer.",
            hint="Try again; `gridcode doctor` checks the library.",
        ) from error
    finally:
        connection.close()
    if response.status in (http.client.UNAUTHORIZED, http.client.NOT_FOUND):
        raise Unreached(announcement.url)  # another process has this port by now
    if response.status == http.client.OK and isinstance(answer, dict) and "answer" in answer:
        return answer["answer"]
    raise as_error(answer)


def as_error(answer: Json) -> GridCodeError:
    """The error behind ``{"error", "type", "hint"}``, of its own class."""
    if not isinstance(answer, dict) or "error" not in answer:
        return StoreBusy("Another program answers in place of the workbench.")
    kind = getattr(core.errors, str(answer.get("type")), GridCodeError)
    if not (isinstance(kind, type) and issubclass(kind, GridCodeError)):
        kind = GridCodeError
    error: GridCodeError = kind.__new__(kind)
    # Some classes write their own message from ids; here it is written already.
    GridCodeError.__init__(error, str(answer["error"]), hint=str(answer.get("hint", "")))
    if isinstance(error, AmbiguousNameError):
        error.candidates = tuple(answer.get("candidates", ()))
    return error
