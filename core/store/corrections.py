"""A corrected regulation in place of the standing one: only what a correction changed is written.

Rows that are read in the order in which they were saved are written anew together; pages, cells and
what searches read are replaced one by one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.model import Annotation, Correction, Reference, Regulation, RegulationInfo, Suggestion
from core.store import (
    annotations,
    chapters,
    chunks,
    figures,
    keyword_changes,
    lookups,
    pages,
    records,
    references,
    search_material,
    search_sets,
    suggestions,
    tables,
    vectors,
)
from core.store.database import Cursor, Database
from core.store.keyword_index import IndexedChunk
from core.store.rows import NounRows, insert_rows
from core.store.search_material import Embedded, SearchMaterial
from core.structure.references.names import Named, named_things

_INFO = NounRows("regulations", RegulationInfo)


@dataclass(frozen=True)
class MaterialChanges:
    """What searches read, where most chunks read as before.

    ``kept`` leads from the id of such a chunk to the one it had. ``embedded`` has the vectors of
    ``added``; it is None where no model is here, and then no vector stays either.
    """

    reg_id: str
    tokenizer: str
    kept: Mapping[str, str]
    gone: Sequence[IndexedChunk]
    added: Sequence[IndexedChunk]
    suggestions: Mapping[Suggestion, str] = field(default_factory=dict)
    embedded: Embedded | None = None


def save_corrected(
    database: Database,
    standing: Regulation,
    corrected: Regulation,
    corrections: Sequence[Correction],
    material: SearchMaterial | MaterialChanges | None,
    relinked: Mapping[str, Sequence[Reference]] | None = None,
) -> None:
    """In one transaction. ``standing`` is what the store holds now, with nobody else writing.

    ``material`` is None where all chunks are as they were.
    """
    with database.writing() as cursor:
        _save_parts(cursor, standing, corrected)
        if material is not None:
            chunks.replace(cursor, corrected.info.reg_id, corrected.chunks)
        match material:
            case SearchMaterial():
                search_material.save(cursor, material)
            case MaterialChanges():
                _save_changes(cursor, material)
            case None:
                search_sets.renew(cursor, corrected.info.reg_id)
        records.save_corrections(cursor, corrections)
        references.replace_all(cursor, relinked or {})


def _save_parts(cursor: Cursor, standing: Regulation, corrected: Regulation) -> None:
    reg_id = corrected.info.reg_id
    if standing.info != corrected.info:
        _delete(cursor, reg_id, "regulations")
        insert_rows(cursor, _INFO.table, [_INFO.row(corrected.info)])
    if standing.pages != corrected.pages:
        _replace_pages(cursor, standing, corrected)
    if standing.tables != corrected.tables:
        _replace_tables(cursor, standing, corrected)
    notes = _notes(corrected)
    if _notes(standing) != notes:
        _delete(cursor, reg_id, "annotations", "annotation_links")
        annotations.insert(cursor, notes)
    if standing.chapters != corrected.chapters:
        _delete(cursor, reg_id, "chapters")
        chapters.insert(cursor, corrected.chapters)
    if standing.references != corrected.references:
        _delete(cursor, reg_id, "cross_references")
        references.insert(cursor, corrected.references)
    if standing.figures != corrected.figures:
        figures.replace(cursor, reg_id, corrected.figures)
    named = _named(corrected)
    if named != _named(standing):
        _delete(cursor, reg_id, "lookups")
        lookups.insert(cursor, reg_id, named)


def _replace_pages(cursor: Cursor, standing: Regulation, corrected: Regulation) -> None:
    """A correction neither adds nor removes a page."""
    changed = [
        page for before, page in zip(standing.pages, corrected.pages, strict=True) if before != page
    ]
    for table in ("pages", "blocks"):
        cursor.execute(
            f"""
            DELETE FROM {table}
            WHERE reg_id = $reg_id AND list_contains($page_nums, page_num)
            """,  # noqa: S608 - names of our own
            {
                "reg_id": corrected.info.reg_id,
                "page_nums": [page.page_num for page in changed],
            },
        )
    pages.insert(cursor, changed)


def _replace_tables(cursor: Cursor, standing: Regulation, corrected: Regulation) -> None:
    reg_id = corrected.info.reg_id
    before = {table.table_id: table.cells for table in standing.tables}
    after = {table.table_id: table.cells for table in corrected.tables}
    gone = [table_id for table_id, cells in before.items() if after.get(table_id) != cells]
    _delete(cursor, reg_id, "tables", "table_segments")
    cursor.execute(
        "DELETE FROM table_cells WHERE reg_id = $reg_id AND list_contains($gone, table_id)",
        {"reg_id": reg_id, "gone": gone},
    )
    tables.insert_heads(cursor, corrected.tables)
    tables.insert_cells(
        cursor, [it for it in corrected.tables if before.get(it.table_id) != it.cells]
    )


def _save_changes(cursor: Cursor, material: MaterialChanges) -> None:
    keyword_changes.change_chunks(
        cursor,
        material.reg_id,
        material.tokenizer,
        kept=material.kept,
        gone=material.gone,
        added=material.added,
    )
    suggestions.replace(cursor, material.reg_id, material.suggestions)
    made = material.embedded
    if made is None:
        vectors.remove(cursor, material.reg_id)
        return
    vectors.keep_some(cursor, material.reg_id, made.embedder, material.kept)
    vectors.save_vectors(cursor, material.reg_id, made.embedder, made.dimension, made.vectors)


def _delete(cursor: Cursor, reg_id: str, *of_tables: str) -> None:
    for table in of_tables:
        cursor.execute(
            f"DELETE FROM {table} WHERE reg_id = $reg_id",  # noqa: S608 - names of our own
            {"reg_id": reg_id},
        )


def _notes(regulation: Regulation) -> list[Annotation]:
    return [note for page in regulation.pages for note in page.annotations]


def _named(regulation: Regulation) -> list[Named]:
    notes = _notes(regulation)
    return list(named_things(regulation.chapters, regulation.tables, regulation.figures, notes))
