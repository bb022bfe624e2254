"""Documents as MCP resources: ``gridcode://{reg_id}/page/{n}`` and its kin, as plain JSON."""

import base64
import json
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from core.errors import NotFound
from core.structure.tables.markdown import table_markdown
from core.workbench import Workbench

SCHEME = "gridcode"

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
        page = workbench.load_page(reg_id, int(name.removesuffix(".json")))
        if name.endswith(".json"):
            return _json(page.model_dump(mode="json"))
        return _markdown(page.content_markdown, page.source)
    if parts.scheme == SCHEME and kind == "table" and name:
        table = workbench.get_table(reg_id, f"{reg_id}/{name.removeprefix(f'{reg_id}/')}")
        rows = table_markdown(
            table.cells, table.col_count, range(table.row_count), table.header_row_count
        )
        return _markdown(f"{table.caption or ''}\n\n{rows}".strip(), table.source)
    if parts.scheme == SCHEME and kind == "figure" and name:
        picture = workbench.figure_image(reg_id, name)
        blob = base64.b64encode(picture.content).decode()
        return {"mime_type": picture.media_type, "blob": blob}
    raise NotFound(
        f"There is no resource {uri[:200]}.",
        hint=f"They look like {SCHEME}://angui_2024/page/72, …/table/t-6-2, …/figure/NAME.png.",
    )


def _overview(workbench: Workbench, reg_id: str) -> dict[str, Any]:
    tables = workbench.list_tables(reg_id)
    found = next(one.info for one in workbench.list_regulations() if one.info.reg_id == reg_id)
    return found.model_dump(mode="json") | {
        "tables": [
            {"table_id": table.table_id, "caption": table.caption, "source": table.source}
            for table in tables
        ]
    }


def _json(value: object) -> dict[str, Any]:
    return {"mime_type": "application/json", "text": json.dumps(value, ensure_ascii=False)}


def _markdown(text: str, source: str) -> dict[str, Any]:
    """With its citation below, so that it stays with the words wherever they are put."""
    return {"mime_type": "text/markdown", "text": f"{text}\n\n〔{source}〕\n"}
