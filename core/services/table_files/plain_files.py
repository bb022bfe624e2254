"""CSV, Markdown and JSON."""

import csv
import io
import json
import re

from core.services.table_files.printed import PrintedTable
from core.structure.tables.markdown import table_markdown

# A spreadsheet takes what begins so as a formula, some of them full width too; plain numbers may
# begin with a sign, and dashes alone say that there is nothing.
_MAY_BE_A_FORMULA = re.compile(r"\s*[=+\-@\t\r|＝＋－＠｜]")
_HARMLESS = re.compile(r"[-+－＋]?\d+(?:[.．]\d+)?[%％]?|[-－]+")


def csv_file(printed: PrintedTable) -> bytes:
    """With a byte order mark, without which Excel takes Chinese for something else."""
    written = io.StringIO()
    writer = csv.writer(written)
    header = max(printed.table.header_row_count, 0)
    for nth, row in enumerate(printed.rows):
        page: object = printed.page(nth)
        if nth == 0 and header:
            page = printed.word("page")
        writer.writerow([page, *(harmless(text) for text in row)])
    return written.getvalue().encode("utf-8-sig")


def harmless(text: str) -> str:
    """An apostrophe before what a spreadsheet would compute."""
    if _MAY_BE_A_FORMULA.match(text) and not _HARMLESS.fullmatch(text.strip()):
        return f"'{text}"
    return text


def markdown_file(printed: PrintedTable) -> bytes:
    table = printed.table
    rows = range(table.row_count)
    parts = [
        f"**{table.caption}**" if table.caption else "",
        table_markdown(table.cells, table.col_count, rows, table.header_row_count),
        "\n\n".join(f"{note.content} (P{note.page_num})" for note in printed.notes),
        f"{printed.word('source')}: {table.source}",
    ]
    return ("\n\n".join(part for part in parts if part) + "\n").encode("utf-8")


def json_file(printed: PrintedTable) -> bytes:
    written = printed.table.model_dump(mode="json") | {
        "notes": [note.model_dump(mode="json") for note in printed.notes]
    }
    return json.dumps(written, ensure_ascii=False, indent=1).encode("utf-8")
