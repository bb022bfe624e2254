"""What only the whole document shows, put together: a parsed PDF becomes a regulation."""

from collections.abc import Sequence

from core.model import Regulation, RegulationInfo, Table
from core.parsing.elements import ParsedDocument
from core.structure.body import make_body
from core.structure.chapters.contents import find_contents
from core.structure.chapters.tree import ChapterTree, active_chapters, chapter_path, find_chapters
from core.structure.figures import find_figures
from core.structure.furniture import find_furniture
from core.structure.notes.annotations import find_annotations
from core.structure.page_documents import DocumentView, page_documents
from core.structure.references.finding import find_references
from core.structure.references.resolving import resolve
from core.structure.stamps import repeated_pictures
from core.structure.tables.captions import tie_captions
from core.structure.tables.joining import JoinedTables, join_tables


def understand(
    info: RegulationInfo, parsed: ParsedDocument, library: Sequence[RegulationInfo]
) -> Regulation:
    """``library`` are the regulations that references to other documents may lead to."""
    furniture = find_furniture(parsed.pages) | repeated_pictures(parsed.pages)
    body = make_body(info.reg_id, parsed.pages, furniture)
    contents = find_contents(body)
    tree = find_chapters(body, parsed.bookmarks, contents)
    captions = tie_captions(body)
    joined = join_tables(body, captions)
    tables = _in_their_chapters(joined, tree)
    table_of_block = {block_id: place.table_id for block_id, place in joined.place_of.items()}
    figures = find_figures(body, captions.of, tree.chapter_of)
    notes = find_annotations(body, tables, table_of_block, tree.chapter_of, tree.nodes)
    mentions = find_references(
        body,
        tables,
        table_of_block,
        heading_blocks=[node.heading_block_id for node in tree.nodes if node.heading_block_id],
        left_out=contents.block_ids,
    )
    references = resolve(
        mentions,
        reg_id=info.reg_id,
        chapters=tree.nodes,
        chapter_of=tree.chapter_of,
        tables=tables,
        figures=tuple(figures.values()),
        annotations=notes.annotations,
        library=library,
    )
    view = DocumentView(
        body=body,
        joined=joined,
        tables={table.table_id: table for table in tables},
        figures=figures,
        annotations=notes.annotations,
        chapter_of=tree.chapter_of,
        chapter_paths={node.node_id: chapter_path(tree, node.node_id) for node in tree.nodes},
        heading_levels=tree.heading_levels,
        active_chapters=active_chapters(tree, body),
    )
    untied = [f"P{found.page_num}: {found.text} names nothing." for found in captions.untied]
    return Regulation(
        info=info.model_copy(update={"doubts": (*tree.doubts, *untied, *notes.doubts)}),
        pages=page_documents(view),
        tables=tables,
        chapters=tree.nodes,
        references=references,
        figures=tuple(figures.values()),
    )


def _in_their_chapters(joined: JoinedTables, tree: ChapterTree) -> tuple[Table, ...]:
    """A table belongs to the chapter in which it begins."""
    first_block: dict[str, str] = {}
    for block_id, place in joined.place_of.items():
        if not place.continues_from_prev:
            first_block[place.table_id] = block_id
    numbers = {node.node_id: node.section_number for node in tree.nodes}
    placed = []
    for table in joined.tables:
        chapter_id = tree.chapter_of.get(first_block[table.table_id])
        update = {"chapter_id": chapter_id, "section_number": numbers.get(chapter_id or "")}
        placed.append(table.model_copy(update=update))
    return tuple(placed)
