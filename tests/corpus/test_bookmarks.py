"""Chapters of real regulations against their bookmarks, and articles against their pages."""

import json

import pytest

from tests.bench.bookmarks import missing_entries, parse, read_tree
from tests.conftest import ROOT

CORPUS = ROOT.parent / "shared" / "corpus"
LABELS = CORPUS / "labels" / "article_pages.json"
WITH_BOOKMARKS = ["zh/JTT_1078-2016.pdf", "zh/TJSATL_12-2017.pdf", "en/BCBS239.pdf"]

pytestmark = pytest.mark.skipif(not LABELS.exists(), reason="the corpus is not beside the project")


@pytest.mark.parametrize("name", WITH_BOOKMARKS)
def test_chapters_agree_with_the_bookmarks(name):
    parsed = parse(CORPUS / name)
    for with_bookmarks in (True, False):
        missing = missing_entries(parsed, *read_tree(parsed, with_bookmarks=with_bookmarks))
        assert len(missing) <= 0.05 * len(parsed.bookmarks), missing


def test_every_article_of_the_typeset_statutes_begins_on_its_page():
    labels = json.loads(LABELS.read_text(encoding="utf-8"))
    for name, label in labels.items():
        _, tree = read_tree(parse(CORPUS / "typeset" / name), with_bookmarks=True)
        articles = [node for node in tree.nodes if node.numbering == "article"]
        assert {node.label: node.page_start for node in articles} == label["articles"], name
