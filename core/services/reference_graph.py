"""Who refers to whom, by chapter and by regulation."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence

from core.errors import ChapterNotFoundError
from core.model.chapters import OutlineRow
from core.model.reference_graph import GraphEdge, GraphNode, ReferenceGraph
from core.services.outline import Outline, outline
from core.store import reference_links, regulations
from core.store.database import Database
from core.store.reference_links import OutwardLink, ReferenceLink

FRONT = "front"  # what stands before the first chapter
_MOST_OUTSIDE = 16  # documents that are drawn although the library does not hold them


def graph_of_regulation(
    database: Database, reg_id: str, chapter_id: str | None = None
) -> ReferenceGraph:
    """Between the chapters of the top level, or what comes out of and into the parts of one."""
    regulations.get_info(database, reg_id)
    tree = outline(database, reg_id)
    if chapter_id is not None and chapter_id not in tree.rows:
        raise ChapterNotFoundError(
            f"{reg_id} has no chapter {chapter_id}.", hint="get_toc shows what there is."
        )
    links = reference_links.links_of(database, reg_id)
    stands_for = _stands_for(tree, chapter_id)
    arrows = Counter(
        (stands_for(link.source_chapter), stands_for(link.target_chapter))
        for link in links
        if _leads_inside(link, reg_id)
    )
    if chapter_id is not None:
        parts = tree.within(chapter_id)
        arrows = Counter({ends: n for ends, n in arrows.items() if parts.intersection(ends)})
    ends = {end for arrow in arrows for end in arrow}
    shown = [row for row in _shown(tree, chapter_id) if row.node_id in ends or not chapter_id]
    within = {source: count for (source, target), count in arrows.items() if source == target}
    nodes = [
        GraphNode(
            node_id=row.node_id,
            kind="chapter",
            label=row.label,
            title=row.title,
            within=within.get(row.node_id, 0),
            opens=bool(tree.children(row.node_id)) and row.node_id != chapter_id,
        )
        for row in shown
    ]
    if FRONT in ends:
        nodes.insert(
            0, GraphNode(node_id=FRONT, kind="front", label="", within=within.get(FRONT, 0))
        )
    return ReferenceGraph(
        nodes=tuple(nodes),
        edges=_edges(arrows),
        open_count=sum(link.state != "resolved" for link in links),
    )


def references_along(
    database: Database, reg_id: str, source: str | None, target: str | None, chapter_id: str | None
) -> list[str]:
    """Ids of the references that an arrow of the graph counts; None is any end of it."""
    tree = outline(database, reg_id)
    stands_for = _stands_for(tree, chapter_id)
    return [
        link.reference_id
        for link in reference_links.links_of(database, reg_id)
        if _leads_inside(link, reg_id)
        and source in (None, stands_for(link.source_chapter))
        and target in (None, stands_for(link.target_chapter))
    ]


def graph_of_library(database: Database, reg_id: str | None = None) -> ReferenceGraph:
    """Between regulations, with the documents outside the library that are named most."""
    infos = {info.reg_id: info for info in regulations.list_infos(database)}
    out = reference_links.outward_links(database, reg_id)
    arrows = Counter((link.reg_id, _stands_outside(link, infos)) for link in out)
    weight = Counter(link.document for link in out if link.leads_to not in infos)
    drawn = [document for document, _ in weight.most_common(_MOST_OUTSIDE)]
    kept = infos.keys() | {_outside(document) for document in drawn}
    arrows = Counter({ends: n for ends, n in arrows.items() if ends[1] in kept})
    ends = {end for arrow in arrows for end in arrow}
    nodes = [
        GraphNode(node_id=info.reg_id, kind="regulation", label=info.title, opens=True)
        for info in infos.values()
        if info.reg_id in ends
    ]
    nodes += [GraphNode(node_id=_outside(name), kind="outside", label=name) for name in drawn]
    undrawn = sum(count for document, count in weight.items() if document not in drawn)
    return ReferenceGraph(nodes=tuple(nodes), edges=_edges(arrows), open_count=undrawn)


def references_out(database: Database, reg_id: str, document: str) -> list[str]:
    """Ids of the references that an arrow between regulations counts; ``document`` is its end."""
    known = {info.reg_id for info in regulations.list_infos(database)}
    return [
        link.reference_id
        for link in reference_links.outward_links(database, reg_id)
        if _stands_outside(link, known) == document
    ]


def _stands_outside(link: OutwardLink, known: Container[str]) -> str:
    """The node that an arrow out of a regulation ends at."""
    if link.leads_to is not None and link.leads_to in known:
        return link.leads_to
    return _outside(link.document)


def _outside(document: str) -> str:
    return f"outside:{document}"


def _leads_inside(link: ReferenceLink, reg_id: str) -> bool:
    return link.target_id is not None and link.target_id.startswith(f"{reg_id}/")


def _stands_for(tree: Outline, chapter_id: str | None) -> Callable[[str | None], str]:
    """The node that a chapter is drawn as: one inside the opened chapter, or one of the top."""

    def node(of: str | None) -> str:
        path = tree.path(of)
        if not path:
            return FRONT
        if chapter_id in path:
            below = path.index(chapter_id) + 1
            return path[min(below, len(path) - 1)]
        return path[0]

    return node


def _shown(tree: Outline, chapter_id: str | None) -> list[OutlineRow]:
    """The top level, with the parts of the opened chapter in its place."""
    if chapter_id is None:
        return tree.top
    opened_top = tree.top_of(chapter_id)
    rows: list[OutlineRow] = []
    for row in tree.top:
        if row.node_id != opened_top:
            rows.append(row)
            continue
        if row.node_id != chapter_id:
            rows.append(row)
        rows += [tree.rows[chapter_id], *tree.children(chapter_id)]
    return rows


def _edges(arrows: Counter[tuple[str, str]]) -> tuple[GraphEdge, ...]:
    apart: Iterable[tuple[tuple[str, str], int]] = (
        (ends, count) for ends, count in arrows.items() if ends[0] != ends[1]
    )
    ordered: Sequence[tuple[tuple[str, str], int]] = sorted(apart, key=lambda it: (-it[1], it[0]))
    return tuple(GraphEdge(source=a, target=b, count=count) for (a, b), count in ordered)
