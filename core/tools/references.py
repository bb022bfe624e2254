"""Tools about references: where one leads, and which there are."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, TypeVar

from pydantic import Field

from core.model import Reference, ids
from core.model.references import ReferenceState, ReferenceType
from core.services.reference_lookup import TargetView
from core.tools.paging import Call, Item, ListAnswer, Target, window
from core.tools.registry import Arguments, Listing, Offset, RegId, Tool
from core.workbench import Workbench


class Located(Item):
    """Where a reference leads. ``kind``: chapter, table, figure, annotation, regulation."""

    target_id: str
    kind: str
    reg_id: str
    label: str
    section_number: str | None
    page_num: int
    page_range: tuple[int, int]
    preview: str
    next_call: Call


class ReferenceItem(Item):
    """``reason`` says why it is not resolved; ``candidates`` are what it may mean."""

    text: str
    reference_type: ReferenceType
    parsed_target: str
    state: ReferenceState
    reason: str
    candidates: list[Target]
    candidate_count: int


class ResolvedReference(ReferenceItem):
    """One with many candidates comes several times, each time with some of them."""

    resolved: bool
    target_location: Located | None


class PlacedReference(ReferenceItem):
    """A reference as it stands in the text; ``row`` and ``col`` are set in a table's cell.

    Of more than 20 candidates the first are given; resolve_reference with the ``block_id`` gives
    all ``candidate_count``.
    """

    reference_id: str
    reg_id: str
    page_num: int
    block_id: str
    table_id: str | None
    row: int | None
    col: int | None
    bbox: list[float] | None
    target: Target | None


R = TypeVar("R", bound=ReferenceItem)
_CANDIDATES_EACH = 20


def _in_parts(items: Sequence[R]) -> list[R]:
    """Each with so few candidates that one item is never much to read."""
    return [
        item.model_copy(update={"candidates": item.candidates[start : start + _CANDIDATES_EACH]})
        for item in items
        for start in range(0, max(1, len(item.candidates)), _CANDIDATES_EACH)
    ]


class ResolveReference(Arguments):
    reg_id: RegId
    reference_text: Annotated[
        str,
        Field(
            description="引用原文：见第六章、参见表6-2、见2.1.4、附录A、注1、方案A、"
            "DL/T 5429-2009，可含列表和范围。 The reference as it is printed; lists and ranges too."
        ),
    ]
    page_num: Annotated[
        int | None,
        Field(
            ge=1,
            description="引用所在页。 The page it stands on; tells which 注1 or 第三节 is meant.",
        ),
    ] = None
    block_id: Annotated[
        str | None,
        Field(description="引用所在内容块。 The block it stands in, if known: surer than a page."),
    ] = None
    offset: Offset = 0


class Resolution(ListAnswer):
    """One of ``references`` for every member of a list or range. The fields of a single one are
    repeated here; ``resolved`` means that all are."""

    listed: ClassVar[str] = "references"

    reg_id: str
    reference_text: str
    resolved: bool
    reference_type: ReferenceType | None
    parsed_target: str | None
    target_location: Located | None
    preview: str | None
    references: list[ResolvedReference]


def resolve_reference(workbench: Workbench, arguments: ResolveReference) -> Resolution:
    found = workbench.resolve_reference(
        arguments.reg_id, arguments.reference_text, arguments.page_num, arguments.block_id
    )
    items = [_resolved(workbench, reference) for reference in found]
    only = items[0] if len(items) == 1 else None
    location = only.target_location if only is not None else None
    parts = _in_parts(items)
    return Resolution(
        reg_id=arguments.reg_id,
        reference_text=arguments.reference_text,
        resolved=all(item.resolved for item in items),
        reference_type=only.reference_type if only is not None else None,
        parsed_target=only.parsed_target if only is not None else None,
        target_location=location,
        preview=location.preview if location is not None else None,
        references=window(parts, arguments.offset),
        offset=arguments.offset,
        total=len(parts),
        source=location.source if location is not None else arguments.reg_id,
    )


def _resolved(workbench: Workbench, reference: Reference) -> ResolvedReference:
    target = reference.target
    location = _located(workbench.view_target(target)) if target is not None else None
    return ResolvedReference(
        text=reference.text,
        reference_type=reference.reference_type,
        parsed_target=reference.parsed_target,
        state=reference.state,
        resolved=reference.state == "resolved",
        reason=reference.reason,
        candidates=[Target.of(candidate) for candidate in reference.candidates],
        candidate_count=len(reference.candidates),
        target_location=location,
        source=location.source if location is not None else reference.reg_id,
    )


def _located(view: TargetView) -> Located:
    target = view.target
    return Located(
        target_id=target.target_id,
        kind=view.kind,
        reg_id=target.reg_id,
        label=target.label,
        section_number=view.section_number,
        page_num=target.page_num,
        page_range=(target.page_num, max(target.page_num, view.page_end)),
        preview=view.preview,
        next_call=_next_call(view),
        source=ids.citation(
            target.reg_id, target.page_num, max(target.page_num, view.page_end), target.label
        ),
    )


def _next_call(view: TargetView) -> Call:
    """The call that reads what the reference leads to."""
    reg_id, target_id = view.target.reg_id, view.target.target_id
    calls: dict[str, tuple[str, dict[str, object]]] = {
        "chapter": ("read_chapter_content", {"section_number": target_id}),
        "table": ("get_table_by_id", {"table_id": target_id}),
        "annotation": ("lookup_annotation", {"annotation_id": target_id}),
        "regulation": ("get_toc", {}),
    }
    page = {"start_page": view.target.page_num, "end_page": view.target.page_num}
    tool, arguments = calls.get(view.kind, ("read_page_range", page))
    return Call(tool=tool, arguments={"reg_id": reg_id} | arguments)


class ListReferences(Listing):
    state: Annotated[
        ReferenceState | None,
        Field(description="resolved、ambiguous 或 unresolved。 Only references in this state."),
    ] = None
    reference_type: Annotated[
        ReferenceType | None, Field(description="引用类型。 Only references of this type.")
    ] = None
    page_num: Annotated[
        int | None, Field(ge=1, description="只看这一页。 Only those that stand on this page.")
    ] = None
    target: Annotated[
        str | None,
        Field(
            description="谁引用了它：2.1.4、表6-2、node_id 等。 What refers to this? A chapter, "
            "table, figure or note by name or id, or a reg_id."
        ),
    ] = None


class ReferenceList(ListAnswer):
    listed: ClassVar[str] = "references"

    reg_id: str
    references: list[PlacedReference]


def list_references(workbench: Workbench, arguments: ListReferences) -> ReferenceList:
    found, total = workbench.list_references(
        arguments.reg_id,
        state=arguments.state,
        reference_type=arguments.reference_type,
        page_num=arguments.page_num,
        target=arguments.target,
        offset=arguments.offset,
        limit=arguments.limit,
    )
    page = arguments.page_num
    return ReferenceList(
        reg_id=arguments.reg_id,
        references=[_placed(reference) for reference in found],
        offset=arguments.offset,
        total=total,
        source=arguments.reg_id if page is None else ids.citation(arguments.reg_id, page),
    )


def _placed(reference: Reference) -> PlacedReference:
    return PlacedReference(
        reference_id=reference.reference_id,
        reg_id=reference.reg_id,
        text=reference.text,
        reference_type=reference.reference_type,
        parsed_target=reference.parsed_target,
        state=reference.state,
        reason=reference.reason,
        target=Target.of(reference.target) if reference.target is not None else None,
        candidates=[Target.of(it) for it in reference.candidates[:_CANDIDATES_EACH]],
        candidate_count=len(reference.candidates),
        page_num=reference.page_num,
        block_id=reference.block_id,
        table_id=reference.table_id,
        row=reference.row,
        col=reference.col,
        bbox=reference.box.rounded() if reference.box is not None else None,
        source=reference.source,
    )


TOOLS = (
    Tool(
        name="resolve_reference",
        description=(
            "解析“见第六章”“参见表6-2”“见2.1.4”“附录A”“注1”等引用，给出位置、页码和预览。"
            "Say where a printed reference leads: resolved with place and preview, ambiguous with "
            "candidates, or unresolved with the reason. Give page_num or block_id of the place "
            "where you read it. Next: the call in target_location.next_call."
        ),
        arguments=ResolveReference,
        answer=Resolution,
        run=resolve_reference,
    ),
    Tool(
        name="list_references",
        description=(
            "列出规程中的引用，可按状态、类型、页码过滤，或查“谁引用了 2.1.4”（target）。"
            "List the references of a regulation by state, type or page, or ask with `target` what "
            "refers to a chapter, table or note. Use it to find what depends on a rule, or what "
            "leads nowhere. Next: get_block_with_context on block_id."
        ),
        arguments=ListReferences,
        answer=ReferenceList,
        run=list_references,
    ),
)
