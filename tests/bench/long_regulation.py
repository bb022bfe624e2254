"""A regulation of any length with chapters, tables, notes, references and figures all along it."""

from core.model import (
    ActiveChapter,
    Annotation,
    AnnotationLink,
    ChapterNode,
    Figure,
    PageDocument,
    Reference,
    ReferenceTarget,
    Regulation,
    Table,
    TableCell,
    TableMeta,
    TableSegment,
    ids,
)
from core.structure.tables.markdown import table_markdown
from tests.made_regulations import BOX, info, text_block

PAGES_IN_A_CHAPTER = 10
ROWS, COLS = 15, 4


def long_regulation(reg_id: str, total_pages: int) -> Regulation:
    """A chapter every ten pages with a section a page; a table with a note every other page."""
    pages, tables, chapters, references, figures = [], [], [], [], []
    for number in range(1, total_pages + 1):
        chapter, nth = divmod(number - 1, PAGES_IN_A_CHAPTER)
        if nth == 0:
            chapters.append(_chapter(reg_id, chapter + 1, number, total_pages, len(chapters)))
        chapters.append(_section(reg_id, chapter + 1, nth + 1, number, len(chapters)))
        section = chapters[-1]
        blocks = [
            text_block(
                reg_id, number, order, f"第{number}页第{order}段 母线失压处置。" * 3,
                chapter_id=section.node_id,
            )
            for order in range(10)
        ]  # fmt: skip
        notes = ()
        if nth % 2:
            table = _table(reg_id, section, number, f"{chapter + 1}-{nth // 2 + 1}")
            tables.append(table)
            blocks.append(_table_block(table, number))
            notes = (_note(table, number, blocks[-1].block_id),)
        if nth == 5:
            figures.append(_figure(reg_id, number, f"{chapter + 1}-1"))
        references += _references(reg_id, section, number, blocks[0].block_id)
        pages.append(
            PageDocument(
                reg_id=reg_id,
                page_num=number,
                content_blocks=tuple(blocks),
                annotations=notes,
                active_chapters=tuple(_active(node, number) for node in chapters[-1:]),
            )
        )
    return Regulation(
        info=info(reg_id, total_pages),
        pages=tuple(pages),
        tables=tuple(tables),
        chapters=tuple(chapters),
        references=tuple(references),
        figures=tuple(figures),
    )


def _chapter(reg_id: str, number: int, page: int, total_pages: int, order: int) -> ChapterNode:
    last = min(total_pages, page + PAGES_IN_A_CHAPTER - 1)
    return ChapterNode(
        node_id=ids.chapter_id(reg_id, str(number)),
        reg_id=reg_id,
        section_number=str(number),
        label=f"第{number}章",
        title=f"事故处理{number}",
        level=1,
        numbering="chapter",
        children_ids=tuple(
            ids.chapter_id(reg_id, f"{number}.{nth}") for nth in range(1, last - page + 2)
        ),
        page_start=page,
        page_end=last,
        order=order,
    )


def _section(reg_id: str, chapter: int, nth: int, page: int, order: int) -> ChapterNode:
    return ChapterNode(
        node_id=ids.chapter_id(reg_id, f"{chapter}.{nth}"),
        reg_id=reg_id,
        section_number=f"{chapter}.{nth}",
        label=f"{chapter}.{nth}",
        title="一般规定",
        level=2,
        numbering="decimal",
        parent_id=ids.chapter_id(reg_id, str(chapter)),
        page_start=page,
        page_end=page,
        order=order,
        direct_block_ids=tuple(ids.block_id(reg_id, page, block) for block in range(10)),
    )


def _active(node: ChapterNode, page: int) -> ActiveChapter:
    return ActiveChapter(
        node_id=node.node_id,
        section_number=node.section_number,
        title=node.title,
        level=node.level,
        page_num=page,
    )


def _table(reg_id: str, section: ChapterNode, page: int, number: str) -> Table:
    table_id = ids.table_id(reg_id, page, 1, number)
    cells = tuple(
        TableCell(
            row=row,
            col=col,
            content="见注1" if (row, col) == (3, 1) else f"第{row}行第{col}列",
            is_header=row == 0,
            page_num=page,
            box=BOX,
        )
        for row in range(ROWS)
        for col in range(COLS)
    )
    segment = TableSegment(
        segment_id=ids.segment_id(table_id, 0), page_num=page, box=BOX, row_range=(0, ROWS)
    )
    return Table(
        table_id=table_id,
        reg_id=reg_id,
        number=number,
        caption=f"表{number} 处置要点",
        page_start=page,
        page_end=page,
        chapter_id=section.node_id,
        section_number=section.section_number,
        header_row_count=1,
        row_count=ROWS,
        col_count=COLS,
        cells=cells,
        segments=(segment,),
    )


def _table_block(table: Table, page: int):
    meta = TableMeta(table_id=table.table_id, row_count=ROWS, col_count=COLS, header_row_count=1)
    return text_block(
        table.reg_id,
        page,
        10,
        table_markdown(table.cells, COLS, range(ROWS), 1),
        block_type="table",
        table_meta=meta,
        chapter_id=table.chapter_id,
    )


def _note(table: Table, page: int, block_id: str) -> Annotation:
    note_id = ids.note_id(table.reg_id, page, 1)
    link = AnnotationLink(
        note_id=note_id, page_num=page, block_id=block_id, table_id=table.table_id, row=3, col=1
    )
    return Annotation(
        note_id=note_id,
        reg_id=table.reg_id,
        annotation_id="注1",
        annotation_type="note",
        variant_key="note:1",
        content=f"第{page}页的注：以现场规程为准。",
        page_num=page,
        box=BOX,
        block_id=block_id,
        table_id=table.table_id,
        related_blocks=(block_id,),
        links=(link,),
    )


def _figure(reg_id: str, page: int, number: str) -> Figure:
    return Figure(
        figure_id=ids.figure_id(reg_id, page, 1),
        reg_id=reg_id,
        page_num=page,
        box=BOX,
        image_name=f"{page}.png",
        number=number,
        caption=f"图{number} 流程",
    )


def _references(reg_id: str, section: ChapterNode, page: int, block_id: str) -> list[Reference]:
    """One to the section itself, one to another document."""
    target = ReferenceTarget(
        target_id=section.node_id, reg_id=reg_id, page_num=page, label=section.label
    )
    common = {"reg_id": reg_id, "page_num": page, "block_id": block_id, "box": BOX}
    return [
        Reference(
            reference_id=ids.reference_id(reg_id, page, 1),
            text=f"见{section.label}",
            reference_type="section",
            parsed_target=section.label,
            state="resolved",
            target=target,
            **common,
        ),
        Reference(
            reference_id=ids.reference_id(reg_id, page, 2),
            text="GB/T 12325",
            reference_type="standard",
            parsed_target="GB/T 12325",
            state="unresolved",
            reason="GB/T 12325 is another document that is not in the library",
            **common,
        ),
    ]
