"""Whole regulations in and out, and the list of them."""

from collections.abc import Mapping, Sequence

from core.errors import RegulationNotFoundError
from core.model import Correction, Reference, Regulation, RegulationInfo, RegulationSummary
from core.store import (
    annotations,
    chapters,
    chunks,
    extractions,
    figures,
    lookups,
    pages,
    questions,
    records,
    references,
    search_material,
    search_sets,
    tables,
)
from core.store.database import Cursor, Database
from core.store.rows import NounRows, insert_rows
from core.store.search_material import SearchMaterial
from core.structure.references.names import named_things

_INFO = NounRows("regulations", RegulationInfo)

# Every table that holds part of a regulation's extraction; corrections and jobs outlive it.
EXTRACTION_TABLES = (
    "regulations",
    "pages",
    "blocks",
    "tables",
    "table_segments",
    "table_cells",
    "annotations",
    "annotation_links",
    "chapters",
    "cross_references",
    "figures",
    "chunks",
    "lookups",
    "extractions",
)


def save_regulation(
    database: Database,
    regulation: Regulation,
    older: Regulation | None = None,
    material: Sequence[SearchMaterial] = (),
    *,
    parsed: str | None = None,
    corrections: Sequence[Correction] = (),
    relinked: Mapping[str, Sequence[Reference]] | None = None,
) -> None:
    """All of it in one transaction, in place of what was there under the same reg_id.

    ``older`` is what was there, under the id of a past edition, and is kept with it. ``material``
    is what searches read of both; without it a regulation is found page by page until it is made.
    ``parsed`` is what the regulation was made from, with these ``corrections`` laid over it.
    ``relinked`` are references of other regulations, all of each, that lead elsewhere from now on.
    """
    with database.writing() as cursor:
        delete_rows(cursor, regulation.info.reg_id)
        for saved in (regulation, older):
            if saved is not None:
                _insert(cursor, saved)
        for each in material:
            search_material.save(cursor, each)
        if parsed is not None:
            extractions.insert(cursor, regulation.info.reg_id, parsed)
        records.save_corrections(cursor, corrections)
        references.replace_all(cursor, relinked or {})


def replace_chunks(
    database: Database, regulation: Regulation, material: SearchMaterial, stamp: str | None
) -> bool:
    """Only what searches read, made anew from a regulation as it was under ``stamp``.

    -> False where it has changed or gone since, and nothing is written.
    """
    reg_id = regulation.info.reg_id
    with database.writing() as cursor:
        is_there = cursor.execute(
            "SELECT 1 FROM regulations WHERE reg_id = $reg_id", {"reg_id": reg_id}
        ).fetchone()
        if is_there is None or search_sets.stamp_in(cursor, reg_id) != stamp:
            return False
        chunks.replace(cursor, reg_id, regulation.chunks)
        search_material.save(cursor, material)
    return True


def replace_figures(database: Database, regulation: Regulation, material: SearchMaterial) -> None:
    """Figures described anew, with the chunks and the index that hold their words."""
    with database.writing() as cursor:
        figures.replace(cursor, regulation.info.reg_id, regulation.figures)
        chunks.replace(cursor, regulation.info.reg_id, regulation.chunks)
        search_material.save(cursor, material)


def delete_regulation(
    database: Database, reg_id: str, relinked: Mapping[str, Sequence[Reference]] | None = None
) -> list[str]:
    """Every row of it and of its past editions, corrections and answers that quote it included;
    -> the ids that went."""
    get_info(database, reg_id)
    with database.writing() as cursor:
        editions = cursor.execute(
            "SELECT reg_id FROM regulations WHERE starts_with(reg_id, $reg_id || '@')",
            {"reg_id": reg_id},
        ).fetchall()
        gone = [reg_id, *(edition for (edition,) in editions)]
        for each in gone:
            delete_rows(cursor, each)
            for table in ("corrections", "collection_members"):
                cursor.execute(
                    f"DELETE FROM {table} WHERE reg_id = $reg_id",  # noqa: S608 - our own names
                    {"reg_id": each},
                )
            questions.delete_quoting(cursor, each)
        references.replace_all(cursor, relinked or {})
    return gone


def delete_rows(cursor: Cursor, reg_id: str) -> None:
    """The extraction's rows, inside the caller's transaction."""
    for table in EXTRACTION_TABLES:
        cursor.execute(
            f"DELETE FROM {table} WHERE reg_id = $reg_id",  # noqa: S608 - names of our own
            {"reg_id": reg_id},
        )
    search_material.remove(cursor, reg_id)


def _insert(cursor: Cursor, regulation: Regulation) -> None:
    insert_rows(cursor, "regulations", [_INFO.row(regulation.info)])
    pages.insert(cursor, regulation.pages)
    tables.insert(cursor, regulation.tables)
    notes = [note for page in regulation.pages for note in page.annotations]
    annotations.insert(cursor, notes)
    chapters.insert(cursor, regulation.chapters)
    references.insert(cursor, regulation.references)
    figures.insert(cursor, regulation.figures)
    chunks.insert(cursor, regulation.chunks)
    named = named_things(regulation.chapters, regulation.tables, regulation.figures, notes)
    lookups.insert(cursor, regulation.info.reg_id, named)


