"""A table as one HTML page: spans as spans, the page of each row beside it."""

from html import escape

from core.model import TableCell
from core.services.table_files.printed import PrintedTable

_STYLE = """
body { font: 15px/1.6 "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif;
       margin: 2rem; color: #222; }
table { border-collapse: collapse; }
caption { text-align: left; font-weight: 600; padding: .5rem 0; }
th, td { border: 1px solid #999; padding: .3rem .6rem; vertical-align: top; text-align: left;
         white-space: pre-line; }
th { background: #f1f3f5; }
.page { color: #888; border-color: #ddd; white-space: nowrap; }
"""


def html_file(printed: PrintedTable) -> bytes:
    table = printed.table
    lang = "zh-CN" if printed.language == "zh" else "en"
    header = table.header_row_count
    head = "".join(_row(printed, row) for row in range(min(header, table.row_count)))
    body = "".join(_row(printed, row) for row in range(header, table.row_count))
    caption = f"<caption>{escape(table.caption)}</caption>" if table.caption else ""
    notes = "".join(
        f"<li>{escape(note.content)} <small>P{note.page_num}</small></li>" for note in printed.notes
    )
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        f"<title>{escape(table.caption or table.table_id)}</title><style>{_STYLE}</style></head>"
        f"<body><table>{caption}"
        f"{f'<thead>{head}</thead>' if head else ''}<tbody>{body}</tbody></table>"
        f"{f'<ul>{notes}</ul>' if notes else ''}"
        f"<p>{escape(printed.word('source'))}: {escape(table.source)}</p></body></html>\n"
    ).encode()


def _row(printed: PrintedTable, row: int) -> str:
    cells = "".join(_cell(cell) for cell in printed.cells_by_row[row])
    return f'<tr>{cells}<td class="page">P{printed.page(row)}</td></tr>'


def _cell(cell: TableCell) -> str:
    tag = "th" if cell.is_header else "td"
    rows = f' rowspan="{cell.row_span}"' if cell.row_span > 1 else ""
    cols = f' colspan="{cell.col_span}"' if cell.col_span > 1 else ""
    return f"<{tag}{rows}{cols}>{escape(cell.content)}</{tag}>"
