"""The reference graph as arcs beside the contents: readable with hundreds of arrows.

Places stand in the order of the document, one below the other; an arc to the right is a reference.
Equal arcs share a trace, so that 500 of them are drawn as quickly as 50.
"""

import math
from collections import defaultdict

from core.model.reference_graph import GraphEdge, GraphNode, ReferenceGraph
from pages.ui.i18n import text
from pages.ui.plots import AMBER, BLUE, GREY, Drawing, label

_STEPS = 40  # of an arc
_WIDTHS = (1.0, 1.8, 3.0, 4.6)  # for 1, 2 to 3, 4 to 9, 10 and more references
_ROW, _NARROW_ROW, _MANY = 34, 22, 30  # pixels; nodes that stand closer
_BACK = 0.9  # an arc back is drawn inside the arc there


def node_name(node: GraphNode) -> str:
    if node.kind == "front":
        return text("notes.front_matter")
    return f"{node.label} {node.title}".strip()


def arcs(graph: ReferenceGraph) -> Drawing:
    """Points of nodes come first in the numbering of places, then those of edges."""
    rows = {node.node_id: nth for nth, node in enumerate(graph.nodes)}
    return Drawing(
        [*_lines(graph, rows), *_tips(graph, rows), _dots(graph)],
        height=(_ROW if len(rows) <= _MANY else _NARROW_ROW) * len(rows) + 60,
        xaxis={"visible": False, "range": [-0.03, 1.04]},
        yaxis={
            "tickmode": "array",
            "tickvals": [-nth for nth in rows.values()],
            "ticktext": [label(node_name(node)) for node in graph.nodes],
            "showgrid": False,
            "zeroline": False,
            "range": [-len(rows) + 0.4, 0.6],
        },
    )


def _lines(graph: ReferenceGraph, rows: dict[str, int]) -> list[dict[str, object]]:
    faint = max(0.22, 0.6 - len(graph.edges) / 1200)
    lines: defaultdict[tuple[bool, int], list[tuple[float | None, float | None]]]
    lines = defaultdict(list)
    for edge in graph.edges:
        down, width = rows[edge.target] > rows[edge.source], _width(edge.count)
        lines[down, width] += [*_curve(rows, edge), (None, None)]
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "x": [x for x, _ in points],
            "y": [y for _, y in points],
            "line": {"width": _WIDTHS[width], "color": BLUE if down else AMBER},
            "opacity": faint,
            "hoverinfo": "skip",
            "showlegend": False,
        }
        for (down, width), points in sorted(lines.items())
    ]


def _dots(graph: ReferenceGraph) -> dict[str, object]:
    outside = [node.kind == "outside" for node in graph.nodes]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [0] * len(graph.nodes),
        "y": [-nth for nth in range(len(graph.nodes))],
        "marker": {
            "size": [8 + 2 * math.sqrt(min(node.within, 40)) for node in graph.nodes],
            "color": [GREY if it else BLUE for it in outside],
            "symbol": ["circle-open" if it else "circle" for it in outside],
            "line": {"width": [2 if it else 0 for it in outside]},
        },
        "customdata": [[nth] for nth in range(len(graph.nodes))],
        "hovertext": [
            f"{label(node_name(node), 80)}<br>{text('notes.within', count=node.within)}"
            for node in graph.nodes
        ],
        "hoverinfo": "text",
        "showlegend": False,
        "unselected": {"marker": {"opacity": 1}},
    }


def _tips(graph: ReferenceGraph, rows: dict[str, int]) -> list[dict[str, object]]:
    """A triangle at the height of each arc: it shows the direction and can be chosen."""
    names = {node.node_id: label(node_name(node), 60) for node in graph.nodes}
    first = len(graph.nodes)
    traces: list[dict[str, object]] = []
    for down, name in ((True, text("notes.arrow_down")), (False, text("notes.arrow_up"))):
        own = [
            (nth, edge)
            for nth, edge in enumerate(graph.edges)
            if (rows[edge.target] > rows[edge.source]) is down
        ]
        traces.append(
            {
                "type": "scatter",
                "mode": "markers",
                "name": name,
                "showlegend": bool(own),
                "x": [_reach(rows, edge) for _, edge in own],
                "y": [-(rows[edge.source] + rows[edge.target]) / 2 for _, edge in own],
                "marker": {
                    "symbol": "triangle-down" if down else "triangle-up",
                    "size": [7 + 2 * _width(edge.count) for _, edge in own],
                    "color": BLUE if down else AMBER,
                },
                "customdata": [[first + nth] for nth, _ in own],
                "hovertext": [
                    f"{names[edge.source]} → {names[edge.target]}"
                    f"<br>{text('notes.arrow_count', count=edge.count)}"
                    for _, edge in own
                ],
                "hoverinfo": "text",
                "unselected": {"marker": {"opacity": 1}},
            }
        )
    return traces


def _curve(rows: dict[str, int], edge: GraphEdge) -> list[tuple[float | None, float | None]]:
    source, target = -rows[edge.source], -rows[edge.target]
    middle, half, reach = (source + target) / 2, (source - target) / 2, _reach(rows, edge)
    turns = (math.pi * step / _STEPS for step in range(_STEPS + 1))
    return [(reach * math.sin(turn), middle + half * math.cos(turn)) for turn in turns]


def _reach(rows: dict[str, int], edge: GraphEdge) -> float:
    """How far right the arc goes, from 0 to 1: farther for places farther apart."""
    apart = abs(rows[edge.target] - rows[edge.source]) / max(1, len(rows) - 1)
    reach = 0.06 + 0.94 * math.pow(apart, 0.8)
    return reach if rows[edge.target] > rows[edge.source] else reach * _BACK


def _width(count: int) -> int:
    return sum(count >= least for least in (2, 4, 10))
