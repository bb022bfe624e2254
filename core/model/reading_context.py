"""The reading context: a tree of pages that an analyst or an agent fills while reading."""

from enum import StrEnum
from typing import Annotated, Any, Literal, NewType

from pydantic import AwareDatetime, Field, TypeAdapter, computed_field

from core.model import ids
from core.model.noun import Noun

PageIndex = NewType("PageIndex", str)  # "usr-0", "sys-3": segment and number


class PageLifecycle(StrEnum):
    """Active: in the window. HotArchived: out of it under an active ancestor. ColdArchived: out
    of the tree, found again only by search."""

    ACTIVE = "active"
    HOT_ARCHIVED = "hot_archived"
    COLD_ARCHIVED = "cold_archived"


class PageVisibility(StrEnum):
    """Whether an active page shows its children or detail, or only its description."""

    EXPANDED = "expanded"
    HIDDEN = "hidden"


class Segment(StrEnum):
    """The prefix of an index. System: what holds for the whole task. User: what is read and
    thought. Tool: what tools answered."""

    SYSTEM = "sys"
    USER = "usr"
    TOOL = "tool"


class Actor(StrEnum):
    ANALYST = "analyst"
    AGENT = "agent"


class AgentAccess(StrEnum):
    """What agents may do with a desk, as its analyst decided."""

    CLOSED = "closed"
    READ = "read"
    WRITE = "write"


class _ContextPage(Noun):
    """``former_parent`` is where the top of a cold archived branch stood."""

    index: PageIndex
    name: str
    description: str = ""
    lifecycle: PageLifecycle = PageLifecycle.ACTIVE
    visibility: PageVisibility = PageVisibility.EXPANDED
    pinned: bool = False
    parent: PageIndex | None = None
    former_parent: PageIndex | None = None
    created_at: AwareDatetime
    updated_at: AwareDatetime

    @property
    def segment(self) -> Segment:
        return Segment(self.index.rpartition("-")[0])

    @property
    def is_active(self) -> bool:
        return self.lifecycle is PageLifecycle.ACTIVE

    @property
    def is_cold(self) -> bool:
        return self.lifecycle is PageLifecycle.COLD_ARCHIVED

    @property
    def is_expanded(self) -> bool:
        return self.visibility is PageVisibility.EXPANDED


class Evidence(Noun):
    """Where a page of the context comes from. ``quote`` is the text as it stood there."""

    reg_id: str
    page_nums: tuple[int, ...]
    block_ids: tuple[str, ...] = ()
    table_id: str | None = None
    rows: tuple[int, ...] = ()
    quote: str = ""
    label: str = ""  # a caption or section number, for the citation

    @computed_field  # type: ignore[prop-decorator]
    @property
    def source(self) -> str:
        if not self.page_nums:
            return f"{self.reg_id} {self.label}".rstrip()
        return ids.citation(self.reg_id, min(self.page_nums), max(self.page_nums), self.label)


EvidenceState = Literal["same", "moved", "changed", "gone"]


class CheckedEvidence(Noun):
    """``place`` is where the words stand now (the old place where they are nowhere).

    ``same``: where they stood. ``moved``: the same words elsewhere in the regulation. ``changed``:
    the regulation no longer says so; ``older_edition`` is one that does. ``gone``: the regulation
    is not in the library.
    """

    evidence: Evidence
    state: EvidenceState
    place: Evidence
    older_edition: str | None = None


class DetailPage(_ContextPage):
    """A leaf: it holds text and where that text comes from.

    ``message_count``: how many pieces were put together in it.
    """

    kind: Literal["detail"] = "detail"
    detail: str = ""
    evidence: tuple[Evidence, ...] = ()
    message_count: int = 1


class ContentsPage(_ContextPage):
    """A directory: it holds the indexes of its children, in order."""

    kind: Literal["contents"] = "contents"
    children: tuple[PageIndex, ...] = ()


ContextPage = Annotated[DetailPage | ContentsPage, Field(discriminator="kind")]
_ANY_PAGE: TypeAdapter[ContextPage] = TypeAdapter(ContextPage)


def marshal(page: ContextPage) -> bytes:
    return page.model_dump_json(round_trip=True).encode()


def unmarshal(data: bytes | str) -> ContextPage:
    return _ANY_PAGE.validate_json(data)


class ChildSplice(Noun):
    """``removed`` stood from ``start`` on in a directory's children; ``inserted`` does now."""

    start: int
    removed: tuple[PageIndex, ...] = ()
    inserted: tuple[PageIndex, ...] = ()


class PageChange(Noun):
    """What a step did to one page; both directions can be read from it.

    A page that was made has only ``made``, one that was removed only ``gone``. Of a page that was
    changed, ``before`` and ``after`` hold the fields that differ.
    """

    index: PageIndex
    made: ContextPage | None = None
    gone: ContextPage | None = None
    before: dict[str, Any] = Field(default_factory=dict)
    after: dict[str, Any] = Field(default_factory=dict)
    splice: ChildSplice | None = None


StepState = Literal["done", "undone", "dropped"]
EventKind = Literal["done", "undone", "redone"]


class ContextStep(Noun):
    """One change of a desk, all of it or nothing. ``number`` counts from 1.

    ``dropped``: undone, and something else was done instead.
    """

    number: int
    action: str
    subject: PageIndex
    actor: Actor
    made_at: AwareDatetime
    changes: tuple[PageChange, ...]
    state: StepState = "done"


class ContextEvent(Noun):
    """What happened to a desk, in the order in which it happened: the desk is its events.

    ``step`` is given when it is done for the first time; later its number is enough.
    """

    kind: EventKind
    number: int
    step: ContextStep | None = None


class Desk(Noun):
    """One reading task. ``question`` is what it is about now, for what matters least."""

    desk_id: str
    name: str
    question: str = ""
    token_budget: int = 16_000
    agent_access: AgentAccess = AgentAccess.CLOSED
    created_at: AwareDatetime
    updated_at: AwareDatetime
