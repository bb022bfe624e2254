"""Where a regulation may define its terms: chapters by their titles, blocks by their wording."""

from collections.abc import Sequence

from core.model import ChapterNode
from core.store.database import Database
from core.store.rows import NounRows
from core.structure.definitions.finding import PlacedText

_CHAPTER = NounRows("chapters", ChapterNode)


def defining_chapters(
    database: Database, reg_id: str, title_pattern: str, openings: Sequence[str]
) -> list[ChapterNode]:
    """Those with the pattern in their title or an opening in their text, and everything below them,
    in the document's order.
    """
    with database.reading() as cursor:
        return _CHAPTER.select(
            cursor,
            """
            WHERE reg_id = $reg_id
                AND node_id IN (
                    WITH RECURSIVE titled AS (
                        SELECT node_id
                        FROM chapters
                        WHERE reg_id = $reg_id AND regexp_matches(title, $title_pattern)
                        UNION
                        SELECT chapter_id
                        FROM blocks
                        WHERE reg_id = $reg_id
                            AND len(list_filter($openings, lambda it: contains(text, it))) > 0
                        UNION
                        SELECT below.node_id
                        FROM chapters AS below
                        JOIN titled ON below.parent_id = titled.node_id
                        WHERE below.reg_id = $reg_id
                    )
                    SELECT node_id FROM titled
                )
            ORDER BY "order", rowid
            """,
            {"reg_id": reg_id, "title_pattern": title_pattern, "openings": list(openings)},
        )


def blocks_that_may_define(
    database: Database, reg_id: str, chapter_ids: Sequence[str], phrases: Sequence[str]
) -> list[PlacedText]:
    """The blocks of the chapters, and all others that hold one of the phrases."""
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT block_id, page_num, block_type, chapter_id, text
            FROM blocks
            WHERE reg_id = $reg_id
                AND (
                    chapter_id IN (SELECT unnest($chapter_ids::VARCHAR[]))
                    OR len(list_filter($phrases::VARCHAR[], lambda it: contains(text, it))) > 0
                )
            ORDER BY page_num, order_in_page
            """,
            {"reg_id": reg_id, "chapter_ids": list(chapter_ids), "phrases": list(phrases)},
        ).fetchall()
    return [PlacedText(*row) for row in rows]


def tables_in(database: Database, reg_id: str, chapter_ids: Sequence[str]) -> list[str]:
    """Ids of the tables that stand in the chapters, in the document's order."""
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT table_id
            FROM tables
            WHERE reg_id = $reg_id AND chapter_id IN (SELECT unnest($chapter_ids::VARCHAR[]))
            ORDER BY rowid
            """,
            {"reg_id": reg_id, "chapter_ids": list(chapter_ids)},
        ).fetchall()
    return [table_id for (table_id,) in rows]
