"""Documents as MCP resources: ``gridcode://{reg_id}/page/{n}`` and its kin, as plain JSON.

Text keeps a budget, like the answers of tools: what is cut names the call that gives the rest.
"""

import base64
import itertools
import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from core.errors import NotFound
from core.model import PageDocument, Table
from core.structure.tables.markdown import table_markdown
from core.workbench import Workbench

SCHEME = "gridcode"

_BUDGET = 20_000  # characters of a text; a picture is what it is
_ROOM_FOR_REST = 500

# (what, the rest of the address, media type or None where it varies, for an agent that chooses)
TEMPLATES = (
    (
        "page",
        "page/{page_num}",
        "text/markdown",
        "一页的正文（Markdown）。One page as Markdown, tables included.",
    ),
    (
        "page_json",
        "page/{page_num}.json",
        "application/json",
        "一页的全部内容块、位置和注释。One page with its blocks, boxes and notes.",
    ),
    (
        "table",
        "table/{table_id}",
        "text/markdown",
        "一张完整的表格，跨页已拼接。One whole table, page breaks healed. The id without reg_id: "
        "t-6-2 or p0085/t1.",
    ),
    (
        "figure",
        "figure/{name}",
        None,
        "一幅图的图像。The picture of one figure, by its image name.",
    ),
)


def list_resources(workbench: Workbench) -> list[dict[str, Any]]:
    """Each regulation, as the overview of what can be read of it."""
    return [
        {
            "uri": f"{SCHEME}://{quote(summary.info.reg_id)}",
            "name": summary.info.reg_id,
            "title": summary.info.title,
            "mime_type": "application/json",
            "description": f"{summary.info.total_pages} pages, {summary.table_count} tables",
        }
        for summary in workbench.list_regulations()
    ]


def read_resource(workbench: Workbench, uri: str) -> dict[str, Any]:
    """-> ``mime_type`` and ``text``, or ``blob`` in base64."""
    parts = urlsplit(uri)
    reg_id, rest = unquote(parts.netloc), unquote(parts.path).strip("/")
    kind, _, name = rest.partition("/")
    if parts.scheme == SCHEME and not rest:
        return _json(_overview(workbench, reg_id))
    if parts.scheme == SCHEME and kind == "page" and name.removesuffix(".json").isdecimal():
        page_num = int(name.removesuffix(".json"))
        if name.endswith(".json"):
            return _json(_page(workbench.load_page(reg_id, page_num)))
        read = workbench.load_page_range(reg_id, page_num, page_num)
        pages = {"reg_id": reg_id, "start_page": page_num, "end_page": page_num}
        return _markdown(read.content_markdown, read.source, "read_page_range", pages)
    if parts.scheme == SCHEME and kind == "table" and name:
        return _table(workbench.get_table(reg_id, f"{reg_id}/{name.removeprefix(f'{reg_id}/')}"))
    if parts.scheme == SCHEME and kind == "figure" and name:
        picture = workbench.figure_image(reg_id, name)
        blob = base64.b64encode(picture.content).decode()
        return {"mime_type": picture.media_type, "blob": blob}
    raise NotFound(
        f"There is no resource {uri[:200]}.",
        hint=f"They look like {SCHEME}://angui_2024/page/72, …/table/t-6-2, …/figure/NAME.png.",
    )


def _overview(workbench: Workbench, reg_id: str) -> dict[str, Any]:
    info = workbench.get_info(reg_id).model_dump(mode="json")
    tables = [
        {"table_id": table.table_id, "caption": table.caption, "source": table.source}
        for table in workbench.list_tables(reg_id)
    ]
    count = _fitting([_length(table) for table in tables], _length(info))
    whole = info | {"tables": tables[:count]}
    if count == len(tables):
        return whole
    rest = {"tool": "list_tables", "arguments": {"reg_id": reg_id, "offset": count}}
    return whole | {"rest": {"message": f"{len(tables) - count} tables left out."} | rest}


def _page(page: PageDocument) -> dict[str, Any]:
    """Cells repeat what stands in the Markdown, with their places: they are the first to go."""
    whole = page.model_dump(mode="json")
    if _length(whole) <= _BUDGET:
        return whole
    pages = {"reg_id": page.reg_id, "start_page": page.page_num, "end_page": page.page_num}
    rest = {"message": "Blocks left out.", "tool": "read_page_range", "arguments": pages}
    with_tables = [block for block in whole["content_blocks"] if block["table_meta"]]
    for block in with_tables:
        block["table_meta"]["cells"] = []
    blocks = whole.pop("content_blocks")
    whole.pop("content_markdown")  # the blocks have it all
    count = _fitting([_length(block) for block in blocks], _length(whole))
    if count == len(blocks) and with_tables:
        table = {"reg_id": page.reg_id, "table_id": with_tables[0]["table_meta"]["table_id"]}
        message = "Cells of tables and the page as one text left out."
        rest = {"message": message, "tool": "get_table_by_id", "arguments": table}
    return whole | {"content_blocks": blocks[:count], "rest": rest}


def _table(table: Table) -> dict[str, Any]:
    def markdown(count: int) -> str:
        rows = table_markdown(table.cells, table.col_count, range(count), table.header_row_count)
        return f"{table.caption or ''}\n\n{rows}".strip()

    lengths = [len(line) + 1 for line in markdown(table.row_count).split("\n")]
    count = table.row_count
    while sum(lengths) > _BUDGET - _ROOM_FOR_REST and count > 1:  # a line is a row
        lengths.pop()
        count -= 1
    asked = {"reg_id": table.reg_id, "table_id": table.table_id, "offset": count}
    return _markdown(
        markdown(count), table.source, "get_table_by_id", asked, left_out=table.row_count - count
    )


def _fitting(lengths: Sequence[int], taken: int) -> int:
    """How many things of these lengths fit beside what is there."""
    sums = itertools.accumulate(lengths, initial=taken + _ROOM_FOR_REST)
    return max(0, sum(1 for each in sums if each <= _BUDGET) - 1)


def _length(value: object) -> int:
    return len(json.dumps(value, ensure_ascii=False)) + 2


def _json(value: object) -> dict[str, Any]:
    return {"mime_type": "application/json", "text": json.dumps(value, ensure_ascii=False)}


def _markdown(
    text: str, source: str, tool: str, arguments: dict[str, Any], left_out: int = 0
) -> dict[str, Any]:
    """With its citation below, so that it stays with the words wherever they are put."""
    if len(text) > _BUDGET:
        shown = text[: text.rfind("\n", _BUDGET // 2, _BUDGET) + 1 or _BUDGET]
        arguments = arguments | {"offset": len(shown)}
        left_out, text = len(text) - len(shown), shown
    call = json.dumps(arguments, ensure_ascii=False)
    rest = f"\n\n({left_out} left out; the rest: {tool} {call})" if left_out else ""
    return {"mime_type": "text/markdown", "text": f"{text}{rest}\n\n〔{source}〕\n"}
