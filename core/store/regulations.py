"""Whole regulations in and out, and the list of them."""

from collections.abc import Sequence

from core.errors import RegulationNotFoundError
from core.model import Regulation, RegulationInfo, RegulationSummary
from core.store import (
    annotations,
    chapters,
    chunks,
    figures,
    keyword_index,
    pages,
    references,
    tables,
    vectors,
)
from core.store.database import Cursor, Database
from core.store.keyword_index import IndexedChunk
from core.store.rows import NounRows, insert_rows

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
)


def save_regulation(
    database: Database,
    regulation: Regulation,
    older: Regulation | None = None,
    indexed: Sequence[IndexedChunk] = (),
) -> None:
    """All of it in one transaction, in place of what was there under the same reg_id.

    ``older`` is what was there, under the id of a past edition, and is kept with it. ``indexed``
    are the tokens of the chunks of both.
    """
    with database.writing() as cursor:
        delete_rows(cursor, regulation.info.reg_id)
        for saved in (regulation, older):
            if saved is not None:
                _insert(cursor, saved)
                reg_id = saved.info.reg_id
                keyword_index.index_chunks(
                    cursor, reg_id, [chunk for chunk in indexed if chunk.reg_id == reg_id]
                )


def delete_regulation(database: Database, reg_id: str) -> list[str]:
    """Every row of it and of its past editions, corrections included; -> the ids that went."""
    get_info(database, reg_id)
    with database.writing() as cursor:
        editions = cursor.execute(
            "SELECT reg_id FROM regulations WHERE starts_with(reg_id, $reg_id || '@')",
            {"reg_id": reg_id},
        ).fetchall()
        gone = [reg_id, *(edition for (edition,) in editions)]
        for each in gone:
            delete_rows(cursor, each)
            cursor.execute("DELETE FROM corrections WHERE reg_id = $reg_id", {"reg_id": each})
    return gone


def delete_rows(cursor: Cursor, reg_id: str) -> None:
    """The extraction's rows, inside the caller's transaction."""
    for table in EXTRACTION_TABLES:
        cursor.execute(
            f"DELETE FROM {table} WHERE reg_id = $reg_id",  # noqa: S608 - names of our own
            {"reg_id": reg_id},
        )
    keyword_index.remove(cursor, reg_id)
    vectors.remove(cursor, reg_id)


def _insert(cursor: Cursor, regulation: Regulation) -> None:
    insert_rows(cursor, "regulations", [_INFO.row(regulation.info)])
    pages.insert(cursor, regulation.pages)
    tables.insert(cursor, regulation.tables)
    annotations.insert(cursor, [note for page in regulation.pages for note in page.annotations])
    chapters.insert(cursor, regulation.chapters)
    references.insert(cursor, regulation.references)
    figures.insert(cursor, regulation.figures)
    chunks.insert(cursor, regulation.chunks)


def find_info(database: Database, reg_id: str) -> RegulationInfo | None:
    with database.reading() as cursor:
        found = _INFO.select(cursor, "WHERE reg_id = $reg_id", {"reg_id": reg_id})
    return found[0] if found else None


def get_info(database: Database, reg_id: str) -> RegulationInfo:
    info = find_info(database, reg_id)
    if info is None:
        raise RegulationNotFoundError(reg_id)
    return info


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
    counts = {reg_id: [int(count) for count in found] for reg_id, *found in rows}
    return [_summary(info, counts.get(info.reg_id, [0] * 8)) for info in infos]


def _summary(info: RegulationInfo, counts: list[int]) -> RegulationSummary:
    names = [name for name in RegulationSummary.model_fields if name != "info"]
    return RegulationSummary.model_validate({"info": info} | dict(zip(names, counts, strict=True)))
