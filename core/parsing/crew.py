"""The workers on one document: they are given tasks, watched, and replaced when they fail.

Nothing that a file does to a worker reaches the caller: a worker that crashes, hangs or runs out
of memory is killed, and the page it was on is tried alone and then given up.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import wait

from core import errors
from core.errors import Cancelled, GridCodeError, ParsingFailed
from core.parsing.messages import (
    Answer,
    Failed,
    Glanced,
    GlanceTask,
    Joined,
    JoinTask,
    Opened,
    OpenTask,
    PageRead,
    PagesDone,
    PagesTask,
    PictureRead,
    PictureTask,
    Refused,
    Task,
)
from core.parsing.page_ranges import PageRange, without_culprit
from core.parsing.worker_pool import POOL, Worker, WorkerDied

_OPENING_SECONDS = 30.0
_GLANCE_SECONDS = 15.0  # somebody waits in front of the screen
_PAGE_SECONDS = 40.0  # of work between two pages of one worker; OCR of a page takes about ten
_PATIENCE = 6  # times as long on the clock: others may have the processor meanwhile
_JOINING_SECONDS = 300.0
_PICTURE_SECONDS = 60.0  # a figure takes half a second, the models two
_LOOK_SECONDS = 0.2
_SECOND_WORKER_AFTER = 3.0
_PAGES_FOR_TWO = 16  # below that the second worker's start costs more than it brings
_HOPELESS = 20  # that many failures and not one page read
_LARGE_WORKER_MB = 1400  # not kept for the next document


@dataclass(frozen=True)
class Limits:
    """What reads a document, and what it may take; ``workers`` 0 is as many as there are cores."""

    engine: str
    seconds: float
    memory_mb: int
    workers: int


@dataclass
class _Assignment:
    worker: Worker
    pages: PageRange
    last_sign: float
    worked: float | None
    last_read: int | None = None

    def sign(self) -> None:
        """The worker has got on with its pages."""
        self.last_sign = time.monotonic()
        self.worked = self.worker.seconds_worked()

    @property
    def is_stuck(self) -> bool:
        """On a busy machine a page may take minutes on the clock and still be read."""
        waited = time.monotonic() - self.last_sign
        if waited <= _PAGE_SECONDS:
            return False
        worked = self.worker.seconds_worked()
        if worked is None or self.worked is None:
            return True
        return worked - self.worked > _PAGE_SECONDS or waited > _PAGE_SECONDS * _PATIENCE


@dataclass
class PagesOutcome:
    """What came of a document's pages; ``failures`` says in one line why a page is missing."""

    done: list[PagesDone] = field(default_factory=list)
    failures: dict[int, str] = field(default_factory=dict)


