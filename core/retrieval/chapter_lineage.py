"""Where a stretch stands in the tree of chapters."""

from collections.abc import Iterable, Sequence

from core.model import ChapterNode

Lineage = tuple[str, ...]  # ids from the top down to the chapter itself; empty before the first


class ChapterLineage:
    def __init__(self, chapters: Iterable[ChapterNode]) -> None:
        self._nodes = {node.node_id: node for node in chapters}
        self._known: dict[str, Lineage] = {}

    def of(self, chapter_id: str | None) -> Lineage:
        if chapter_id is None:
            return ()
        if chapter_id not in self._known:
            self._known[chapter_id] = self._climbed(chapter_id)
        return self._known[chapter_id]

    def has_title(self, chapter_id: str) -> bool:
        """False for a clause that is a number before a paragraph."""
        node = self._nodes.get(chapter_id)
        return node is None or bool(node.title)

    def section_number(self, chapter_id: str | None) -> str | None:
        node = self._nodes.get(chapter_id) if chapter_id else None
        return node.section_number if node else None

    def _climbed(self, chapter_id: str) -> Lineage:
        lineage = [chapter_id]
        node = self._nodes.get(chapter_id)
        while node is not None and node.parent_id is not None and node.parent_id not in lineage:
            lineage.append(node.parent_id)
            node = self._nodes.get(node.parent_id)
        return tuple(reversed(lineage))


def shared_lineage(lineages: Sequence[Lineage]) -> Lineage:
    """The chapter that holds all of them."""
    shared = lineages[0]
    for lineage in lineages[1:]:
        while lineage[: len(shared)] != shared:
            shared = shared[:-1]
    return shared
