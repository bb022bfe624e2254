"""Editions made in memory: regulations of clauses and tables, and what an editor does to them."""

import random
from collections.abc import Sequence

from core.model import (
    Box,
    ChapterNode,
    ContentBlock,
    PageDocument,
    Regulation,
    Table,
    TableCell,
    TableMeta,
    TableSegment,
    ids,
)
from tests.made_regulations import info

_WHO = ["值班调度员", "厂站运行人员", "运维单位", "调度机构", "地调", "中调", "集控站", "监控员"]
_WHEN = ["母线失压", "线路跳闸", "系统振荡", "频率异常", "通信中断", "设备检修", "新设备启动"]
_DO = ["立即报告", "核对方式", "断开断路器", "调整出力", "投入备用", "记录时间", "切除负荷", "解列"]
_WHAT = ["继电保护", "安全自动装置", "主变压器", "联络线", "储能电站", "风电场", "电容器", "通道"]
_LINES_ON_A_PAGE = 12


def edition(reg_id: str, clauses: Sequence[str]) -> Regulation:
    """A regulation of one chapter whose clauses are numbered 1.1, 1.2, …, a dozen on a page."""
    texts = [(f"1.{nth}", text) for nth, text in enumerate(clauses, start=1)]
    return _regulation(reg_id, [("1", "总则"), *texts], {})


def numbered_edition(reg_id: str, clauses: Sequence[tuple[str, str]]) -> Regulation:
    """Clauses that bring their own numbers, in whatever order."""
    return _regulation(reg_id, [("1", "总则"), *clauses], {})


def long_edition(reg_id: str, pages: int, seed: int = 7) -> Regulation:
    """Clauses of a few sentences, all different, and on every third page a table."""
    made = random.Random(seed)
    numbered: list[tuple[str, str]] = []
    tables: dict[int, list[list[str]]] = {}
    chapter = nth = 0
    while len(numbered) < pages * _LINES_ON_A_PAGE:
        if nth % 120 == 0:
            chapter += 1
            numbered.append((str(chapter), f"{made.choice(_WHAT)}的{made.choice(_WHEN)}处理"))
        numbered.append((f"{chapter}.{nth % 120 + 1}", _clause(made)))
        if nth % 36 == 20:
            tables[len(numbered) - 1] = _rows(made, made.randint(4, 25))
        nth += 1
    return _regulation(reg_id, numbered, tables)


