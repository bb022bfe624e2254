"""Regulations made in memory, with everything that the store must keep."""

from datetime import UTC, datetime

from core.model import (
    ActiveChapter,
    Annotation,
    AnnotationLink,
    Box,
    ChapterNode,
    Chunk,
    ContentBlock,
    Figure,
    JoinSign,
    PageDocument,
    PlacedBox,
    Reference,
    ReferenceTarget,
    Regulation,
    RegulationInfo,
    Table,
    TableCell,
    TableJoin,
    TableMeta,
    TableSegment,
    ids,
)
from core.structure.tables.markdown import table_markdown

BOX = Box(left=0.1, top=0.2, right=0.9, bottom=0.4)
LONG_AGO = datetime(2024, 7, 1, 8, 30, tzinfo=UTC)


def info(reg_id: str, total_pages: int, **changes: object) -> RegulationInfo:
    values = {
        "reg_id": reg_id,
        "title": f"{reg_id} 调度运行管理规定",
        "source_file": f"{reg_id}.pdf",
        "total_pages": total_pages,
        "indexed_at": LONG_AGO,
        "keywords": ("母线", "失压"),
    }
    return RegulationInfo.model_validate(values | changes)


def text_block(reg_id: str, page_num: int, order: int, text: str, **changes: object):
    values = {
        "block_id": ids.block_id(reg_id, page_num, order),
        "block_type": "text",
        "order_in_page": order,
        "content_markdown": text,
        "box": BOX,
    }
    return ContentBlock.model_validate(values | changes)


def plain_regulation(reg_id: str, total_pages: int, *, mark: str = "") -> Regulation:
    """Pages of a few paragraphs; ``mark`` stands in the title and on every page."""
    return Regulation(
        info=info(reg_id, total_pages, title=f"规程{mark}"),
        pages=tuple(
            PageDocument(
                reg_id=reg_id,
                page_num=number,
                content_blocks=tuple(
                    text_block(
                        reg_id, number, order, f"{mark} 第{number}页第{order}段 母线失压处置。" * 3
                    )
                    for order in range(12)
                ),
                content_markdown=f"{mark} 第{number}页",
            )
            for number in range(1, total_pages + 1)
        ),
    )


def seed_table_regulation(reg_id: str = "angui_2024") -> Regulation:
    """Seed 000's own example: a table over pages 72 to 74, its header repeated on each page.

    Text stands before and after it, and page 75 is blank.
    """
    table_id = ids.table_id(reg_id, 72, 1)
    rows = {
        72: (("数据1", "A"), ("数据2", "B")),
        73: (("数据3", "C"), ("数据4", "D")),
        74: (("数据5", "E"),),
    }
    pages = [PageDocument(reg_id=reg_id, page_num=number) for number in range(1, 72)]
    segments, whole = [], [_cell(0, 0, "项目", 72, header=True), _cell(0, 1, "值", 72, header=True)]
    for page_num, data in rows.items():
        first = 0 if page_num == 72 else 1 + sum(len(rows[page]) for page in range(72, page_num))
        last = 1 + sum(len(rows[page]) for page in range(72, page_num + 1))
        segments.append(
            TableSegment(
                segment_id=ids.segment_id(table_id, len(segments)),
                page_num=page_num,
                box=BOX,
                row_range=(first, last),
                header_rows_dropped=0 if page_num == 72 else 1,
            )
        )
        for nth, row in enumerate(data):
            row_number = last - len(data) + nth
            whole += [_cell(row_number, col, text, page_num) for col, text in enumerate(row)]
        pages.append(_seed_page(reg_id, table_id, page_num, data))
    pages.append(PageDocument(reg_id=reg_id, page_num=75))
    table = Table(
        table_id=table_id,
        reg_id=reg_id,
        caption="表6-2 母线故障处置",
        page_start=72,
        page_end=74,
        header_row_count=1,
        col_headers=("项目", "值"),
        row_count=6,
        col_count=2,
        cells=tuple(whole),
        segments=tuple(segments),
    )
    return Regulation(info=info(reg_id, 75), pages=tuple(pages), tables=(table,))


def _seed_page(reg_id: str, table_id: str, page_num: int, data: tuple[tuple[str, str], ...]):
    cells = [_cell(0, 0, "项目", page_num, header=True), _cell(0, 1, "值", page_num, header=True)]
    cells += [
        _cell(1 + nth, col, text, page_num)
        for nth, row in enumerate(data)
        for col, text in enumerate(row)
    ]
    goes_on = page_num < 74
    meta = TableMeta(
        table_id=table_id,
        is_truncated=goes_on,
        header_row_count=1,
        row_count=1 + len(data),
        col_count=2,
        cells=tuple(cells),
    )
    markdown = table_markdown(cells, 2, range(1 + len(data)), 1)
    blocks = [text_block(reg_id, page_num, 0, markdown, block_type="table", table_meta=meta)]
    if page_num == 72:
        blocks.insert(0, text_block(reg_id, page_num, 1, "母线故障按下表处置。"))
    if page_num == 74:
        blocks.append(text_block(reg_id, page_num, 1, "注1：以现场规程为准。"))
    return PageDocument(
        reg_id=reg_id,
        page_num=page_num,
        content_blocks=tuple(blocks),
        content_markdown="\n\n".join(block.content_markdown for block in blocks),
        continues_from_prev=page_num > 72,
        continues_to_next=goes_on,
    )