def find_info(database: Database, reg_id: str) -> RegulationInfo | None:
    return _infos(database).get(reg_id)


def list_infos(database: Database) -> list[RegulationInfo]:
    """By title."""
    return list(_infos(database).values())


def _infos(database: Database) -> Mapping[str, RegulationInfo]:
    """By id. Every tool asks for one before anything else."""
    return database.remembered("infos", lambda: _read_infos(database))


def _read_infos(database: Database) -> dict[str, RegulationInfo]:
    with database.reading() as cursor:
        found = _INFO.select(cursor, "ORDER BY title, reg_id", {})
    return {info.reg_id: info for info in found}


def get_info(database: Database, reg_id: str) -> RegulationInfo:
    info = find_info(database, reg_id)
    if info is None:
        raise RegulationNotFoundError(reg_id, _infos(database))
    return info


def describe(
    database: Database,
    info: RegulationInfo,
    relinked: Mapping[str, Sequence[Reference]] | None = None,
) -> None:
    """Write what people say of a regulation: title, description, keywords."""
    with database.writing() as cursor:
        cursor.execute(
            """
            UPDATE regulations
            SET title = $title, description = $description, keywords = $keywords, edited = $edited
            WHERE reg_id = $reg_id
            """,
            {
                "reg_id": info.reg_id,
                "title": info.title,
                "description": info.description,
                "keywords": list(info.keywords),
                "edited": list(info.edited),
            },
        )
        references.replace_all(cursor, relinked or {})


def load_regulation(database: Database, reg_id: str) -> Regulation:
    """Everything of a regulation, equal to what was saved."""
    info = get_info(database, reg_id)
    return Regulation(
        info=info,
        pages=tuple(pages.load_pages(database, info, 1, info.total_pages)),
        tables=tuple(tables.tables_of(database, reg_id)),
        chapters=tuple(chapters.chapters_of(database, reg_id)),
        references=tuple(references.references_of(database, reg_id)),
        figures=tuple(figures.figures_of(database, reg_id)),
        chunks=tuple(chunks.chunks_of(database, reg_id)),
    )


def list_summaries(database: Database) -> list[RegulationSummary]:
    """By title."""
    return list(database.remembered("summaries", lambda: _read_summaries(database)))


def _read_summaries(database: Database) -> list[RegulationSummary]:
    with database.reading() as cursor:
        infos = _INFO.select(cursor, "ORDER BY title, reg_id", {})
        rows = cursor.execute(
            """
            SELECT
                reg_id,
                coalesce(sum(n) FILTER (what = 'table'), 0),
                coalesce(sum(n) FILTER (what = 'cross_page_table'), 0),
                coalesce(sum(n) FILTER (what = 'annotation'), 0),
                coalesce(sum(n) FILTER (what = 'chapter'), 0),
                coalesce(sum(n) FILTER (what = 'reference'), 0),
                coalesce(sum(n) FILTER (what = 'unresolved'), 0),
                coalesce(sum(n) FILTER (what = 'figure'), 0),
                coalesce(sum(n) FILTER (what = 'ocr_page'), 0)
            FROM (
                SELECT reg_id, 'table' AS what, count(*) AS n FROM tables GROUP BY reg_id
                UNION ALL
                SELECT reg_id, 'cross_page_table', count(*)
                FROM tables WHERE page_end > page_start GROUP BY reg_id
                UNION ALL
                SELECT reg_id, 'annotation', count(*) FROM annotations GROUP BY reg_id
                UNION ALL
                SELECT reg_id, 'chapter', count(*) FROM chapters GROUP BY reg_id
                UNION ALL
                SELECT reg_id, 'reference', count(*) FROM cross_references GROUP BY reg_id
                UNION ALL
                SELECT reg_id, 'unresolved', count(*)
                FROM cross_references WHERE state <> 'resolved' GROUP BY reg_id
                UNION ALL
                SELECT reg_id, 'figure', count(*) FROM figures GROUP BY reg_id
                UNION ALL
                SELECT reg_id, 'ocr_page', count(*)
                FROM pages WHERE ocr_confidence IS NOT NULL GROUP BY reg_id
            )
            GROUP BY reg_id
            """
        ).fetchall()
        belonging = cursor.execute(
            """
            SELECT reg_id, 'embedders', embedder AS name FROM vector_sets
            UNION ALL
            SELECT reg_id, 'collections', name FROM collection_members
            ORDER BY name
            """
        ).fetchall()
    counts = {reg_id: [int(count) for count in found] for reg_id, *found in rows}
    named: dict[str, dict[str, list[str]]] = {}
    for reg_id, what, name in belonging:
        named.setdefault(reg_id, {}).setdefault(what, []).append(name)
    return [
        _summary(info, counts.get(info.reg_id, [0] * 8), named.get(info.reg_id, {}))
        for info in infos
    ]


def _summary(
    info: RegulationInfo, counts: list[int], named: dict[str, list[str]]
) -> RegulationSummary:
    names = [name for name in RegulationSummary.model_fields if name.endswith("_count")]
    counted = dict(zip(names, counts, strict=True))
    return RegulationSummary.model_validate({"info": info} | counted | named)
