"""What is offered while somebody types."""

from collections.abc import Collection, Mapping

from core.model import Suggestion
from core.store.database import Cursor, Database
from core.store.rows import NounRows, insert_rows

_SUGGESTION = NounRows("suggestions", Suggestion)


def replace(cursor: Cursor, reg_id: str, suggestions: Mapping[Suggestion, str]) -> None:
    """``suggestions`` with their folded text; inside the caller's transaction."""
    remove(cursor, reg_id)
    rows = [_SUGGESTION.row(each, folded=folded) for each, folded in suggestions.items()]
    insert_rows(cursor, "suggestions", rows)


def remove(cursor: Cursor, reg_id: str) -> None:
    cursor.execute("DELETE FROM suggestions WHERE reg_id = $reg_id", {"reg_id": reg_id})


def find(
    database: Database, folded: str, *, reg_ids: Collection[str] | None, limit: int
) -> list[Suggestion]:
    """Those that begin with the text before those that hold it, heavy ones first."""
    with database.reading() as cursor:
        return _SUGGESTION.select(
            cursor,
            """
            WHERE contains(folded, $folded)
                AND ($reg_ids IS NULL OR list_contains($reg_ids::VARCHAR[], reg_id))
            ORDER BY NOT starts_with(folded, $folded), weight DESC, length(folded), text, reg_id
            LIMIT $limit
            """,
            {
                "folded": folded,
                "reg_ids": None if reg_ids is None else list(reg_ids),
                "limit": limit,
            },
        )
