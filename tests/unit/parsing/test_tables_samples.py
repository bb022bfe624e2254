"""Every table of the sample regulations that stands on one page, exact in cells and spans."""

import json
import re
from pathlib import Path

import pytest

from core.parsing.ink import read_pdf_ink
from core.parsing.tables import find_tables

SAMPLES = sorted((Path(__file__).parents[3] / "data" / "samples").glob("*.truth.json"))


def squeezed(text):
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("truth_path", SAMPLES, ids=lambda path: path.name.split(".")[0])
def test_tables_of_a_sample_are_exact(truth_path):
    pdf_path = truth_path.with_name(truth_path.name.replace(".truth.json", ".pdf"))
    truths = json.loads(truth_path.read_text(encoding="utf-8"))["tables"]
    found = [find_tables(ink) for ink in read_pdf_ink(pdf_path)]
    assert sum(len(tables) for tables in found) == sum(len(t["segments"]) for t in truths)
    for truth in truths:
        if len(truth["segments"]) > 1:
            continue
        wanted = {
            (c["row"], c["col"], c["row_span"], c["col_span"], squeezed(c["content"]))
            for c in truth["cells"]
        }
        on_page = [
            (
                table.header_row_count,
                {(c.row, c.col, c.row_span, c.col_span, squeezed(c.text)) for c in table.cells},
            )
            for table in found[truth["segments"][0]["page_num"] - 1]
        ]
        assert (truth["header_rows"], wanted) in on_page
