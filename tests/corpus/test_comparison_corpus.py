"""Editions of real standards, where these are at hand: nothing is lost, nothing is doubled."""

from collections import Counter

import pytest

from core.comparison.comparing import Chosen, compare
from tests.bench.comparison import read
from tests.conftest import ROOT

CORPUS = ROOT.parent / "shared" / "corpus" / "en"
PAIRS = [("NERC_cip-002-5.1a", "NERC_cip-002-8"), ("NERC_cip-005-7", "NERC_cip-005-8")]

pytestmark = pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not beside the project")


@pytest.fixture(scope="module", params=PAIRS, ids=lambda pair: pair[0])
def pair(request):
    old, new = (read(CORPUS / f"{name}.pdf") for name in request.param)
    return old, new, compare(Chosen.all_of(old), Chosen.all_of(new))


def test_every_block_is_compared_once(pair):
    old, new, comparison = pair
    for side, regulation in (("old", old), ("new", new)):
        blocks = [b.block_id for page in regulation.pages for b in page.content_blocks]
        assert Counter(comparison.block_ids(side)) == Counter(blocks)


def test_every_row_of_every_table_is_compared_once(pair):
    old, new, comparison = pair
    for side, regulation in (("old", old), ("new", new)):
        found = Counter(
            (getattr(table, side).table_id, number)
            for table in comparison.tables
            if getattr(table, side) is not None
            for row in table.rows
            for number in (getattr(row, f"{side}_row"), *getattr(row, f"{side}_parts"))
            if number is not None
        )
        assert found == Counter(
            (table.table_id, row)
            for table in regulation.tables
            for row in range(table.header_row_count, table.row_count)
        )


def test_an_edition_does_not_differ_from_itself(pair):
    for regulation in pair[:2]:
        assert compare(Chosen.all_of(regulation), Chosen.all_of(regulation)).changes == ()


def test_the_spans_of_every_change_hold_its_words(pair):
    for change in pair[2].changes:
        if change.spans:
            for side in ("old", "new"):
                held = "".join(getattr(span, side) for span in change.spans)
                assert held.split() == getattr(change, f"{side}_text").split() or (
                    change.subject == "table"
                )
