"""Fewer garbage collections while a whole regulation is taken into memory."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_SELDOM = (100_000, 50, 100)

_lock = Lock()
_inside = 0
_usual = gc.get_threshold()


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Python looks at every living object each time their number has grown by a quarter.

    Over hundreds of thousands of cells and blocks, none of which is garbage, that takes as long as
    making them. What is garbage waits a little longer meanwhile.
    """
    global _inside, _usual
    with _lock:
        if _inside == 0:
            _usual = gc.get_threshold()
            gc.set_threshold(*_SELDOM)
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0:
                gc.set_threshold(*_usual)
