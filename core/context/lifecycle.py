"""What of a page is seen: expanded or hidden, active, archived at hand or away.

An active page stands under active pages only. Archiving takes a whole branch; bringing one back
opens the way to it.
"""

from core.context import rules
from core.context.draft import Draft
from core.context.tree import root_index
from core.errors import Conflict
from core.model import ContentsPage, PageIndex, PageLifecycle, PageVisibility


def expand(draft: Draft, index: PageIndex) -> None:
    """With every ancestor, so that it is seen; out of the hot archive if it is in there."""
    page = draft.get(index)
    rules.require_warm(page)
    if not page.is_active:
        _bring_back(draft, index)
    _open_way(draft, index)
    draft.change(index, visibility=PageVisibility.EXPANDED)


def hide(draft: Draft, index: PageIndex) -> None:
    page = draft.get(index)
    rules.require_warm(page)
    draft.change(index, visibility=PageVisibility.HIDDEN)


def pin(draft: Draft, index: PageIndex, *, pinned: bool) -> None:
    rules.require_warm(draft.get(index))
    draft.change(index, pinned=pinned)


def archive_hot(draft: Draft, index: PageIndex) -> None:
    """Out of the window, still in its place in the tree."""
    page = draft.get(index)
    rules.require_no_root(page, "archived")
    rules.require_warm(page)
    for below in list(draft.branch(index)):
        draft.change(below.index, lifecycle=PageLifecycle.HOT_ARCHIVED)


def archive_cold(draft: Draft, index: PageIndex) -> None:
    """Out of the tree; the top of the branch remembers where it stood."""
    page = draft.get(index)
    rules.require_no_root(page, "archived")
    if page.is_cold:
        raise Conflict(
            f"{index} is in the cold archive already.", hint="restore_page brings it back."
        )
    for below in list(draft.branch(index)):
        draft.change(below.index, lifecycle=PageLifecycle.COLD_ARCHIVED)
    draft.detach(index)
    draft.change(index, parent=None, former_parent=page.parent)


def restore(draft: Draft, index: PageIndex, to: PageIndex | None = None) -> None:
    """The branch is active again and seen: where it stood, or in ``to``.

    Where its former place is gone or cold itself, it comes back in the root of its segment.
    """
    page = draft.get(index)
    if not page.is_cold:
        if page.is_active:
            raise Conflict(f"{index} is not archived.", hint="Nothing needs to be brought back.")
        if to is not None and to != page.parent:
            raise Conflict(f"{index} is archived in its place.", hint="Restore it, then move_page.")
        _bring_back(draft, index)
        _open_way(draft, index)
        return
    if to is not None and draft.get(to).segment != page.segment:
        raise Conflict(f"{index} stays in its segment.", hint="Name a page of that segment.")
    place = _place_for(draft, index) if to is None else draft.directory(to)
    rules.require_warm(place)
    draft.detach(index)
    draft.change(index, parent=place.index, former_parent=None)
    draft.change(place.index, children=(*draft.directory(place.index).children, index))
    _bring_back(draft, index)
    _open_way(draft, index)


def _place_for(draft: Draft, index: PageIndex) -> ContentsPage:
    top = ([draft.get(index), *draft.ancestors(index)])[-1]
    former = draft.find(top.former_parent) if top.former_parent is not None else None
    if isinstance(former, ContentsPage) and not former.is_cold:
        return former
    return draft.directory(root_index(top.segment))


def _bring_back(draft: Draft, index: PageIndex) -> None:
    for below in list(draft.branch(index)):
        draft.change(below.index, lifecycle=PageLifecycle.ACTIVE)


def _open_way(draft: Draft, index: PageIndex) -> None:
    for above in draft.ancestors(index):
        draft.change(
            above.index, lifecycle=PageLifecycle.ACTIVE, visibility=PageVisibility.EXPANDED
        )
