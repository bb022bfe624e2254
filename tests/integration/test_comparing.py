"""Comparisons out of the store: through the workbench, the tools and the reports."""

import json
import re
from collections import Counter
from datetime import UTC, datetime
from io import BytesIO
from threading import Event

import pytest
from openpyxl import load_workbook

from core.comparison.comparing import Chosen, compare
from core.errors import ChapterNotFoundError, RegulationNotFoundError
from core.model import SavedSearch
from core.model.comparison import ComparisonRequest
from core.model.editions import under_another_id
from core.services.compare import run_comparison
from core.services.comparison_reports.html_report import html_report
from core.services.comparison_reports.workbook import xlsx_report
from core.store.regulations import save_regulation
from core.tools import call_tool
from tests.made_editions import edition

OLD, NEW = "linjiang_dispatch_2023", "linjiang_dispatch_2024"


@pytest.fixture(scope="module")
def whole(sample_library):
    return sample_library.compare_regulations(OLD, NEW)


@pytest.mark.parametrize("section", ["6.2", "第六章第二节", f"{OLD}/s6.2"])
def test_a_section_of_two_editions_is_compared_by_any_of_its_names(sample_library, section):
    found = sample_library.compare_sections(OLD, section, "6.2", reg_id_b=NEW)
    assert (found.old.section_number, found.new.section_number) == ("6.2", "6.2")
    labels = {(c.old_label, c.new_label): c.kinds for c in found.changes if c.subject == "clause"}
    assert labels["6.2.5", "6.2.6"] == ("renumbered",)
    assert labels["", "6.2.5"] == ("added",)  # it came from chapter 3, which is not compared
    assert {c.new_text for c in found.changes if c.subject == "table_cell"} == {"0见注2"}
    assert found.old.counts.tables == found.new.counts.tables == 1


def test_the_same_clause_in_two_sections_is_not_renumbered_by_the_section(sample_library):
    found = sample_library.compare_sections(OLD, "第三章", "第三章", reg_id_b=NEW)
    assert {kind for c in found.changes for kind in c.kinds} == {"changed", "added", "removed"}


def test_without_tables_no_table_is_mentioned(sample_library):
    found = sample_library.compare_sections(OLD, "6.2", "6.2", reg_id_b=NEW, include_tables=False)
    assert not found.tables
    assert not [c for c in found.changes if c.subject.startswith("table")]
    assert found.new.counts.tables == 0


def test_two_sections_of_one_regulation_share_terms_and_have_their_own(sample_library):
    found = sample_library.compare_sections(NEW, "6.2", "6.3")
    common = {use.term for use in found.terms.common}
    assert "断路器" in common
    assert "强送" in {use.term for use in found.terms.only_old} | common
    assert all(use.old_count == 0 for use in found.terms.only_new)


def test_an_edition_is_compared_with_the_one_before(workbench):
    texts = ["母线失压后应在 10 min 内报告值班调度员。", "线路跳闸后宜立即强送一次。"]
    older = under_another_id(edition("rule", texts), "rule@1")
    newer = edition("rule", [texts[0].replace("10", "8"), texts[1].replace("宜", "应")])
    save_regulation(workbench._database, newer, older)
    found = workbench.compare_regulations("rule@1", "rule")
    assert [(c.kinds, c.direction) for c in found.changes] == [(("changed",), "tightened")] * 2
    assert found.changes[0].source == "rule@1 P1 1.1 | rule P1 1.1"


def test_what_was_compared_is_found_again_until_one_side_changes(workbench):
    save_regulation(workbench._database, edition("a", ["机组宜投入。"]))
    save_regulation(workbench._database, edition("b", ["机组应投入。"]))
    first = workbench.compare_regulations("a", "b")
    assert workbench.compare_regulations("a", "b") is first
    now = datetime.now(UTC)  # a write that has nothing to do with either
    workbench.save_search(SavedSearch(name="x", query="机组", saved_at=now))
    assert workbench.compare_regulations("a", "b") is first
    save_regulation(workbench._database, newer_info(edition("b", ["机组宜投入。"])))
    assert first.changes
    assert workbench.compare_regulations("a", "b").changes == ()


def newer_info(regulation):
    info = regulation.info.model_copy(update={"sha256": "0" * 64, "edition": 2})
    return regulation.model_copy(update={"info": info})


def test_a_comparison_that_takes_long_goes_on_while_nobody_waits(workbench, monkeypatch):
    save_regulation(workbench._database, edition("a", ["机组宜投入。"]))
    save_regulation(workbench._database, edition("b", ["机组应投入。"]))
    asked = ComparisonRequest(reg_a="a", reg_b="b")
    may_end, begun = Event(), []

    def slowly(database, wanted):
        begun.append(wanted)
        may_end.wait(30)
        return run_comparison(database, wanted)

    monkeypatch.setattr("core.services.comparisons.run_comparison", slowly)
    assert workbench.wait_for_comparison(asked, 0.01) is None
    assert workbench.wait_for_comparison(asked, 0.01) is None
    may_end.set()
    assert workbench.wait_for_comparison(asked, 30).changes
    assert begun == [asked]


def test_a_failed_comparison_says_why_and_is_tried_again(sample_library):
    asked = ComparisonRequest(reg_a=OLD, reg_b=NEW, section_a="6.2", section_b="99.9")
    for _ in range(2):
        with pytest.raises(ChapterNotFoundError):
            sample_library.wait_for_comparison(asked, 30)


