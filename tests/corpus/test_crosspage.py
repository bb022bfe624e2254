"""Tables over pages in real regulations, where these are at hand."""

import json
from collections import Counter, defaultdict

import pytest

from core.structure.body import make_body
from core.structure.furniture import find_furniture
from core.structure.tables.captions import tie_captions
from core.structure.tables.joining import join_tables
from tests.bench.crosspage import parse, score, summary
from tests.conftest import ROOT

CORPUS = ROOT.parent / "shared" / "corpus"
LABELS = CORPUS / "labels" / "crosspage.json"

pytestmark = pytest.mark.skipif(not LABELS.exists(), reason="the corpus is not beside the project")


@pytest.fixture(scope="module")
def read():
    """Label, body and whole tables of every labelled file; each is parsed once."""
    found = []
    for entry in json.loads(LABELS.read_text(encoding="utf-8")):
        parsed = parse(CORPUS / entry["file"])
        body = make_body("corpus", parsed.pages, find_furniture(parsed.pages))
        found.append((entry, body, join_tables(body, tie_captions(body))))
    return found


def test_what_continues_is_joined_and_nothing_else(read):
    figures = summary([score(entry, joined.tables) for entry, _, joined in read])
    assert figures["recall"] >= 0.95
    assert figures["precision"] >= 0.98
    assert figures["apart_but_joined"] == 0
    assert figures["captions_right"] == figures["captions"]
    assert figures["orphans_right"] == figures["orphans"]


def test_whole_tables_hold_what_their_parts_held(read):
    for _, body, joined in read:
        parts = defaultdict(Counter)
        for block in body.blocks:
            if block.element.table is not None:
                table_id = joined.place_of[block.block_id].table_id
                parts[table_id] += characters(cell.text for cell in block.element.table.cells)
        for table in joined.tables:
            held = characters(cell.content for cell in table.cells)
            for segment in table.segments:
                held += characters(
                    cell.content for cell in table.cells if cell.row < segment.header_rows_dropped
                )
            lost, doubled = parts[table.table_id] - held, held - parts[table.table_id]
            assert not doubled
            assert set(lost) <= {"-", "‐"}  # a word cut by the page break is healed


def test_every_place_of_a_whole_table_is_covered_once_and_on_its_page(read):
    for _, _, joined in read:
        for table in joined.tables:
            covered = Counter(
                (row, col)
                for cell in table.cells
                for row in range(cell.row, cell.row + cell.row_span)
                for col in range(cell.col, cell.col + cell.col_span)
            )
            assert covered == Counter(
                (row, col) for row in range(table.row_count) for col in range(table.col_count)
            )
            page_of = {
                row: segment.page_num
                for segment in table.segments
                for row in range(*segment.row_range)
            }
            assert sorted(page_of) == list(range(table.row_count))
            assert all(cell.page_num == page_of[cell.row] for cell in table.cells)


def characters(texts):
    return Counter(char for text in texts for char in text if not char.isspace())
