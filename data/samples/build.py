"""Rebuilds the sample PDFs and their truth files, then verifies the truth against the PDFs.

Run `python data/samples/build.py`. Needs typst, pypdfium2, pillow and the Noto CJK and
Liberation fonts; the program itself needs none of this, the results are committed.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2
import typst

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from typesetting.changes import edition_changes  # noqa: E402
from typesetting.difficulties import check_difficulties, difficulty_table  # noqa: E402
from typesetting.emit import typst_source  # noqa: E402
from typesetting.load_curve import draw_load_curve  # noqa: E402
from typesetting.markup import Block, parse_source  # noqa: E402
from typesetting.places import Places, read_places  # noqa: E402
from typesetting.questions import questions_truth  # noqa: E402
from typesetting.truth import document_truth  # noqa: E402
from typesetting.verify import verify_document  # noqa: E402

FONT_PATHS = ["/usr/share/fonts"]
# A fixed creation time: the same sources must give the same bytes on every machine.
TIMESTAMP = 1717200000


@dataclass
class Built:
    """One finished sample, kept for the comparison of the editions and the verification."""

    settings: dict[str, Any]
    blocks: list[Block]
    places: Places
    truth: dict[str, Any]
    pdf: Path


def read_content(settings: dict[str, Any]) -> str:
    return "\n".join((HERE / "content" / name).read_text("utf-8") for name in settings["content"])


def write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", "utf-8")


def build_sample(settings: dict[str, Any], workspace: Path) -> Built:
    english = settings["language"] == "en"
    blocks = parse_source(read_content(settings), settings["edition_index"], english)
    main = workspace / f"{settings['reg_id']}.typ"
    main.write_text(typst_source(blocks, settings, english), "utf-8")
    pdf = HERE / f"{settings['reg_id']}.pdf"
    pdf.write_bytes(typst.compile(str(main), font_paths=FONT_PATHS, timestamp=TIMESTAMP))
    places = read_places(main, FONT_PATHS)
    with pypdfium2.PdfDocument(pdf) as document:
        total = len(document)
    truth = document_truth(blocks, places, total, settings)
    truth["questions"] = questions_truth(HERE / "content" / settings["questions"], settings, truth)
    write_json(pdf.with_suffix(".truth.json"), truth)
    return Built(settings, blocks, places, truth, pdf)


def build_all(workspace: Path) -> list[Built]:
    figure = HERE / "load_curve.png"
    draw_load_curve(figure)
    for name in ("template.typ", "figures.typ", "load_curve.png"):
        shutil.copy(HERE / name, workspace / name)
    catalogue = json.loads((HERE / "samples.json").read_text("utf-8"))
    wanted = set(sys.argv[1:])
    return [
        build_sample(settings, workspace)
        for family in catalogue
        for settings in catalogue[family]
        if not wanted or settings["reg_id"] in wanted
    ]


def write_difficulties(table: str) -> None:
    """Put the table between its two marks in the README, so that its pages are never stale."""
    readme = HERE / "README.md"
    before, _, rest = readme.read_text("utf-8").partition("<!-- difficulties -->\n")
    _, _, after = rest.partition("<!-- /difficulties -->")
    text = f"{before}<!-- difficulties -->\n{table}<!-- /difficulties -->{after}"
    readme.write_text(text, "utf-8")


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        built = build_all(Path(folder))
    if len(built) >= 2:
        old, new = built[0], built[1]
        changes = edition_changes((old.blocks, old.places), (new.blocks, new.places))
        write_json(HERE / "linjiang_dispatch_changes.json", changes)
        print(f"changes between the editions: {len(changes)}")
    problems: list[str] = []
    for sample in built:
        counts, found = verify_document(sample.pdf, sample.truth)
        digest = hashlib.sha256(sample.pdf.read_bytes()).hexdigest()[:16]
        size = sample.pdf.stat().st_size // 1024
        print(f"{sample.pdf.name}: {sample.truth['total_pages']} pages, {size} KiB, {digest}")
        print("  verified " + ", ".join(f"{n} {name}" for name, n in counts.items()))
        problems += [f"{sample.pdf.name}: {text}" for text in found]
    problems += check_difficulties([(s.settings["reg_id"], s.truth) for s in built])
    if len(built) == 3:
        write_difficulties(difficulty_table([(s.settings["reg_id"], s.truth) for s in built]))
    for problem in problems:
        print("PROBLEM " + problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
