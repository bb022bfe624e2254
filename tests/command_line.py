"""``gridcode`` in a process of its own for every call, without a second of imports for each.

The processes are forked from one that has imported the program and done nothing else. That a fresh
interpreter starts it too is tested with ``served`` and by the documents' examples.
"""

import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload(["core.cli", "core.tools", "core.workbench", "pandas"])
_STREAMS = ("stdin", "stdout", "stderr")


def run_gridcode(
    arguments: Sequence[str], stdin: str, environment: Mapping[str, str], *, seconds: float = 120
) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as folder:
        files = {name: Path(folder) / name for name in _STREAMS}
        files["stdin"].write_text(stdin, encoding="utf-8")
        process = _PROCESSES.Process(
            target=_run, args=(list(arguments), dict(environment), str(Path.cwd()), files)
        )
        with _nothing_as_main():
            process.start()
        process.join(seconds)
        if process.is_alive():
            process.kill()
            raise subprocess.TimeoutExpired(list(arguments), seconds)
        printed = [files[name].read_text(encoding="utf-8") for name in _STREAMS[1:]]
        return subprocess.CompletedProcess(list(arguments), process.exitcode, *printed)


@contextmanager
def _nothing_as_main() -> Iterator[None]:
    """A child runs its parent's main file again, and under AppTest that file is ``app.py``."""
    kept = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = kept


def _run(
    arguments: list[str], environment: dict[str, str], folder: str, files: dict[str, Path]
) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    for number, name in enumerate(_STREAMS):
        flags = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT
        os.dup2(os.open(files[name], flags), number)
        mode = "r" if number == 0 else "w"
        setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
    from core.cli import main

    sys.argv = ["gridcode", *arguments]
    sys.exit(main(arguments))
