"""What always holds on a desk: who may write where, and what makes a tree whole."""

import re
from collections import Counter
from collections.abc import Iterable

from core.context.tree import ContextTree, is_root, root_index
from core.errors import Conflict, InvalidArguments, NotPermitted, TooLarge
from core.model import (
    Actor,
    ContentsPage,
    ContextPage,
    DetailPage,
    PageIndex,
    PageLifecycle,
    Segment,
)

LONGEST_NAME = 200
LONGEST_DESCRIPTION = 2_000
LONGEST_DETAIL = 200_000

_INDEX = re.compile(f"(?:{'|'.join(Segment)})-(?:0|[1-9][0-9]{{0,8}})")
_MOST_PAGES = 1_000_000  # of a regulation: beyond it a number is no page and no row
_READ_ONLY = {Actor.AGENT: frozenset({Segment.SYSTEM}), Actor.ANALYST: frozenset[Segment]()}


def may_write(actor: Actor, segment: Segment) -> bool:
    """What holds for the whole task is set by the analyst; agents read it."""
    return segment not in _READ_ONLY[actor]


def require_writing(actor: Actor, segment: Segment) -> None:
    if not may_write(actor, segment):
        raise NotPermitted(
            f"Agents may read the segment {segment}, not change it.",
            hint="Write to the segments usr and tool.",
        )


def require_no_root(page: ContextPage, verb: str) -> None:
    if is_root(page.index):
        raise Conflict(
            f"{page.index} is the root of its segment and cannot be {verb}.",
            hint="Name one of the pages in it.",
        )


def require_warm(page: ContextPage) -> None:
    if page.is_cold:
        raise Conflict(
            f"{page.index} is in the cold archive.", hint="restore_page brings it back first."
        )


def clean_name(name: str) -> str:
    cleaned = " ".join(name.split())
    if not cleaned:
        raise InvalidArguments("A page needs a name.", hint="Give a few words to find it by.")
    return _within(cleaned, LONGEST_NAME, "name")


def clean_description(description: str) -> str:
    return _within(" ".join(description.split()), LONGEST_DESCRIPTION, "description")


def clean_detail(detail: str) -> str:
    return _within(detail, LONGEST_DETAIL, "detail")


def problems(pages: Iterable[ContextPage]) -> list[str]:
    """One sentence for each thing that does not fit; an empty list is a whole tree."""
    listed = list(pages)
    tree = ContextTree(listed)
    found = [f"{index} is there twice." for index in _twice(page.index for page in listed)]
    found += [
        f"The segment {segment} has no root."
        for segment in Segment
        if not isinstance(tree.find(root_index(segment)), ContentsPage)
    ]
    holders: dict[PageIndex, PageIndex] = {}
    for page in listed:
        if isinstance(page, ContentsPage):
            for child in page.children:
                if child in holders:
                    found.append(f"{child} stands in {holders[child]} and in {page.index}.")
                holders[child] = page.index
    for page in listed:
        found += problems_of(page, tree, holders.get(page.index))
    return found or _cycles(tree)


def problems_of(page: ContextPage, tree: ContextTree, holder: PageIndex | None) -> list[str]:
    """Of one page; ``holder`` is the one that lists it."""
    index = page.index
    if not _INDEX.fullmatch(index):
        return [f"{index[:40]} is no index."]
    found = _problems_of_words(page)
    if holder != page.parent:
        found.append(f"{index} names {page.parent} as its parent and stands in {holder}.")
    missing = [
        child
        for child in (page.children if isinstance(page, ContentsPage) else ())
        if tree.find(child) is None
    ]
    found += [f"{index} lists {child}, which is not there." for child in missing]
    if is_root(index) and (page.parent is not None or not page.is_active):
        found.append(f"{index} is a root and must be active, under no other page.")
    parent = tree.find(page.parent) if page.parent is not None else None
    if parent is None:
        if not is_root(index) and not page.is_cold:
            found.append(f"{index} is an orphan.")
    elif parent.segment != page.segment:
        found.append(f"{index} stands in another segment.")
    elif page.is_active and not parent.is_active:
        found.append(f"{index} is active under the archived {parent.index}.")
    elif page.is_cold != parent.is_cold:
        found.append(f"{index} and its parent {parent.index} are not both in the cold archive.")
    elif page.lifecycle is PageLifecycle.HOT_ARCHIVED and parent.is_cold:
        found.append(f"{index} is archived under no active page.")
    return found


def _problems_of_words(page: ContextPage) -> list[str]:
    found = []
    if not page.name or len(page.name) > LONGEST_NAME or "\n" in page.name:
        found.append(f"{page.index} has no name, or one that is too long.")
    if len(page.description) > LONGEST_DESCRIPTION:
        found.append(f"{page.index} has a description that is too long.")
    if isinstance(page, DetailPage):
        if len(page.detail) > LONGEST_DETAIL:
            found.append(f"{page.index} has a text that is too long.")
        places = (n for proof in page.evidence for n in (*proof.page_nums, *proof.rows))
        if not all(0 <= place < _MOST_PAGES for place in places):
            found.append(f"{page.index} cites a page that no regulation has.")
    return found


def _cycles(tree: ContextTree) -> list[str]:
    """Asked last: every page stands where it says it does."""
    tops = [page.index for page in tree.pages.values() if page.parent is None]
    reached = {page.index for top in tops for page in tree.branch(top)}
    return [f"{index} is in a circle." for index in tree.pages if index not in reached]


def _twice(indexes: Iterable[PageIndex]) -> list[PageIndex]:
    return [index for index, count in Counter(indexes).items() if count > 1]


def _within(text: str, most: int, what: str) -> str:
    if len(text) > most:
        raise TooLarge(
            f"The {what} has {len(text)} characters; {most} are possible.",
            hint="Shorten it, or make several pages of it.",
        )
    return text
