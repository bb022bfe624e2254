"""References of real documents: how many resolve, how fast, and a sample for a person to judge.

    python tests/bench/references.py FILE... [--sample 100 --seed 1] [--own]

``--own`` leaves out what names another document: with an empty library that can only be unresolved.

Prints one JSON line per reference drawn, with the words around it and the target's own words, and
one line of figures per file on stderr. The same files and seed draw the same references. FILE is a
PDF, or a ParsedDocument as JSON.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from core.model import Reference, RegulationInfo, ids
from core.parsing import parse_pdf
from core.parsing.elements import ParsedDocument
from core.settings import Settings
from core.structure import understanding
from core.structure.body import make_body
from core.structure.furniture import find_furniture
from core.structure.understanding import understand

AROUND = 30  # characters on each side


def parsed(path: Path) -> ParsedDocument:
    if path.suffix == ".json":
        return ParsedDocument.model_validate_json(path.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        return parse_pdf(path, settings=Settings(), image_dir=Path(folder))


def read(path: Path) -> tuple[list[dict], dict]:
    """Every reference of a file as something to judge, and the figures of the file."""
    document = parsed(path)
    info = RegulationInfo(
        reg_id=ids.slug(path.name),
        title=path.stem,
        source_file=path.name,
        total_pages=len(document.pages),
        indexed_at=datetime.now(UTC),
    )
    with stopwatch("find_annotations", "find_references", "resolve") as spent:
        regulation = understand(info, document, library=())
    notes = [note for page in regulation.pages for note in page.annotations]
    body = make_body(info.reg_id, document.pages, find_furniture(document.pages))
    texts = {block.block_id: block.text for block in body.blocks}
    cells = {
        (table.table_id, cell.row, cell.col): cell.content
        for table in regulation.tables
        for cell in table.cells
    }
    figures = {
        "file": path.name,
        "pages": len(document.pages),
        "notes": len(notes),
        "note_links": sum(len(note.links) for note in notes),
        "references": len(regulation.references),
        "states": Counter(reference.state for reference in regulation.references),
        "cpu_ms_per_page": round(1000 * sum(spent) / len(document.pages), 2),
    }
    return [
        judgeable(path, reference, texts, cells) for reference in regulation.references
    ], figures


@contextmanager
def stopwatch(*steps: str) -> Iterator[list[float]]:
    """CPU seconds that these steps take wherever understanding runs them."""
    spent: list[float] = []

    def timed(step: Callable) -> Callable:
        def run(*args: object, **more: object) -> object:
            begun = time.process_time()
            result = step(*args, **more)
            spent.append(time.process_time() - begun)
            return result

        return run

    untimed = {step: getattr(understanding, step) for step in steps}
    for step, function in untimed.items():
        setattr(understanding, step, timed(function))
    try:
        yield spent
    finally:
        for step, function in untimed.items():
            setattr(understanding, step, function)


def judgeable(path: Path, reference: Reference, texts: dict, cells: dict) -> dict:
    place = (reference.table_id, reference.row, reference.col)
    text = cells[place] if reference.table_id else texts[reference.block_id]
    before = text[max(0, reference.start - AROUND) : reference.start]
    behind = text[reference.end : reference.end + AROUND]
    return {
        "file": path.name,
        "page": reference.page_num,
        "around": f"{before}【{reference.text}】{behind}".replace("\n", "⏎"),
        "type": reference.reference_type,
        "parsed": reference.parsed_target,
        "state": reference.state,
        "target": f"P{reference.target.page_num} {reference.target.label}"
        if reference.target
        else "",
        "reason": reference.reason,
        "in_cell": place[1:] if reference.table_id else None,
    }


def _names_another(reference: dict) -> bool:
    return reference["type"] == "standard"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("files", nargs="+", type=Path)
    arguments.add_argument("--sample", type=int, default=100)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--own", action="store_true")
    chosen = arguments.parse_args()
    found: list[dict] = []
    for path in chosen.files:
        references, figures = read(path)
        found += [entry for entry in references if not (chosen.own and _names_another(entry))]
        print(json.dumps(figures, ensure_ascii=False), file=sys.stderr)
    places = range(len(found))
    drawn = random.Random(chosen.seed).sample(places, min(chosen.sample, len(found)))
    for place in sorted(drawn):
        print(json.dumps(found[place], ensure_ascii=False))


if __name__ == "__main__":
    main()
