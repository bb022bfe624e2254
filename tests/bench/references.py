"""References of real documents: how many resolve, how fast, and a sample for a person to judge.

    python tests/bench/references.py FILE... [--sample 100 --seed 1]

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
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from core.model import Reference, ids
from core.parsing import parse_pdf
from core.parsing.elements import ParsedDocument
from core.settings import Settings
from core.structure.annotations import find_annotations
from core.structure.body import Body, make_body
from core.structure.captions import tie_captions
from core.structure.chapters import find_chapters
from core.structure.contents import find_contents
from core.structure.figures import find_figures
from core.structure.furniture import find_furniture
from core.structure.references import find_references
from core.structure.resolving import resolve
from core.structure.table_joins import join_tables

AROUND = 30  # characters on each side


def parsed(path: Path) -> ParsedDocument:
    if path.suffix == ".json":
        return ParsedDocument.model_validate_json(path.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        return parse_pdf(path, settings=Settings(), image_dir=Path(folder))


def read(path: Path) -> tuple[list[dict], dict]:
    """Every reference of a file as something to judge, and the figures of the file."""
    document = parsed(path)
    reg_id = ids.slug(path.name)
    body = make_body(reg_id, document.pages, find_furniture(document.pages))
    captions = tie_captions(body)
    joined = join_tables(body, captions)
    contents = find_contents(body)
    tree = find_chapters(body, document.bookmarks, contents)
    table_of_block = {block: place.table_id for block, place in joined.place_of.items()}
    first_block = {table_id: block for block, table_id in reversed(table_of_block.items())}
    tables = [
        table.model_copy(update={"chapter_id": tree.chapter_of.get(first_block[table.table_id])})
        for table in joined.tables
    ]
    begun = time.process_time()
    notes = find_annotations(body, tables, table_of_block, tree.chapter_of, tree.nodes)
    mentions = find_references(
        body,
        tables,
        table_of_block,
        heading_blocks={node.heading_block_id for node in tree.nodes} | set(captions.block_ids),
        left_out=contents.block_ids,
    )
    references = resolve(
        mentions,
        reg_id=reg_id,
        chapters=tree.nodes,
        chapter_of=tree.chapter_of,
        tables=tables,
        figures=list(find_figures(body, captions.of, tree.chapter_of).values()),
        annotations=notes.annotations,
        library=(),
    )
    spent = time.process_time() - begun
    cells = {(t.table_id, cell.row, cell.col): cell.content for t in tables for cell in t.cells}
    texts = {block.block_id: block.text for block in body.blocks}
    figures = {
        "file": path.name,
        "pages": len(document.pages),
        "notes": len(notes.annotations),
        "note_links": sum(len(note.links) for note in notes.annotations),
        "note_doubts": list(notes.doubts),
        "references": len(references),
        "states": Counter(reference.state for reference in references),
        "cpu_ms_per_page": round(1000 * spent / len(document.pages), 2),
    }
    return [judgeable(path, reference, texts, cells, body) for reference in references], figures


def judgeable(path: Path, reference: Reference, texts: dict, cells: dict, body: Body) -> dict:
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


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("files", nargs="+", type=Path)
    arguments.add_argument("--sample", type=int, default=100)
    arguments.add_argument("--seed", type=int, default=1)
    chosen = arguments.parse_args()
    found: list[dict] = []
    for path in chosen.files:
        references, figures = read(path)
        found += references
        print(json.dumps(figures, ensure_ascii=False), file=sys.stderr)
    places = range(len(found))
    drawn = random.Random(chosen.seed).sample(places, min(chosen.sample, len(found)))
    for place in sorted(drawn):
        print(json.dumps(found[place], ensure_ascii=False))


if __name__ == "__main__":
    main()
