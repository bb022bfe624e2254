"""What the panel beside the page shows: its blocks, notes and references, ready to be drawn."""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from core.model import (
    Annotation,
    ContentBlock,
    PageDocument,
    Reference,
    Table,
    TableMeta,
    ids,
)
from pages.ui.i18n import text
from pages.ui.reader.jumps import jump, stretches
from pages.ui.reader.table_view import cell_key, doubt_about, table_view
from pages.ui.reader.text_runs import Span, runs

PlacedMarks = Mapping[tuple[str, int, int], Sequence[Span]]  # block (or table), row, col

_WHOLE_TEXT = (-1, -1)
_HEADING_SIGN = re.compile(r"#{1,6} ")
_FIGURE = re.compile(r"!\[(.*)\]\((.*)\)", re.DOTALL)
_SMALLEST_HEADING = 3


def block_data(
    page: PageDocument,
    block: ContentBlock,
    table: Table | TableMeta | None,
    references: Sequence[Reference],
    marks: PlacedMarks,
    page_nums: Sequence[int],
) -> dict[str, Any]:
    """``page_nums`` are the pages that are read together."""
    kind = kind_of(page, block)
    shown: dict[str, Any] = {
        "id": ids.own_name(block.block_id),
        "kind": kind,
        "source": citation_of(page, block),
        "markdown": block.content_markdown,
    }
    if table is not None:
        cells = {
            (row, col): spans for (of, row, col), spans in marks.items() if of == block.block_id
        }
        shown["table"] = table_view(table, page_nums, references, cells)
        shown["over"] = _over(table)
        return shown
    words = words_of(block)
    spans = marks.get((block.block_id, *_WHOLE_TEXT), ())
    shown["runs"] = runs(words, spans, stretches(words, references))
    if kind == "heading":
        shown["level"] = min(block.heading_level or 1, _SMALLEST_HEADING)
    if block.block_type == "figure":
        shown["image"] = _image(page.reg_id, block)
        shown["caption"] = words
    return shown


def texts_of(
    block: ContentBlock, table: Table | TableMeta | None
) -> list[tuple[tuple[str, int, int], str]]:
    """Everything of a block that a search may mark, with the key under which marks are kept."""
    if table is None:
        return [((block.block_id, *_WHOLE_TEXT), words_of(block))]
    return [((block.block_id, *cell_key(cell)), cell.content) for cell in table.cells]


def words_of(block: ContentBlock) -> str:
    """The block's text as printed, without the signs of Markdown that stand for its kind."""
    words = block.content_markdown
    if block.block_type == "heading":
        return _HEADING_SIGN.sub("", words, count=1) if _HEADING_SIGN.match(words) else words
    figure = _FIGURE.fullmatch(words) if block.block_type == "figure" else None
    return figure[1] if figure else words


def kind_of(page: PageDocument, block: ContentBlock) -> str:
    """As the panel and the page image tell blocks apart."""
    if any(note.block_id == block.block_id for note in page.annotations):
        return "table" if block.block_type == "table" else "note"
    return (
        block.block_type if block.block_type in ("table", "figure", "heading", "list") else "text"
    )


def citation_of(page: PageDocument, block: ContentBlock) -> str:
    caption = block.table_meta.caption if block.table_meta else None
    section = ids.own_name(block.chapter_id or "").removeprefix("s")
    return ids.citation(page.reg_id, page.page_num, detail=caption or section)


def note_data(page: PageDocument, note: Annotation) -> dict[str, Any]:
    """``cited``: the places that send a reader to the note, other pages included."""
    cited = {
        (link.page_num, link.block_id, link.text): jump(note.reg_id, link.page_num, link.block_id)
        | {"text": f"P{link.page_num} {link.text}".strip()}
        for link in note.links
    }
    return {
        "label": note.annotation_id,
        "text": note.content,
        "block": ids.own_name(note.block_id or note.note_id),
        "cited": list(cited.values()),
    }


def _over(table: Table | TableMeta) -> str:
    said = []
    if isinstance(table, Table) and table.is_over_pages:
        said.append(
            text(
                "reader.table_over_pages",
                first=table.page_start,
                last=table.page_end,
                rows=table.row_count,
            )
        )
    said.append(doubt_about(table))
    return " ".join(it for it in said if it)


def _image(reg_id: str, block: ContentBlock) -> str:
    figure = _FIGURE.fullmatch(block.content_markdown)
    return f"/documents/{quote(reg_id)}/images/{quote(figure[2])}" if figure else ""
