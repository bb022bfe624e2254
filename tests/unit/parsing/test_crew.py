"""When a worker on a page is thought to be stuck."""

import time

import pytest

from core.parsing import crew
from core.parsing.page_ranges import PageRange


class WorkerAt:
    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds

    def seconds_worked(self) -> float | None:
        return self.seconds


@pytest.mark.parametrize(
    ("waited", "worked", "is_stuck"),
    [
        (30, 30, False),
        (60, 12, False),  # others have the processor
        (60, 50, True),
        (300, 0, True),  # it waits for something that never comes
        (60, None, True),  # nobody tells: the clock decides
    ],
)
def test_a_page_is_given_up_for_its_own_work_and_not_because_the_machine_is_busy(
    waited, worked, is_stuck
):
    worker = WorkerAt(100.0)
    began = time.monotonic() - waited
    assignment = crew._Assignment(worker, PageRange(1, 1), last_sign=began, worked=100.0)
    worker.seconds = None if worked is None else 100.0 + worked
    assert assignment.is_stuck is is_stuck
