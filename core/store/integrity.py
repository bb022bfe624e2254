"""What foreign keys would have kept, asked for in words."""

from core.store.database import Database
from core.store.regulations import EXTRACTION_TABLES

_OTHER_TABLES = (
    "search_sets",
    "suggestions",
    "keyword_chunks",
    "postings",
    "postings_delta",
    "chunk_vectors",
    "vector_sets",
    "collection_members",
)


def find_problems(database: Database) -> list[str]:
    """One sentence for each thing that does not fit; an empty list is a whole store."""
    with database.reading() as cursor:
        problems = [
            f"{count} regulations share the reg_id {reg_id}."
            for reg_id, count in cursor.execute(
                "SELECT reg_id, count(*) FROM regulations GROUP BY reg_id HAVING count(*) > 1"
            ).fetchall()
        ]
        problems += [
            f"{reg_id} has {found} of its {total} pages."
            for reg_id, total, found in cursor.execute(
                """
                SELECT r.reg_id, r.total_pages, count(DISTINCT p.page_num)
                FROM regulations r
                LEFT JOIN pages p ON p.reg_id = r.reg_id
                GROUP BY r.reg_id, r.total_pages
                HAVING count(p.page_num) <> r.total_pages
                    OR count(DISTINCT p.page_num) <> r.total_pages
                """
            ).fetchall()
        ]
        for table in (*EXTRACTION_TABLES, *_OTHER_TABLES):
            count = _count(
                cursor.execute(
                    f"""
                    SELECT count(*)
                    FROM {table}
                    WHERE reg_id NOT IN (SELECT reg_id FROM regulations)
                    """  # noqa: S608 - names of our own
                ).fetchone()
            )
            if count:
                problems.append(f"{count} rows of {table} belong to no regulation.")
        for table in ("context_pages", "context_events"):
            count = _count(
                cursor.execute(
                    f"""
                    SELECT count(*)
                    FROM {table}
                    WHERE desk_id NOT IN (SELECT desk_id FROM desks)
                    """  # noqa: S608 - names of our own
                ).fetchone()
            )
            if count:
                problems.append(f"{count} rows of {table} belong to no desk.")
        for part in ("table_segments", "table_cells"):
            count = _count(
                cursor.execute(
                    f"""
                    SELECT count(*)
                    FROM {part} AS part
                    ANTI JOIN tables AS whole
                        ON whole.reg_id = part.reg_id AND whole.table_id = part.table_id
                    """  # noqa: S608 - names of our own
                ).fetchone()
            )
            if count:
                problems.append(f"{count} rows of {part} belong to no table.")
        count = _count(
            cursor.execute(
                """
                SELECT count(*)
                FROM annotation_links AS link
                ANTI JOIN annotations AS note
                    ON note.reg_id = link.reg_id AND note.note_id = link.note_id
                """
            ).fetchone()
        )
        if count:
            problems.append(f"{count} rows of annotation_links belong to no note.")
        problems += [
            f"{reg_id} has {indexed} of its {total} chunks in the keyword index."
            for reg_id, total, indexed in cursor.execute(
                """
                SELECT chunks.reg_id, count(*), count(keyword_chunks.chunk_id)
                FROM chunks
                LEFT JOIN keyword_chunks
                    ON keyword_chunks.reg_id = chunks.reg_id
                    AND keyword_chunks.chunk_id = chunks.chunk_id
                GROUP BY chunks.reg_id
                HAVING count(*) <> count(keyword_chunks.chunk_id)
                """
            ).fetchall()
        ]
    return problems


def _count(row: tuple[int, ...] | None) -> int:
    return row[0] if row else 0
