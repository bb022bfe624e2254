"""From a DoclingDocument to our pages: the same way for every engine.

A DoclingDocument knows labels, text, boxes and tables. What it has no place for (lines, type
sizes, open table borders, how the text was come by) comes beside it, in the readings of the pages;
an engine without readings simply gives less.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from docling_core.types.doc.base import BoundingBox
from docling_core.types.doc.common.content_layer import ContentLayer
from docling_core.types.doc.document import DoclingDocument
from docling_core.types.doc.items.node import DocItem
from docling_core.types.doc.items.picture.picture import PictureItem
from docling_core.types.doc.items.table.table import TableItem
from docling_core.types.doc.items.text import ListItem, TextItem
from docling_core.types.doc.labels import DocItemLabel

from core.model.geometry import Box
from core.parsing.blocks import Block
from core.parsing.elements import (
    ElementKind,
    ParsedCell,
    ParsedElement,
    ParsedFigure,
    ParsedPage,
    ParsedTable,
    TextLine,
)
from core.parsing.ink import Area, PageInk
from core.parsing.page_reading import PageReading
from core.parsing.tables import parsed_table

_KINDS: dict[DocItemLabel, ElementKind] = {
    DocItemLabel.SECTION_HEADER: "heading",
    DocItemLabel.TITLE: "heading",
    DocItemLabel.LIST_ITEM: "list",
    DocItemLabel.CAPTION: "caption",
    DocItemLabel.FOOTNOTE: "footnote",
}
_LAYERS = {ContentLayer.BODY, ContentLayer.FURNITURE}
_SAME_PLACE = 0.02  # points

SaveFigure = Callable[[int, Box, str], None]  # page number, place, file name


@dataclass(slots=True)
class _Placed:
    """An element, the item it came from, and the table or picture that item belongs to."""

    element: ParsedElement
    ref: str
    belongs_to: str | None


def pages_from(
    document: DoclingDocument,
    page_numbers: Iterable[int],
    readings: Mapping[int, PageReading],
    save_figure: SaveFigure,
) -> list[ParsedPage]:
    """A page for each of ``page_numbers``; ``save_figure`` is asked to write every figure."""
    placed: dict[int, list[_Placed]] = {}
    figure_counts: dict[int, int] = {}
    frames = _frames(document, readings)
    used: set[tuple[int, int]] = set()
    for item, _ in document.iterate_items(traverse_pictures=True, included_content_layers=_LAYERS):
        if not isinstance(item, DocItem) or not item.prov or _is_label_in_picture(item, document):
            continue
        page_num = item.prov[0].page_no
        frame = frames[page_num]
        area = _area(item.prov[0].bbox, frame)
        block = _block_at(area, page_num, readings, used)
        box = frame.box_as_shown(area)
        element = _element(item, box, block, frame, document)
        if element is None:
            continue
        if isinstance(item, PictureItem):
            figure_counts[page_num] = figure_counts.get(page_num, 0) + 1
            name = f"_page_{page_num}_Figure_{figure_counts[page_num]}.png"
            save_figure(page_num, box, name)
            figure = ParsedFigure(image_name=name, is_raster=block.is_raster if block else True)
            element = element.model_copy(update={"figure": figure})
        parent = item.parent.cref if item.parent else None
        placed.setdefault(page_num, []).append(_Placed(element, item.self_ref, parent))
    return [
        _page(page_num, frames.get(page_num), readings.get(page_num), placed.get(page_num, []))
        for page_num in page_numbers
    ]


def _frames(document: DoclingDocument, readings: Mapping[int, PageReading]) -> dict[int, PageInk]:
    """Each page as its boxes are measured: upright, and with the way back to the page as shown."""
    frames = {
        number: PageInk(page.size.width, page.size.height)
        for number, page in document.pages.items()
    }
    return frames | {number: reading.ink for number, reading in readings.items()}


def _page(
    page_num: int, frame: PageInk | None, reading: PageReading | None, placed: list[_Placed]
) -> ParsedPage:
    width, height = (frame.width, frame.height) if frame else (0.0, 0.0)
    if frame and frame.turn in (90, 270):
        width, height = height, width
    elements = tuple(entry.element for entry in _with_captions_in_place(placed))
    if reading is None:
        return ParsedPage(
            page_num=page_num,
            width=width,
            height=height,
            elements=elements,
            text_quality="good" if elements else "none",
        )
    return ParsedPage(
        page_num=page_num,
        width=width,
        height=height,
        elements=elements,
        text_quality=reading.text_quality,
        ocr_confidence=reading.ocr_confidence,
        warnings=reading.warnings,
    )


def _with_captions_in_place(placed: list[_Placed]) -> list[_Placed]:
    """docling hangs captions below their table: those printed above it come first again."""
    ordered: list[_Placed] = []
    for entry in placed:
        owner = next(
            (at for at, other in enumerate(ordered) if other.ref == entry.belongs_to), None
        )
        if owner is not None and entry.element.box.top < ordered[owner].element.box.top:
            ordered.insert(owner, entry)
        else:
            ordered.append(entry)
    return ordered


def _is_label_in_picture(item: DocItem, document: DoclingDocument) -> bool:
    """Text inside a picture belongs to the picture's own element; its caption does not."""
    parent = item.parent.resolve(document) if item.parent else None
    if not isinstance(parent, PictureItem) or isinstance(item, (TableItem, PictureItem)):
        return False
    related = {reference.cref for reference in (*parent.captions, *parent.footnotes)}
    return item.self_ref not in related


