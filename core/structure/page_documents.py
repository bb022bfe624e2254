"""Pages as they are stored: every block with what the whole document says of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.model import ActiveChapter, Annotation, ContentBlock, Figure, PageDocument, Table
from core.model.pages import BlockType
from core.parsing.elements import ElementKind, ParsedPage
from core.structure.body import Body, BodyBlock
from core.structure.tables.joining import JoinedTables, page_meta
from core.structure.tables.markdown import table_markdown

_DEEPEST_HEADING = 6  # Markdown knows no deeper one
_BLOCK_TYPES: Mapping[ElementKind, BlockType] = {
    "list": "list",
    "table": "table",
    "figure": "figure",
}


@dataclass(frozen=True)
class DocumentView:
    """What the whole document shows, by block id, page number or table id.

    ``chapter_paths`` go by chapter id, ``heading_levels`` name the blocks that are headings.
    """

    body: Body
    joined: JoinedTables
    tables: Mapping[str, Table]
    figures: Mapping[str, Figure]
    annotations: Sequence[Annotation]
    chapter_of: Mapping[str, str]
    chapter_paths: Mapping[str, tuple[str, ...]]
    heading_levels: Mapping[str, int]
    active_chapters: Mapping[int, tuple[ActiveChapter, ...]]


def page_documents(view: DocumentView) -> tuple[PageDocument, ...]:
    notes: dict[int, list[Annotation]] = {}
    for note in view.annotations:
        notes.setdefault(note.page_num, []).append(note)
    return tuple(_page(view, page, tuple(notes.get(page.page_num, ()))) for page in view.body.pages)


def _page(view: DocumentView, page: ParsedPage, notes: tuple[Annotation, ...]) -> PageDocument:
    body_blocks = view.body.by_page[page.page_num]
    blocks = tuple(_block(view, block) for block in body_blocks)
    places = [view.joined.place_of.get(block.block_id) for block in body_blocks]
    active = view.active_chapters.get(page.page_num, ())
    return PageDocument(
        reg_id=view.body.reg_id,
        page_num=page.page_num,
        chapter_path=view.chapter_paths.get(active[-1].node_id, ()) if active else (),
        active_chapters=active,
        content_blocks=blocks,
        content_markdown="\n\n".join(block.content_markdown for block in blocks),
        continues_from_prev=any(
            place is not None and place.continues_from_prev for place in places
        ),
        continues_to_next=any(place is not None and place.continues_to_next for place in places),
        annotations=notes,
        furniture=view.body.furniture[page.page_num],
        width=page.width,
        height=page.height,
        text_quality=page.text_quality,
        ocr_confidence=page.ocr_confidence,
        warnings=page.warnings,
    )


def _block(view: DocumentView, block: BodyBlock) -> ContentBlock:
    element = block.element
    level = view.heading_levels.get(block.block_id)
    chapter_id = view.chapter_of.get(block.block_id)
    place = view.joined.place_of.get(block.block_id)
    meta = page_meta(block, place, view.tables[place.table_id]) if place else None
    figure = view.figures.get(block.block_id)
    block_type: BlockType = "heading" if level else _BLOCK_TYPES.get(element.kind, "text")
    if meta is not None:
        markdown = table_markdown(
            meta.cells, meta.col_count, range(meta.row_count), meta.header_row_count
        )
    elif figure is not None:
        markdown = f"![{figure.caption or ''}]({figure.image_name})"
    elif level:
        markdown = f"{'#' * min(level, _DEEPEST_HEADING)} {element.text}"
    else:
        markdown = element.text
    return ContentBlock(
        block_id=block.block_id,
        block_type=block_type,
        order_in_page=block.order,
        content_markdown=markdown,
        box=element.box,
        table_meta=meta,
        figure_id=figure.figure_id if figure else None,
        heading_level=level,
        chapter_id=chapter_id,
        chapter_path=view.chapter_paths.get(chapter_id, ()) if chapter_id else (),
        font_height=element.font_height,
        is_bold=element.is_bold,
    )
