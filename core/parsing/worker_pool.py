"""Processes that read PDFs for us: started on demand, kept for the next document, killed when they
misbehave.

A worker is `python -m core.parsing.worker` on one end of a pipe. A plain subprocess and not
`multiprocessing`, which would import the caller's main module again (Streamlit, pytest) and share
its standard output, where the command line prints JSON.
"""

import atexit
import os
import subprocess
import sys
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from threading import Lock

from core.parsing.messages import ANSWERS, TASKS, Answer, Task

_PROJECT_ROOT = Path(__file__).parents[2]
_SECONDS_TO_LEAVE = 2.0


class WorkerDied(Exception):
    """The worker's process ended before it answered."""


class Worker:
    """One worker process, for one engine, and the memory it may take."""

    def __init__(self, engine: str, memory_mb: int) -> None:
        self.engine = engine
        self.memory_mb = memory_mb
        ours, theirs = Pipe()
        python_path = os.pathsep.join(
            filter(None, (str(_PROJECT_ROOT), os.environ.get("PYTHONPATH")))
        )
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "core.parsing.worker",
                str(theirs.fileno()),
                str(memory_mb),
                engine,
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(theirs.fileno(),),
            env={**os.environ, "PYTHONPATH": python_path, "HF_HUB_OFFLINE": "1"},
        )
        theirs.close()
        self.connection: Connection = ours

    @property
    def process_id(self) -> int:
        return self._process.pid

    def give(self, task: Task) -> None:
        try:
            self.connection.send_bytes(TASKS.dump_json(task))
        except OSError as error:
            raise WorkerDied(self._how_it_ended()) from error

    def take(self) -> Answer:
        """The next answer; waits for it, so ask ``connection`` first whether there is one."""
        try:
            return ANSWERS.validate_json(self.connection.recv_bytes())
        except (EOFError, OSError) as error:
            raise WorkerDied(self._how_it_ended()) from error

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def seconds_worked(self) -> float | None:
        """Processor time so far; None where the system does not tell."""
        try:
            status = Path(f"/proc/{self.process_id}/stat").read_text()
        except OSError:
            return None
        user, system = status.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        self.connection.close()
        self._process.kill()
        self._process.wait()

    def leave(self) -> None:
        """Let the worker end by itself: it does when its pipe closes."""
        self.connection.close()
        try:
            self._process.wait(_SECONDS_TO_LEAVE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _how_it_ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(_SECONDS_TO_LEAVE)
            return f"signal {-code}" if code < 0 else f"exit code {code}"
        return "no answer"


class WorkerPool:
    """Workers at rest, taken and given back by any thread."""

    def __init__(self) -> None:
        self._at_rest: list[Worker] = []
        self._lock = Lock()

    def take(self, engine: str, memory_mb: int) -> Worker:
        """A worker for the caller alone: a fitting one at rest, or a new one."""
        with self._lock:
            for worker in reversed(self._at_rest):  # the last one has its models at hand
                fits = (worker.engine, worker.memory_mb) == (engine, memory_mb)
                if fits and worker.is_alive():
                    self._at_rest.remove(worker)
                    return worker
        return Worker(engine, memory_mb)

    def give_back(self, worker: Worker) -> None:
        """``worker`` must have answered its last task; one that has not is killed instead."""
        with self._lock:
            self._at_rest.append(worker)

    def close(self) -> None:
        """End the workers at rest; the next document starts new ones."""
        with self._lock:
            leaving, self._at_rest = self._at_rest, []
        for worker in leaving:
            worker.leave()


POOL = WorkerPool()
atexit.register(POOL.close)
