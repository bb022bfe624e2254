"""The highest of many numbers are those of a full sort, with all that equal the last of them."""

import numpy as np
import pytest

from core.store.highest import highest


@pytest.mark.parametrize("size", [0, 1, 63, 64, 65, 700, 20_001])
@pytest.mark.parametrize("different", [1, 3, 10**9])
@pytest.mark.parametrize("limit", [0, 1, 5, 100])
def test_the_highest_are_those_of_a_full_sort_with_all_equals_of_the_last(size, different, limit):
    values = np.random.default_rng(size).integers(0, different, size).astype(np.float64)
    if limit == 0 or size == 0:
        expected = np.zeros(0, dtype=np.int64)
    else:
        expected = np.flatnonzero(values >= np.sort(values)[-min(limit, size)])
    assert sorted(highest(values, limit)) == expected.tolist()
