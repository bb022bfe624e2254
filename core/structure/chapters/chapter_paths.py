"""The way from a chapter up to the top of the document."""

from collections.abc import Iterator, Mapping

from core.model.chapters import ChapterNode


class ChapterPaths:
    def __init__(self, nodes: Mapping[str, ChapterNode]) -> None:
        """``nodes`` by their node_id."""
        self.nodes = nodes

    def upwards(self, node_id: str) -> Iterator[str]:
        """The chapter itself first; an unknown one is its own and only ancestor."""
        seen: set[str] = set()
        while node_id and node_id not in seen:
            yield node_id
            seen.add(node_id)
            node = self.nodes.get(node_id)
            node_id = (node.parent_id or "") if node is not None else ""

    def is_within(self, node_id: str, ancestor: str) -> bool:
        return any(above == ancestor for above in self.upwards(node_id))
