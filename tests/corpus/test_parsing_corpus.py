"""Parsing the real documents of the development corpus, where it is present."""

import json
from pathlib import Path

import pytest

from core.errors import GridCodeError
from core.parsing import parse_pdf
from core.settings import Settings

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the development corpus is not here")


def parse(name, tmp_path, password=None):
    return parse_pdf(
        CORPUS / name, settings=Settings(), password=password, image_dir=tmp_path / "images"
    )


def text_of(page):
    return "\n".join(element.text for element in page.elements)


def test_the_folded_text_layer_of_gb38755_can_be_searched(tmp_path):
    document = parse("zh/GB38755-2019_电力系统安全稳定导则.pdf", tmp_path)
    assert all(page.text_quality == "folded" for page in document.pages)
    assert "GB 38755—2019" in text_of(document.pages[0])
    headings = [e.text for page in document.pages for e in page.elements if e.kind == "heading"]
    assert "2.6" in headings
    assert "3.2.4 电网分层分区" in headings
    everything = "\n".join(map(text_of, document.pages))
    assert "steady-state rotor angle stability" in everything
    assert "220 kV及以上的电力系统" in everything


def test_clause_numbers_torn_by_kerning_are_whole(tmp_path):
    document = parse("zh/GB17761-2018_电动自行车安全技术规范.pdf", tmp_path)
    headings = [e.text for page in document.pages for e in page.elements if e.kind == "heading"]
    assert "6.2.1.1 车架/前叉组合件振动强度" in headings


@pytest.mark.parametrize(
    "name",
    ["安全生产法(2021-06-10)", "电力法(2018-12-29)", "电网调度管理条例(2011-01-08)"],
)
def test_every_article_begins_an_element_of_its_own_on_its_page(tmp_path, name):
    articles = json.loads((CORPUS / "labels" / "article_pages.json").read_text("utf-8"))
    pages = articles[f"{name}.pdf"]["articles"]
    document = parse(f"typeset/{name}.pdf", tmp_path)
    for article, page_num in pages.items():
        page = document.pages[page_num - 1]
        assert any(element.text.startswith(article) for element in page.elements), article


def test_sections_beside_margin_notes_begin_elements_of_their_own(tmp_path):
    document = parse("en/India_DPDP_Act_2023.pdf", tmp_path)
    texts = [element.text for page in document.pages for element in page.elements]
    for number in range(1, 45):
        assert any(text.startswith((f"{number}. (1)", f"{number}. ")) for text in texts), number
    assert "Grounds for processing personal data." in texts
    assert "45 of 1860." in texts


@pytest.mark.parametrize(
    ("name", "page_num", "size"),
    [("002-5.1a", 10, (3, 7)), ("002-8", 8, (3, 5)), ("005-7", 16, (3, 5))],
)
def test_a_ruled_row_cut_by_the_page_break_is_one_row(tmp_path, name, page_num, size):
    document = parse(f"en/NERC_cip-{name}.pdf", tmp_path)
    (table,) = [e.table for e in document.pages[page_num - 1].elements if e.table]
    assert (table.row_count, table.col_count) == size


def test_notes_that_spill_over_their_table_are_whole_in_its_cells(tmp_path):
    document = parse("multipage/multi-page-table.pdf", tmp_path)
    page = document.pages[1]
    (table,) = [e.table for e in page.elements if e.table]
    assert any("(AIAN), Native Haw" in cell.text for cell in table.cells)
    assert any(cell.text == "102,943" for cell in table.cells)
    assert [element.kind for element in page.elements] == ["table"]


def test_pages_of_the_scan_have_text_and_tables(tmp_path):
    document = parse("nasty/syn_scanned_JTT1078_p7-12.pdf", tmp_path)
    assert all(page.ocr_confidence > 0.9 for page in document.pages)
    assert all(len(text_of(page)) > 100 for page in document.pages)
    tables = [e.table for page in document.pages for e in page.elements if e.table]
    assert tables
    assert all(table.kind == "scanned" for table in tables)


REFUSED = {
    "corkami_adobe-tiny.pdf": "NotAPdf",
    "odl_fake-jpg.pdf": "NotAPdf",
    "syn_html_renamed.pdf": "NotAPdf",
    "syn_random_bytes.pdf": "NotAPdf",
    "syn_truncated_tail200_GB17761.pdf": "NotAPdf",
    "syn_0bytes.pdf": "EmptyFile",
    "tabula_encrypted.pdf": "EncryptedPdf",
    "syn_kids_self_loop.pdf": "ParsingFailed",
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_files_are_refused_by_their_own_error(tmp_path, name):
    with pytest.raises(GridCodeError) as caught:
        parse(f"nasty/{name}", tmp_path)
    assert type(caught.value).__name__ == REFUSED[name]
    assert "\n" not in caught.value.message


@pytest.mark.parametrize(
    "name",
    [
        "pdfjs_poppler-91414-0-53.pdf",
        "qpdf_outlines-with-loop.pdf",
        "qpdf_append-xref-loop.pdf",
        "syn_flate_bomb_300MB.pdf",
        "pypdf_r6-owner-password.pdf",
        "sample_habibi-rotated.pdf",
    ],
)
def test_odd_files_are_read(tmp_path, name):
    assert parse(f"nasty/{name}", tmp_path).pages


def test_passwords_open_what_they_belong_to(tmp_path):
    passwords = json.loads((CORPUS / "labels" / "passwords.json").read_text("utf-8"))
    for name, password in passwords.items():
        document = parse(f"nasty/{Path(name).name}", tmp_path, password)
        assert any(page.elements for page in document.pages), name
