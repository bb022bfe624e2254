"""What the tools about desks have in common: which desk is meant, and how a page is told."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from core.context.tree import root_index
from core.errors import AmbiguousNameError, DeskNotFoundError, NotPermitted
from core.model import (
    AgentAccess,
    CheckedEvidence,
    ContentsPage,
    ContextPage,
    Desk,
    DetailPage,
    PageIndex,
    PageLifecycle,
    PageVisibility,
    Segment,
)
from core.tools.paging import Answer, Item
from core.tools.registry import Arguments
from core.workbench import Workbench

DeskName = Annotated[
    str | None,
    Field(
        description="案头的标识或名称，见 list_segments；只开放了一个案头时可省略。 "
        "Id or name of the "
        "desk, from list_segments; may be left out when one desk is open to agents."
    ),
]
Index = Annotated[
    str,
    Field(description="页面索引，如 usr-3。 Index of a page of the desk, such as usr-3."),
]
Directory = Annotated[
    str,
    Field(
        description="目录页的索引，如 usr-0（用户段的根）。 Index of a contents page; usr-0 is the "
        "root of the user segment, tool-0 that of the tool segment."
    ),
]
Position = Annotated[
    int | None,
    Field(
        ge=0,
        description="放在第几个，从 0 开始；缺省在最后。 "
        "Place among the children, from 0; at the end "
        "if left out.",
    ),
]
PageName = Annotated[
    str, Field(description="名称，一行，最多 200 字。 Name, one line, 200 characters at most.")
]
Description = Annotated[
    str,
    Field(
        description="摘要：页面折叠时只显示它。 Summary: all that is seen of the page when it is "
        "hidden."
    ),
]

_ALIASES = {
    "": Segment.USER,
    "root": Segment.USER,
    "user": Segment.USER,
    "system": Segment.SYSTEM,
    **{str(segment): segment for segment in Segment},
}
_SHORT_QUOTE = 300
_MOST_EVIDENCE = 20


class OnDesk(Arguments):
    desk: DeskName = None


class OnPage(OnDesk):
    index: Index


class PageItem(Item):
    desk: str
    index: str
    kind: Literal["detail", "contents"]
    name: str
    description: str
    lifecycle: PageLifecycle
    visibility: PageVisibility
    pinned: bool
    parent: str | None
    child_count: int
    characters: int
    updated_at: datetime


class PageAnswer(Answer):
    """The page as it is now."""

    page: PageItem


class EvidenceItem(Item):
    """``state``: same, moved (``place`` is where the words stand now), changed, gone."""

    reg_id: str
    page_nums: list[int]
    block_ids: list[str]
    table_id: str | None
    rows: list[int]
    quote: str
    state: Literal["same", "moved", "changed", "gone"]
    place: str
    older_edition: str | None


def desk_for(workbench: Workbench, asked: str | None, *, writing: bool = False) -> Desk:
    """The desk that an agent means, if its analyst has opened it."""
    seen = [it for it in workbench.desks.all() if it.agent_access is not AgentAccess.CLOSED]
    if asked is not None:
        wanted = asked.strip()
        found = [desk for desk in seen if wanted in (desk.desk_id, desk.name)]
        if not found:
            raise DeskNotFoundError(
                f"No desk {wanted[:80]} is open to agents.",
                hint="list_segments shows those that are; an analyst opens one on the Desk page.",
            )
    else:
        found = [it for it in seen if not writing or it.agent_access is AgentAccess.WRITE] or seen
        if not found:
            raise DeskNotFoundError(
                "No desk is open to agents.", hint="An analyst opens one on the Desk page."
            )
        if len(found) > 1:
            raise AmbiguousNameError(
                f"{len(found)} desks are open to agents.",
                hint="Give the id of one of the candidates as desk.",
                candidates=[
                    {"target_id": desk.desk_id, "label": desk.name, "source": desk_source(desk)}
                    for desk in found
                ],
            )
    desk = found[0]
    if writing and desk.agent_access is not AgentAccess.WRITE:
        raise NotPermitted(
            f"Agents may read the desk {desk.name}, not change it.",
            hint="Its analyst can open it for writing on the Desk page.",
        )
    return desk


def index_of(asked: str) -> PageIndex:
    """``root`` and the names of segments mean their roots."""
    name = asked.strip().lower()
    return root_index(_ALIASES[name]) if name in _ALIASES else PageIndex(name)


def desk_source(desk: Desk) -> str:
    return f"desk {desk.name}"


def page_source(desk: Desk, page: ContextPage) -> str:
    """What the page cites; a note of one's own cites the desk."""
    evidence = page.evidence if isinstance(page, DetailPage) else ()
    cited = list(dict.fromkeys(proof.source for proof in evidence))[:_MOST_EVIDENCE]
    return "; ".join(cited) or f"{desk_source(desk)} {page.index}"


def page_item(desk: Desk, page: ContextPage) -> PageItem:
    return PageItem(
        desk=desk.desk_id,
        index=page.index,
        kind=page.kind,
        name=page.name,
        description=page.description,
        lifecycle=page.lifecycle,
        visibility=page.visibility,
        pinned=page.pinned,
        parent=page.parent,
        child_count=len(page.children) if isinstance(page, ContentsPage) else 0,
        characters=len(page.detail) if isinstance(page, DetailPage) else 0,
        updated_at=page.updated_at,
        source=page_source(desk, page),
    )


def page_answer(desk: Desk, page: ContextPage) -> PageAnswer:
    return PageAnswer(page=page_item(desk, page), source=page_source(desk, page))


def evidence_items(checked: Sequence[CheckedEvidence]) -> list[EvidenceItem]:
    return [
        EvidenceItem(
            reg_id=found.evidence.reg_id,
            page_nums=list(found.evidence.page_nums),
            block_ids=list(found.evidence.block_ids[:_MOST_EVIDENCE]),
            table_id=found.evidence.table_id,
            rows=list(found.evidence.rows[:_SHORT_QUOTE]),
            quote=found.evidence.quote[:_SHORT_QUOTE],
            state=found.state,
            place=found.place.source,
            older_edition=found.older_edition,
            source=found.evidence.source,
        )
        for found in checked[:_MOST_EVIDENCE]
    ]
