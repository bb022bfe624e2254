"""What every bench shares: times, CPU, memory, printed as JSON."""

import json
import resource
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
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


def cpu_seconds() -> float:
    """Of this process and of the children that have ended."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


class MemoryWatch:
    """The largest sum of resident memory of this process and its children, looked at often."""

    def __init__(self) -> None:
        self._peak_kb = 0
        threading.Thread(target=self._watch, daemon=True).start()

    def peak_mb(self) -> int:
        return self._peak_kb // 1024

    def _watch(self) -> None:
        while True:
            children = Path("/proc/self/task").glob("*/children")
            pids = ["self", *(pid for path in children for pid in path.read_text().split())]
            self._peak_kb = max(self._peak_kb, sum(map(_resident_kb, pids)))
            time.sleep(0.1)


def _resident_kb(pid: str) -> int:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    lines = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(lines[0].split()[1]) if lines else 0
