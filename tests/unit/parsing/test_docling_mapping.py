"""The way from a DoclingDocument to our pages, on documents made with docling-core alone."""

import pytest
from docling_core.types.doc import (
    BoundingBox,
    ContentLayer,
    CoordOrigin,
    DocItemLabel,
    DoclingDocument,
    ProvenanceItem,
    Size,
    TableCell,
    TableData,
)

from core.parsing.blocks import Block, BlockLine
from core.parsing.docling_mapping import pages_from
from core.parsing.ink import Area, PageInk
from core.parsing.page_reading import PageReading


def at(left, top, right, bottom, page_no=1, text=""):
    box = BoundingBox(l=left, t=top, r=right, b=bottom, coord_origin=CoordOrigin.TOPLEFT)
    return ProvenanceItem(
        page_no=page_no, charspan=(0, len(text)), bbox=box.to_bottom_left_origin(800)
    )


@pytest.fixture
def document():
    document = DoclingDocument(name="sample")
    document.add_page(page_no=1, size=Size(width=400, height=800))
    document.add_page(page_no=2, size=Size(width=400, height=800))
    return document


def mapped(document, readings=None, saved=None):
    saved = [] if saved is None else saved
    return pages_from(document, [1, 2], readings or {}, lambda *figure: saved.append(figure))


def kinds_and_texts(page):
    return [(element.kind, element.text) for element in page.elements]


def test_labels_become_kinds_in_the_documents_order(document):
    document.add_text(
        label=DocItemLabel.PAGE_HEADER,
        text="GB 1",
        prov=at(300, 20, 380, 30),
        content_layer=ContentLayer.FURNITURE,
    )
    document.add_heading(text="第一章 总则", prov=at(40, 40, 200, 60))
    document.add_text(label=DocItemLabel.TEXT, text="本规程“适用”于——", prov=at(40, 70, 360, 90))
    group = document.add_list_group()
    item = document.add_list_item(text="甲", orig="a) 甲", parent=group, prov=at(40, 95, 99, 105))
    item.marker = "a)"
    document.add_text(label=DocItemLabel.FOOTNOTE, text="注1：乙", prov=at(40, 700, 360, 710))
    first, second = mapped(document)
    assert kinds_and_texts(first) == [
        ("text", "GB 1"),
        ("heading", "第一章 总则"),
        ("text", "本规程“适用”于——"),
        ("list", "a) 甲"),
        ("footnote", "注1：乙"),
    ]
    assert second.elements == ()
    assert second.text_quality == "none"


def test_boxes_are_fractions_from_the_top_left(document):
    document.add_text(label=DocItemLabel.TEXT, text="文", prov=at(40, 80, 200, 160))
    box = mapped(document)[0].elements[0].box
    assert box.model_dump() == pytest.approx([0.1, 0.1, 0.5, 0.2])


def test_a_table_keeps_spans_and_headers_and_its_caption_comes_first(document):
    def cell(row, col, text, col_span=1, header=False):
        return TableCell(
            text=text,
            row_span=1,
            col_span=col_span,
            start_row_offset_idx=row,
            end_row_offset_idx=row + 1,
            start_col_offset_idx=col,
            end_col_offset_idx=col + col_span,
            column_header=header,
        )

    data = TableData(
        num_rows=2,
        num_cols=2,
        table_cells=[cell(0, 0, "限值", 2, header=True), cell(1, 0, "电压"), cell(1, 1, "0.9")],
    )
    table = document.add_table(data=data, prov=at(40, 200, 360, 300))
    caption = document.add_text(
        label=DocItemLabel.CAPTION, text="表1 限值", prov=at(40, 180, 360, 195), parent=table
    )
    table.captions.append(caption.get_ref())
    below, above = mapped(document)[0].elements[::-1]
    assert (above.kind, above.text) == ("caption", "表1 限值")
    assert below.table is not None
    assert (below.table.row_count, below.table.col_count) == (2, 2)
    assert below.table.header_row_count == 1
    assert [(c.row, c.col, c.col_span, c.text) for c in below.table.cells] == [
        (0, 0, 2, "限值"),
        (1, 0, 1, "电压"),
        (1, 1, 1, "0.9"),
    ]


def test_pictures_are_saved_under_their_page_and_keep_the_text_inside(document):
    picture = document.add_picture(prov=at(40, 80, 200, 160, page_no=2))
    document.add_text(
        label=DocItemLabel.TEXT, text="母线", prov=at(50, 90, 70, 99, page_no=2), parent=picture
    )
    saved = []
    _, page = mapped(document, saved=saved)
    (figure,) = page.elements
    assert (figure.kind, figure.text) == ("figure", "母线")
    assert figure.figure.image_name == "_page_2_Figure_1.png"
    assert [(number, name) for number, _, name in saved] == [(2, "_page_2_Figure_1.png")]


def test_what_docling_cannot_hold_comes_from_the_reading_beside_it(document):
    area = Area(40, 80, 200, 110)
    block = Block(
        kind="text",
        area=area,
        text="第一行第二行",
        lines=(BlockLine(0, 3, Area(40, 80, 200, 94)), BlockLine(3, 6, Area(40, 96, 150, 110))),
        size=10.5,
        is_bold=True,
        superscripts=((5, 6),),
    )
    document.add_text(label=DocItemLabel.TEXT, text=block.text, prov=at(40, 80, 200, 110))
    reading = PageReading(PageInk(400, 800), (block,), "folded", ocr_confidence=0.97)
    page = mapped(document, {1: reading})[0]
    (element,) = page.elements
    assert (page.text_quality, page.ocr_confidence) == ("folded", 0.97)
    assert [element.text[line.start : line.end] for line in element.lines] == ["第一行", "第二行"]
    assert (element.font_height, element.is_bold, element.superscripts) == (10.5, True, ((5, 6),))


def test_a_page_read_on_its_side_has_boxes_of_the_page_as_shown(document):
    document.pages[1].size = Size(width=800, height=400)
    document.add_text(
        label=DocItemLabel.TEXT,
        text="横排",
        prov=ProvenanceItem(
            page_no=1,
            charspan=(0, 2),
            bbox=BoundingBox(l=0, t=0, r=400, b=100).to_bottom_left_origin(400),
        ),
    )
    reading = PageReading(PageInk(800, 400, turn=90), (), "good")
    page = mapped(document, {1: reading})[0]
    assert (page.width, page.height) == (400, 800)
    assert page.elements[0].box.model_dump() == pytest.approx([0.75, 0.0, 1.0, 0.5])
