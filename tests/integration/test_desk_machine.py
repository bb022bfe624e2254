"""Everything that can happen on a desk, in any order, on a real store.

``GRIDCODE_DESK_EXAMPLES=400`` plays 400 games.
"""

import os
from datetime import UTC, datetime
from functools import partial
from inspect import signature

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from core.context import rules
from core.context.context_system import ContextSystem
from core.context.finding import FoldedPages, Relation
from core.context.tokens import TokenCounter
from core.context.tree import is_root
from core.context.window import LEAST_BUDGET, render
from core.errors import GridCodeError
from core.model import (
    Actor,
    ContentsPage,
    ContextEvent,
    Desk,
    DetailPage,
    Evidence,
    PageIndex,
    Segment,
)
from core.model.reading_context import marshal, unmarshal
from core.services.desk.desks import Desks
from core.settings import Settings
from core.store import desks as stored
from core.store.database import Database

EXAMPLES = int(os.environ.get("GRIDCODE_DESK_EXAMPLES", "60"))
STEPS = 40
COUNTER = TokenCounter()

names = st.sampled_from(["母线失压", "处理原则", "Bus", "第六章 事故处理", "x" * 150])
details = st.sampled_from(
    ["", "母线失压时，值班调度员应立即……\n| 表 | 6-2 |\n", "规定。" * 400, "a b c " * 900]
)
NOWHERE = 30
numbers = st.integers(0, NOWHERE)
actors = st.sampled_from([Actor.ANALYST, Actor.ANALYST, Actor.AGENT])
positions = st.none() | st.integers(-1, 6)


ACTIONS = [
    *("create_detail", "create_contents", "nest", "update", "move", "move_a_directory"),
    *("merge", "remove", "expand", "hide", "archive", "archive", "restore", "restore", "pin"),
    *("undo", "undo", "redo", "reopen", "look", "look", "replay"),
    *("writing_and_reading_is_the_identity", "export_and_import"),
]


