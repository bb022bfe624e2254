"""A table as an XLSX workbook: spans merged, a page column, notes and sources on a second sheet."""

import re
from io import BytesIO

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from core.services.table_files.printed import PrintedTable

_LONGEST_TEXT = 32_000  # a cell of a workbook holds no more than 32,767
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.(?P<decimals>\d{1,10}))?")
_NARROWEST, _WIDEST = 8, 48  # characters
_RULE = Border(*(Side("thin", "FFB5B5B5"),) * 4)
_TOP = Alignment(vertical="top", wrap_text=True)
_SHADE = PatternFill("solid", fgColor="FFF1F3F5")
_BOLD = Font(bold=True)


def xlsx_file(printed: PrintedTable) -> bytes:
    book = Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    _table_sheet(sheet, printed)
    _notes_sheet(book.create_sheet(), printed)
    written = BytesIO()
    book.save(written)
    return written.getvalue()


def _table_sheet(sheet: Worksheet, printed: PrintedTable) -> None:
    """The table begins in A1; the page of each row stands in the column behind it."""
    table = printed.table
    sheet.title = printed.word("table")
    last = table.col_count + 1
    for row, cells in enumerate(printed.cells_by_row):
        for cell in cells:
            place = _of(sheet, row + 1, cell.col + 1)
            _write(place, cell.content, is_header=cell.is_header)
            if cell.row_span > 1 or cell.col_span > 1:
                sheet.merge_cells(
                    start_row=row + 1,
                    start_column=cell.col + 1,
                    end_row=min(row + cell.row_span, table.row_count),
                    end_column=min(cell.col + cell.col_span, table.col_count),
                )
        page = _of(sheet, row + 1, last)
        if row == 0 and table.header_row_count:
            _write(page, printed.word("page"), is_header=True)
        else:
            page.value = printed.page(row)
    if table.header_row_count:
        sheet.freeze_panes = f"A{table.header_row_count + 1}"
    for col in range(table.col_count):
        longest = max((_width(row[col]) for row in printed.rows), default=0)
        width = min(max(longest + 2, _NARROWEST), _WIDEST)
        sheet.column_dimensions[get_column_letter(col + 1)].width = width


def _notes_sheet(sheet: Worksheet, printed: PrintedTable) -> None:
    table = printed.table
    sheet.title = printed.word("notes")
    rows: list[tuple[object, ...]] = [
        tuple(printed.word(name) for name in ("note", "content", "page", "cited_at"))
    ]
    for note in printed.notes:
        cited = ", ".join(
            f"{get_column_letter(col + 1)}{row + 1}" for row, col in printed.citing(note)
        )
        rows.append((note.annotation_id, note.content, note.page_num, cited))
    rows += [(), (printed.word("caption"), table.caption or "")]
    rows += [(printed.word("table_id"), table.table_id), (printed.word("source"), table.source)]
    if printed.title:
        rows.append(("", printed.title))
    for segment in table.segments:
        first, end = segment.row_range
        rows.append((printed.word("rows"), f"{first + 1}-{end}", segment.page_num))
    for nth, row in enumerate(rows, start=1):
        for col, value in enumerate(row, start=1):
            place = _of(sheet, nth, col)
            if isinstance(value, str):
                _write(place, value, is_header=nth == 1)
            else:
                place.value = value
    for col, width in enumerate((14, 70, 10, 24), start=1):
        sheet.column_dimensions[get_column_letter(col)].width = width


def _of(sheet: Worksheet, row: int, column: int) -> Cell:
    place = sheet.cell(row, column)
    assert isinstance(place, Cell)
    return place


def _write(place: Cell, text: str, *, is_header: bool) -> None:
    """A plain number as a number that looks as printed; anything else as text."""
    text = ILLEGAL_CHARACTERS_RE.sub("", text)[:_LONGEST_TEXT]
    number = _NUMBER.fullmatch(text)
    if number and not is_header:
        decimals = number["decimals"] or ""
        place.value = float(text) if decimals else int(text)
        place.number_format = f"0.{'0' * len(decimals)}" if decimals else "0"
    elif text:
        place.value = text
        place.data_type = "s"  # also what begins with = + - @
        place.quotePrefix = True  # and stays text when somebody edits it
    place.alignment = _TOP
    place.border = _RULE
    if is_header:
        place.font = _BOLD
        place.fill = _SHADE


def _width(text: str) -> int:
    """Of the longest line; a Chinese character is as wide as two Latin ones."""
    return max(
        (sum(1 + (char > "\u2e7f") for char in line) for line in text.split("\n")), default=0
    )
