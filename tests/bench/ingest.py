"""Whole ingests, from file to library: pages per CPU second and memory, as JSON.

Usage: python -m tests.bench.ingest [FILE...]; without files, the samples and the born-digital
PDFs of the development corpus where it is there.
"""

import sys
import tempfile
import time
from pathlib import Path

from core.parsing import close
from core.services.ingest import IngestRequest
from core.settings import Settings
from core.workbench import Workbench
from tests.bench.measuring import MemoryWatch, cpu_seconds, report
from tests.bench.parsing import ROOT, corpus_files


def main(files: list[Path]) -> None:
    memory = MemoryWatch()
    began, used = time.monotonic(), cpu_seconds()
    with (
        tempfile.TemporaryDirectory() as folder,
        Workbench(Settings(data_dir=Path(folder))) as workbench,
    ):
        reports = [workbench.ingest(IngestRequest(pdf)) for pdf in files]
    close()  # the workers' CPU time counts once they have ended
    cpu, pages = cpu_seconds() - used, sum(found.total_pages for found in reports)
    report(
        {
            "files": len(reports),
            "pages": pages,
            "ocr_pages": sum(found.ocr_pages for found in reports),
            "wall_seconds": round(time.monotonic() - began, 1),
            "cpu_seconds": round(cpu, 1),
            "pages_per_cpu_second": round(pages / cpu, 2),
            "peak_memory_mb": memory.peak_mb(),
        }
    )


if __name__ == "__main__":
    given = [Path(argument) for argument in sys.argv[1:]]
    main(given or [*sorted((ROOT / "data/samples").glob("*.pdf")), *corpus_files(scans=False)])
