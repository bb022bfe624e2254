"""Tools about notes."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field

from core.model import Annotation, AnnotationLink, ids
from core.model.annotations import AnnotationType
from core.tools.paging import Item, ListAnswer, PagedAnswer, Rest
from core.tools.registry import Arguments, Listing, Offset, RegId, Tool
from core.workbench import Workbench


class LookupAnnotation(Arguments):
    reg_id: RegId
    annotation_id: Annotated[
        str,
        Field(
            description="注释标签：注1、注①、注一、方案A、表2-2注1，或 note_id。 Label of the note "
            "(注1 = 注① = 注一, 方案A, Note 1, 表2-2注1), or its note_id."
        ),
    ]
    page_hint: Annotated[
        int | None,
        Field(
            ge=1,
            description="引用该注释的页码。 The page that cites it: labels start anew at every "
            "table, and the page tells which is meant.",
        ),
    ] = None
    table_id: Annotated[
        str | None,
        Field(description="引用该注释的表格。 The table whose cell cites it, if it is one."),
    ] = None
    offset: Offset = 0


class NoteItem(Item):
    annotation_id: str
    note_id: str
    annotation_type: AnnotationType
    content: str
    page_num: int
    table_id: str | None
    block_id: str | None


class CitingItem(Item):
    page_num: int
    block_id: str
    table_id: str | None
    row: int | None
    col: int | None
    text: str


class NoteAnswer(PagedAnswer):
    """``state`` is ambiguous when other notes fit as well; ``reason`` says why.

    Units: the places that cite the note, then ``candidates``, other notes with this label,
    likeliest first.
    """

    reg_id: str
    annotation_id: str
    note_id: str
    annotation_type: AnnotationType
    content: str
    page_num: int
    bbox: list[float] | None
    block_id: str | None
    table_id: str | None
    related_blocks: list[str]
    state: Literal["resolved", "ambiguous"]
    reason: str
    cited_by: list[CitingItem]
    candidates: list[NoteItem]

    def unit_count(self) -> int:
        return len(self.cited_by) + len(self.candidates)

    def shortened(self, count: int) -> Self:
        return self._between(0, count)

    def without(self, count: int) -> Self:
        return self._between(count, self.unit_count())

    def _between(self, start: int, end: int) -> Self:
        cited_by = self.cited_by[start:end]
        first = len(self.cited_by)
        return self.model_copy(
            update={
                "cited_by": cited_by,
                "related_blocks": list(dict.fromkeys(cite.block_id for cite in cited_by)),
                "candidates": self.candidates[max(0, start - first) : max(0, end - first)],
            }
        )


def lookup_annotation(workbench: Workbench, arguments: LookupAnnotation) -> NoteAnswer:
    found = workbench.lookup_annotation(
        arguments.reg_id, arguments.annotation_id, arguments.page_hint, arguments.table_id
    )
    note = found.note
    whole = NoteAnswer(
        reg_id=note.reg_id,
        annotation_id=note.annotation_id,
        note_id=note.note_id,
        annotation_type=note.annotation_type,
        content=note.content,
        page_num=note.page_num,
        bbox=note.box.rounded() if note.box is not None else None,
        block_id=note.block_id,
        table_id=note.table_id,
        related_blocks=list(note.related_blocks),
        state="ambiguous" if found.reason else "resolved",
        reason=found.reason,
        cited_by=[_citing(note.reg_id, link) for link in note.links],
        candidates=[note_item(other) for other in found.others],
        total=0,
        source=note.source,
    )
    too_far = found.total - 1 - len(found.others)
    rest = None
    if too_far:
        rest = Rest(
            message=f"{too_far} more notes with this label stand farther away.",
            tool="search_annotations",
            arguments={"reg_id": note.reg_id, "pattern": note.annotation_id},
        )
    update = {"offset": arguments.offset, "total": whole.unit_count(), "rest": rest}
    return whole.without(arguments.offset).model_copy(update=update)


def note_item(note: Annotation) -> NoteItem:
    return NoteItem(
        annotation_id=note.annotation_id,
        note_id=note.note_id,
        annotation_type=note.annotation_type,
        content=note.content,
        page_num=note.page_num,
        table_id=note.table_id,
        block_id=note.block_id,
        source=note.source,
    )


def _citing(reg_id: str, link: AnnotationLink) -> CitingItem:
    return CitingItem(
        page_num=link.page_num,
        block_id=link.block_id,
        table_id=link.table_id,
        row=link.row,
        col=link.col,
        text=link.text,
        source=ids.citation(reg_id, link.page_num),
    )


class SearchAnnotations(Listing):
    pattern: Annotated[
        str | None,
        Field(
            description="标签或正文中的文字；注1 也匹配 注①。 Text in the label or the words of "
            "the note, as it is printed; 注1 finds 注① too. All notes if left out."
        ),
    ] = None
    annotation_type: Annotated[
        AnnotationType | None,
        Field(description="note（注x）、plan（方案x）、footnote、mark（*）。 Kind of note."),
    ] = None


class NoteList(ListAnswer):
    listed: ClassVar[str] = "annotations"

    reg_id: str
    annotations: list[NoteItem]


def search_annotations(workbench: Workbench, arguments: SearchAnnotations) -> NoteList:
    found, total = workbench.search_annotations(
        arguments.reg_id,
        arguments.pattern,
        arguments.annotation_type,
        offset=arguments.offset,
        limit=arguments.limit,
    )
    return NoteList(
        reg_id=arguments.reg_id,
        annotations=[note_item(note) for note in found],
        offset=arguments.offset,
        total=total,
        source=arguments.reg_id,
    )


TOOLS = (
    Tool(
        name="lookup_annotation",
        description=(
            "查注释原文：表格或正文写“见注1”“方案A”时用，page_hint 填引用处的页码，取最近的一条。"
            "Look up the note that a cell or sentence sends to (见注1, 方案A, Note 1). Give the "
            "citing page as page_hint (and table_id): the same label stands at many tables. "
            "`state` says whether it is sure; `candidates` are the other notes with this label."
        ),
        arguments=LookupAnnotation,
        answer=NoteAnswer,
        run=lookup_annotation,
    ),
    Tool(
        name="search_annotations",
        description=(
            "列出或按文字查找一份规程的注释（注x、方案x、脚注）。"
            "List the notes of a regulation, or find them by words or kind. Use it when you do not "
            "know the label; with label and page use lookup_annotation."
        ),
        arguments=SearchAnnotations,
        answer=NoteList,
        run=search_annotations,
    ),
)