def long_table_regulation(reg_id: str = "long_table") -> Regulation:
    """A doubtful table over two pages, with more rows on the first than a window is high."""
    table_id = ids.table_id(reg_id, 1, 1)
    rows = {1: range(1, 61), 2: range(61, 81)}
    header = [(0, 0, "项目"), (0, 1, "值")]
    body = [(row, col, f"{'项目值'[col * 2]}{row}") for row in range(1, 81) for col in (0, 1)]
    pages = []
    for page_num, own in rows.items():
        shown = [
            _cell(0 if row == 0 else row - own.start + 1, col, text, page_num, header=row == 0)
            for row, col, text in [*header, *body]
            if row == 0 or row in own
        ]
        meta = TableMeta(
            table_id=table_id,
            is_truncated=page_num == 1,
            header_row_count=1,
            row_count=1 + len(own),
            col_count=2,
            cells=tuple(shown),
        )
        markdown = table_markdown(shown, 2, range(1 + len(own)), 1)
        block = text_block(reg_id, page_num, 0, markdown, block_type="table", table_meta=meta)
        pages.append(
            PageDocument(
                reg_id=reg_id,
                page_num=page_num,
                content_blocks=(block,),
                continues_from_prev=page_num == 2,
                continues_to_next=page_num == 1,
            )
        )
    table = Table(
        table_id=table_id,
        reg_id=reg_id,
        caption="表1 项目",
        confidence=0.5,
        page_start=1,
        page_end=2,
        header_row_count=1,
        row_count=81,
        col_count=2,
        cells=tuple(
            _cell(row, col, text, 1 if row <= 60 else 2, header=row == 0)
            for row, col, text in [*header, *body]
        ),
        segments=tuple(
            TableSegment(
                segment_id=ids.segment_id(table_id, nth),
                page_num=nth + 1,
                box=BOX,
                row_range=row_range,
                header_rows_dropped=nth,
            )
            for nth, row_range in enumerate([(0, 61), (61, 81)])
        ),
    )
    return Regulation(info=info(reg_id, 2), pages=tuple(pages), tables=(table,))


def _cell(row: int, col: int, text: str, page_num: int, *, header: bool = False) -> TableCell:
    return TableCell(row=row, col=col, content=text, page_num=page_num, is_header=header, box=BOX)