def test_every_block_of_two_sections_is_compared_once(sample_library):
    found = sample_library.compare_sections(OLD, "第六章", "第六章", reg_id_b=NEW)
    for side, reg_id in (("old", OLD), ("new", NEW)):
        chapter, *below = sample_library.chapter_structure(reg_id, "第六章")[1]
        half = getattr(found, side)
        assert (half.page_num, half.page_end) == (chapter.page_start, chapter.page_end)
        within = {node.node_id for node in (chapter, *below)}
        blocks = Counter(
            block.block_id
            for page in range(chapter.page_start, chapter.page_end + 1)
            for block in sample_library.load_page(reg_id, page).content_blocks
            if block.chapter_id in within
        )
        assert Counter(found.block_ids(side)) == blocks


def test_a_table_of_both_editions_is_laid_cell_over_cell(sample_library, whole):
    changes = [c for c in whole.changes if c.subject == "table_cell"]
    for change in changes:
        view = sample_library.compared_table(whole, change.nth_table)
        cells = view.rows[change.nth_row].cells
        assert (change.old_text, change.new_text) in {(c.old, c.new) for c in cells}
    assert len(changes) >= 5


def test_what_is_not_there_is_said(sample_library):
    with pytest.raises(ChapterNotFoundError):
        sample_library.compare_sections(NEW, "6.2", "99.9")
    with pytest.raises(RegulationNotFoundError):
        sample_library.compare_regulations(NEW, "nope")


def test_the_tool_puts_every_paragraph_beside_its_partner_with_both_sources(sample_library):
    arguments = {"reg_id": OLD, "section_a": "2.3", "section_b": "2.3", "reg_id_b": NEW}
    answer = call_tool(sample_library, "compare_sections", arguments)
    same = [item for item in answer["changes"] if not item["kinds"]]
    assert any(item["old_label"] == "2.3.1" for item in same)
    merged = next(item for item in answer["changes"] if item["kinds"] == ["merged"])
    assert [place["page_num"] for place in merged["old"]] == [7, 7]
    assert merged["source"].startswith(f"{OLD} P7 2.3.4 | {OLD} P7 2.3.5 | {NEW} P8")
    assert merged["new"][0]["boxes"]
    json.dumps(answer)


def test_a_long_answer_comes_in_pieces_that_are_the_whole(sample_library):
    arguments = {"reg_a": OLD, "reg_b": NEW}
    everything = call_tool(sample_library, "compare_regulations", arguments)
    taken, piece = [], call_tool(sample_library, "compare_regulations", arguments, budget=30_000)
    for _ in range(50):
        taken += piece["changes"]
        if piece["rest"] is None:
            break
        rest = piece["rest"]
        piece = call_tool(sample_library, rest["tool"], rest["arguments"], budget=30_000)
    assert taken == everything["changes"]
    assert everything["counts"]["tightened"] >= 10


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_html_report_cites_every_change_of_both_sides(whole, language):
    page = html_report(whole, language)
    for change in whole.changes:
        for place in (*change.old_places, *change.new_places):
            assert place.block_ids[0] in page
    assert ("变严" in page) == (language == "zh")
    assert ("tightened" in page) == (language == "en")
    assert not re.search(r"<script|https?://|<img|<link", page)


EVIL = '<script>alert(1)</script><img src=x onerror="x"> & =1+1'


def evil_comparison():
    old, new = edition("a", ["=1+2", EVIL, "+cmd|' /C calc'!A0"]), edition("b", [f"=1+3 {EVIL}"])
    return compare(Chosen.all_of(old), Chosen.all_of(new))


def test_text_of_a_document_is_escaped_in_the_html_report():
    page = html_report(evil_comparison(), "en")
    assert "<script" not in page
    assert "<img" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_workbook_lists_every_change(whole, language):
    book = load_workbook(BytesIO(xlsx_report(whole, language)))
    sheet = book.worksheets[1]
    assert sheet.max_row == len(whole.changes) + 1
    texts = [row[4].value or "" for row in sheet.iter_rows(min_row=2)]
    assert texts == [change.old_text for change in whole.changes]


def test_no_cell_of_the_workbook_is_a_formula():
    comparison = evil_comparison()
    book = load_workbook(BytesIO(xlsx_report(comparison, "en")))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert "f" not in {cell.data_type for cell in cells}
    dangerous = [cell for cell in cells if str(cell.value).startswith(("=", "+"))]
    assert dangerous
    assert all(cell.data_type == "s" and cell.quotePrefix for cell in dangerous)


def test_the_command_writes_reports(gridcode, samples_dir, tmp_path):
    workbook = tmp_path / "made" / "changes.xlsx"
    page = gridcode("compare", OLD, NEW, "--html", "--lang", "en", "--xlsx", workbook)
    assert page.returncode == 0
    assert page.stdout.startswith("<!doctype html>")
    assert "tightened" in page.stdout
    assert load_workbook(workbook).worksheets[1].max_row > 90
    assert not list((samples_dir / "outbox").iterdir())
    sections = gridcode("compare", OLD, "6.2", "6.2", "--reg-b", NEW, "--no-tables", "--json")
    both = gridcode("compare", OLD, NEW, "--no-tables", "--json")
    for made in (sections, both):
        changes = json.loads(made.stdout)["changes"]
        assert changes
        assert not [c for c in changes if c["subject"].startswith("table")]
    assert gridcode("compare", OLD, NEW, "--html", "--json").returncode == 2
    assert gridcode("compare", OLD, "nope", "--html").returncode == 1
