"""``gridcode`` in a process of its own for every call, without a second of imports for each.

The processes are forked from one that has imported the program and done nothing else. That a fresh
interpreter starts it too is tested with ``served``.
"""

import atexit
import json
import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock

from tests.conftest import ROOT

_STREAMS = ("stdin", "stdout", "stderr")
# Not multiprocessing: its children run the caller's main module again, and that is app.py wherever
# a page was tested before.
_FORKING = """
import json, os, sys, traceback
import pandas
import core.tools, core.workbench
from core.cli import main

print("prepared", flush=True)
for line in sys.stdin:
    call = json.loads(line)
    pid = os.fork()
    if pid:
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
        continue
    os.environ.clear()
    os.environ.update(call["environment"])
    os.chdir(call["folder"])
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        flags = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT
        os.dup2(os.open(call["files"][name], flags), number)
        setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8", closefd=False))
    sys.argv = ["gridcode", *call["arguments"]]
    try:
        code = main(call["arguments"])
    except SystemExit as ended:
        code = ended.code
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code or 0)  # a copy has not the threads that an orderly end would wait for
"""


class _Forking:
    """One call at a time; a call that hangs ends the process, and the next call starts another."""

    def __init__(self) -> None:
        self._turn = Lock()
        self._process: subprocess.Popen[str] | None = None

    def run(self, call: Mapping[str, object], seconds: float) -> int:
        with self._turn:
            process = self._process or self._started()
            print(json.dumps(call), file=process.stdin, flush=True)
            if not select.select([process.stdout], [], [], seconds)[0]:
                self.end()
                raise subprocess.TimeoutExpired(["gridcode"], seconds)
            return int(process.stdout.readline())

    def end(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, 9)
            self._process.wait()
            with suppress(BrokenPipeError):
                self._process.stdin.close()
            self._process.stdout.close()
            self._process = None

    def _started(self) -> "subprocess.Popen[str]":
        self._process = subprocess.Popen(
            [sys.executable, "-c", _FORKING],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout.readline() == "prepared\n"
        return self._process


_FORKER = _Forking()
atexit.register(_FORKER.end)


def run_gridcode(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    *,
    stdin: str = "",
    folder: Path | None = None,
    seconds: float = 120,
) -> subprocess.CompletedProcess[str]:
    """In ``folder``, or else where the tests run."""
    with tempfile.TemporaryDirectory() as streams:
        files = {name: Path(streams) / name for name in _STREAMS}
        for name, path in files.items():
            path.write_text(stdin if name == "stdin" else "", encoding="utf-8")
        call = {
            "arguments": list(arguments),
            "environment": dict(environment),
            "folder": str(folder or Path.cwd()),
            "files": {name: str(path) for name, path in files.items()},
        }
        code = _FORKER.run(call, seconds)
        printed = [files[name].read_text(encoding="utf-8") for name in _STREAMS[1:]]
        return subprocess.CompletedProcess(list(arguments), code, *printed)