def rich_regulation(reg_id: str = "rich_2024") -> Regulation:
    """One of every noun, with every optional field set somewhere."""
    chapter_id = ids.chapter_id(reg_id, "6")
    table_id = ids.table_id(reg_id, 1, 1, "6-2")
    note_id = ids.note_id(reg_id, 1, 1)
    block_id = ids.block_id(reg_id, 1, 1)
    cut_cell = TableCell(
        row=1,
        col=0,
        row_span=2,
        content="110 kV | 母线\n失压",
        page_num=1,
        box=BOX,
        continued=(PlacedBox(page_num=2, box=BOX),),
    )
    table = Table(
        table_id=table_id,
        reg_id=reg_id,
        number="6-2",
        caption="表6-2 母线故障处置",
        caption_page=1,
        page_start=1,
        page_end=2,
        chapter_id=chapter_id,
        section_number="6",
        header_row_count=1,
        row_headers=("母线",),
        col_headers=("设备", "处置"),
        row_count=3,
        col_count=2,
        cells=(
            _cell(0, 0, "设备", 1, header=True),
            _cell(0, 1, "处置", 1, header=True),
            cut_cell,
            _cell(1, 1, "见注1", 1),
            _cell(2, 1, "", 2),
        ),
        segments=(
            TableSegment(segment_id=f"{table_id}/g0", page_num=1, box=BOX, row_range=(0, 2)),
            TableSegment(
                segment_id=f"{table_id}/g1",
                page_num=2,
                box=BOX,
                row_range=(2, 3),
                header_rows_dropped=1,
                continued_caption="表6-2（续）",
            ),
        ),
        joins=(
            TableJoin(
                upper_segment=f"{table_id}/g0",
                lower_segment=f"{table_id}/g1",
                signs=(JoinSign(name="continued_caption", weight=1.0, detail="表6-2（续）"),),
                strength=0.98,
                row_cut=True,
            ),
        ),
        kind="ruled",
        confidence=0.95,
    )
    note = Annotation(
        note_id=note_id,
        reg_id=reg_id,
        annotation_id="注1",
        annotation_type="note",
        variant_key="note:1",
        content="以现场规程为准。",
        page_num=1,
        box=BOX,
        block_id=ids.block_id(reg_id, 1, 2),
        table_id=table_id,
        related_blocks=(block_id,),
        links=(
            AnnotationLink(
                note_id=note_id, page_num=1, block_id=block_id, table_id=table_id, row=1, col=1
            ),
        ),
    )
    active = ActiveChapter(
        node_id=chapter_id, section_number="6", title="事故处理", level=1, page_num=1
    )
    meta = TableMeta(
        table_id=table_id, row_count=2, col_count=2, is_truncated=True, cells=table.cells[:4]
    )
    heading = text_block(
        reg_id,
        1,
        0,
        "第六章 事故处理",
        block_type="heading",
        heading_level=1,
        chapter_id=chapter_id,
    )
    table_block = text_block(
        reg_id, 1, 1, "| 设备 | 处置 |", block_type="table", table_meta=meta, chapter_id=chapter_id
    )
    note_block = text_block(reg_id, 1, 2, "注1：以现场规程为准。", font_height=9.0, is_bold=False)
    target = ReferenceTarget(target_id=table_id, reg_id=reg_id, page_num=1, label="表6-2")
    pages = (
        PageDocument(
            reg_id=reg_id,
            page_num=1,
            chapter_path=("第六章 事故处理",),
            active_chapters=(active,),
            content_blocks=(heading, table_block, note_block),
            content_markdown="第六章 事故处理",
            continues_to_next=True,
            annotations=(note,),
            furniture=("临江电网", "1"),
            width=595.0,
            height=842.0,
            text_quality="folded",
        ),
        PageDocument(
            reg_id=reg_id,
            page_num=2,
            content_blocks=(text_block(reg_id, 2, 0, "见表6-2。"),),
            content_markdown="见表6-2。",
            continues_from_prev=True,
            text_quality="none",
            ocr_confidence=0.91,
            warnings=("text read from the page image",),
        ),
        PageDocument(reg_id=reg_id, page_num=3),
    )
    return Regulation(
        info=info(reg_id, 3, sha256="ab" * 32, description="示例", engine="grid"),
        pages=pages,
        tables=(table,),
        chapters=(
            ChapterNode(
                node_id=chapter_id,
                reg_id=reg_id,
                section_number="6",
                label="第六章",
                title="事故处理",
                level=1,
                numbering="chapter",
                children_ids=(ids.chapter_id(reg_id, "6.1"),),
                page_start=1,
                page_end=3,
                order=0,
                heading_block_id=heading.block_id,
                heading_box=BOX,
                direct_block_ids=(table_block.block_id,),
            ),
            ChapterNode(
                node_id=ids.chapter_id(reg_id, "6.1"),
                reg_id=reg_id,
                section_number="6.1",
                label="6.1",
                title="",
                level=2,
                numbering="decimal",
                parent_id=chapter_id,
                page_start=2,
                page_end=3,
                order=1,
            ),
        ),
        references=(
            Reference(
                reference_id=ids.reference_id(reg_id, 2, 1),
                reg_id=reg_id,
                text="见表6-2",
                reference_type="table",
                parsed_target="表6-2",
                state="resolved",
                target=target,
                page_num=2,
                block_id=ids.block_id(reg_id, 2, 0),
                start=0,
                end=5,
                box=BOX,
            ),
            Reference(
                reference_id=ids.reference_id(reg_id, 1, 1),
                reg_id=reg_id,
                text="注1",
                reference_type="annotation",
                parsed_target="note:1",
                state="ambiguous",
                reason="two notes have this label",
                candidates=(target, target),
                page_num=1,
                block_id=block_id,
                table_id=table_id,
                row=1,
                col=1,
            ),
        ),
        figures=(
            Figure(
                figure_id=ids.figure_id(reg_id, 2, 1),
                reg_id=reg_id,
                page_num=2,
                box=BOX,
                image_name="_page_2_Figure_1.png",
                number="6-1",
                caption="图6-1 处置流程",
                context_before="前文",
                context_after="后文",
                description="流程图",
                figure_type="Diagram",
            ),
        ),
        chunks=(
            Chunk(
                chunk_id=ids.chunk_id(reg_id, 0),
                reg_id=reg_id,
                chunk_index=0,
                content="事故处理",
                heading="第六章",
                start_position=0,
                end_position=4,
                page_num=1,
                page_end=2,
                block_ids=(heading.block_id,),
                block_types=("heading",),
                chapter_id=chapter_id,
                section_number="6",
            ),
        ),
    )
