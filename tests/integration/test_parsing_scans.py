"""Pages that are only pictures: text by OCR, tables from the rules in the picture."""

import pypdfium2
import pytest
import typst

from core.parsing import parse_pdf
from core.settings import Settings

SOURCE = """
#set page(width: 420pt, height: 595pt, margin: 40pt)
#set text(size: 12pt, font: "DejaVu Sans Mono")
= 1 Limits
The operator keeps the limits of this table at all times.
#table(columns: (1fr, 1fr), [Level], [Limit], [220 kV], [0.95], [110 kV], [0.90])
"""


def as_scan(path, turn=0):
    """The page as a picture in a PDF, without any text layer."""
    page = pypdfium2.PdfDocument(typst.compile(SOURCE.encode()))[0]
    image = page.render(scale=150 / 72).to_pil().convert("L").rotate(-turn, expand=True)
    image.save(path, format="PDF", resolution=150)
    return path


def parse(pdf_path):
    return parse_pdf(pdf_path, settings=Settings(), image_dir=pdf_path.parent / "images").pages


def test_a_scan_is_read_and_its_ruled_table_has_cells(tmp_path):
    (page,) = parse(as_scan(tmp_path / "scan.pdf"))
    assert page.text_quality == "none"
    assert page.ocr_confidence > 0.8
    table = next(element.table for element in page.elements if element.kind == "table")
    assert table.kind == "scanned"
    cells = [cell.text.replace(" ", "") for cell in table.cells]
    assert cells == ["Level", "Limit", "220kV", "0.95", "110kV", "0.90"]
    text = "".join("".join(element.text.split()) for element in page.elements)
    assert "Theoperatorkeepsthelimitsofthistableatalltimes." in text


@pytest.mark.parametrize("turn", [90, 180])
def test_a_scan_that_lies_on_its_side_or_head_is_read_too(tmp_path, turn):
    (page,) = parse(as_scan(tmp_path / "turned.pdf", turn))
    text = "".join("".join(element.text.split()) for element in page.elements)
    assert "Theoperatorkeepsthelimits" in text
    heading = page.elements[0].box  # top left in print, elsewhere as the page is shown
    assert heading.left > 0.5 if turn == 90 else heading.top > 0.5


def test_an_empty_scan_is_a_blank_page(tmp_path):
    from PIL import Image

    Image.new("L", (600, 800), 255).save(tmp_path / "empty.pdf", format="PDF")
    (page,) = parse(tmp_path / "empty.pdf")
    assert (page.elements, page.text_quality, page.warnings) == ((), "none", ())
