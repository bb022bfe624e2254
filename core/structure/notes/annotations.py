"""Notes of a document, each with the places that cite it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.model.annotations import Annotation, AnnotationLink
from core.model.chapters import ChapterNode
from core.model.tables import Table
from core.structure.body import Body
from core.structure.chapters.chapter_paths import ChapterPaths
from core.structure.notes.blocks import FoundNote, find_notes
from core.structure.notes.choice import NoteChooser
from core.structure.notes.citations import (
    Citation,
    citations_in_block,
    citations_in_cells,
    plain_citation,
)
from core.structure.tables.cell_places import CellPlaces


@dataclass(frozen=True)
class FoundAnnotations:
    """``note_blocks`` are the blocks that are notes and nothing else; ``doubts`` say which
    citations lead to no note, or to several."""

    annotations: tuple[Annotation, ...]
    note_blocks: frozenset[str]
    doubts: tuple[str, ...] = ()


def find_annotations(
    body: Body,
    tables: Sequence[Table],
    table_of_block: Mapping[str, str],
    chapter_of: Mapping[str, str],
    chapters: Sequence[ChapterNode] = (),
) -> FoundAnnotations:
    """``chapters`` let a citation look for its note in the chapters above its own too."""
    cells = CellPlaces(body, tables, table_of_block)
    citations = [
        citation
        for block in body.blocks
        for citation in (
            citations_in_cells(block, cells)
            if block.block_id in table_of_block
            else citations_in_block(block)
        )
    ]
    notes = find_notes(body, cells, table_of_block, citations)
    paths = ChapterPaths({node.node_id: node for node in chapters})
    chooser = NoteChooser([note.annotation for note in notes], tables, chapter_of, paths)
    links: dict[str, list[AnnotationLink]] = defaultdict(list)
    doubts: list[str] = []
    for citation in citations:
        link = _link(citation, chooser, doubts)
        if link is not None and link not in links[link.note_id]:
            links[link.note_id].append(link)
    for note in notes:
        if not links[note.annotation.note_id] and note.annotation.annotation_type == "footnote":
            links[note.annotation.note_id] += _plain_links(body, note)
    return FoundAnnotations(
        tuple(_with_links(note.annotation, links[note.annotation.note_id]) for note in notes),
        frozenset(block_id for note in notes for block_id in note.whole_blocks),
        tuple(doubts),
    )


def _link(citation: Citation, chooser: NoteChooser, doubts: list[str]) -> AnnotationLink | None:
    place = citation.place
    if citation.is_raised:
        choice = chooser.choose_raised(citation.keys, place)
    else:
        choice = chooser.choose(citation.keys[0], place, citation.of_table)
    if choice.note is None:
        if citation.is_announced or (choice.candidates and not citation.is_raised):
            what = (
                "may mean several notes" if choice.candidates else "cites a note that is not there"
            )
            doubts.append(f"{place.block_id}: {citation.text} {what}")
        return None
    return AnnotationLink(
        note_id=choice.note.note_id,
        page_num=place.page_num,
        block_id=place.block_id,
        table_id=place.table_id,
        row=citation.row,
        col=citation.col,
        text=citation.text,
    )


def _plain_links(body: Body, note: FoundNote) -> list[AnnotationLink]:
    """Footnotes whose marks are raised on paper but not in the text layer."""
    annotation = note.annotation
    if annotation.table_id is not None:
        return []
    for block in body.by_page.get(annotation.page_num, ()):
        if block.block_id == annotation.block_id or block.element.table is not None:
            continue
        text = plain_citation(block, annotation.annotation_id)
        if text:
            return [
                AnnotationLink(
                    note_id=annotation.note_id,
                    page_num=block.page_num,
                    block_id=block.block_id,
                    text=text,
                )
            ]
    return []


def _with_links(annotation: Annotation, links: Sequence[AnnotationLink]) -> Annotation:
    citing = dict.fromkeys(link.block_id for link in links)
    return annotation.model_copy(update={"links": tuple(links), "related_blocks": tuple(citing)})
