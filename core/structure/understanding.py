"""What only the whole document shows, put together: a parsed PDF becomes a regulation."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.model import Correction, Regulation, RegulationInfo, Table
from core.parsing.elements import ParsedDocument
from core.parsing.stamps import repeated_pictures
from core.structure.body import Body, make_body
from core.structure.chapters.contents import find_contents
from core.structure.chapters.tree import ChapterTree, active_chapters, chapter_path, find_chapters
from core.structure.corrections.references import fix_references, possible_targets
from core.structure.corrections.repairs import find_repairs
from core.structure.corrections.tables import (
    fix_cells,
    fixed_captions,
    lose_idle_captions,
    lose_idle_headers,
    place_tables,
    with_caption_texts,
    with_header_rows,
)
from core.structure.figures import find_figures
from core.structure.furniture import find_furniture
from core.structure.notes.annotations import find_annotations
from core.structure.page_documents import DocumentView, page_documents
from core.structure.references.finding import find_references, numbers_borne
from core.structure.references.resolving import FindPart, resolve
from core.structure.tables.captions import tie_captions
from core.structure.tables.chains import AnalystsWord
from core.structure.tables.joining import JoinedTables, join_tables


@dataclass(frozen=True)
class Understood:
    """``corrections`` are those given, with where each one took hold or why it did not."""

    regulation: Regulation
    corrections: tuple[Correction, ...] = ()


def understand(
    info: RegulationInfo, parsed: ParsedDocument, library: Sequence[RegulationInfo]
) -> Regulation:
    """``library`` are the regulations that references to other documents may lead to."""
    return understand_corrected(info, parsed, library, ()).regulation


def body_of(reg_id: str, parsed: ParsedDocument) -> Body:
    furniture = find_furniture(parsed.pages) | repeated_pictures(parsed.pages)
    return make_body(reg_id, parsed.pages, furniture)


def understand_corrected(
    info: RegulationInfo,
    parsed: ParsedDocument,
    library: Sequence[RegulationInfo],
    corrections: Sequence[Correction],
    find_part: FindPart | None = None,
) -> Understood:
    """Each correction is laid over the step that it corrects; all later steps build on it.

    ``find_part`` looks into the regulations of the library.
    """
    body = body_of(info.reg_id, parsed)
    repairs = find_repairs(body, corrections)
    contents = find_contents(body)
    for block_id in repairs.heading_levels.keys() & contents.block_ids:
        del repairs.heading_levels[block_id]
        repairs.lose_block(block_id, "fix_heading", "it stands in the contents")
    tree = find_chapters(body, parsed.bookmarks, contents, repairs.heading_levels)
    captions = tie_captions(body)
    word = AnalystsWord(
        repairs.apart, repairs.together, repairs.header_rows, fixed_captions(body, repairs)
    )
    joined = join_tables(body, captions, word)
    for block_id in joined.refused:
        repairs.lose_block(block_id, "join_tables", "the table above does not end there")
    lose_idle_captions(joined, captions, repairs)
    lose_idle_headers(joined, repairs)
    place_tables(joined, repairs)
    body = with_caption_texts(with_header_rows(body, repairs), captions, repairs)
    body, joined = fix_cells(body, joined, repairs)
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
        find_part=find_part,
    )
    if repairs.references:
        targets = possible_targets(
            tree.nodes, tables, tuple(figures.values()), notes.annotations, library
        )
        references = fix_references(body, tables, references, tuple(targets), repairs)
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
    regulation = Regulation(
        info=info.model_copy(
            update={
                "numbers": numbers_borne(body),
                "doubts": (*tree.doubts, *untied, *notes.doubts),
            }
        ),
        pages=page_documents(view),
        tables=tables,
        chapters=tree.nodes,
        references=references,
        figures=tuple(figures.values()),
    )
    return Understood(regulation, tuple(repairs.outcome(each) for each in corrections))


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
