"""The window: what a model reads of a desk, within a budget of tokens.

Everything an analyst left expanded is open if it fits. If not, what matters most is opened first
(pinned, then the outline, then what is related to the question, then the newest), and the rest is
folded to a line or counted. The window says what was folded and is never over its budget.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from core.context import rendering
from core.context.finding import Relation
from core.context.tokens import TokenCounter
from core.context.tree import ContextTree, root_index
from core.errors import InvalidArguments
from core.model import ContentsPage, ContextPage, DetailPage, PageIndex, Segment

LEAST_BUDGET = 100  # as much as the note about folded pages may need
MOST_BUDGET = 2_000_000
_OUTLINE_SHARE = 0.5  # of the budget, for directories that no open page needs
_LEAST_LINE = 6  # tokens a line has at least: what cannot fit is not counted
_GIVE_UP = 48  # pages that were counted and did not fit
_BYTES_PER_TOKEN = 4  # more or less, of Chinese as of English
_PER_MESSAGE = 6  # tokens that a chat format adds to a message
_NOTE_SLACK = 24  # numbers of one length may differ in tokens
_ROLES = {Segment.SYSTEM: "system", Segment.USER: "user", Segment.TOOL: "user"}


@dataclass(frozen=True)
class WindowPart:
    """A page as it stands in the window: open, or a line."""

    page: ContextPage
    depth: int
    is_open: bool
    unlisted: int  # children that only a count stands for


@dataclass(frozen=True)
class Window:
    """``folded``: expanded by the analyst, closed by the budget; pinned pages come first."""

    parts: tuple[WindowPart, ...]
    folded: tuple[PageIndex, ...]
    budget: int
    tokens: int
    counted_with: str
    markdown: str

    @property
    def messages(self) -> list[dict[str, Any]]:
        """For a model: what holds for the whole task, what was read, what tools answered."""
        texts = {segment: _text(self.parts, segment) for segment in Segment}
        filled = [segment for segment in Segment if texts[segment]]
        if filled:
            texts[filled[-1]] += rendering.folding_note(self.folded, self.budget)
        return [{"role": _ROLES[segment], "content": texts[segment]} for segment in filled]


def render(
    tree: ContextTree, counter: TokenCounter, budget: int, relation: Relation | None = None
) -> Window:
    if budget < LEAST_BUDGET:
        raise InvalidArguments(
            f"A window of {budget} tokens holds nothing.",
            hint=f"Give {LEAST_BUDGET} tokens or more.",
        )
    fit = _Fit(tree, counter, budget)
    if not fit.open_everything():
        fit.open_what_matters(relation.of if relation is not None else lambda _: 0.0)
    parts = tuple(fit.parts())
    folded = tuple(fit.folded())
    markdown = "".join(_text(parts, segment) for segment in Segment)
    markdown += rendering.folding_note(folded, budget)
    return Window(
        parts=parts,
        folded=folded,
        budget=budget,
        tokens=counter.count(markdown) + _PER_MESSAGE * len(Segment),
        counted_with=counter.name,
        markdown=markdown,
    )


class _Fit:
    """``open`` pages show their content; a ``listed`` page has at least a line of its own."""

    def __init__(self, tree: ContextTree, counter: TokenCounter, budget: int) -> None:
        self._tree = tree
        self._counter = counter
        self._children = {
            page.index: [child for child in tree.children(page.index) if child.is_active]
            for page in self._directories()
        }
        self._depths: dict[PageIndex, int] = {}
        self._wanted: list[ContextPage] = list(self._walk())
        self._open: set[PageIndex] = set()
        self._listed: set[PageIndex] = set()
        longest = max((page.index for page in self._wanted), key=len, default=PageIndex(""))
        note = rendering.folding_note([longest] * len(self._wanted), budget)
        reserved = counter.count(note) + _NOTE_SLACK + _PER_MESSAGE * len(Segment)
        self._all = budget - _PER_MESSAGE * len(Segment)
        self._left = budget - reserved
        self._outline_left = int(budget * _OUTLINE_SHARE)

    def open_everything(self) -> bool:
        """Whether all that is expanded fits; if so, it is open, and no note is needed."""
        left = self._all
        wanted = {page.index for page in self._wanted}
        for page in self._wanted:
            left -= self._cost_open(page)
            hidden = [it for it in self._children.get(page.index, ()) if it.index not in wanted]
            if left < _LEAST_LINE * len(hidden):
                return False
            left -= sum(map(self._cost_line, hidden))
            if left < 0:
                return False
        for root in self._roots():
            if root.index not in wanted:
                left -= self._cost_line(root)
        if left < 0:
            return False
        self._open = wanted
        self._listed = set(self._depths) | {root.index for root in self._roots()}
        return True

    def open_what_matters(self, related: Callable[[ContextPage], float]) -> None:
        for root in self._roots():
            if self._cost_line(root) <= self._left:
                self._listed.add(root.index)
                self._left -= self._cost_line(root)
        newest = sorted(self._wanted, key=lambda page: page.updated_at, reverse=True)
        pinned = [page for page in newest if page.pinned]
        directories = [page for page in self._wanted if isinstance(page, ContentsPage)]
        details = [
            page for page in newest if not isinstance(page, ContentsPage) and not page.pinned
        ]
        self._open_each(pinned)
        for page in pinned:
            if page.index not in self._open:
                self._fit_in(page, is_open=False)
        for page in sorted(directories, key=lambda page: self._depths[page.index]):
            self._open_outline(page)
        # Sorting is stable: of equally related pages the newest stay first.
        self._open_each(sorted(details, key=related, reverse=True))
        for page in directories:
            self._list_children(page)

    def parts(self) -> Iterator[WindowPart]:
        for root in self._roots():
            if root.index in self._listed:
                yield from self._parts_below(root)

    def folded(self) -> list[PageIndex]:
        pages = [page for page in self._wanted if page.index not in self._open]
        return [page.index for page in sorted(pages, key=lambda page: not page.pinned)]

    def _parts_below(self, root: ContextPage) -> Iterator[WindowPart]:
        waiting = [root]
        while waiting:
            page = waiting.pop()
            is_open = page.index in self._open
            children = self._children.get(page.index, [])
            listed = [it for it in children if it.index in self._listed] if is_open else []
            yield WindowPart(
                page=page,
                depth=self._depths.get(page.index, 0),
                is_open=is_open,
                unlisted=len(children) - len(listed),
            )
            waiting.extend(reversed(listed))

    def _open_each(self, pages: list[ContextPage]) -> None:
        """Counting takes time: what most likely is too long is passed over."""
        missed = 0
        for page in pages:
            longest = self._left * (2 if missed < _GIVE_UP else 0.5)
            if page.index not in self._open and _guessed_tokens(page) <= longest:
                missed += not self._fit_in(page, is_open=True)
                if missed == 2 * _GIVE_UP:
                    return

    def _fit_in(self, page: ContextPage, *, is_open: bool) -> bool:
        """With the way to it: directories above it are opened, listing no more than is needed."""
        way = [it for it in self._tree.ancestors(page.index) if it.index not in self._open]
        opened = (*way, page) if is_open else way
        cost = 0 if is_open or page.index in self._listed else self._cost_line(page)
        for each in opened:
            if each.index not in self._listed:
                cost += self._cost_line(each)
            cost += self._cost_open(each) - self._cost_line(each)
            cost += self._cost_more(each) if self._children.get(each.index) else 0
            if cost > self._left:
                return False
        if cost > self._left:
            return False
        self._listed |= {page.index, *(each.index for each in opened)}
        self._open |= {each.index for each in opened}
        self._left -= cost
        return True

    def _open_outline(self, page: ContextPage) -> None:
        """A directory with all its children as lines, within the outline's share."""
        if any(above.index not in self._open for above in self._tree.ancestors(page.index)):
            return
        children = self._children[page.index]
        left = min(self._left, self._outline_left)
        unlisted = [child for child in children if child.index not in self._listed]
        if left < _LEAST_LINE * len(unlisted):
            return
        cost = sum(map(self._cost_line, unlisted))
        if page.index not in self._open:
            cost += self._cost_open(page) - self._cost_line(page)
        if cost > left:
            return
        self._listed |= {page.index, *(child.index for child in unlisted)}
        self._open.add(page.index)
        self._left -= cost
        self._outline_left -= cost

    def _list_children(self, page: ContextPage) -> None:
        """A line for each child there is still room for."""
        if page.index not in self._open:
            return
        for child in self._children[page.index]:
            if child.index not in self._listed:
                if self._left < _LEAST_LINE or self._cost_line(child) > self._left:
                    return
                self._listed.add(child.index)
                self._left -= self._cost_line(child)

    def _walk(self) -> Iterator[ContextPage]:
        """What the analyst left expanded, all the way down, in order."""
        waiting = [(root, 0) for root in reversed(self._roots())]
        while waiting:
            page, depth = waiting.pop()
            self._depths[page.index] = depth
            if page.is_expanded:
                yield page
                below = self._children.get(page.index, [])
                waiting.extend((child, depth + 1) for child in reversed(below))

    def _roots(self) -> list[ContextPage]:
        """Segments that hold something."""
        roots = [self._tree.get(root_index(segment)) for segment in Segment]
        return [root for root in roots if self._children.get(root.index)]

    def _directories(self) -> list[ContentsPage]:
        return [
            page
            for page in self._tree.pages.values()
            if isinstance(page, ContentsPage) and page.is_active
        ]

    def _cost_open(self, page: ContextPage) -> int:
        return self._counter.count(rendering.opened(page, self._depths.get(page.index, 0)))

    def _cost_line(self, page: ContextPage) -> int:
        return self._counter.count(rendering.line(page, len(self._children.get(page.index, ()))))

    def _cost_more(self, page: ContextPage) -> int:
        count = len(self._children[page.index])
        return self._counter.count(rendering.more(page.index, count)) + 2


def _guessed_tokens(page: ContextPage) -> float:
    detail = page.detail if isinstance(page, DetailPage) else ""
    return len(detail.encode()) / _BYTES_PER_TOKEN


def _text(parts: tuple[WindowPart, ...], segment: Segment) -> str:
    texts: list[str] = []
    waiting: list[tuple[int, PageIndex, int]] = []  # directories whose rest is yet to be counted
    for part in parts:
        if part.page.segment is not segment:
            continue
        while waiting and waiting[-1][0] >= part.depth:
            _, index, count = waiting.pop()
            texts.append(rendering.more(index, count))
        if part.is_open:
            texts.append(rendering.opened(part.page, part.depth))
            if part.unlisted:
                waiting.append((part.depth, part.page.index, part.unlisted))
        else:
            texts.append(rendering.line(part.page, part.unlisted))
    texts += [rendering.more(index, count) for _, index, count in reversed(waiting)]
    return "".join(texts)