def _element(
    item: DocItem, box: Box, block: Block | None, frame: PageInk, document: DoclingDocument
) -> ParsedElement | None:
    if isinstance(item, TableItem):
        return _table_element(item, box, block, frame)
    if isinstance(item, PictureItem):
        return ParsedElement(kind="figure", text=_picture_text(item, block, document), box=box)
    if not isinstance(item, TextItem):
        return None
    # docling cuts the mark off a list item's text; the text as printed is kept beside it.
    text = (item.orig if isinstance(item, ListItem) else item.text) or item.orig
    if not text.strip():
        return None
    kind = _KINDS.get(item.label, "text")
    if block is None or block.text != text:
        return ParsedElement(kind=kind, text=text, box=box)
    return ParsedElement(
        kind=kind,
        text=text,
        box=box,
        lines=tuple(
            TextLine(start=line.start, end=line.end, box=frame.box_as_shown(line.area))
            for line in block.lines
        ),
        font_height=None if block.size is None else round(block.size, 2),
        is_bold=block.is_bold,
        superscripts=block.superscripts,
    )


def _picture_text(item: PictureItem, block: Block | None, document: DoclingDocument) -> str:
    if block is not None:
        return block.text
    related = {reference.cref for reference in (*item.captions, *item.footnotes)}
    labels = [child.resolve(document) for child in item.children if child.cref not in related]
    return "\n".join(label.text for label in labels if isinstance(label, TextItem))


def _table_element(item: TableItem, box: Box, block: Block | None, frame: PageInk) -> ParsedElement:
    if block is not None and block.table is not None:
        table = parsed_table(block.table, frame)
    else:
        table = _table_from_docling(item, box, frame)
    rows: dict[int, list[str]] = {}
    for cell in sorted(table.cells, key=lambda cell: (cell.row, cell.col)):
        rows.setdefault(cell.row, []).append(cell.text)
    text = "\n".join("\t".join(texts) for texts in rows.values())
    return ParsedElement(kind="table", text=text, box=box, table=table)


def _table_from_docling(item: TableItem, box: Box, frame: PageInk) -> ParsedTable:
    cells = tuple(
        ParsedCell(
            row=cell.start_row_offset_idx,
            col=cell.start_col_offset_idx,
            row_span=cell.row_span,
            col_span=cell.col_span,
            text=cell.text,
            box=box if cell.bbox is None else frame.box_as_shown(_area(cell.bbox, frame)),
            is_header=cell.column_header,
        )
        for cell in item.data.table_cells
    )
    headers = {cell.row for cell in cells if cell.is_header}
    header_row_count = next((row for row in range(len(headers) + 1) if row not in headers), 0)
    return ParsedTable(
        row_count=item.data.num_rows,
        col_count=item.data.num_cols,
        cells=cells,
        header_row_count=header_row_count,
        column_edges=_column_edges(cells, item.data.num_cols, box),
    )


def _column_edges(cells: tuple[ParsedCell, ...], col_count: int, box: Box) -> tuple[float, ...]:
    """Between the cells of neighbouring columns, where single-column cells tell."""
    lefts = {
        col: min((c.box.left for c in cells if c.col == col and c.col_span == 1), default=None)
        for col in range(1, col_count)
    }
    edges = [box.left, *(left for left in lefts.values() if left is not None), box.right]
    return tuple(edges) if edges == sorted(edges) and len(edges) == col_count + 1 else ()


def _area(bbox: BoundingBox, frame: PageInk) -> Area:
    upright = bbox.to_top_left_origin(frame.height)
    return Area(upright.l, upright.t, upright.r, upright.b)


def _block_at(
    area: Area,
    page_num: int,
    readings: Mapping[int, PageReading],
    used: set[tuple[int, int]],
) -> Block | None:
    """The block that docling made this item of: it has the same place."""
    reading = readings.get(page_num)
    if reading is None:
        return None
    for number, block in enumerate(reading.blocks):
        if (page_num, number) not in used and _is_same_place(block.area, area):
            used.add((page_num, number))
            return block
    return None


def _is_same_place(one: Area, other: Area) -> bool:
    return (
        abs(one.left - other.left) < _SAME_PLACE
        and abs(one.top - other.top) < _SAME_PLACE
        and abs(one.right - other.right) < _SAME_PLACE
        and abs(one.bottom - other.bottom) < _SAME_PLACE
    )
