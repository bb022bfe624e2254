"""Tables as files: what is on the screen is in them, and no text becomes a formula or markup."""

import csv
import io
import json

import openpyxl
import pytest

from core.model import Annotation, AnnotationLink, Box, Table, TableCell, TableSegment
from core.services.table_files import table_file
from core.services.table_files.plain_files import harmless
from core.services.table_files.printed import PrintedTable

BOX = Box(left=0.1, top=0.1, right=0.9, bottom=0.2)
TABLE = "reg/t-1-1"


def cell(row, col, content, *, page_num=3, header=False, rows=1, cols=1):
    return TableCell(
        row=row,
        col=col,
        row_span=rows,
        col_span=cols,
        content=content,
        is_header=header,
        page_num=page_num,
        box=BOX,
    )


@pytest.fixture
def printed():
    """Two header rows with a cell over two columns, a cell over two rows, and what may hurt."""
    table = Table(
        table_id=TABLE,
        reg_id="reg",
        caption="表1-1 线路 <b>参数</b>",
        page_start=3,
        page_end=4,
        header_row_count=2,
        row_count=5,
        col_count=3,
        cells=(
            cell(0, 0, "线路", header=True, rows=2),
            cell(0, 1, "限额", header=True, cols=2),
            cell(1, 1, "夏季 A", header=True),
            cell(1, 2, "冬季 A", header=True),
            cell(2, 0, '=HYPERLINK("http://x","甲线")', rows=2),
            cell(2, 1, "410"),
            cell(2, 2, "-5.50"),
            cell(3, 1, "@SUM(A1)"),
            cell(3, 2, "+1|cmd"),
            cell(4, 0, "<script>alert(1)</script>|乙线", page_num=4),
            cell(4, 1, "007", page_num=4),
            cell(4, 2, "见注1", page_num=4),
        ),
        segments=(
            TableSegment(segment_id=f"{TABLE}/g0", page_num=3, box=BOX, row_range=(0, 4)),
            TableSegment(segment_id=f"{TABLE}/g1", page_num=4, box=BOX, row_range=(4, 5)),
        ),
    )
    link = AnnotationLink(
        note_id="reg/p0004/n1", page_num=4, block_id="reg/p0004/b01", table_id=TABLE, row=4, col=2
    )
    note = Annotation(
        note_id="reg/p0004/n1",
        reg_id="reg",
        annotation_id="注1",
        annotation_type="note",
        variant_key="note:1",
        content="注1：=1+1 按环境温度",
        page_num=4,
        links=(link,),
    )
    return PrintedTable(table, (note,), "zh", "规程")


def test_a_workbook_has_spans_pages_and_notes(printed):
    book = openpyxl.load_workbook(io.BytesIO(table_file(printed, "xlsx")))
    sheet, notes = book.worksheets
    assert {str(merged) for merged in sheet.merged_cells.ranges} == {"A1:A2", "B1:C1", "A3:A4"}
    assert [sheet.cell(row, 4).value for row in range(1, 6)] == ["页", 3, 3, 3, 4]
    assert sheet.freeze_panes == "A3"
    assert (sheet["B3"].value, sheet["C3"].value) == (410, -5.5)
    assert sheet["C3"].number_format == "0.00"
    assert sheet["B5"].value == "007"
    assert [cell.value for cell in notes[2]] == ["注1", "注1：=1+1 按环境温度", 4, "C5"]
    said = [cell.value for row in notes.iter_rows() for cell in row if cell.value]
    assert "reg P3-P4 表1-1 线路 <b>参数</b>" in said


def test_nothing_in_a_workbook_is_a_formula(printed):
    book = openpyxl.load_workbook(io.BytesIO(table_file(printed, "xlsx")))
    kinds = {
        cell.value: (cell.data_type, cell.quotePrefix)
        for sheet in book.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if isinstance(cell.value, str)
    }
    assert kinds['=HYPERLINK("http://x","甲线")'] == ("s", True)
    assert {kind for kind, _ in kinds.values()} == {"s"}


def test_a_csv_for_excel_computes_nothing_and_says_the_page(printed):
    written = table_file(printed, "csv")
    assert written.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(written.decode("utf-8-sig"))))
    assert rows[0] == ["页", "线路", "限额", ""]
    assert rows[2] == ["3", '\'=HYPERLINK("http://x","甲线")', "410", "-5.50"]
    assert rows[3] == ["3", "", "'@SUM(A1)", "'+1|cmd"]
    assert rows[4][0] == "4"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("\t1+1", "'\t1+1"),
        ("\r=1", "'\r=1"),
        (" =1", "' =1"),
        ("＝1+1", "'＝1+1"),
        ("＋cmd", "'＋cmd"),
        ("－5～＋40", "'－5～＋40"),
        ("－5.5％", "－5.5％"),
        ("+3", "+3"),
        ("-", "-"),
        ("--", "--"),
        ("--1", "'--1"),
    ],
)
def test_a_csv_hides_only_what_may_be_computed(text, written):
    assert harmless(text) == written


def test_a_web_page_shows_spans_and_takes_no_text_for_markup(printed):
    html = table_file(printed, "html").decode()
    assert '<th rowspan="2">线路</th>' in html
    assert '<th colspan="2">限额</th>' in html
    assert "<script>" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;|乙线" in html
    assert html.count('class="page">P3<') == 4
    assert "reg P3-P4" in html


def test_markdown_and_json_carry_notes_and_source(printed):
    markdown = table_file(printed, "md").decode()
    assert "| &lt;" not in markdown
    assert "\\|乙线 | 007 | 见注1 |" in markdown
    assert "来源: reg P3-P4" in markdown
    read = json.loads(table_file(printed, "json"))
    assert (read["source"], read["notes"][0]["annotation_id"]) == (
        "reg P3-P4 表1-1 线路 <b>参数</b>",
        "注1",
    )
    assert len(read["cells"]) == 12


def test_words_beside_the_table_are_in_the_language_asked_for(printed):
    english = PrintedTable(printed.table, printed.notes, "en")
    assert b"Source: reg" in table_file(english, "md")
