"""A small regulation full of notes, references and terms, made in memory."""

from core.model import (
    Annotation,
    AnnotationLink,
    ChapterNode,
    PageDocument,
    Reference,
    ReferenceTarget,
    Regulation,
    Table,
    TableCell,
    ids,
)
from tests.made_regulations import info, text_block

REG = "notes_2024"
TABLE = f"{REG}/t-2-1"
_TEXTS = {  # page: (chapter, text) in reading order
    1: (("1", "第一章 总则"), ("1", "调度按表2-1执行，强送的要求见2.1，并应符合GB/T 15945。")),
    2: (
        ("2", "第二章 事故处理"),
        ("2.1", "失压后按方案A处置，详见附录Z。"),
        ("2", "表2-1 强送次数"),
    ),
    3: (("2", "注1：两次强送之间应重新核对。"), ("2", "注2：没有人引用的一条。<b>不是标记</b>")),
    4: (
        ("3", "第三章 术语和定义"),
        ("3", "强送：跳闸后未经检查即行送电。"),
        ("3", "失压：失去电压。"),
    ),
}
_CHAPTERS = (
    ("1", "第一章", "总则", None, 1, 1),
    ("2", "第二章", "事故处理", None, 2, 3),
    ("2.1", "2.1", "失压", "2", 2, 2),
    ("3", "第三章", "术语和定义", None, 4, 4),
)


def notes_regulation() -> Regulation:
    """Two notes, one of them cited; five references, two resolved; two terms; a blank page."""
    pages = [_page(number) for number in _TEXTS]
    pages[2] = pages[2].model_copy(update={"annotations": _notes()})
    return Regulation(
        info=info(REG, 5, title="注释规程"),
        pages=(*pages, PageDocument(reg_id=REG, page_num=5, text_quality="none")),
        tables=(_table(),),
        chapters=tuple(_chapter(nth, *each) for nth, each in enumerate(_CHAPTERS)),
        references=_references(),
    )


def _page(page_num: int) -> PageDocument:
    blocks = tuple(
        text_block(REG, page_num, nth, text, chapter_id=ids.chapter_id(REG, chapter))
        for nth, (chapter, text) in enumerate(_TEXTS[page_num])
    )
    return PageDocument(reg_id=REG, page_num=page_num, content_blocks=blocks)


def _chapter(
    order: int, number: str, label: str, title: str, parent: str | None, first: int, last: int
) -> ChapterNode:
    return ChapterNode(
        node_id=ids.chapter_id(REG, number),
        reg_id=REG,
        section_number=number,
        label=label,
        title=title,
        level=number.count(".") + 1,
        numbering="decimal" if "." in number else "chapter",
        parent_id=ids.chapter_id(REG, parent) if parent else None,
        children_ids=tuple(ids.chapter_id(REG, c[0]) for c in _CHAPTERS if c[3] == number),
        page_start=first,
        page_end=last,
        order=order,
    )


def _table() -> Table:
    cells = [("线路", "次数"), ("甲线", "见注1")]
    return Table(
        table_id=TABLE,
        reg_id=REG,
        number="2-1",
        caption="表2-1 强送次数",
        page_start=2,
        page_end=3,
        chapter_id=ids.chapter_id(REG, "2"),
        header_row_count=1,
        row_count=2,
        col_count=2,
        cells=tuple(
            TableCell(row=row, col=col, content=text, page_num=2)
            for row, texts in enumerate(cells)
            for col, text in enumerate(texts)
        ),
    )


def _notes() -> tuple[Annotation, ...]:
    cited = AnnotationLink(
        note_id=ids.note_id(REG, 3, 1),
        page_num=2,
        block_id=ids.block_id(REG, 2, 2),
        table_id=TABLE,
        row=1,
        col=1,
        text="见注1",
    )
    texts = ("两次强送之间应重新核对。", "没有人引用的一条。<b>不是标记</b>")
    return tuple(
        Annotation(
            note_id=ids.note_id(REG, 3, nth),
            reg_id=REG,
            annotation_id=f"注{nth}",
            annotation_type="note",
            variant_key=f"note:{nth}",
            content=text,
            page_num=3,
            block_id=ids.block_id(REG, 3, nth - 1),
            table_id=TABLE,
            links=(cited,) if nth == 1 else (),
        )
        for nth, text in enumerate(texts, start=1)
    )


def _references() -> tuple[Reference, ...]:
    table = ReferenceTarget(target_id=TABLE, reg_id=REG, page_num=2, label="表2-1 强送次数")
    section = ReferenceTarget(
        target_id=ids.chapter_id(REG, "2.1"), reg_id=REG, page_num=2, label="2.1 失压"
    )
    plans = tuple(
        ReferenceTarget(target_id=ids.note_id(REG, 3, n), reg_id=REG, page_num=3, label="方案A")
        for n in (1, 2)
    )
    no_z, no_gb = (
        "there is no Z in this document",
        "GB/T 15945 is another document that is not in the library",
    )
    unsure = "the place does not tell which of these is meant"
    return (
        _reference(1, 1, "按表2-1", "table", "2-1", 1, target=table),
        _reference(1, 2, "见2.1", "section", "2.1", 1, target=section),
        _reference(1, 3, "应符合GB/T 15945", "standard", "GB/T 15945", 1, reason=no_gb),
        _reference(2, 1, "按方案A", "plan", "A", 1, candidates=plans, reason=unsure),
        _reference(2, 2, "详见附录Z", "appendix", "Z", 1, reason=no_z),
    )


def _reference(
    page_num: int, nth: int, text: str, kind: str, number: str, order: int, **found: object
) -> Reference:
    target, candidates = found.get("target"), found.get("candidates")
    start = _TEXTS[page_num][order][1].index(text)
    values = {
        "reference_id": ids.reference_id(REG, page_num, nth),
        "reg_id": REG,
        "text": text,
        "reference_type": kind,
        "parsed_target": number,
        "state": "resolved" if target else "ambiguous" if candidates else "unresolved",
        "page_num": page_num,
        "block_id": ids.block_id(REG, page_num, order),
        "start": start,
        "end": start + len(text),
    }
    return Reference.model_validate(values | found)
