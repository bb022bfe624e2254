"""The tree of a desk: pages by their index, and ways through it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping

from core.errors import Conflict, ContextPageNotFoundError
from core.model import ContentsPage, ContextPage, PageChange, PageIndex, Segment


def root_index(segment: Segment) -> PageIndex:
    return PageIndex(f"{segment}-0")


def is_root(index: PageIndex) -> bool:
    return index.endswith("-0")


class PageReader(ABC):
    """Ways through a tree, whatever holds its pages."""

    @abstractmethod
    def find(self, index: PageIndex) -> ContextPage | None: ...

    def get(self, index: PageIndex) -> ContextPage:
        page = self.find(index)
        if page is None:
            raise ContextPageNotFoundError(
                f"There is no page {index[:40]} on this desk.",
                hint="list_segments, get_children and find_page show what there is.",
            )
        return page

    def directory(self, index: PageIndex) -> ContentsPage:
        page = self.get(index)
        if not isinstance(page, ContentsPage):
            raise Conflict(
                f"{index} is a detail page and holds no other pages.",
                hint="Name a contents page; create_contents_page makes one.",
            )
        return page

    def children(self, index: PageIndex) -> list[ContextPage]:
        page = self.get(index)
        if not isinstance(page, ContentsPage):
            return []
        return [self.get(child) for child in page.children]

    def ancestors(self, index: PageIndex) -> list[ContentsPage]:
        """From the parent up to the root."""
        found: list[ContentsPage] = []
        page = self.get(index)
        while page.parent is not None:
            page = self.directory(page.parent)
            found.append(page)
        return found

    def branch(self, index: PageIndex) -> Iterator[ContextPage]:
        """The page and everything below it, a page before its children."""
        waiting = [index]
        while waiting:
            page = self.get(waiting.pop())
            yield page
            if isinstance(page, ContentsPage):
                waiting.extend(reversed(page.children))


class ContextTree(PageReader):
    def __init__(self, pages: Iterable[ContextPage] = ()) -> None:
        self._pages = {page.index: page for page in pages}

    def find(self, index: PageIndex) -> ContextPage | None:
        return self._pages.get(index)

    @property
    def pages(self) -> Mapping[PageIndex, ContextPage]:
        return self._pages

    def copy(self) -> "ContextTree":
        made = ContextTree()
        made._pages = self._pages.copy()
        return made

    def put(self, page: ContextPage) -> None:
        self._pages[page.index] = page

    def drop(self, index: PageIndex) -> None:
        del self._pages[index]

    def apply(self, changes: Iterable[PageChange]) -> None:
        for change in changes:
            if change.made is not None:
                self.put(change.made)
            elif change.gone is not None:
                self.drop(change.index)
            else:
                self.put(_changed(self.get(change.index), change))


def reverse(changes: Iterable[PageChange]) -> list[PageChange]:
    """Changes that take back what these did."""
    return [_reversed(change) for change in reversed(tuple(changes))]


def _reversed(change: PageChange) -> PageChange:
    splice = change.splice
    if splice is not None:
        splice = splice.model_copy(update={"removed": splice.inserted, "inserted": splice.removed})
    return PageChange(
        index=change.index,
        made=change.gone,
        gone=change.made,
        before=change.after,
        after=change.before,
        splice=splice,
    )


def _changed(page: ContextPage, change: PageChange) -> ContextPage:
    # A directory may have thousands of children: they are spliced, not read again.
    values = page.model_dump(round_trip=True, exclude={"children"}) | change.after
    made = type(page).model_validate(values)
    if not isinstance(page, ContentsPage):
        return made
    children = page.children
    if change.splice is not None:
        splice = change.splice
        rest = splice.start + len(splice.removed)
        children = (*children[: splice.start], *splice.inserted, *children[rest:])
    return made.model_copy(update={"children": children})
