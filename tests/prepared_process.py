"""Processes to be killed, dozens of them: each is a copy of one that has imported everything.

A fresh interpreter would spend two seconds on imports before there is anything to kill.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.conftest import ROOT

_COPIES = """
import os, signal, sys

signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # copies that were killed leave nothing behind
exec(sys.argv[1])
print("prepared", flush=True)
for pipe_name in sys.stdin:
    copy = os.fork()
    if copy:
        print(copy, flush=True)
        continue
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    os.dup2(os.open(pipe_name.strip(), os.O_WRONLY), 1)
    run(*sys.argv[2:])
    os._exit(0)
"""


class Prepared:
    """``code`` imports what it needs and defines ``run``, which gets ``arguments`` as texts.

    Nothing may be open and no thread started before ``run``: a copy has neither.
    """

    def __init__(self, code: str, folder: Path, *arguments: object) -> None:
        self._pipe_name = folder / "said by the copy"
        os.mkfifo(self._pipe_name)
        self._process = subprocess.Popen(
            [sys.executable, "-c", _COPIES, code, *map(str, arguments)],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout.readline() == "prepared\n"

    def __enter__(self) -> "Prepared":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.stdin.close()
        self._process.wait(timeout=20)
        self._process.stdout.close()
        self._pipe_name.unlink()

    def start(self) -> "Copy":
        print(self._pipe_name, file=self._process.stdin, flush=True)
        pid = int(self._process.stdout.readline())
        return Copy(pid, self._pipe_name)


class Copy:
    """``stdout`` is what it prints."""

    def __init__(self, pid: int, pipe_name: Path) -> None:
        self._pid = pid
        self.stdout = pipe_name.open(encoding="utf-8")

    def kill(self) -> None:
        os.kill(self._pid, signal.SIGKILL)
        self.stdout.close()
        deadline = time.monotonic() + 20
        while _is_there(self._pid):
            assert time.monotonic() < deadline, "a killed process is still there"
            time.sleep(0.005)


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
