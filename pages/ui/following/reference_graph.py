"""Who refers to whom: chapters of a regulation, parts of a chapter, regulations of the library."""

import streamlit as st

from core.model.reference_graph import GraphEdge, GraphNode, ReferenceGraph
from pages.ui import links
from pages.ui.errors import friendly_errors
from pages.ui.following.reference_arcs import arcs, node_name
from pages.ui.i18n import text
from pages.ui.linked import linked_choice, stay_link
from pages.ui.links import Place
from pages.ui.plain import escaped
from pages.ui.plots import leading_chart
from pages.ui.resources import workbench

_MOST_DRAWN = 500  # arrows, those with the most references
_MOST_LISTED = 60  # below the plot


def graph_view(reg_id: str) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        between = linked_choice(
            "between",
            text("notes.between"),
            {"chapters": text("notes.chapters"), "regulations": text("notes.regulations")},
            default="chapters",
            clears=("chapter",),
        )
        with friendly_errors():
            if between == "chapters":
                graph, chapter = _of_chapters(reg_id)
            else:
                graph, chapter = workbench().library_graph(), None
    if not graph.edges:
        st.info(text("notes.no_arrows"))
        return
    left_out = len(graph.edges) - _MOST_DRAWN
    graph = graph.model_copy(update={"edges": graph.edges[:_MOST_DRAWN]})
    places = [_opens(reg_id, graph, node, chapter) for node in graph.nodes]
    nodes = {node.node_id: node for node in graph.nodes}
    places += [_along(reg_id, edge, nodes[edge.target], chapter) for edge in graph.edges]
    leads = {"chapters": "notes.graph_lead", "regulations": "notes.graph_lead_library"}
    st.caption(text(leads[between]))
    leading_chart(arcs(graph), places, key=f"arcs_{between}_{chapter}", alt=text("notes.graph_alt"))
    if left_out > 0:
        st.caption(text("notes.arrows_left", count=left_out))
    if graph.open_count:
        _undrawn(reg_id, graph, between)
    _arrows(graph, places[len(graph.nodes) :])


def _of_chapters(reg_id: str) -> tuple[ReferenceGraph, str | None]:
    """The graph, and the chapter that is opened; one that has no parts offers nothing to open."""
    whole = workbench().reference_graph(reg_id)
    names = {"": text("notes.whole_regulation")}
    names |= {node.node_id: node_name(node) for node in whole.nodes if node.opens}
    asked = st.query_params.get("chapter", "")
    if asked and asked not in names:
        names[asked] = asked.rpartition("/s")[2]
    chapter = linked_choice("chapter", text("notes.chapter"), names, default="", as_list=True)
    return (workbench().reference_graph(reg_id, chapter), chapter) if chapter else (whole, None)


def _opens(reg_id: str, graph: ReferenceGraph, node: GraphNode, chapter: str | None) -> Place:
    """A chapter with parts is opened; any other node leads to what refers to it."""
    if node.kind == "regulation":
        return links.notes(node.node_id, view="graph")
    if node.kind == "outside":
        return _named_most(graph, node)
    if node.opens:
        return links.notes(reg_id, view="graph", chapter=node.node_id)
    if node.kind == "front":
        return links.notes(reg_id, view="references", into=node.node_id, chapter=chapter)
    return links.notes(reg_id, view="to", to=node.node_id, parts=1)


def _along(reg_id: str, edge: GraphEdge, target: GraphNode, chapter: str | None) -> Place:
    """The references that an arrow counts."""
    if target.kind in ("outside", "regulation"):
        return links.notes(edge.source, view="references", document=edge.target)
    return links.notes(
        reg_id,
        view="references",
        chapter=chapter,
        **{"from": edge.source, "into": edge.target},
    )


def _named_most(graph: ReferenceGraph, outside: GraphNode) -> Place:
    """A list is of one regulation: of that which names the document most. Edges come so ordered."""
    edge = next(edge for edge in graph.edges if edge.target == outside.node_id)
    return _along(edge.source, edge, outside, None)


def _undrawn(reg_id: str, graph: ReferenceGraph, between: str) -> None:
    if between == "chapters":
        stay_link(
            text("notes.undrawn", count=graph.open_count),
            links.notes(reg_id, view="references", state="open").params,
            key="undrawn",
            icon=":material/rule:",
        )
    else:
        st.caption(text("notes.undrawn_documents", count=graph.open_count))


def _arrows(graph: ReferenceGraph, places: list[Place]) -> None:
    """The same as links, for the keyboard."""
    names = {node.node_id: node_name(node) for node in graph.nodes}
    with st.expander(text("notes.arrows", count=len(graph.edges))):
        listed = zip(graph.edges[:_MOST_LISTED], places, strict=False)
        for nth, (edge, place) in enumerate(listed):
            arrow = f"{escaped(names[edge.source])} → {escaped(names[edge.target])}"
            words = f"{arrow}　{text('notes.arrow_count', count=edge.count)}"
            stay_link(words, place.params, key=f"arrow_{nth}")
        if len(graph.edges) > _MOST_LISTED:
            st.caption(text("notes.arrows_left", count=len(graph.edges) - _MOST_LISTED))
