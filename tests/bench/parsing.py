"""Speed and memory of parsing over the development corpus, as JSON on standard output.

    python -m tests.bench.parsing [--ocr] [FILE...]

Without files: all born-digital PDFs of the corpus. With --ocr: its scan.
"""

import json
import resource
import sys
import tempfile
import threading
import time
from pathlib import Path

from core.parsing import close, parse_pdf
from core.settings import Settings

ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"

SCAN = "GBT_33560"
GARBAGE = ("GBT_38636", "GMZ_0001")  # their text layers are unreadable, so they are read by OCR


def main(arguments: list[str]) -> None:
    files = [Path(argument) for argument in arguments if not argument.startswith("--")]
    files = files or _corpus_files(scans="--ocr" in arguments)
    memory = _MemoryWatch()
    began, used = time.monotonic(), _cpu_seconds()
    per_file = [_measure(pdf_path) for pdf_path in files]
    wall = time.monotonic() - began
    close()  # the workers' CPU time counts once they have ended
    cpu = _cpu_seconds() - used
    pages = sum(entry["pages"] for entry in per_file)
    result = {
        "files": len(files),
        "pages": pages,
        "ocr_pages": sum(entry["ocr_pages"] for entry in per_file),
        "wall_seconds": round(wall, 1),
        "cpu_seconds": round(cpu, 1),
        "pages_per_cpu_second": round(pages / cpu, 2),
        "pages_per_second": round(pages / wall, 2),
        "peak_memory_mb": memory.peak_mb(),
        "per_file": per_file,
    }
    print(json.dumps(result, ensure_ascii=False, indent=1))


def _corpus_files(*, scans: bool) -> list[Path]:
    found = sorted(
        path for name in ("zh", "en", "typeset") for path in CORPUS.glob(f"{name}/*.pdf")
    )
    if scans:
        return [path for path in found if path.name.startswith(SCAN)]
    return [path for path in found if not path.name.startswith((SCAN, *GARBAGE))]


def _measure(pdf_path: Path) -> dict[str, object]:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        document = parse_pdf(
            pdf_path,
            settings=Settings(),
            image_dir=Path(folder) / "images",
            docling_json=Path(folder) / "document.json",
        )
    return {
        "file": pdf_path.name,
        "pages": len(document.pages),
        "ocr_pages": sum(page.ocr_confidence is not None for page in document.pages),
        "seconds": round(time.monotonic() - began, 2),
    }


def _cpu_seconds() -> float:
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


class _MemoryWatch:
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


if __name__ == "__main__":
    main(sys.argv[1:])