class DeskGame(RuleBasedStateMachine):
    """The model is what was seen: the tree before every step that can be undone."""

    database: Database
    played: int  # actions, over all games

    @initialize()
    def begin(self) -> None:
        self.desks = Desks(self.database, Settings())
        for desk in self.desks.all():
            self.desks.delete(desk.desk_id)
        self.desk = self.desks.create("游戏")
        self.past: list[dict] = []
        self.future: list[dict] = []
        self.ever: set[PageIndex] = set()
        self.removed: set[PageIndex] = set()
        for parent in map(PageIndex, ("usr-0", "usr-1", "usr-3")):
            self.attempt(partial(self.system.create_contents_page, "目录", "", parent))
            self.attempt(partial(self.system.create_detail_page, "页", "", "文", parent))

    @property
    def system(self) -> ContextSystem:
        return self.desks.open(self.desk.desk_id)

    def any_index(self, number: int, among=lambda page: True) -> PageIndex:
        """Mostly a page there is that fits, roots last; sometimes one that never was."""
        if number == NOWHERE:
            return PageIndex("usr-99")
        pages = self.system.tree.pages.values()
        fitting = [page.index for page in pages if among(page)] or list(self.system.tree.pages)
        fitting.sort(key=lambda index: (is_root(index), index))
        return fitting[number % len(fitting)]

    def directories(self) -> list[PageIndex]:
        pages = self.system.tree.pages.values()
        found = [page.index for page in pages if isinstance(page, ContentsPage)]
        return sorted(found, key=lambda index: (not index.startswith("usr-"), index))

    def any_directory(self, number: int) -> PageIndex:
        directories = self.directories()
        return directories[number % len(directories)]

    def attempt(self, action) -> None:
        """What is refused changes nothing; what is done is one step at most."""
        before, steps = dict(self.system.tree.pages), len(self.system.steps)
        try:
            action()
        except GridCodeError:
            assert dict(self.system.tree.pages) == before
            assert len(self.system.steps) == steps
            return
        after = dict(self.system.tree.pages)
        assert len(self.system.steps) == steps + (after != before)
        if after != before:
            self.past.append(before)
            self.future.clear()
            self.removed |= before.keys() - after.keys()
            assert not (after.keys() - before.keys()) & self.ever  # a number is given once
            self.ever |= after.keys()

    # One rule for all of them: rules of their own would be left out of most games.
    @rule(
        action=st.sampled_from(ACTIONS),
        given=st.fixed_dictionaries(
            {
                "which": numbers,
                "where": numbers,
                "to": st.none() | numbers,
                "position": positions,
                "name": names,
                "detail": details,
                "sources": st.lists(numbers, min_size=1, max_size=3),
                "cold": st.booleans(),
                "pinned": st.booleans(),
                "by": actors,
                "budget": st.integers(LEAST_BUDGET, 6000),
            }
        ),
    )
    def act(self, action, given) -> None:
        type(self).played += 1
        done = getattr(self, action)
        done(**{key: value for key, value in given.items() if key in signature(done).parameters})

    def create_detail(self, name, detail, where, position, by) -> None:
        parent = self.any_directory(where)
        proof = [Evidence(reg_id="a", page_nums=(where + 1,), quote=detail[:20])]
        self.attempt(
            lambda: self.system.create_detail_page(
                name, name[:4], detail, parent, evidence=proof, position=position, by=by
            )
        )

    def create_contents(self, name, where, position, by) -> None:
        parent = self.any_directory(where)
        self.attempt(
            lambda: self.system.create_contents_page(name, "", parent, position=position, by=by)
        )

    def update(self, which, name, detail, by) -> None:
        index = self.any_index(which)
        self.attempt(lambda: self.system.update_page(index, name=name, detail=detail, by=by))

    def move(self, which, where, position, by) -> None:
        index, to = self.any_index(which), self.any_directory(where)
        self.attempt(lambda: self.system.move_page(index, to, position, by=by))

    def move_a_directory(self, which, where) -> None:
        """Also into itself and what is in it."""
        directories = [index for index in self.directories() if index.startswith("usr-")]
        index, to = directories[which % len(directories)], directories[where % len(directories)]
        self.attempt(lambda: self.system.move_page(index, to))

    def nest(self, where) -> None:
        directories = [index for index in self.directories() if index.startswith("usr-")]
        parent = directories[where % len(directories)]
        self.attempt(lambda: self.system.create_contents_page("内", "", parent))

    def remove(self, which, by) -> None:
        index = self.any_index(which)
        self.attempt(lambda: self.system.remove_page(index, by=by))

    def merge(self, which, sources, by) -> None:
        into = self.any_index(which)
        kind = getattr(self.system.tree.find(into), "kind", "detail")
        others = [self.any_index(it, lambda page: page.kind == kind) for it in sources]
        self.attempt(lambda: self.system.merge_pages(into, others, by=by))

    def expand(self, which, by) -> None:
        index = self.any_index(which, lambda page: not (page.is_active and page.is_expanded))
        self.attempt(lambda: self.system.expand(index, by=by))
        page = self.system.tree.find(index)
        if by is Actor.ANALYST and page is not None and not page.is_cold:
            way = self.system.tree.ancestors(index)
            assert all(it.is_active and it.is_expanded for it in (page, *way))

    def hide(self, which, by) -> None:
        index = self.any_index(which)
        self.attempt(lambda: self.system.hide(index, by=by))

    def archive(self, which, cold, by) -> None:
        index = self.any_index(which, lambda page: not page.is_cold)
        self.attempt(lambda: self.system.archive(index, cold=cold, by=by))

    def restore(self, which, to, by) -> None:
        index = self.any_index(which, lambda page: not page.is_active)
        place = self.any_directory(to) if to is not None else None
        self.attempt(lambda: self.system.restore(index, place, by=by))

    def pin(self, which, pinned, by) -> None:
        index = self.any_index(which)
        self.attempt(lambda: self.system.pin(index, pinned=pinned, by=by))

    def undo(self) -> None:
        if not self.past:
            return
        before = dict(self.system.tree.pages)
        self.system.undo()
        self.future.append(before)
        assert dict(self.system.tree.pages) == self.past.pop()

    def redo(self) -> None:
        if not self.future:
            return
        before = dict(self.system.tree.pages)
        self.system.redo()
        self.past.append(before)
        assert dict(self.system.tree.pages) == self.future.pop()

    def reopen(self) -> None:
        """Another process: nothing but the store is left."""
        pages, steps = dict(self.system.tree.pages), self.system.steps
        self.desks = Desks(self.database, Settings())
        assert dict(self.system.tree.pages) == pages
        assert self.system.steps == steps

    def writing_and_reading_is_the_identity(self) -> None:
        for page in self.system.tree.pages.values():
            assert unmarshal(marshal(page)) == page
        for event in stored.events_of(self.database, self.desk.desk_id):
            assert ContextEvent.model_validate_json(event.model_dump_json()) == event

    def look(self, budget, name) -> None:
        tree = self.system.tree
        window = render(tree, COUNTER, budget, Relation(FoldedPages(), name))
        assert COUNTER.count(window.markdown) <= window.tokens <= budget
        assert sum(COUNTER.count(it["content"]) for it in window.messages) <= budget
        shown = {part.page.index for part in window.parts}
        is_open = {part.page.index for part in window.parts if part.is_open}
        assert all(tree.get(index).is_active for index in shown)
        assert not is_open & set(window.folded)
        assert all(f"[{index}]" in window.markdown for index in shown)
        if window.folded:
            assert f"{len(window.folded)} pages" in window.markdown
        for part in window.parts:
            if part.is_open and isinstance(part.page, DetailPage):
                assert part.page.detail in window.markdown

    def replay(self) -> None:
        """From nothing, step by step, to where we are."""
        tree = self.system.tree_after(0)
        assert set(tree.pages) == {f"{segment}-0" for segment in Segment}
        for step in self.system.steps:
            if step.state == "done":
                tree.apply(step.changes)
        assert tree.pages == self.system.tree.pages

    @invariant()
    def the_tree_is_whole(self) -> None:
        pages = self.system.tree.pages
        assert rules.problems(pages.values()) == []

    def export_and_import(self) -> None:
        """Another library gets the same desk with the same history."""
        exported = self.desks.json(self.desk.desk_id)
        again = self.desks.import_json(exported)
        theirs = self.desks.open(again.desk_id)
        assert theirs.tree.pages == self.system.tree.pages
        assert theirs.steps == self.system.steps
        self.desks.delete(again.desk_id)

    @invariant()
    def agents_leave_the_task_alone(self) -> None:
        changed = (
            it for step in self.system.steps if step.actor is Actor.AGENT for it in step.changes
        )
        assert not any(change.index.startswith("sys-") for change in changed)

    @invariant()
    def no_page_is_lost(self) -> None:
        """Every page is in the tree or the cold archive, unless it was removed or undone."""
        tree = self.system.tree
        tops = [page.index for page in tree.pages.values() if page.parent is None]
        reached = [page.index for top in tops for page in tree.branch(top)]
        assert sorted(reached) == sorted(tree.pages)


def test_whatever_happens_on_a_desk_it_stays_whole(database):
    game = type("Game", (DeskGame,), {"database": database, "played": 0})
    test = game.TestCase()
    test.settings = settings(
        max_examples=EXAMPLES,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        derandomize="GRIDCODE_DESK_EXAMPLES" not in os.environ,  # the same games on every machine
        suppress_health_check=list(HealthCheck),
    )
    test.runTest()
    assert game.played >= 2_000


def test_a_desk_is_read_back_as_it_was_saved(database):
    now = datetime(2026, 1, 2, tzinfo=UTC)
    desk = Desk(desk_id="desk-1", name="母线“失压”", created_at=now, updated_at=now)
    stored.save_desk(database, desk)
    assert stored.desks(database) == [desk]
    stored.delete_desk(database, "desk-1")
    assert stored.desks(database) == []
