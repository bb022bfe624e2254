"""Tools that compare."""

from collections.abc import Sequence
from typing import Annotated, ClassVar

from pydantic import Field

from core.comparison.changes import side_by_side
from core.model.comparison import (
    Change,
    ChangeCounts,
    ComparedSide,
    Comparison,
    Mark,
    Place,
    SpanKind,
)
from core.tools.contents import SectionName
from core.tools.paging import Item, ListAnswer, window
from core.tools.registry import Arguments, Offset, RegId, Tool
from core.workbench import Workbench

IncludeTables = Annotated[
    bool, Field(description="是否比较表格。 Whether tables are compared as well.")
]


class CompareSections(Arguments):
    reg_id: RegId
    section_a: SectionName
    section_b: SectionName
    include_tables: IncludeTables = True
    reg_id_b: Annotated[
        str | None,
        Field(
            description="section_b 所在的规程，缺省为 reg_id；旧版为 reg_id@1。 The regulation of "
            "section_b, if it is another one or a past edition (reg_id@1)."
        ),
    ] = None
    offset: Offset = 0


class CompareRegulations(Arguments):
    reg_a: RegId
    reg_b: RegId
    include_tables: IncludeTables = True
    offset: Offset = 0


class Where(Item):
    """``boxes`` are [page_num, left, top, right, bottom], in fractions of the page."""

    reg_id: str
    page_num: int
    page_end: int
    section_number: str | None
    block_ids: list[str]
    boxes: list[tuple[int, float, float, float, float]]


class ComparedItem(Item):
    """No ``kinds`` means no change.

    ``diff`` has the changed words only, each as [kind, old, new, marks]; a mark says that a number,
    a unit or a modal word is among them.
    """

    subject: str
    kinds: list[str]
    direction: str | None
    part: str
    old_label: str
    new_label: str
    old_text: str
    new_text: str
    diff: list[tuple[SpanKind, str, str, list[Mark]]]
    confidence: float
    table: str
    column: str
    old: list[Where]
    new: list[Where]


class Compared(ListAnswer):
    """``counts`` is the summary; ``changes`` cites both sides of each.

    ``common_terms`` have their number on the old and on the new side, the other terms on their own.
    """

    listed: ClassVar[str] = "changes"

    old: ComparedSide
    new: ComparedSide
    counts: ChangeCounts
    common_terms: dict[str, tuple[int, int]]
    only_old_terms: dict[str, int]
    only_new_terms: dict[str, int]
    changes: list[ComparedItem]


def compare_sections(workbench: Workbench, arguments: CompareSections) -> Compared:
    found = workbench.compare_sections(
        arguments.reg_id,
        arguments.section_a,
        arguments.section_b,
        reg_id_b=arguments.reg_id_b,
        include_tables=arguments.include_tables,
    )
    return _answer(found, side_by_side(found), arguments.offset)


def compare_regulations(workbench: Workbench, arguments: CompareRegulations) -> Compared:
    found = workbench.compare_regulations(
        arguments.reg_a, arguments.reg_b, include_tables=arguments.include_tables
    )
    return _answer(found, found.changes, arguments.offset)


def _answer(comparison: Comparison, changes: Sequence[Change], offset: int) -> Compared:
    terms = comparison.terms
    return Compared(
        old=comparison.old,
        new=comparison.new,
        counts=comparison.counts,
        common_terms={use.term: (use.old_count, use.new_count) for use in terms.common},
        only_old_terms={use.term: use.old_count for use in terms.only_old},
        only_new_terms={use.term: use.new_count for use in terms.only_new},
        changes=[_item(change) for change in window(changes, offset)],
        offset=offset,
        total=len(changes),
        source=comparison.source,
    )


def _item(change: Change) -> ComparedItem:
    return ComparedItem(
        subject=change.subject,
        kinds=list(change.kinds),
        direction=change.direction,
        part=change.part,
        old_label=change.old_label,
        new_label=change.new_label,
        old_text=change.old_text,
        new_text=change.new_text,
        diff=[
            (span.kind, span.old, span.new, list(span.marks))
            for span in change.spans
            if span.kind != "equal"
        ],
        confidence=change.confidence,
        table=change.table,
        column=change.column,
        old=[_where(place) for place in change.old_places],
        new=[_where(place) for place in change.new_places],
        source=change.source,
    )


def _where(place: Place) -> Where:
    return Where(
        reg_id=place.reg_id,
        page_num=place.page_num,
        page_end=place.page_end,
        section_number=place.section_number,
        block_ids=list(place.block_ids),
        boxes=[
            (one.page_num, one.box.left, one.box.top, one.box.right, one.box.bottom)
            for one in place.boxes
        ],
        source=place.source,
    )


TOOLS: tuple[Tool[CompareSections, Compared] | Tool[CompareRegulations, Compared], ...] = (
    Tool(
        name="compare_sections",
        description=(
            "并排比较两个章节（同一规程、两份规程或新旧两版）：逐条对齐，标出增删改、移动、数值和"
            "“应/宜/可”的变化，附共有与独有术语。"
            "Compare two sections side by side, of one regulation, of two, or of two editions: "
            "every paragraph with its partner, changed words, numbers and modal words marked, "
            "tables cell by cell, common and unique terms. Find section numbers with get_toc or "
            "smart_search; for whole documents use compare_regulations."
        ),
        arguments=CompareSections,
        answer=Compared,
        run=compare_sections,
    ),
    Tool(
        name="compare_regulations",
        description=(
            "比较两份规程或新旧两版的全文：新增、删除、修改、移动、重新编号、拆分、合并，"
            "以及变严（tightened）或变宽（loosened）的条款，两边都有出处。"
            "Compare two regulations or editions (reg_id@1) as a whole and list what changed, "
            "with the sources of both sides; tightened and loosened are said only where modal "
            "words and bounds make it clear. reg_a is the old one. Next: compare_sections."
        ),
        arguments=CompareRegulations,
        answer=Compared,
        run=compare_regulations,
    ),
)
