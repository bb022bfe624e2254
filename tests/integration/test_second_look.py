"""Every page is read in two ways, so that a word which one of them loses is not lost."""

import pytest

from core.parsing import parse_pdf
from core.settings import Settings
from tests.made_pdfs import write_page_of_streams, write_pdf

# docling-parse loses the word whose painting is cut by the end of a stream.
CUT_IN_A_WORD = (
    "BT /F1 12 Tf 72 700 Td (3.) Tj 30 0 Td [",
    "(Pur) 5 (pose:)] TJ 60 0 Td (To) Tj ET",
)


def parsed(pdf_path):
    folder = pdf_path.parent
    return parse_pdf(
        pdf_path,
        image_dir=folder / "images",
        docling_json=folder / "document.json",
        settings=Settings(),
    ).pages[0]


@pytest.mark.parametrize("entries", ["", "/Rotate 90", "/CropBox [20 30 500 800]"])
def test_a_word_cut_by_the_end_of_a_stream_is_read_in_its_place(tmp_path, entries):
    page = parsed(write_page_of_streams(tmp_path / "cut.pdf", CUT_IN_A_WORD, entries))
    assert [element.text for element in page.elements] == ["3. Purpose: To"]
    assert page.warnings == (
        "“Purpose:” was found by a second reading only. Compare its place with the image.",
    )


def test_a_page_that_both_ways_read_alike_has_no_warning(tmp_path):
    page = parsed(write_pdf(tmp_path / "plain.pdf", [["3. Purpose: To find", "the rest."]]))
    assert page.warnings == ()


def test_what_is_not_printed_is_not_added(tmp_path):
    invisible = "BT /F1 12 Tf 3 Tr 72 600 Td [", "(hidden)] TJ ET"
    beside = "BT /F1 12 Tf 0 Tr 72 700 Td (Seen) Tj 900 0 Td [", "(beside)] TJ ET"
    page = parsed(write_page_of_streams(tmp_path / "unseen.pdf", [*invisible, *beside]))
    assert [element.text for element in page.elements] == ["Seen"]
    assert page.warnings == ()
