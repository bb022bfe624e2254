"""What every bench shares: times in milliseconds, printed as JSON."""

import json
import sys
import time
from collections.abc import Callable
from statistics import quantiles


def milliseconds(action: Callable[[], object], repeats: int) -> dict[str, float]:
    """p50 and p95 of the wall time of one call."""
    times = []
    for _ in range(repeats):
        begun = time.perf_counter()
        action()
        times.append(1000 * (time.perf_counter() - begun))
    cuts = quantiles(times, n=20)
    return {"p50_ms": round(cuts[9], 3), "p95_ms": round(cuts[18], 3)}


def report(figures: dict[str, object]) -> None:
    json.dump(figures, sys.stdout, ensure_ascii=False, indent=2)
    print()
