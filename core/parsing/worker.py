"""The worker process: takes tasks from its pipe, one after the other, until the pipe closes.

Run as `python -m core.parsing.worker FD MEGABYTES ENGINE`. What the libraries print goes nowhere:
the owner starts us without standard output and standard error.
"""

import logging
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

from core.errors import GridCodeError
from core.parsing.messages import (
    ANSWERS,
    TASKS,
    Answer,
    Failed,
    GlanceTask,
    Joined,
    JoinTask,
    OpenTask,
    PagesTask,
    PictureRead,
    PictureTask,
    Refused,
    Task,
)

_OWNER_CHECK_SECONDS = 2.0


def main(file_descriptor: int, memory_mb: int, engine: str) -> None:
    _limit_memory(memory_mb)
    if engine != "standard":
        keep_torch_out()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the owner, who then closes us
    _leave_with_owner()
    logging.disable(logging.CRITICAL)
    # One thread per worker: the owner runs as many workers as there are cores.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ["HF_HUB_OFFLINE"] = "1"
    connection = Connection(file_descriptor)

    def answer(message: Answer) -> None:
        connection.send_bytes(ANSWERS.dump_json(message))

    while True:
        try:
            task = TASKS.validate_json(connection.recv_bytes())
        except (EOFError, OSError):
            return
        try:
            answer(_do(task, answer))
        except GridCodeError as error:
            answer(
                Refused(error_class=type(error).__name__, message=error.message, hint=error.hint)
            )
        except MemoryError:
            answer(Failed(reason="out of memory"))
        except Exception as error:
            answer(Failed(reason=_one_line(error)))


def keep_torch_out() -> None:
    """docling imports torch wherever it is installed, if only to ask for a graphics card."""
    sys.modules["torch"] = None  # type: ignore[assignment]


def _do(task: Task, answer: Callable[[Answer], None]) -> Answer:
    # Imported late: opening a file needs PDFium only, and docling takes more than a second.
    if isinstance(task, OpenTask):
        from core.parsing.opening import describe_pdf

        return describe_pdf(task)
    if isinstance(task, GlanceTask):
        from core.parsing.glancing import glance

        return glance(task)
    if isinstance(task, PagesTask):
        from core.parsing.engines import parse_pages

        return parse_pages(task, on_page=answer)
    if isinstance(task, JoinTask):
        from core.parsing.document_parts import join_parts

        join_parts(task)
        return Joined()
    if isinstance(task, PictureTask):
        from core.parsing.picture_words import words_in_picture

        return PictureRead(words=words_in_picture(task.path))
    raise AssertionError(task)


def _limit_memory(memory_mb: int) -> None:
    wanted = memory_mb * 2**20
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _leave_with_owner() -> None:
    """End this process when its owner is gone, even in the middle of a page."""
    owner = os.getppid()

    def watch() -> None:
        while os.getppid() == owner:
            time.sleep(_OWNER_CHECK_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _one_line(error: Exception) -> str:
    lines = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {lines[0]}"[:200]


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
