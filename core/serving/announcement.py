"""Where the process that holds the store listens: a file for its owner in the data directory."""

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

_NAME = "server.json"


@dataclass(frozen=True)
class Announcement:
    url: str
    pid: int
    token: str


def announce(data_dir: Path, announcement: Announcement) -> None:
    """In place of whatever an earlier process left there."""
    data_dir.mkdir(parents=True, exist_ok=True)
    half = data_dir / f"{_NAME}.{os.getpid()}"
    half.unlink(missing_ok=True)
    handle = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(asdict(announcement), file)
    half.replace(data_dir / _NAME)


def withdraw(data_dir: Path, announcement: Announcement) -> None:
    """Only one's own: a later process may have announced itself since."""
    if read_announcement(data_dir) == announcement:
        (data_dir / _NAME).unlink(missing_ok=True)


def read_announcement(data_dir: Path) -> Announcement | None:
    """What is announced, true or not; None where nothing is, or nothing that can be read."""
    with suppress(OSError, ValueError, TypeError):
        said = json.loads((data_dir / _NAME).read_text(encoding="utf-8"))
        found = Announcement(**said)
        if isinstance(found.pid, int) and isinstance(found.url, str) and found.token:
            return found
    return None


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # somebody else's, but there
    return True
