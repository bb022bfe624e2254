"""Tools that read a desk: the reading context that an analyst opened to agents."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field

from core.context.rules import may_write
from core.context.tree import ContextTree, root_index
from core.errors import ContextPageNotFoundError
from core.model import Actor, AgentAccess, DetailPage, PageLifecycle, Segment
from core.tools.desk_items import (
    DeskName,
    EvidenceItem,
    OnDesk,
    OnPage,
    PageAnswer,
    PageItem,
    desk_for,
    desk_source,
    evidence_items,
    index_of,
    page_answer,
    page_item,
    page_source,
)
from core.tools.paging import Item, ListAnswer, PagedAnswer, window
from core.tools.registry import Arguments, Limit, Offset, Tool
from core.workbench import Workbench


class ListSegments(Arguments):
    desk: DeskName = None
    offset: Offset = 0


class SegmentItem(Item):
    desk: str
    desk_name: str
    question: str
    segment: Segment
    root: str
    permission: Literal["read", "write"]
    active: int
    hot_archived: int
    cold_archived: int


class SegmentList(ListAnswer):
    listed: ClassVar[str] = "segments"

    segments: list[SegmentItem]


def list_segments(workbench: Workbench, arguments: ListSegments) -> SegmentList:
    desks = (
        [desk_for(workbench, arguments.desk)]
        if arguments.desk is not None
        else [it for it in workbench.desks.all() if it.agent_access is not AgentAccess.CLOSED]
    )
    found = []
    for desk in desks:
        pages = workbench.desks.open(desk.desk_id).tree.pages.values()
        for segment in Segment:
            states = [page.lifecycle for page in pages if page.segment is segment]
            writable = desk.agent_access is AgentAccess.WRITE and may_write(Actor.AGENT, segment)
            found.append(
                SegmentItem(
                    desk=desk.desk_id,
                    desk_name=desk.name,
                    question=desk.question,
                    segment=segment,
                    root=root_index(segment),
                    permission="write" if writable else "read",
                    active=states.count(PageLifecycle.ACTIVE),
                    hot_archived=states.count(PageLifecycle.HOT_ARCHIVED),
                    cold_archived=states.count(PageLifecycle.COLD_ARCHIVED),
                    source=f"{desk_source(desk)} {root_index(segment)}",
                )
            )
    return SegmentList(
        segments=window(found, arguments.offset),
        offset=arguments.offset,
        total=len(found),
        source="desks",
    )


class GetSegment(OnDesk):
    segment: Annotated[
        Segment,
        Field(description="sys、usr 或 tool。 System, user or tool."),
    ]
    offset: Offset = 0
    limit: Limit = None


class PageList(ListAnswer):
    listed: ClassVar[str] = "pages"

    pages: list[PageItem]


def get_segment(workbench: Workbench, arguments: GetSegment) -> PageList:
    desk = desk_for(workbench, arguments.desk)
    tree = workbench.desks.open(desk.desk_id).tree
    found = list(tree.branch(root_index(arguments.segment)))
    shown = window(found, arguments.offset, arguments.limit)
    return PageList(
        pages=[page_item(desk, page) for page in shown],
        offset=arguments.offset,
        total=len(found),
        source=f"{desk_source(desk)} {root_index(arguments.segment)}",
    )


class GetPage(OnPage):
    offset: Offset = 0


class WholePage(PagedAnswer):
    """Its units are the characters of ``detail``."""

    page: PageItem
    detail: str
    evidence: list[EvidenceItem]
    evidence_total: int

    def unit_count(self) -> int:
        return len(self.detail)

    def shortened(self, count: int) -> Self:
        return self.model_copy(update={"detail": self.detail[:count]})


def get_page(workbench: Workbench, arguments: GetPage) -> WholePage:
    desk = desk_for(workbench, arguments.desk)
    page = workbench.desks.open(desk.desk_id).tree.get(index_of(arguments.index))
    detail = page.detail if isinstance(page, DetailPage) else ""
    evidence = page.evidence if isinstance(page, DetailPage) else ()
    checked = [workbench.desks.check_evidence(proof) for proof in evidence[:20]]
    return WholePage(
        page=page_item(desk, page),
        detail=detail[min(arguments.offset, len(detail)) :],
        evidence=evidence_items(checked),
        evidence_total=len(evidence),
        offset=arguments.offset,
        total=len(detail),
        source=page_source(desk, page),
    )


class GetRelatives(OnPage):
    offset: Offset = 0
    limit: Limit = None


def get_children(workbench: Workbench, arguments: GetRelatives) -> PageList:
    return _relatives(workbench, arguments, "children")


def get_ancestors(workbench: Workbench, arguments: GetRelatives) -> PageList:
    return _relatives(workbench, arguments, "ancestors")


def get_parent(workbench: Workbench, arguments: OnPage) -> PageAnswer:
    desk = desk_for(workbench, arguments.desk)
    tree = workbench.desks.open(desk.desk_id).tree
    page = tree.get(index_of(arguments.index))
    if page.parent is None:
        raise ContextPageNotFoundError(
            f"{page.index} stands under no other page.",
            hint="It is the root of its segment, or in the cold archive.",
        )
    return page_answer(desk, tree.get(page.parent))


class FindPage(OnDesk):
    query: Annotated[
        str,
        Field(
            description="页面的名称、文字或索引；冷归档的页面也能找到。 "
            "Words of a page, or its index; "
            "pages in the cold archive are found, too."
        ),
    ]
    offset: Offset = 0
    limit: Limit = None


def find_page(workbench: Workbench, arguments: FindPage) -> PageList:
    desk = desk_for(workbench, arguments.desk)
    found = workbench.desks.find(desk.desk_id, arguments.query)
    shown = window(found, arguments.offset, arguments.limit)
    return PageList(
        pages=[page_item(desk, page) for page in shown],
        offset=arguments.offset,
        total=len(found),
        source=desk_source(desk),
    )


def _relatives(
    workbench: Workbench, arguments: GetRelatives, which: Literal["children", "ancestors"]
) -> PageList:
    desk = desk_for(workbench, arguments.desk)
    tree: ContextTree = workbench.desks.open(desk.desk_id).tree
    page = tree.get(index_of(arguments.index))
    found = tree.children(page.index) if which == "children" else tree.ancestors(page.index)
    shown = window(found, arguments.offset, arguments.limit)
    return PageList(
        pages=[page_item(desk, each) for each in shown],
        offset=arguments.offset,
        total=len(found),
        source=f"{desk_source(desk)} {page.index}",
    )


TOOLS = (
    Tool(
        name="list_segments",
        description=(
            "列出对智能体开放的案头（阅读上下文）及其三个段："
            "sys 任务说明、usr 阅读内容、tool 工具结果。"
            "List the desks that are open to agents with their segments (system, user, tool), what "
            "you may do there and how many pages they hold. Start here to use a desk."
        ),
        arguments=ListSegments,
        answer=SegmentList,
        run=list_segments,
    ),
    Tool(
        name="get_segment",
        description=(
            "按树的顺序列出一个段的全部页面（不含冷归档）。"
            "List the pages of a segment in the order of the tree, without those in the cold "
            "archive; get_context_window gives their text."
        ),
        arguments=GetSegment,
        answer=PageList,
        run=get_segment,
    ),
    Tool(
        name="get_page",
        description=(
            "读一页的全文与出处，并核对原文是否仍在原处。"
            "Read one page with its detail and evidence; each citation is checked against the "
            "library and says whether the words still stand there."
        ),
        arguments=GetPage,
        answer=WholePage,
        run=get_page,
    ),
    Tool(
        name="get_children",
        description="列出目录页的子页面，按顺序。 List the children of a contents page, in order.",
        arguments=GetRelatives,
        answer=PageList,
        run=get_children,
    ),
    Tool(
        name="get_parent",
        description="页面所在的目录页。 The contents page that a page stands in.",
        arguments=OnPage,
        answer=PageAnswer,
        run=get_parent,
    ),
    Tool(
        name="get_ancestors",
        description=(
            "从父页面到段根的全部上级。 All pages above a page, from its parent to the root."
        ),
        arguments=GetRelatives,
        answer=PageList,
        run=get_ancestors,
    ),
    Tool(
        name="find_page",
        description=(
            "按文字查找案头上的页面，包括归档的。"
            "Find pages of a desk by their words, archived ones included; restore_page brings one "
            "back. To search regulations use smart_search."
        ),
        arguments=FindPage,
        answer=PageList,
        run=find_page,
    ),
)
