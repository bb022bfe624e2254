"""Speed and memory of parsing over the development corpus, as JSON on standard output.

    python -m tests.bench.parsing [--ocr] [FILE...]

Without files: all born-digital PDFs of the corpus. With --ocr: its scan.
"""

import sys
import tempfile
import time
from pathlib import Path

from core.parsing import close, parse_pdf
from core.settings import Settings
from tests.bench.measuring import MemoryWatch, cpu_seconds, report

ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"

SCAN = "GBT_33560"
GARBAGE = ("GBT_38636", "GMZ_0001")  # their text layers are unreadable, so they are read by OCR


def main(arguments: list[str]) -> None:
    files = [Path(argument) for argument in arguments if not argument.startswith("--")]
    files = files or corpus_files(scans="--ocr" in arguments)
    memory = MemoryWatch()
    began, used = time.monotonic(), cpu_seconds()
    per_file = [_measure(pdf_path) for pdf_path in files]
    wall = time.monotonic() - began
    close()  # the workers' CPU time counts once they have ended
    cpu = cpu_seconds() - used
    pages = sum(entry["pages"] for entry in per_file)
    figures = {
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
    report(figures)


def corpus_files(*, scans: bool) -> list[Path]:
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


if __name__ == "__main__":
    main(sys.argv[1:])
