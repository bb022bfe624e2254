"""The reading context: a tree of pages that an analyst or an agent fills while reading."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal, NewType

from pydantic import Field

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


class _ContextPage(Noun):
    index: PageIndex
    name: str
    description: str = ""
    lifecycle: PageLifecycle = PageLifecycle.ACTIVE
    visibility: PageVisibility = PageVisibility.EXPANDED
    parent: PageIndex | None = None
    created_at: datetime
    updated_at: datetime


class Evidence(Noun):
    """Where a page of the context comes from."""

    reg_id: str
    page_nums: tuple[int, ...]
    block_ids: tuple[str, ...] = ()
    table_id: str | None = None
    rows: tuple[int, ...] = ()
    quote: str = ""


class DetailPage(_ContextPage):
    """A leaf: it holds text and where that text comes from."""

    kind: Literal["detail"] = "detail"
    detail: str = ""
    evidence: tuple[Evidence, ...] = ()


class ContentsPage(_ContextPage):
    """A directory: it holds the indexes of its children, in order."""

    kind: Literal["contents"] = "contents"
    children: tuple[PageIndex, ...] = ()


ContextPage = Annotated[DetailPage | ContentsPage, Field(discriminator="kind")]
