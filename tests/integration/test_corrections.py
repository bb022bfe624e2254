"""Corrections: everywhere at once, kept through a re-ingest, undone, taken elsewhere."""

import json

import pypdfium2 as pdfium
import pytest

from core.cli import main as gridcode_main
from core.errors import Conflict, InputRejected, NotFound
from core.model import (
    FixCaption,
    FixCell,
    FixHeading,
    FixReference,
    JoinTables,
    SetHeaderRows,
    SplitTable,
)
from core.services.ingest import IngestRequest
from core.services.search import SearchFilters
from core.store.regulations import load_regulation, save_regulation
from core.tools import call_tool
from core.workbench import Workbench
from tests.integration.conftest import SAMPLES
from tests.made_extractions import LINES, REG, save_extraction
from tests.made_regulations import plain_regulation

WHO = "林工"
SAMPLE = "linjiang_dispatch_2024"
SAMPLE_TABLE = f"{SAMPLE}/t-附表1"
SPLIT = SplitTable(table_id=LINES, segment_id=f"{LINES}/g1")


@pytest.fixture
def library(settings):
    """A small regulation with a table over pages 2, 3 and 4."""
    save_extraction(settings)
    with Workbench(settings) as workbench:
        yield workbench


@pytest.fixture
def samples(samples_dir, settings):
    with Workbench(settings) as workbench:
        yield workbench


def everything(workbench, reg_id=REG):
    return load_regulation(workbench._database, reg_id)


def pages_with(workbench, words):
    """The pages on which exactly these words are found."""
    found = workbench.search(f'"{words}"', SearchFilters(reg_ids=(REG,)))
    return {hit.page_num for hit in found.results}


def test_a_split_is_seen_by_tables_pages_ranges_search_and_tools(library):
    correction = library.correct(REG, SPLIT, WHO, "两张表")
    assert (correction.made_by, correction.reason, correction.lost) == (WHO, "两张表", "")
    lower = library.get_table(REG, correction.place.table_id)
    assert [part.page_num for part in library.get_table(REG, LINES).segments] == [2]
    assert [part.page_num for part in lower.segments] == [3, 4]
    page = library.load_page(REG, 3)
    assert page.get_tables()[0].table_meta.table_id == lower.table_id
    assert (page.continues_from_prev, page.continues_to_next) == (False, True)
    read = library.load_page_range(REG, 2, 3).content_markdown
    assert read.count("| --- | --- | --- | --- |") == 2
    asked = {"reg_id": REG, "table_id": lower.table_id}
    assert call_tool(library, "get_table_by_id", asked)["page_start"] == 3
    _, match = library.search_tables_of(REG, "临20甲线")[0]
    assert match.table_id == lower.table_id


def test_undoing_all_corrections_gives_the_extraction_back(library):
    before = everything(library)
    first = library.correct(REG, SPLIT, WHO)
    second = library.correct(REG, FixCell(table_id=LINES, row=2, col=1, content="改"), WHO)
    assert everything(library) != before
    library.undo_correction(REG, first.correction_id)
    library.undo_correction(REG, second.correction_id)
    assert everything(library) == before
    assert [each.is_in_force for each in library.corrections(REG)] == [False, False]
    library.redo_correction(REG, first.correction_id)
    assert len(library.get_table(REG, LINES).segments) == 1


def test_a_fixed_cell_is_found_by_its_new_text_and_no_longer_by_the_old(library):
    assert pages_with(library, "临30甲线") == {4}
    library.correct(REG, FixCell(table_id=LINES, row=30, col=1, content="新城乙线"), WHO)
    assert pages_with(library, "新城乙线") == {4}
    assert pages_with(library, "临30甲线") == set()
    assert "新城乙线" in library.load_page(REG, 4).content_markdown
    answer = call_tool(library, "get_table_by_id", {"reg_id": REG, "table_id": LINES})
    (told,) = answer["corrections"]
    assert (told["row"], told["before"], told["made_by"]) == (30, "临30甲线", WHO)
    texts = library.data_dir / "documents" / "text_markdowns" / f"{REG}.md"
    assert "新城乙线" in texts.read_text(encoding="utf-8")


def test_a_fixed_cell_brings_its_reference_with_it_and_changes_nothing_else(library):
    before = everything(library)
    library.correct(REG, FixCell(table_id=LINES, row=5, col=3, content="见表2-1"), WHO)
    after = everything(library)
    assert (after.chapters, after.info) == (before.chapters, before.info)
    assert after.tables[1:] == before.tables[1:]
    new = [each for each in after.references if (each.row, each.col) == (5, 3)]
    assert [each.target.target_id for each in new] == [f"{REG}/t-2-1"]
    kept = [each for each in after.references if each not in new]
    assert [each.text for each in kept] == [each.text for each in before.references]


