"""When a worker is given up: what counts is the time it had, not what the clock says."""

import time

import pytest

from core.parsing.crew import _PAGE_SECONDS, _PATIENCE, _Assignment
from core.parsing.page_ranges import PageRange


class Working:
    """A worker that has had so much of the processor."""

    def __init__(self, seconds):
        self.seconds = seconds

    def cpu_seconds(self):
        return self.seconds


@pytest.mark.parametrize(
    ("waited", "worked", "is_stuck"),
    [
        (0.5 * _PAGE_SECONDS, 0.5 * _PAGE_SECONDS, False),
        (1.1 * _PAGE_SECONDS, 1.1 * _PAGE_SECONDS, True),
        (1.1 * _PAGE_SECONDS, 0.1 * _PAGE_SECONDS, False),  # a busy machine
        (1.1 * _PAGE_SECONDS, None, True),
        (1.1 * _PATIENCE * _PAGE_SECONDS, 0.0, True),  # asleep for good
    ],
)
def test_a_page_is_not_given_up_because_the_machine_is_busy(waited, worked, is_stuck):
    assignment = _Assignment(
        Working(None if worked is None else 5.0 + worked),
        PageRange(1, 3),
        time.monotonic() - waited,
        5.0,
    )
    assert assignment.is_stuck == is_stuck
