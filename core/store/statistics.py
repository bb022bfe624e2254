"""Counts over pages, tables, notes, references, text and ingests.

One grouped query each: nothing of a page is read to count it. ``reg_id`` None counts all.
"""

from collections.abc import Sequence
from typing import NamedTuple

from core.model.insights import (
    CountedTable,
    IngestTime,
    NoteTally,
    PageTally,
    ReferenceTally,
    TableTally,
)
from core.store.database import Database
from core.store.rows import Row

_QUALITY = """
    CASE
        WHEN ocr_confidence < 0.8 THEN 'ocr_doubtful'
        WHEN ocr_confidence IS NOT NULL THEN 'ocr'
        WHEN text_quality = 'none' THEN 'no_text'
        ELSE text_quality
    END
"""


class ChapterText(NamedTuple):
    """The text that stands directly in a chapter, or in none."""

    chapter_id: str | None
    first_page: int
    last_page: int
    characters: int


class TermCount(NamedTuple):
    term: str
    chapter_id: str | None
    places: int


class TermBlock(NamedTuple):
    block_id: str
    page_num: int
    chapter_id: str | None
    text: str


def pages_by_quality(database: Database, reg_id: str | None) -> list[PageTally]:
    query = f"""
        SELECT reg_id, {_QUALITY} AS quality, count(*) AS count
        FROM pages
        WHERE coalesce(reg_id = $reg_id, true)
        GROUP BY ALL
        ORDER BY ALL
        """  # noqa: S608 - no input in it
    return [PageTally.model_validate(row) for row in _rows(database, query, {"reg_id": reg_id})]


def pages_of_quality(database: Database, reg_id: str, quality: str) -> list[int]:
    query = f"""
        SELECT page_num
        FROM pages
        WHERE reg_id = $reg_id AND {_QUALITY} = $quality
        ORDER BY page_num
        """  # noqa: S608 - no input in it
    found = _rows(database, query, {"reg_id": reg_id, "quality": quality})
    return [row["page_num"] for row in found]


def tables_counted(database: Database, reg_id: str) -> list[CountedTable]:
    query = """
        SELECT
            reg_id,
            table_id,
            coalesce(caption, number, '') AS caption,
            page_start,
            page_end,
            row_count,
            chapter_id
        FROM tables
        WHERE reg_id = $reg_id
        ORDER BY rowid
        """
    return [CountedTable.model_validate(row) for row in _rows(database, query, {"reg_id": reg_id})]


def tables_by_length(database: Database) -> list[TableTally]:
    query = """
        SELECT reg_id, page_end - page_start + 1 AS page_count, count(*) AS count
        FROM tables
        GROUP BY ALL
        ORDER BY ALL
        """
    return [TableTally.model_validate(row) for row in _rows(database, query, {})]


def notes_by_type(database: Database, reg_id: str | None) -> list[NoteTally]:
    query = """
        SELECT
            reg_id,
            annotation_type,
            note_id IN (SELECT note_id FROM annotation_links)
                OR note_id IN (
                    SELECT target_id FROM cross_references WHERE target_id IS NOT NULL
                ) AS is_cited,
            count(*) AS count
        FROM annotations
        WHERE coalesce(reg_id = $reg_id, true)
        GROUP BY ALL
        ORDER BY ALL
        """
    return [NoteTally.model_validate(row) for row in _rows(database, query, {"reg_id": reg_id})]


def references_by_state(database: Database, reg_id: str | None) -> list[ReferenceTally]:
    query = """
        SELECT reg_id, reference_type, state, count(*) AS count
        FROM cross_references
        WHERE coalesce(reg_id = $reg_id, true)
        GROUP BY ALL
        ORDER BY ALL
        """
    found = _rows(database, query, {"reg_id": reg_id})
    return [ReferenceTally.model_validate(row) for row in found]


def text_by_chapter(database: Database, reg_id: str) -> list[ChapterText]:
    query = """
        SELECT
            chapter_id,
            min(page_num) AS first_page,
            max(page_num) AS last_page,
            sum(length(text)) AS characters
        FROM blocks
        WHERE reg_id = $reg_id
        GROUP BY chapter_id
        """
    return [ChapterText(**row) for row in _rows(database, query, {"reg_id": reg_id})]


def characters_by_regulation(database: Database) -> dict[str, int]:
    query = "SELECT reg_id, sum(length(text)) AS characters FROM blocks GROUP BY reg_id"
    return {row["reg_id"]: int(row["characters"]) for row in _rows(database, query, {})}


def top_chapters_by_regulation(database: Database) -> dict[str, int]:
    query = """
        SELECT reg_id, count(*) AS count
        FROM chapters
        WHERE parent_id IS NULL
        GROUP BY reg_id
        """
    return {row["reg_id"]: row["count"] for row in _rows(database, query, {})}


def ingest_times(database: Database, reg_id: str | None) -> list[IngestTime]:
    """Of files that were read in the background; a file that was there already takes no time."""
    query = """
        WITH reports AS (
            SELECT updated_at, report::JSON AS report
            FROM jobs
            WHERE kind = 'ingest' AND state = 'done'
            UNION ALL
            SELECT updated_at, unnest((report -> 'reports')::JSON[])
            FROM jobs
            WHERE kind = 'samples' AND state = 'done'
        )
        SELECT
            (report ->> 'reg_id') AS reg_id,
            updated_at AS read_at,
            (report ->> 'total_pages')::INTEGER AS pages,
            (report ->> 'seconds')::DOUBLE AS seconds
        FROM reports
        WHERE (report ->> 'reg_id') IS NOT NULL
            AND coalesce(report ->> 'unchanged', 'false') <> 'true'
            AND coalesce((report ->> 'reg_id') = $reg_id, true)
        ORDER BY updated_at
        """
    return [IngestTime.model_validate(row) for row in _rows(database, query, {"reg_id": reg_id})]


def term_counts(database: Database, reg_id: str, terms: Sequence[str]) -> list[TermCount]:
    """How many blocks of each chapter use each term; where none does, no row."""
    query = """
        SELECT term, chapter_id, count(*) AS places
        FROM blocks
        CROSS JOIN (SELECT unnest($terms::VARCHAR[]) AS term)
        WHERE reg_id = $reg_id AND contains(text, term)
        GROUP BY ALL
        """
    found = _rows(database, query, {"reg_id": reg_id, "terms": list(terms)})
    return [TermCount(**row) for row in found]


def blocks_with_term(database: Database, reg_id: str, term: str) -> list[TermBlock]:
    """In the order of the document: the blocks that :func:`term_counts` counts."""
    query = """
        SELECT block_id, page_num, chapter_id, text
        FROM blocks
        WHERE reg_id = $reg_id AND contains(text, $term)
        ORDER BY page_num, order_in_page
        """
    return [TermBlock(**row) for row in _rows(database, query, {"reg_id": reg_id, "term": term})]


def frequent_terms(database: Database, reg_id: str, limit: int) -> list[str]:
    query = """
        SELECT text
        FROM suggestions
        WHERE reg_id = $reg_id AND kind = 'term'
        ORDER BY weight DESC, text
        LIMIT $limit
        """
    found = _rows(database, query, {"reg_id": reg_id, "limit": limit})
    return [row["text"] for row in found]


def _rows(database: Database, query: str, values: Row) -> list[Row]:
    with database.reading() as cursor:
        found = cursor.execute(query, values)
        names = [column[0] for column in found.description or ()]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]