def test_two_tables_are_joined_by_an_analysts_word_and_split_again(library):
    asked = JoinTables(table_id=f"{REG}/t-2-1", next_table_id=f"{REG}/t-2-2")
    library.correct(REG, asked, WHO, "同一张表")
    joined = library.get_table(REG, f"{REG}/t-2-1")
    assert joined.row_count == 6
    assert [sign.name for sign in joined.joins[0].signs] == ["analyst"]
    with pytest.raises(NotFound):
        library.get_table(REG, f"{REG}/t-2-2")
    part = joined.segments[1].segment_id
    library.correct(REG, SplitTable(table_id=joined.table_id, segment_id=part), WHO)
    assert library.get_table(REG, f"{REG}/t-2-2").row_count == 3


def test_a_caption_is_fixed_where_it_stands_and_names_the_table(library):
    asked = FixCaption(table_id=f"{REG}/t-2-1", caption="表2-3 强送的次数")
    correction = library.correct(REG, asked, WHO)
    assert correction.place.table_id == f"{REG}/t-2-3"
    assert library.get_table(REG, "表2-3").caption == "表2-3 强送的次数"
    page = library.load_page(REG, 5)
    assert "表2-3 强送的次数" in page.content_markdown
    assert "表2-1 强送次数" not in page.content_markdown
    library.correct(REG, SetHeaderRows(table_id=f"{REG}/t-2-3", count=2), WHO)
    table = library.get_table(REG, "表2-3")
    assert {cell.row for cell in table.cells if cell.is_header} == {0, 1}


def test_headings_and_references_are_set_right(library):
    library.correct(REG, FixHeading(block_id=f"{REG}/p0005/b01", level=2), WHO)
    _, chapters = library.chapter_structure(REG)
    assert [(node.section_number, node.level) for node in chapters][-1] == ("2.1", 2)
    node, read = library.read_chapter(REG, "2.1")
    assert "表2-1 强送次数" in read.content_markdown
    asked = FixReference(reference_id=f"{REG}/p0001/r2", target_id=node.node_id)
    library.correct(REG, asked, WHO)
    found, _ = library.list_references(REG, target="2.1")
    assert [each.reference_id for each in found] == [f"{REG}/p0001/r2"]
    library.correct(REG, FixReference(reference_id=f"{REG}/p0001/r2", target_id=None), WHO)
    (_, second), _ = library.list_references(REG, page_num=1)
    assert (second.state, second.target) == ("unresolved", None)


def test_what_cannot_be_corrected_says_so_and_changes_nothing(library):
    before = everything(library)
    with pytest.raises(Conflict):
        library.correct(REG, SplitTable(table_id=LINES, segment_id=f"{LINES}/g0"), WHO)
    with pytest.raises(Conflict):
        library.correct(REG, JoinTables(table_id=f"{REG}/t-2-2", next_table_id=LINES), WHO)
    with pytest.raises(NotFound):
        library.correct(REG, FixCell(table_id=LINES, row=999, col=0, content="x"), WHO)
    with pytest.raises(NotFound):
        library.correct(
            REG, FixReference(reference_id=f"{REG}/p0001/r1", target_id=f"{REG}/s9"), WHO
        )
    with pytest.raises(InputRejected):
        library.correct(REG, FixCell(table_id=LINES, row=1, col=1, content="x"), "  ")
    assert everything(library) == before
    assert library.corrections(REG) == []


def test_without_its_pdf_an_imported_regulation_cannot_be_corrected(workbench):
    save_regulation(workbench._database, plain_regulation("plain", 2))
    with pytest.raises(Conflict, match="without its PDF"):
        workbench.correct("plain", FixHeading(block_id="plain/p0001/b00", level=1), WHO)


def test_an_export_takes_extraction_and_corrections_along(library, tmp_path):
    correction = library.correct(REG, SPLIT, WHO)
    library.export_regulation(REG, tmp_path / "out")
    library.delete_regulation(REG)
    assert library.import_regulation(tmp_path / "out") == REG
    assert [each.correction_id for each in library.corrections(REG)] == [correction.correction_id]
    library.undo_correction(REG, correction.correction_id)
    assert len(library.get_table(REG, LINES).segments) == 3


