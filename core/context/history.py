"""Whether a history that was made elsewhere is one that a desk could have had.

Undoing and replaying trust it, so every state that it leads through must be whole. After each step
only what is near its changes is looked at: the state before it was whole.
"""

from collections.abc import Iterable

from core.context.rules import problems_of
from core.context.tree import ContextTree, is_root, reverse
from core.model import (
    ContentsPage,
    ContextEvent,
    ContextPage,
    ContextStep,
    PageChange,
    PageIndex,
)


def false_history(began_with: Iterable[ContextPage], events: Iterable[ContextEvent]) -> str | None:
    """A sentence about the first event that cannot have been; ``began_with`` is whole."""
    tree = ContextTree(began_with)
    done: list[ContextStep] = []
    undone: list[ContextStep] = []
    steps = 0
    for nth, event in enumerate(events, 1):
        if event.kind == "done":
            step = event.step
            steps += 1
            if step is None or step.state != "done" or not event.number == step.number == steps:
                return f"The event {nth} is no step, or out of order."
            false = _false_step(tree, step)
            if false is not None:
                return f"The step {step.number} is false: {false}"
            done.append(step)
            undone.clear()
        else:
            stack = done if event.kind == "undone" else undone
            if not stack or stack[-1].number != event.number:
                return f"The event {nth} takes back what was not done last."
            step = stack.pop()
            tree.apply(reverse(step.changes) if event.kind == "undone" else step.changes)
            (undone if event.kind == "undone" else done).append(step)
    return None


def _false_step(tree: ContextTree, step: ContextStep) -> str | None:
    before = tree.copy()
    tree.apply(step.changes)
    back = tree.copy()
    back.apply(reverse(step.changes))
    for change in step.changes:
        if back.find(change.index) != before.find(change.index):
            return f"{change.index} would not be as it was when that is undone."
    near = {index for change in step.changes for index in _near(change, before, tree)}
    for index in near:
        false = _false_page(index, tree)
        if false is not None:
            return false
    return None


def _near(change: PageChange, before: ContextTree, after: ContextTree) -> Iterable[PageIndex]:
    """Pages that may fit no longer: itself, where it stood, what it holds or held."""
    yield change.index
    for tree in (before, after):
        page = tree.find(change.index)
        if page is None:
            continue
        if page.parent is not None:
            yield page.parent
        if isinstance(page, ContentsPage) and (
            change.splice is None or "lifecycle" in change.after
        ):
            yield from page.children
    if change.splice is not None:
        yield from (*change.splice.removed, *change.splice.inserted)


def _false_page(index: PageIndex, tree: ContextTree) -> str | None:
    page = tree.find(index)
    if page is None:
        return f"{index} is a root that is gone." if is_root(index) else None
    if page.index != index:
        return f"{index} is kept as {page.index}."
    found = problems_of(page, tree, _holder(page, tree))
    if not found and isinstance(page, ContentsPage):
        strays = [child for child in page.children if tree.get(child).parent != index]
        found = [f"{child} stands in {index} and says otherwise." for child in strays]
    if not found and _in_a_circle(page, tree):
        found = [f"{index} is in a circle."]
    return found[0] if found else None


def _holder(page: ContextPage, tree: ContextTree) -> PageIndex | None:
    parent = tree.find(page.parent) if page.parent is not None else None
    once = isinstance(parent, ContentsPage) and parent.children.count(page.index) == 1
    return page.parent if once else None


def _in_a_circle(page: ContextPage, tree: ContextTree) -> bool:
    seen: set[PageIndex] = set()
    while page.parent is not None and page.index not in seen:
        seen.add(page.index)
        page = tree.get(page.parent)
    return page.parent is not None
