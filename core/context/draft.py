"""A change in the making: the tree stays as it is until all of it is known."""

from datetime import datetime

from core.context.tree import ContextTree, PageReader
from core.model import ChildSplice, ContentsPage, ContextPage, PageChange, PageIndex


class Draft(PageReader):
    """Reads as the tree with the changes made so far. ``now`` is the time of all of them."""

    def __init__(self, tree: ContextTree, now: datetime) -> None:
        self.now = now
        self._tree = tree
        self._pages: dict[PageIndex, ContextPage | None] = {}

    def find(self, index: PageIndex) -> ContextPage | None:
        return self._pages[index] if index in self._pages else self._tree.find(index)

    def add(self, page: ContextPage) -> None:
        self._pages[page.index] = page

    def drop(self, index: PageIndex) -> None:
        self._pages[index] = None

    def change(self, index: PageIndex, **fields: object) -> None:
        """Nothing happens where the page is like that already."""
        page = self.get(index)
        if any(getattr(page, name) != value for name, value in fields.items()):
            self._pages[index] = page.model_copy(update=fields | {"updated_at": self.now})

    def detach(self, index: PageIndex) -> None:
        """Out of its parent's children; what the page itself says of its parent stays."""
        parent = self.get(index).parent
        if parent is not None:
            kept = tuple(child for child in self.directory(parent).children if child != index)
            self.change(parent, children=kept)

    def changes(self) -> tuple[PageChange, ...]:
        found = []
        for index, after in self._pages.items():
            before = self._tree.find(index)
            if before is None and after is not None:
                found.append(PageChange(index=index, made=after))
            elif before is not None and after is None:
                found.append(PageChange(index=index, gone=before))
            elif before is not None and after is not None and before != after:
                found.append(_difference(before, after))
        return tuple(found)

    def result(self) -> ContextTree:
        """A new tree; the old one stays for those who are reading it."""
        made = self._tree.copy()
        for index, page in self._pages.items():
            if page is not None:
                made.put(page)
            elif made.find(index) is not None:
                made.drop(index)
        return made


def _difference(before: ContextPage, after: ContextPage) -> PageChange:
    different = {
        name
        for name in type(before).model_fields
        if name != "children" and getattr(before, name) != getattr(after, name)
    }
    splice = None
    if isinstance(before, ContentsPage) and isinstance(after, ContentsPage):
        splice = _splice(before.children, after.children)
    return PageChange(
        index=before.index,
        before=before.model_dump(mode="json", round_trip=True, include=different),
        after=after.model_dump(mode="json", round_trip=True, include=different),
        splice=splice,
    )


def _splice(before: tuple[PageIndex, ...], after: tuple[PageIndex, ...]) -> ChildSplice | None:
    if before == after:
        return None
    shorter = min(len(before), len(after))
    start = 0
    while start < shorter and before[start] == after[start]:
        start += 1
    end = 0
    while end < shorter - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return ChildSplice(
        start=start,
        removed=before[start : len(before) - end],
        inserted=after[start : len(after) - end],
    )