class Crew:
    def __init__(self, limits: Limits, cancelled: Callable[[], bool] | None) -> None:
        self._limits = limits
        self._deadline = time.monotonic() + limits.seconds
        self._cancelled = cancelled or (lambda: False)
        self.worker_count = limits.workers or _cores()

    def open(self, task: OpenTask) -> Opened:
        answer = self._ask(task, _OPENING_SECONDS)
        if isinstance(answer, Opened):
            return answer
        raise _failure("The PDF could not be opened", answer)

    def glance(self, task: GlanceTask) -> Glanced:
        answer = self._ask(task, _GLANCE_SECONDS)
        if isinstance(answer, Glanced):
            return answer
        raise _failure("The PDF could not be opened", answer)

    def join(self, task: JoinTask) -> None:
        answer = self._ask(task, _JOINING_SECONDS)
        if not isinstance(answer, Joined):
            raise _failure("The parsed pages could not be joined", answer)

    def read_picture(self, task: PictureTask) -> str:
        """The words in it, line by line; may be asked by several threads at once."""
        answer = self._ask(task, _PICTURE_SECONDS, "The picture was not read")
        if isinstance(answer, PictureRead):
            return answer.words
        raise _failure("The picture could not be read", answer)

    @property
    def is_late(self) -> bool:
        return time.monotonic() > self._deadline

    def parse(
        self,
        ranges: list[PageRange],
        task_for: Callable[[PageRange], PagesTask],
        on_page: Callable[[int], None],
    ) -> PagesOutcome:
        """All ranges, over as many workers as pay off; a failing page does not stop the others."""
        waiting = deque(ranges)
        page_count = sum(pages.last - pages.first + 1 for pages in ranges)
        busy: list[_Assignment] = []
        outcome = PagesOutcome()
        read: set[int] = set()
        began = time.monotonic()
        try:
            while waiting or busy:
                while waiting and len(busy) < self._hands(page_count, began):
                    busy.append(self._assign(waiting.popleft(), task_for))
                for assignment in self._with_news(busy):
                    answer = self._news(assignment)
                    if isinstance(answer, PageRead):
                        assignment.last_read = answer.page_num
                        assignment.sign()
                        if answer.page_num not in read:
                            read.add(answer.page_num)
                            on_page(answer.page_num)
                        continue
                    busy.remove(assignment)
                    if isinstance(answer, PagesDone):
                        outcome.done.append(answer)
                        _rest(assignment.worker, answer.peak_memory_mb)
                    else:
                        self._dismiss(assignment.worker, answer)
                        waiting.extendleft(reversed(_again(assignment, answer, outcome)))
                        if not outcome.done and len(outcome.failures) >= _HOPELESS:
                            raise ParsingFailed(
                                f"No page could be read: {outcome.failures[min(outcome.failures)]}",
                                hint="The file may be damaged; open and save it elsewhere.",
                            )
                for assignment in [a for a in busy if a.is_stuck]:
                    busy.remove(assignment)
                    assignment.worker.kill()
                    stuck = Failed(reason=f"no progress in {_PAGE_SECONDS:.0f} s")
                    waiting.extendleft(reversed(_again(assignment, stuck, outcome)))
        finally:
            for assignment in busy:
                assignment.worker.kill()
        return outcome

    def _hands(self, page_count: int, began: float) -> int:
        """A second worker helps a long document at once, and a slow one (a scan) after a while."""
        is_slow = time.monotonic() - began > _SECOND_WORKER_AFTER
        return self.worker_count if page_count >= _PAGES_FOR_TWO or is_slow else 1

    def _assign(self, pages: PageRange, task_for: Callable[[PageRange], PagesTask]) -> _Assignment:
        worker = POOL.take(self._limits.engine, self._limits.memory_mb)
        try:
            worker.give(task_for(pages))
        except WorkerDied:
            worker.kill()  # it died at rest
            worker = Worker(self._limits.engine, self._limits.memory_mb)
            worker.give(task_for(pages))
        return _Assignment(worker, pages, time.monotonic(), worker.seconds_worked())

    def _with_news(self, busy: list[_Assignment]) -> list[_Assignment]:
        self._check()
        ready = wait([assignment.worker.connection for assignment in busy], _LOOK_SECONDS)
        return [assignment for assignment in busy if assignment.worker.connection in ready]

    @staticmethod
    def _news(assignment: _Assignment) -> Answer:
        try:
            return assignment.worker.take()
        except WorkerDied as death:
            return Failed(reason=f"the worker ended: {death}")

    @staticmethod
    def _dismiss(worker: Worker, answer: Answer) -> None:
        """After a failure nobody knows what state the worker is in."""
        worker.kill()
        if isinstance(answer, Refused):
            raise _known_error(answer)

    def _check(self) -> None:
        if self._cancelled():
            raise Cancelled("Parsing was cancelled.", hint="Nothing was changed.")
        if self.is_late:
            raise ParsingFailed(
                f"Parsing took more than {self._limits.seconds:.0f} s and was stopped.",
                hint="Raise GRIDCODE_PARSE_SECONDS, or split the file.",
            )

    def _ask(self, task: Task, seconds: float, late: str = "The PDF did not open") -> Answer:
        """One task, one answer; a worker that does not give it in time is killed."""
        with _borrowed(self._limits) as worker:
            worker.give(task)
            until = time.monotonic() + seconds
            while not worker.connection.poll(_LOOK_SECONDS):
                self._check()
                if time.monotonic() > until:
                    raise ParsingFailed(
                        f"{late} within {seconds:.0f} s.",
                        hint="The file may be damaged; open and save it elsewhere.",
                    )
            return worker.take()


def _cores() -> int:
    """Those this process may use, which in a container are fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _borrowed(limits: Limits) -> Iterator[Worker]:
    worker = POOL.take(limits.engine, limits.memory_mb)
    try:
        yield worker
    except WorkerDied as death:
        worker.kill()
        raise ParsingFailed(
            f"The PDF brought the parser down ({death}).",
            hint="The file may be damaged; open and save it elsewhere.",
        ) from death
    except BaseException:
        worker.kill()
        raise
    POOL.give_back(worker)


def _rest(worker: Worker, peak_memory_mb: int) -> None:
    if peak_memory_mb > _LARGE_WORKER_MB:
        worker.leave()
    else:
        POOL.give_back(worker)


def _again(assignment: _Assignment, answer: Answer, outcome: PagesOutcome) -> list[PageRange]:
    """What is to be tried again; a page that failed alone is given up."""
    if not assignment.pages.is_single:
        return without_culprit(assignment.pages, assignment.last_read)
    reason = answer.reason if isinstance(answer, Failed) else "it could not be parsed"
    outcome.failures[assignment.pages.first] = f"Page {assignment.pages.first}: {reason}."
    return []


def _failure(what: str, answer: Answer) -> GridCodeError:
    if isinstance(answer, Refused):
        return _known_error(answer)
    reason = answer.reason if isinstance(answer, Failed) else "an unexpected answer"
    return ParsingFailed(f"{what}: {reason}.")


def _known_error(answer: Refused) -> GridCodeError:
    error_class = getattr(errors, answer.error_class, ParsingFailed)
    if not (isinstance(error_class, type) and issubclass(error_class, GridCodeError)):
        error_class = ParsingFailed
    return error_class(answer.message, hint=answer.hint)
