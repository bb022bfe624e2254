"""References as arrows: from which chapter, to which chapter; counted where a count will do."""

from collections.abc import Sequence
from typing import NamedTuple

from core.model import Reference, ReferenceTarget
from core.model.reference_graph import NamedDocument, NamedTarget
from core.store.database import Database
from core.store.rows import NounRows

_REFERENCE = NounRows("cross_references", Reference, json_fields=["target", "candidates"])

# What an analyst has to look into: other documents are unresolved until they are in the library.
_OF_KIND = """
    WHERE reg_id = $reg_id
        AND ($states IS NULL OR list_contains($states::VARCHAR[], state))
        AND ($types IS NULL OR list_contains($types::VARCHAR[], reference_type))
        AND ($ids IS NULL OR reference_id IN (SELECT unnest($ids::VARCHAR[])))
        AND ($left_out IS NULL OR reason <> $left_out)
        AND ($words = '' OR contains(lower(text || ' ' || parsed_target), lower($words)))
"""


class ReferenceLink(NamedTuple):
    """``target_chapter`` is where the target stands, if that is a place of the same regulation."""

    reference_id: str
    state: str
    source_chapter: str | None
    target_id: str | None
    target_chapter: str | None


class OutwardLink(NamedTuple):
    """To another document: ``leads_to`` is that regulation, None where the library has none."""

    reg_id: str
    reference_id: str
    document: str
    leads_to: str | None


def links_of(database: Database, reg_id: str) -> list[ReferenceLink]:
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            WITH places AS (
                SELECT node_id AS item_id, node_id AS chapter_id FROM chapters
                WHERE reg_id = $reg_id
                UNION ALL
                SELECT table_id, chapter_id FROM tables WHERE reg_id = $reg_id
                UNION ALL
                SELECT figure_id, chapter_id FROM figures WHERE reg_id = $reg_id
                UNION ALL
                SELECT notes.note_id, home.chapter_id
                FROM annotations AS notes
                JOIN blocks AS home ON home.block_id = notes.block_id AND home.reg_id = $reg_id
                WHERE notes.reg_id = $reg_id
            )
            SELECT
                found.reference_id,
                found.state,
                source.chapter_id,
                found.target_id,
                places.chapter_id
            FROM cross_references AS found
            LEFT JOIN blocks AS source
                ON source.block_id = found.block_id AND source.reg_id = $reg_id
            LEFT JOIN places ON places.item_id = found.target_id
            WHERE found.reg_id = $reg_id
            ORDER BY found.rowid
            """,
            {"reg_id": reg_id},
        ).fetchall()
    return [ReferenceLink(*row) for row in rows]


def find(
    database: Database,
    reg_id: str,
    *,
    states: Sequence[str] | None,
    types: Sequence[str] | None,
    reference_ids: Sequence[str] | None,
    words: str,
    left_out: str | None,
    offset: int,
    limit: int | None,
) -> tuple[list[Reference], int]:
    """In the order of the document; -> also how many in all. None lets everything through;
    ``left_out`` is a reason.
    """
    values = {
        "reg_id": reg_id,
        "states": None if states is None else list(states),
        "types": None if types is None else list(types),
        "ids": None if reference_ids is None else list(reference_ids),
        "words": words,
        "left_out": left_out,
    }
    with database.reading() as cursor:
        rows, total = _REFERENCE.select_between(
            cursor, _OF_KIND, values, offset, limit, looks_elsewhere=True
        )
    return [_REFERENCE.noun(row) for row in rows], total


def references_to_any(database: Database, target_ids: Sequence[str]) -> list[Reference]:
    """From all regulations, in the order in which they were saved."""
    with database.reading() as cursor:
        return _REFERENCE.select(
            cursor,
            """
            WHERE target_id IN (SELECT unnest($target_ids::VARCHAR[]))
            ORDER BY reg_id, rowid
            """,
            {"target_ids": list(target_ids)},
        )


def most_named(database: Database, reg_id: str, limit: int) -> list[NamedTarget]:
    """Places of a regulation that references lead to, those with the most first."""
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT
                target_id,
                any_value(target ->> 'label'),
                any_value((target ->> 'page_num')::INTEGER),
                count(*) AS n
            FROM cross_references
            WHERE target_id = $reg_id OR starts_with(target_id, $reg_id || '/')
            GROUP BY target_id
            ORDER BY n DESC, min(rowid)
            LIMIT $limit
            """,
            {"reg_id": reg_id, "limit": limit},
        ).fetchall()
    return [
        NamedTarget(
            target=ReferenceTarget(
                target_id=target_id, reg_id=reg_id, page_num=page_num, label=label
            ),
            count=count,
        )
        for target_id, label, page_num, count in rows
    ]


def documents_named(database: Database, reg_id: str | None) -> list[NamedDocument]:
    """By every regulation, or by one; documents that are named most first."""
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT
                reg_id,
                parsed_target,
                CASE WHEN state = 'resolved' THEN split_part(target_id, '/', 1) END AS leads_to,
                count(*) AS n
            FROM cross_references
            WHERE reference_type = 'standard' AND coalesce(reg_id = $reg_id, true)
            GROUP BY ALL
            ORDER BY n DESC, parsed_target, reg_id
            """,
            {"reg_id": reg_id},
        ).fetchall()
    return [
        NamedDocument(reg_id=by, document=document, target_id=target_id, count=count)
        for by, document, target_id, count in rows
    ]


def outward_links(database: Database, reg_id: str | None) -> list[OutwardLink]:
    """What leads out of every regulation, or out of one, whatever it leads to there."""
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT
                reg_id,
                reference_id,
                parsed_target,
                CASE WHEN state = 'resolved' THEN split_part(target_id, '/', 1) END AS leads_to
            FROM cross_references
            WHERE coalesce(reg_id = $reg_id, true)
                AND (
                    reference_type = 'standard'
                    OR (state = 'resolved' AND NOT starts_with(target_id, reg_id || '/'))
                )
            ORDER BY reg_id, rowid
            """,
            {"reg_id": reg_id},
        ).fetchall()
    return [OutwardLink(*row) for row in rows]