def revised(regulation: Regulation, reg_id: str, seed: int) -> Regulation:
    """As an editor leaves it: some clauses new, some gone, moved or reworded, tables touched."""
    made = random.Random(seed)
    texts: list[tuple[str, str]] = []
    tables: dict[int, list[list[str]]] = {}
    rows_of = {table.table_id: _texts(table) for table in regulation.tables}
    for page in regulation.pages:
        for block in page.content_blocks:
            if block.table_meta is not None:
                tables[len(texts) - 1] = [
                    [cell if made.random() > 0.02 else f"{cell}改" for cell in row]
                    for row in rows_of[block.table_meta.table_id]
                    if made.random() > 0.03
                ]
                continue
            text = block.content_markdown.removeprefix("# ").partition(" ")[2]
            if block.block_type == "heading":
                texts.append(("#", text))
            elif made.random() > 0.03:
                texts.append(("", text if made.random() > 0.15 else _reworded(made, text)))
            if made.random() < 0.04:
                texts.append(("", _clause(made)))
    for _ in range(len(texts) // 100):
        one, other = (made.randrange(1, len(texts)) for _ in range(2))
        if not texts[one][0] and not texts[other][0] and not {one, other} & set(tables):
            texts[one], texts[other] = texts[other], texts[one]
    return _regulation(reg_id, _numbered(texts), tables)


def _numbered(texts: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    found, chapter, nth = [], 0, 0
    for mark, text in texts:
        chapter, nth = (chapter + 1, 0) if mark else (chapter, nth + 1)
        found.append((str(chapter) if mark else f"{chapter}.{nth}", text))
    return found


def _clause(made: random.Random) -> str:
    sentences = [
        f"{made.choice(_WHEN)}时，{made.choice(_WHO)}{made.choice(['应', '宜', '可'])}在 "
        f"{made.randint(1, 60)} min 内{made.choice(_DO)}，并{made.choice(_DO)}，"
        f"{made.choice(_WHAT)}第{made.randint(1, 9999)}号的偏差不大于 {made.randint(1, 99)}%。"
        for _ in range(made.randint(1, 4))
    ]
    return "".join(sentences)


def _reworded(made: random.Random, text: str) -> str:
    return text.replace("不大于", "不超过", 1) if made.random() < 0.5 else f"{text}{_clause(made)}"


def _rows(made: random.Random, count: int) -> list[list[str]]:
    head = ["序号", "线路", "电压 kV", "限额 A", "责任单位"]
    rows = [
        [
            str(nth),
            f"{made.choice(_WHAT)}{made.randint(1, 9999)}线",
            made.choice(["110", "220"]),
            str(made.randint(300, 2000)),
            made.choice(_WHO),
        ]
        for nth in range(1, count + 1)
    ]
    return [head, *rows]


def _texts(table: Table) -> list[list[str]]:
    rows: list[list[str]] = [[""] * table.col_count for _ in range(table.row_count)]
    for cell in table.cells:
        rows[cell.row][cell.col] = cell.content
    return rows


def _regulation(
    reg_id: str, numbered: Sequence[tuple[str, str]], tables: dict[int, list[list[str]]]
) -> Regulation:
    total = max(1, -(-len(numbered) // _LINES_ON_A_PAGE))
    blocks: dict[int, list[ContentBlock]] = {page: [] for page in range(1, total + 1)}
    chapters, whole = [], []
    for index, (number, text) in enumerate(numbered):
        page = index // _LINES_ON_A_PAGE + 1
        chapters.append(_chapter(reg_id, number, text, page, index, len(blocks[page])))
        is_heading = "." not in number
        blocks[page].append(
            _block(
                reg_id,
                page,
                len(blocks[page]),
                f"{'# ' if is_heading else ''}{number} {text}",
                chapter_id=chapters[-1].node_id,
                block_type="heading" if is_heading else "text",
            )
        )
        if index in tables:
            table = _table(reg_id, page, len(whole) + 1, tables[index], chapters[-1])
            whole.append(table)
            meta = TableMeta(
                table_id=table.table_id,
                row_count=table.row_count,
                col_count=table.col_count,
                cells=table.cells,
            )
            blocks[page].append(
                _block(
                    reg_id,
                    page,
                    len(blocks[page]),
                    table.caption or "",
                    block_type="table",
                    table_meta=meta,
                    chapter_id=chapters[-1].node_id,
                )
            )
    pages = tuple(
        PageDocument(reg_id=reg_id, page_num=page, content_blocks=tuple(found))
        for page, found in blocks.items()
    )
    return Regulation(
        info=info(reg_id, total), pages=pages, tables=tuple(whole), chapters=tuple(chapters)
    )


def _block(reg_id: str, page: int, order: int, text: str, **values: object) -> ContentBlock:
    top = min(0.05 + order * 0.02, 0.9)
    box = Box(left=0.1, top=top, right=0.9, bottom=top + 0.015)
    plain = {
        "block_id": ids.block_id(reg_id, page, order),
        "block_type": "text",
        "order_in_page": order,
        "content_markdown": text,
        "box": box,
    }
    return ContentBlock.model_validate(plain | values)


def _chapter(reg_id: str, number: str, text: str, page: int, index: int, order: int) -> ChapterNode:
    is_heading = "." not in number
    return ChapterNode(
        node_id=ids.chapter_id(reg_id, number),
        reg_id=reg_id,
        section_number=number,
        label=number,
        title=text if is_heading else "",
        level=1 if is_heading else 2,
        numbering="decimal",
        parent_id=None if is_heading else ids.chapter_id(reg_id, number.split(".")[0]),
        page_start=page,
        page_end=page,
        order=index,
        heading_block_id=ids.block_id(reg_id, page, order),
    )


def _table(reg_id: str, page: int, nth: int, rows: list[list[str]], chapter: ChapterNode) -> Table:
    table_id = ids.table_id(reg_id, page, nth, str(nth))
    box = Box(left=0.1, top=0.5, right=0.9, bottom=0.9)
    cells = tuple(
        TableCell(row=row, col=col, content=text, page_num=page, box=box, is_header=row == 0)
        for row, texts in enumerate(rows)
        for col, text in enumerate(texts)
    )
    segment = TableSegment(
        segment_id=ids.segment_id(table_id, 0), page_num=page, box=box, row_range=(0, len(rows))
    )
    return Table(
        table_id=table_id,
        reg_id=reg_id,
        number=str(nth),
        caption=f"表{nth} 线路限额",
        page_start=page,
        page_end=page,
        chapter_id=chapter.node_id,
        section_number=chapter.section_number,
        header_row_count=1,
        row_count=len(rows),
        col_count=len(rows[0]),
        cells=cells,
        segments=(segment,),
    )
