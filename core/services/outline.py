"""The chapter tree without what is in it: to show as contents, and to count by."""

from collections import Counter
from collections.abc import Sequence

from core.model.chapters import OutlineRow
from core.store import chapters
from core.store.database import Database


class ShownChapters:
    """Some rows of an outline, in the order of the document: a parent comes before its children.

    ``places`` are their positions by id, ``children`` how many of each one's children are shown.
    """

    def __init__(self, rows: Sequence[OutlineRow]) -> None:
        self.rows = rows
        self.places = {row.node_id: place for place, row in enumerate(rows)}
        self.children = Counter(row.parent_id for row in rows)


class Outline:
    """Every chapter under the one that stands for it. Made once and asked by many: never changed.

    A chapter whose parent is missing counts as one of the top level.
    """

    def __init__(self, rows: Sequence[OutlineRow]) -> None:
        self.rows = {row.node_id: row for row in rows}
        self._children: dict[str | None, list[OutlineRow]] = {}
        for row in rows:
            parent = row.parent_id if row.parent_id in self.rows else None
            self._children.setdefault(parent, []).append(row)
        self._places = {row.node_id: place for place, row in enumerate(rows)}
        self._levels = self._level_by_level()

    @property
    def top(self) -> list[OutlineRow]:
        return self.children(None)

    def children(self, node_id: str | None) -> list[OutlineRow]:
        return self._children.get(node_id, [])

    def top_of(self, node_id: str | None) -> str | None:
        """The chapter of the top level that a chapter stands in; None for what stands in none."""
        path = self.path(node_id)
        return path[0] if path else None

    def path(self, node_id: str | None) -> list[str]:
        """From the top level down to the chapter itself."""
        found: list[str] = []
        row = self.rows.get(node_id or "")
        while row is not None:
            found.append(row.node_id)
            row = self.rows.get(row.parent_id or "")
        return found[::-1]

    def within(self, node_id: str) -> set[str]:
        """The chapter and everything below it."""
        found = {node_id}
        waiting = [node_id]
        while waiting:
            below = [row.node_id for row in self.children(waiting.pop())]
            found.update(below)
            waiting += below
        return found

    def whole(self, node_id: str) -> list[OutlineRow]:
        """The chapter and everything below it, in the order of the document."""
        return self._in_order(self.within(node_id))

    def down_to(self, depth: int) -> ShownChapters:
        """The uppermost levels of the tree."""
        if not self._levels:
            return ShownChapters([])
        return self._levels[min(depth, len(self._levels)) - 1]

    def opened_at(self, node_id: str, depth: int) -> ShownChapters:
        """Like :meth:`down_to`, and one chapter with everything below it and the way to it."""
        shown = self.down_to(depth).places.keys() | self.within(node_id)
        for above in self.path(node_id)[:-1]:
            shown.update(row.node_id for row in self.children(above))
        return ShownChapters(self._in_order(shown))

    def _in_order(self, node_ids: set[str]) -> list[OutlineRow]:
        return [self.rows[node_id] for node_id in sorted(node_ids, key=self._places.__getitem__)]

    def _level_by_level(self) -> list[ShownChapters]:
        """What is shown down to the first level, to the second, ...: asked for again and again."""
        levels: list[ShownChapters] = []
        shown: set[str] = set()
        level = self.top
        while level:
            shown.update(row.node_id for row in level)
            levels.append(ShownChapters(self._in_order(shown)))
            level = [below for row in level for below in self.children(row.node_id)]
        return levels


def outline(database: Database, reg_id: str) -> Outline:
    return database.remembered(
        f"outline of {reg_id}", lambda: Outline(chapters.outline(database, reg_id))
    )