def test_corrections_on_the_command_line(settings, capsys, tmp_path):
    save_extraction(settings)
    with Workbench(settings) as workbench:
        made = workbench.correct(REG, SPLIT, WHO, "两张表")
    assert gridcode_main(["corrections", "list", REG, "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [each["made_by"] for each in listed["corrections"]] == [WHO]
    file = str(tmp_path / "c.json")
    assert gridcode_main(["corrections", "export", REG, file]) == 0
    assert gridcode_main(["corrections", "undo", REG, made.correction_id]) == 0
    assert gridcode_main(["corrections", "list", REG]) == 0
    assert "undone" in capsys.readouterr().out
    assert gridcode_main(["corrections", "import", REG, file]) == 0
    assert "Imported 0 corrections" in capsys.readouterr().out
    assert gridcode_main(["corrections", "undo", REG, "unknown"]) == 1


KINDS = {
    "split_table": (f"table_id={LINES}", f"segment_id={LINES}/g1"),
    "join_tables": (f"table_id={REG}/t-2-1", f"next_table_id={REG}/t-2-2"),
    "fix_cell": (f"table_id={LINES}", "row=3", "col=1", "content=[新城] a=b"),
    "set_header_rows": (f"table_id={LINES}", "count=2"),
    "fix_caption": (f"table_id={LINES}", "caption="),
    "fix_heading": (f"block_id={REG}/p0001/b01", "level=2"),
    "fix_reference": (f"reference_id={REG}/p0001/r1", "target_id="),
}


def test_every_kind_of_correction_is_made_on_the_command_line(settings, capsys):
    save_extraction(settings)
    for kind, changes in KINDS.items():
        made = [f"corrections make {REG} {kind}".split(), changes, ("--by", WHO, "--json")]
        assert gridcode_main([word for words in made for word in words]) == 0
        correction = json.loads(capsys.readouterr().out)["correction"]
        assert (correction["kind"], correction["made_by"], correction["lost"]) == (kind, WHO, "")
        assert gridcode_main(["corrections", "undo", REG, correction["correction_id"]]) == 0
        capsys.readouterr()


@pytest.mark.parametrize(
    "wrong",
    [
        ["fix_cell", f"table_id={LINES}", "row=x", "col=1", "content=a"],
        ["fix_cell", f"table_id={LINES}", "row=3", "col=1"],
        ["set_header_rows", f"table_id={LINES}", "count=-1"],
        ["no_kind"],
    ],
)
def test_a_correction_told_wrongly_is_refused_in_one_line(settings, capsys, wrong):
    save_extraction(settings)
    assert gridcode_main(["corrections", "make", REG, *wrong, "--by", WHO]) == 1
    assert "Traceback" not in capsys.readouterr().err
    with Workbench(settings) as workbench:
        assert workbench.corrections(REG) == []


def test_a_caption_is_told_lost_while_its_table_goes_on_from_another_one(library):
    split = library.correct(REG, SPLIT, WHO)
    asked = FixCaption(table_id=split.place.table_id, caption="表9-1 另一张表")
    library.correct(REG, asked, WHO)
    library.undo_correction(REG, split.correction_id)
    assert [each.lost for each in library.corrections(REG)] == [
        "",
        "its table goes on from another one",
    ]
    library.redo_correction(REG, split.correction_id)
    assert library.get_table(REG, "表9-1").page_start == 3


def test_a_reference_that_leads_nowhere_by_an_analysts_word_is_not_asked_about_again(library):
    library.correct(REG, FixReference(reference_id=f"{REG}/p0001/r1", target_id=None), WHO)
    found, _ = library.find_references(REG, states=("unresolved",))
    assert [each.reference_id for each in found] == [f"{REG}/p0001/r1"]
    assert library.find_references(REG, states=("unresolved",), is_undecided=True) == ([], 0)


def test_a_file_of_corrections_may_leave_out_zones_and_name_one_twice(library):
    library.correct(REG, SPLIT, WHO)
    written = json.loads(library.export_corrections(REG))
    (given,) = written["corrections"]
    given |= {"correction_id": "elsewhere", "made_at": "2026-01-02T03:04:05"}
    written["corrections"] = [given, given]
    (added,) = library.import_corrections(REG, json.dumps(written))
    assert added.made_at.isoformat() == "2026-01-02T03:04:05+00:00"
    assert len(library.corrections(REG)) == 2


@pytest.mark.parametrize(
    "spoilt",
    [
        "",
        "[" * 100_000,
        '{"format": "gridcode-corrections", "corrections": [{"kind": "fix_cell"}]}',
        {"reason": "\ud800"},
        {"reason": "为" * 2_000},
        {"change": {"content": "额" * 300_000}},
    ],
)
def test_a_spoilt_file_of_corrections_is_refused_and_changes_nothing(library, spoilt):
    library.correct(REG, SPLIT, WHO)
    written = json.loads(library.export_corrections(REG))
    if isinstance(spoilt, dict):
        written["corrections"][0] |= spoilt | {"correction_id": "elsewhere"}
        spoilt = json.dumps(written)
    with pytest.raises(InputRejected, match="cannot be read"):
        library.import_corrections(REG, spoilt)
    assert len(library.corrections(REG)) == 1


def test_a_reason_as_long_as_a_page_is_refused(library):
    with pytest.raises(InputRejected, match="1000 characters"):
        library.correct(REG, SPLIT, WHO, "为" * 1_001)
    assert library.corrections(REG) == []


def test_corrections_go_into_another_edition_once(samples):
    samples.correct(SAMPLE, SplitTable(table_id=SAMPLE_TABLE, segment_id=f"{SAMPLE_TABLE}/g1"), WHO)
    exported = samples.export_corrections(SAMPLE)
    (made,) = samples.corrections(SAMPLE)
    other = "linjiang_dispatch_2023"
    before = len(samples.get_table(other, f"{other}/t-附表1").segments)
    (added,) = samples.import_corrections(other, exported)
    assert (added.correction_id, added.made_by, added.reg_id) == (made.correction_id, WHO, other)
    assert added.lost == ""
    assert len(samples.get_table(other, f"{other}/t-附表1").segments) < before
    assert samples.import_corrections(other, exported) == []
    assert samples.corrections(SAMPLE) == [made]
    samples.undo_correction(SAMPLE, made.correction_id)
    assert samples.corrections(other) == [added]
    with pytest.raises(InputRejected):
        samples.import_corrections(other, json.dumps({"format": "else"}))


def test_a_cell_cut_by_a_page_break_is_fixed_as_a_whole(samples):
    table, cell = next(
        (table, cell)
        for head in samples.list_tables(SAMPLE)
        if head.is_over_pages
        for table in [samples.get_table(SAMPLE, head.table_id)]
        for cell in table.cells
        if cell.continued and cell.content
    )
    asked = FixCell(table_id=table.table_id, row=cell.row, col=cell.col, content="合并后的内容")
    samples.correct(SAMPLE, asked, WHO)
    fixed = samples.get_table(SAMPLE, table.table_id)
    assert [c.content for c in fixed.cells if (c.row, c.col) == (cell.row, cell.col)] == [
        "合并后的内容"
    ]
    later = samples.load_page(SAMPLE, cell.continued[0].page_num)
    pieces = [
        c.content
        for block in later.get_tables()
        for c in block.table_meta.cells
        if c.box == cell.continued[0].box
    ]
    assert pieces == [""]


def test_corrections_stay_through_the_same_bytes_and_find_their_place_in_others(samples, tmp_path):
    table = samples.get_table(SAMPLE, SAMPLE_TABLE)
    asked = SplitTable(table_id=SAMPLE_TABLE, segment_id=f"{SAMPLE_TABLE}/g2")
    split = samples.correct(SAMPLE, asked, WHO)
    samples.correct(SAMPLE, FixCell(table_id=SAMPLE_TABLE, row=4, col=1, content="改正线"), WHO)
    assert samples.ingest(IngestRequest(SAMPLES / f"{SAMPLE}.pdf")).unchanged
    assert len(samples.get_table(SAMPLE, SAMPLE_TABLE).segments) == 2

    pdf = pdfium.PdfDocument(SAMPLES / f"{SAMPLE}.pdf")
    pdf.new_page(*pdf[0].get_size(), index=0)
    pdf.save(tmp_path / "shifted.pdf")
    report = samples.ingest(IngestRequest(tmp_path / "shifted.pdf", reg_id=SAMPLE))
    assert (report.edition, report.total_pages) == (2, 36)
    again = samples.get_table(SAMPLE, SAMPLE_TABLE)
    assert [s.page_num for s in again.segments] == [s.page_num + 1 for s in table.segments[:2]]
    assert [c.content for c in again.cells if (c.row, c.col) == (4, 1)] == ["改正线"]
    kept = samples.corrections(SAMPLE)
    assert [each.lost for each in kept] == ["", ""]
    assert kept[0].place.page_num == split.place.page_num + 1
    samples.undo_correction(SAMPLE, split.correction_id)
    assert len(samples.get_table(SAMPLE, SAMPLE_TABLE).segments) == len(table.segments)


def test_a_correction_whose_place_is_gone_is_listed_as_lost(library, tmp_path):
    library.correct(REG, SPLIT, WHO)
    pdf = pdfium.PdfDocument(SAMPLES / f"{SAMPLE}.pdf")
    while len(pdf) > 2:
        pdf.del_page(len(pdf) - 1)
    pdf.save(tmp_path / "other.pdf")
    report = library.ingest(IngestRequest(tmp_path / "other.pdf", reg_id=REG))
    (lost,) = library.corrections(REG)
    assert (lost.lost, lost.place) == ("its place is no longer there", None)
    assert any(lost.correction_id in warning for warning in report.warnings)
