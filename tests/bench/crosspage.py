"""Tables over pages against labels, from the PDF to the whole tables, without store.

A labelled table is a hit when there is a whole table with exactly its first and last page.
Usage: python tests/bench/crosspage.py LABELS CORPUS
"""

import json
import re
import sys
import tempfile
import time
import unicodedata
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from core.model import Table
from core.parsing import parse_pdf
from core.parsing.elements import ParsedDocument
from core.settings import Settings
from core.structure.body import make_body
from core.structure.furniture import find_furniture
from core.structure.tables.captions import tie_captions
from core.structure.tables.joining import JoinedTables, join_tables
from tests.bench.measuring import report


def main(labels: Path, corpus: Path) -> None:
    entries = json.loads(labels.read_text(encoding="utf-8"))
    scores, seconds, page_count = [], 0.0, 0
    for entry in entries:
        parsed = parse(corpus / entry["file"])
        begun = time.process_time()
        joined = whole_tables(parsed)
        seconds += time.process_time() - begun
        page_count += len(parsed.pages)
        scores.append({"file": entry["file"], **score(entry, joined.tables)})
    report(
        {
            **summary(scores),
            "ms_cpu_per_page": round(1000 * seconds / page_count, 3),
            "files": scores,
        }
    )


def parse(pdf_path: Path) -> ParsedDocument:
    with tempfile.TemporaryDirectory() as images:
        return parse_pdf(pdf_path, settings=Settings(), image_dir=Path(images))


def whole_tables(parsed: ParsedDocument) -> JoinedTables:
    body = make_body("bench", parsed.pages, find_furniture(parsed.pages))
    return join_tables(body, tie_captions(body))


def score(entry: dict, tables: tuple[Table, ...]) -> dict:
    labelled = [(label["start_page"], label["end_page"]) for label in entry["tables"]]
    apart = [int(pair["pages"].split("-")[0]) for pair in entry.get("not_continued", ())]
    breaks = {page for first, last in labelled for page in range(first, last)} | set(apart)
    claimed = [
        table
        for table in tables
        if table.is_over_pages
        and breaks
        and table.page_start <= max(breaks)
        and table.page_end > min(breaks)
    ]
    by_pages = {(table.page_start, table.page_end): table for table in claimed}
    hits = Counter(labelled) & Counter((table.page_start, table.page_end) for table in claimed)
    crossed = {page for table in claimed for page in range(table.page_start, table.page_end)}
    numbered = [
        label
        for label in entry["tables"]
        if re.match(r"表|Table ", label["table"]) and pages_of(label) in by_pages
    ]
    orphans = entry.get("orphan_captions", ())
    return {
        "labelled": len(labelled),
        "hits": hits.total(),
        "claimed": len(claimed),
        "apart": len(apart),
        "apart_but_joined": sum(page in crossed for page in apart),
        "captions": len(numbered),
        "captions_right": sum(
            carries(by_pages[pages_of(label)], label["table"]) for label in numbered
        ),
        "orphans": len(orphans),
        "orphans_right": sum(
            any(t.page_start == o["table_page"] and carries(t, o["table"]) for t in tables)
            for o in orphans
        ),
        "by_style": {
            style: [sum(pages_of(label) in by_pages for label in group), len(group)]
            for style, group in grouped(entry["tables"]).items()
        },
        "missed": [
            f"{label['table']} {pages_of(label)}"
            for label in entry["tables"]
            if pages_of(label) not in by_pages
        ],
        "wrong": [
            f"{table.table_id} {pages}"
            for pages, table in by_pages.items()
            if pages not in labelled
        ],
    }


def grouped(labels: list[dict]) -> dict[str, list[dict]]:
    return {
        style: [label for label in labels if label["style"] == style]
        for style in sorted({label["style"] for label in labels})
    }


def pages_of(label: dict) -> tuple[int, int]:
    return label["start_page"], label["end_page"]


def carries(table: Table, number: str) -> bool:
    wanted, caption = (
        re.sub(r"\s", "", unicodedata.normalize("NFKC", text))
        for text in (number, table.caption or "")
    )
    return re.search(re.escape(wanted) + r"(?![\d.-]*\d)", caption) is not None


def summary(scores: list[dict]) -> dict:
    total: Counter[str] = Counter()
    by_style: dict[str, list[int]] = {}
    for one in scores:
        total.update({key: value for key, value in one.items() if isinstance(value, int)})
        for style, (hits, labelled) in one["by_style"].items():
            before = by_style.get(style, [0, 0])
            by_style[style] = [before[0] + hits, before[1] + labelled]
    return {
        "recall": round(total["hits"] / max(total["labelled"], 1), 4),
        "precision": round(total["hits"] / max(total["claimed"], 1), 4),
        **total,
        "hits_and_labelled_by_style": by_style,
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
