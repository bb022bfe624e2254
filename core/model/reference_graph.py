"""Who refers to whom: chapters of a regulation, or regulations of the library."""

from typing import Literal

from core.model.noun import Noun
from core.model.references import ReferenceTarget

GraphNodeKind = Literal["front", "chapter", "regulation", "outside"]


class GraphNode(Noun):
    """``front`` is what stands before the first chapter, ``outside`` a document that is not in the
    library. ``within`` counts references from the node to itself; ``opens`` says that there is
    more to see inside it.
    """

    node_id: str
    kind: GraphNodeKind
    label: str
    title: str = ""
    within: int = 0
    opens: bool = False


class GraphEdge(Noun):
    """``count`` references lead from ``source`` to ``target``, both ids of nodes."""

    source: str
    target: str
    count: int


class ReferenceGraph(Noun):
    """Nodes are in the order of the document. ``open_count`` references lead nowhere or to several
    places, and are not drawn.
    """

    nodes: tuple[GraphNode, ...] = ()
    edges: tuple[GraphEdge, ...] = ()
    open_count: int = 0


class NamedTarget(Noun):
    """A place and how many references lead to it."""

    target: ReferenceTarget
    count: int


class NamedDocument(Noun):
    """How often a regulation names another document; ``target_id`` is the regulation of the library
    that it leads to, if it is there.
    """

    reg_id: str
    document: str
    target_id: str | None = None
    count: int


class ReferenceContext(Noun):
    """The text around a reference; ``start`` equals ``end`` where it is not found in it."""

    text: str
    start: int = 0
    end: int = 0
