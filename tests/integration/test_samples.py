"""The bundled samples: PDFs and truth files agree, and every difficulty is in them."""

import json
import sys

import pypdfium2
import pytest

from tests.conftest import ROOT

SAMPLES = ROOT / "data" / "samples"
NAMES = ["linjiang_dispatch_2023", "linjiang_dispatch_2024", "northgate_reliability_2024"]
sys.path.insert(0, str(SAMPLES))

from typesetting.difficulties import check_difficulties  # noqa: E402
from typesetting.verify import verify_document  # noqa: E402


def truth(name: str) -> dict:
    return json.loads((SAMPLES / f"{name}.truth.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("name", "at_least"), list(zip(NAMES, (30, 30, 12), strict=True)))
def test_each_sample_is_long_enough_and_its_truth_counts_the_same_pages(name, at_least):
    with pypdfium2.PdfDocument(SAMPLES / f"{name}.pdf") as document:
        assert len(document) == truth(name)["total_pages"] >= at_least


@pytest.mark.parametrize("name", NAMES)
def test_everything_the_truth_says_stands_on_the_page_it_names(name):
    counts, problems = verify_document(SAMPLES / f"{name}.pdf", truth(name))
    assert problems == []
    assert min(counts.values()) > 0


def test_a_truth_that_lies_is_caught():
    lying = truth(NAMES[0])
    lying["tables"][0]["cells"][0]["page_num"] += 1
    lying["tables"][0]["cells"][0]["page_end"] += 1
    assert verify_document(SAMPLES / f"{NAMES[0]}.pdf", lying)[1]


def test_no_difficulty_got_lost():
    assert check_difficulties([(name, truth(name)) for name in NAMES]) == []


def test_the_changes_between_the_editions_name_both_sides():
    changes = json.loads((SAMPLES / "linjiang_dispatch_changes.json").read_text(encoding="utf-8"))
    assert len(changes) > 30
    for change in changes:
        assert change["old"] or change["new"]
