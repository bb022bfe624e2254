"""What the pages cost: CPU of a rerun, first paint, twenty sessions at once, memory.

Usage: python -m tests.bench.ui [BACKUP.zip] [rerun] [sessions] [memory] [paint]

Over the samples, or the library in BACKUP; all parts, or those named. Sessions are Streamlit's own
websocket, so that nothing but the workbench is measured; what is painted is seen in Chromium, where
there is one, and of a regulation of 600 pages as well. A rerun is what a click costs: the same page
once more in a session that is open.
"""

import asyncio
import os
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from core.services.backup import restore
from core.services.ingest import IngestRequest
from core.settings import Settings
from core.workbench import Workbench
from tests.bench.measuring import report
from tests.bench.paint import paints, put_long_regulation
from tests.conftest import ROOT
from tests.served import Served

PARTS = ("rerun", "sessions", "memory", "paint")
RERUNS = 20
SESSIONS = 20
CLICKS = 10  # of each session
THINK_SECONDS = 0.5
LONG_RUN = 500
REG, BEFORE = "linjiang_dispatch_2024", "linjiang_dispatch_2023"
SHOWN = {
    "library": {"reg": REG},
    "reader": {"reg": REG, "page": 19},
    "search": {"q": "母线失压"},
    "tables": {"reg": REG, "table": f"{REG}/t-6-2"},
    "notes": {"reg": REG},
    "compare": {"a": BEFORE, "b": REG},
    "ask": {},
    "desk": {},
    "insights": {"reg": REG},
}


def main(backup: Path | None, parts: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder) / "data")
        pdfs = sorted((ROOT / "data" / "samples").glob("*.pdf"))
        if backup is not None:
            restore(settings, backup)
            pdfs = []
        if "paint" in parts:
            put_long_regulation(settings)
        with Workbench(settings) as workbench:
            for pdf in pdfs:
                workbench.ingest(IngestRequest(pdf))
            workbench.refresh_index()  # or the workbench would do it while it is measured
        served = Served(settings.data_dir)
        try:
            figures = asyncio.run(_measured(served, parts))
            if "paint" in parts:
                figures["paint_ms"] = paints(served.url, {it: SHOWN.get(it, {}) for it in _pages()})
            report(figures)
        finally:
            served.stop()


async def _measured(served: Served, parts: Sequence[str]) -> dict[str, object]:
    figures: dict[str, object] = {"load_average": os.getloadavg()[0]}
    if "rerun" in parts:
        figures["rerun"] = {page: await _reruns(served, page) for page in _pages()}
    if "sessions" in parts:
        figures[f"{SESSIONS} sessions"] = await _sessions(served)
    if "memory" in parts:
        figures["resident_mb"] = await _memory(served)
    return figures


async def _reruns(served: Served, page: str) -> dict[str, float]:
    """CPU of the whole process for each rerun, and how long it takes."""
    async with _session(served) as run:
        for _ in range(5):
            await run(page)
        cpu, times = _cpu_seconds(served), []
        for _ in range(RERUNS):
            times.append(await run(page))
        used = (_cpu_seconds(served) - cpu) / RERUNS
        idle = await _idle_cpu(served, sum(times)) / RERUNS
    return {"cpu_ms": round(1000 * (used - idle), 1)} | _percentiles(times)


async def _sessions(served: Served) -> dict[str, object]:
    """Each clicks through the pages, thinks, and clicks again."""
    pages = _pages()

    async def one(number: int) -> list[float]:
        async with _session(served) as run:
            times = []
            await asyncio.sleep(THINK_SECONDS * number / SESSIONS)
            for click in range(CLICKS):
                times.append(await run(pages[(number + click) % len(pages)]))
                await asyncio.sleep(THINK_SECONDS)
            return times

    each = await asyncio.gather(*(one(number) for number in range(SESSIONS)))
    return {"think_s": THINK_SECONDS} | _percentiles([time for times in each for time in times])


async def _memory(served: Served) -> dict[str, int]:
    """Resident megabytes of the process over many reruns of all pages in one session."""
    pages = _pages()
    found: dict[str, int] = {}
    async with _session(served) as run:
        for number in range(LONG_RUN + 1):
            if number % 100 == 0:
                found[f"after {number}"] = _resident_mb(served)
            await run(pages[number % len(pages)])
    return found


@asynccontextmanager
async def _session(served: Served):
    """-> a function that runs a page and answers how many seconds it took."""
    address = served.url.replace("http", "ws") + "/_stcore/stream"
    async with websockets.connect(
        address, subprotocols=["streamlit"], origin=served.url, max_size=None
    ) as socket:

        async def run(page: str) -> float:
            asked = BackMsg()
            asked.rerun_script.query_string = urlencode(SHOWN.get(page, {}))
            asked.rerun_script.page_name = "" if page == "library" else page
            begun = time.perf_counter()
            await socket.send(asked.SerializeToString())
            while True:
                answer = ForwardMsg.FromString(await socket.recv())
                kind = answer.WhichOneof("type")
                drawn = answer.delta.new_element.WhichOneof("type") if kind == "delta" else None
                assert kind != "page_not_found", page
                assert drawn != "exception", page
                if kind != "script_finished":
                    continue
                status = answer.script_finished
                if status == ForwardMsg.FINISHED_SUCCESSFULLY:
                    return time.perf_counter() - begun
                assert status != ForwardMsg.FINISHED_WITH_COMPILE_ERROR, page

        yield run


def _pages() -> list[str]:
    """Those that app.py registers."""
    return re.findall(r'"pages/(\w+)\.py"', (ROOT / "app.py").read_text(encoding="utf-8"))


async def _idle_cpu(served: Served, seconds: float) -> float:
    """What the process uses by itself in that time: it is not the rerun's."""
    watched = min(seconds, 2.0)
    before = _cpu_seconds(served)
    await asyncio.sleep(watched)
    return (_cpu_seconds(served) - before) * seconds / watched


def _cpu_seconds(served: Served) -> float:
    fields = Path(f"/proc/{served.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident_mb(served: Served) -> int:
    status = Path(f"/proc/{served.process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) // 1024 if found else 0


def _percentiles(times: list[float]) -> dict[str, float]:
    cuts = quantiles(times, n=20)
    return {"p50_ms": round(1000 * cuts[9], 1), "p95_ms": round(1000 * cuts[18], 1)}


if __name__ == "__main__":
    named = [part for part in sys.argv[1:] if part in PARTS]
    backups = [Path(part) for part in sys.argv[1:] if part not in PARTS]
    main(backups[0] if backups else None, named or PARTS)
