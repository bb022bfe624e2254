"""Making, changing, moving, merging and removing pages."""

from collections.abc import Sequence

from core.context import rules
from core.context.draft import Draft
from core.errors import Conflict, InvalidArguments
from core.model import (
    ContentsPage,
    ContextPage,
    DetailPage,
    Evidence,
    PageIndex,
    PageLifecycle,
)

_BETWEEN_MERGED = "\n\n"


def add_page(draft: Draft, page: ContextPage, position: int | None = None) -> None:
    """Under ``page.parent``, at the end or before the child that is at ``position`` now."""
    assert page.parent is not None
    parent = draft.directory(page.parent)
    rules.require_warm(parent)
    if not parent.is_active:
        raise Conflict(
            f"{parent.index} is archived; a new page in it would not be seen.",
            hint="restore_page brings it back first.",
        )
    draft.add(page)
    _insert(draft, parent.index, page.index, position)


def update_page(
    draft: Draft,
    index: PageIndex,
    *,
    name: str | None = None,
    description: str | None = None,
    detail: str | None = None,
    evidence: Sequence[Evidence] | None = None,
) -> None:
    """What is None stays."""
    page = draft.get(index)
    fields: dict[str, object] = {}
    if name is not None:
        fields["name"] = rules.clean_name(name)
    if description is not None:
        fields["description"] = rules.clean_description(description)
    if detail is not None or evidence is not None:
        if not isinstance(page, DetailPage):
            raise InvalidArguments(
                f"{index} is a contents page and has no detail.",
                hint="Change its name or description, or make a detail page in it.",
            )
        if detail is not None:
            fields["detail"] = rules.clean_detail(detail)
        if evidence is not None:
            fields["evidence"] = tuple(evidence)
    draft.change(index, **fields)


def move_page(draft: Draft, index: PageIndex, to: PageIndex, position: int | None = None) -> None:
    """Into ``to``; ``position`` counts its children as they are without the moved page.

    In an archived directory the page is archived, too.
    """
    page, target = draft.get(index), draft.directory(to)
    rules.require_no_root(page, "moved")
    rules.require_warm(page)
    rules.require_warm(target)
    if page.segment != target.segment:
        raise Conflict(
            f"{index} stays in its segment; {to} is in another.",
            hint="Make a new page there instead.",
        )
    if to == index or any(above.index == index for above in draft.ancestors(to)):
        raise Conflict(
            f"{to} is {index} itself or stands in it.", hint="Move it to a page outside of it."
        )
    draft.detach(index)
    draft.change(index, parent=to)
    _insert(draft, to, index, position)
    if target.lifecycle is PageLifecycle.HOT_ARCHIVED:
        for below in list(draft.branch(index)):
            draft.change(below.index, lifecycle=PageLifecycle.HOT_ARCHIVED)


def remove_page(draft: Draft, index: PageIndex) -> None:
    """With everything in it."""
    page = draft.get(index)
    rules.require_no_root(page, "removed")
    gone = [below.index for below in draft.branch(index)]
    draft.detach(index)
    for each in gone:
        draft.drop(each)


def merge_pages(draft: Draft, target: PageIndex, sources: Sequence[PageIndex]) -> None:
    """Detail pages: texts and evidence are put together. Directories: their children are."""
    into = draft.get(target)
    rules.require_warm(into)
    for index in dict.fromkeys(sources):
        source = draft.get(index)
        rules.require_no_root(source, "merged into another")
        rules.require_warm(source)
        if index == target:
            raise Conflict(f"{index} cannot be merged into itself.", hint="Name another page.")
        if source.segment != into.segment:
            raise Conflict(
                f"{index} and {target} are in different segments.", hint="Merge within one."
            )
        if isinstance(source, DetailPage) and isinstance(into, DetailPage):
            _merge_details(draft, target, source)
        elif isinstance(source, ContentsPage) and isinstance(into, ContentsPage):
            _merge_directories(draft, target, source)
        else:
            raise Conflict(
                f"{index} and {target} are of different kinds.",
                hint="Move the detail page into the contents page instead.",
            )


def _merge_details(draft: Draft, target: PageIndex, source: DetailPage) -> None:
    into = draft.get(target)
    assert isinstance(into, DetailPage)
    texts = [text for text in (into.detail, source.detail) if text]
    draft.change(
        target,
        detail=rules.clean_detail(_BETWEEN_MERGED.join(texts)),
        evidence=tuple(dict.fromkeys((*into.evidence, *source.evidence))),
        message_count=into.message_count + source.message_count,
        pinned=into.pinned or source.pinned,
    )
    draft.detach(source.index)
    draft.drop(source.index)


def _merge_directories(draft: Draft, target: PageIndex, source: ContentsPage) -> None:
    if any(above.index == source.index for above in draft.ancestors(target)):
        raise Conflict(
            f"{target} stands in {source.index}.", hint="Merge the inner one into the outer one."
        )
    for child in source.children:
        move_page(draft, child, target)
    draft.detach(source.index)
    draft.drop(source.index)


def _insert(draft: Draft, parent: PageIndex, child: PageIndex, position: int | None) -> None:
    children = list(draft.directory(parent).children)
    place = len(children) if position is None else max(0, min(position, len(children)))
    children.insert(place, child)
    draft.change(parent, children=tuple(children))
