"""What takes long to make and is only read: one process of a test run makes it, all use it."""

import fcntl
from collections.abc import Callable
from pathlib import Path

folder: Path | None = None  # of this run, set by tests/conftest.py


def once_a_run(name: str, make: Callable[[Path], object]) -> Path:
    """The file of that name, made by whoever asks first; the others wait for it."""
    assert folder is not None, "asked for before the first test"
    target = folder / name
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            unfinished = folder / f"{name}.unfinished"
            make(unfinished)
            unfinished.rename(target)
    return target
