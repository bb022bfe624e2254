"""The highest of many numbers, without sorting all of them."""

import numpy as np
from numpy.typing import NDArray

_BLOCK = 64


def highest(values: NDArray[np.float64], limit: int) -> NDArray[np.int64]:
    """Places of the ``limit`` highest, and of all that equal the lowest of these, in no order."""
    places = np.arange(values.size)
    if limit < 1 or values.size <= limit:
        return places[: max(0, limit)]
    whole = values.size // _BLOCK * _BLOCK
    of_blocks = values[:whole].reshape(-1, _BLOCK).max(axis=1)
    if of_blocks.size > limit:
        # The best blocks hold a value each that reaches the lowest of their best: none below it
        # can be among the highest.
        places = np.flatnonzero(values >= _lowest(of_blocks, limit))
    found = values[places]
    best: NDArray[np.int64] = places[found >= _lowest(found, limit)]
    return best


def _lowest(values: NDArray[np.float64], limit: int) -> float:
    return float(np.partition(values, -limit)[-limit])
