"""All that can be done on one desk: every change is one step, saved whole, undone whole."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from threading import RLock

from core.context import editing, lifecycle, rules
from core.context.draft import Draft
from core.context.tree import ContextTree, reverse, root_index
from core.errors import Conflict
from core.model import (
    Actor,
    ContentsPage,
    ContextEvent,
    ContextPage,
    ContextStep,
    DetailPage,
    Evidence,
    PageIndex,
    Segment,
)
from core.model.reading_context import EventKind, StepState

ROOT_NAMES = {Segment.SYSTEM: "System", Segment.USER: "User", Segment.TOOL: "Tool"}

Edit = Callable[[Draft], None]
Journal = Callable[[ContextEvent], None]  # keeps it for good, or raises


class ContextSystem:
    """Safe to share between threads: writers take turns, and ``tree`` is never changed in place."""

    def __init__(
        self,
        began_with: Iterable[ContextPage],
        events: Iterable[ContextEvent],
        journal: Journal,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """The desk as its events left it; ``journal`` gets those that follow."""
        self._journal = journal
        self._clock = clock
        self._turn = RLock()
        self._tree = ContextTree(began_with)
        self._steps: list[ContextStep] = []
        self._undone: list[int] = []  # numbers, the next to be done again last
        self._numbers = dict.fromkeys(Segment, 1)
        for index in self._tree.pages:
            self._count(index)
        for event in events:
            step = event.step if event.step is not None else self._steps[event.number - 1]
            self._tree.apply(reverse(step.changes) if event.kind == "undone" else step.changes)
            self._note(event.kind, step)

    @property
    def tree(self) -> ContextTree:
        return self._tree

    @property
    def steps(self) -> list[ContextStep]:
        return list(self._steps)

    def turn(self) -> AbstractContextManager[bool]:
        """Several changes with nobody else's in between."""
        return self._turn

    def create_detail_page(
        self,
        name: str,
        description: str = "",
        detail: str = "",
        parent: PageIndex = root_index(Segment.USER),  # noqa: B008 - a constant
        *,
        evidence: Sequence[Evidence] = (),
        position: int | None = None,
        by: Actor = Actor.ANALYST,
    ) -> ContextPage:
        with self._turn:
            index, now = self._next_index(parent), self._clock()
            page = DetailPage(
                index=index,
                name=rules.clean_name(name),
                description=rules.clean_description(description),
                detail=rules.clean_detail(detail),
                evidence=tuple(evidence),
                parent=parent,
                created_at=now,
                updated_at=now,
            )
            edit: Edit = lambda draft: editing.add_page(draft, page, position)  # noqa: E731
            return self._do("create", index, edit, by)

    def create_contents_page(
        self,
        name: str,
        description: str = "",
        parent: PageIndex = root_index(Segment.USER),  # noqa: B008 - a constant
        *,
        position: int | None = None,
        by: Actor = Actor.ANALYST,
    ) -> ContextPage:
        with self._turn:
            index, now = self._next_index(parent), self._clock()
            page = ContentsPage(
                index=index,
                name=rules.clean_name(name),
                description=rules.clean_description(description),
                parent=parent,
                created_at=now,
                updated_at=now,
            )
            edit: Edit = lambda draft: editing.add_page(draft, page, position)  # noqa: E731
            return self._do("create", index, edit, by)

    def update_page(
        self,
        index: PageIndex,
        *,
        name: str | None = None,
        description: str | None = None,
        detail: str | None = None,
        evidence: Sequence[Evidence] | None = None,
        by: Actor = Actor.ANALYST,
    ) -> ContextPage:
        return self._do(
            "update",
            index,
            lambda draft: editing.update_page(
                draft, index, name=name, description=description, detail=detail, evidence=evidence
            ),
            by,
        )

    def move_page(
        self,
        index: PageIndex,
        to: PageIndex,
        position: int | None = None,
        *,
        by: Actor = Actor.ANALYST,
    ) -> ContextPage:
        return self._do(
            "move", index, lambda draft: editing.move_page(draft, index, to, position), by
        )

    def remove_page(self, index: PageIndex, *, by: Actor = Actor.ANALYST) -> list[PageIndex]:
        """-> everything that went with it."""
        with self._turn:
            gone = [page.index for page in self._tree.branch(index)]
            self._do("remove", index, lambda draft: editing.remove_page(draft, index), by)
        return gone

    def merge_pages(
        self, target: PageIndex, sources: Sequence[PageIndex], *, by: Actor = Actor.ANALYST
    ) -> ContextPage:
        return self._do(
            "merge", target, lambda draft: editing.merge_pages(draft, target, sources), by
        )

    def expand(self, index: PageIndex, *, by: Actor = Actor.ANALYST) -> ContextPage:
        return self._do("expand", index, lambda draft: lifecycle.expand(draft, index), by)

    def hide(self, index: PageIndex, *, by: Actor = Actor.ANALYST) -> ContextPage:
        return self._do("hide", index, lambda draft: lifecycle.hide(draft, index), by)

    def pin(
        self, index: PageIndex, *, pinned: bool = True, by: Actor = Actor.ANALYST
    ) -> ContextPage:
        action = "pin" if pinned else "unpin"
        return self._do(action, index, lambda draft: lifecycle.pin(draft, index, pinned=pinned), by)

    def archive(
        self, index: PageIndex, *, cold: bool = False, by: Actor = Actor.ANALYST
    ) -> ContextPage:
        take = lifecycle.archive_cold if cold else lifecycle.archive_hot
        action = "archive_cold" if cold else "archive_hot"
        return self._do(action, index, lambda draft: take(draft, index), by)

    def restore(
        self, index: PageIndex, to: PageIndex | None = None, *, by: Actor = Actor.ANALYST
    ) -> ContextPage:
        return self._do("restore", index, lambda draft: lifecycle.restore(draft, index, to), by)

    def undo(self) -> ContextStep:
        """The last step that is done; -> that step, undone."""
        with self._turn:
            step = next((step for step in reversed(self._steps) if step.state == "done"), None)
            if step is None:
                raise Conflict("There is nothing to undo.", hint="The desk is as it began.")
            return self._replay("undone", step)

    def redo(self) -> ContextStep:
        """The step that was undone last; -> that step, done."""
        with self._turn:
            if not self._undone:
                raise Conflict("There is nothing to do again.", hint="Undo something first.")
            return self._replay("redone", self._steps[self._undone[-1] - 1])

    def tree_after(self, number: int) -> ContextTree:
        """The tree as it was when step ``number`` was done; 0 is the beginning.

        Only what is done counts: undone steps have left no trace in the tree.
        """
        with self._turn:
            tree = self._tree.copy()
            for step in reversed(self._steps):
                if step.number > number and step.state == "done":
                    tree.apply(reverse(step.changes))
        return tree

    def _do(self, action: str, subject: PageIndex, edit: Edit, by: Actor) -> ContextPage:
        """-> the page as it is now, or as it last was. A change of nothing is no step."""
        with self._turn:
            draft = Draft(self._tree, self._clock())
            edit(draft)
            changes = draft.changes()
            for segment in {_segment_of(change.index) for change in changes}:
                rules.require_writing(by, segment)
            if not changes:
                rules.require_writing(by, _segment_of(subject))
                return self._tree.get(subject)
            step = ContextStep(
                number=len(self._steps) + 1,
                action=action,
                subject=subject,
                actor=by,
                made_at=draft.now,
                changes=changes,
            )
            self._journal(ContextEvent(kind="done", number=step.number, step=step))
            before, self._tree = self._tree, draft.result()
            self._note("done", step)
            return self._tree.find(subject) or before.get(subject)

    def _replay(self, kind: EventKind, step: ContextStep) -> ContextStep:
        tree = self._tree.copy()
        tree.apply(reverse(step.changes) if kind == "undone" else step.changes)
        self._journal(ContextEvent(kind=kind, number=step.number))
        self._tree = tree
        self._note(kind, step)
        return self._steps[step.number - 1]

    def _note(self, kind: EventKind, step: ContextStep) -> None:
        """In the history; what is done anew takes the place of what was undone."""
        if kind == "undone":
            self._undone.append(step.number)
            self._restate(step.number, "undone")
        elif kind == "redone":
            self._undone.remove(step.number)
            self._restate(step.number, "done")
        else:
            for number in self._undone:
                self._restate(number, "dropped")
            self._undone.clear()
            self._steps.append(step)
            for change in step.changes:
                self._count(change.index)

    def _restate(self, number: int, state: StepState) -> None:
        step = self._steps[number - 1]
        self._steps[number - 1] = step.model_copy(update={"state": state})

    def _next_index(self, parent: PageIndex) -> PageIndex:
        segment = self._tree.directory(parent).segment
        return PageIndex(f"{segment}-{self._numbers[segment]}")

    def _count(self, index: PageIndex) -> None:
        """A number is given once, also when the page is gone."""
        segment, number = _segment_of(index), int(index.rpartition("-")[2])
        self._numbers[segment] = max(self._numbers[segment], number + 1)


def new_pages(now: datetime) -> list[ContextPage]:
    """What a desk begins with: a root for each segment."""
    return [
        ContentsPage(
            index=root_index(segment), name=ROOT_NAMES[segment], created_at=now, updated_at=now
        )
        for segment in Segment
    ]


def _segment_of(index: PageIndex) -> Segment:
    return Segment(index.rpartition("-")[0])
