"""One table as a file to download: CSV, XLSX, Markdown, JSON or HTML, with its notes and source.

Whatever the document says is text in it: no cell becomes a formula, no text becomes markup.
"""

from collections.abc import Callable, Mapping

from core.model.tables import TableFileFormat
from core.services.table_files.plain_files import csv_file, json_file, markdown_file
from core.services.table_files.printed import PrintedTable
from core.services.table_files.web_page import html_file


def _xlsx_file(printed: PrintedTable) -> bytes:
    from core.services.table_files.workbook import xlsx_file  # openpyxl is slow to load

    return xlsx_file(printed)


_WRITERS: Mapping[TableFileFormat, Callable[[PrintedTable], bytes]] = {
    "csv": csv_file,
    "xlsx": _xlsx_file,
    "md": markdown_file,
    "json": json_file,
    "html": html_file,
}


def table_file(printed: PrintedTable, as_format: TableFileFormat) -> bytes:
    return _WRITERS[as_format](printed)
