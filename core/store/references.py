"""References as they stand in the text, and what they lead to."""

from collections.abc import Sequence

from core.model import Reference
from core.store.database import Cursor, Database
from core.store.rows import NounRows, insert_rows

_REFERENCE = NounRows("cross_references", Reference, json_fields=["target", "candidates"])


def insert(cursor: Cursor, references: Sequence[Reference]) -> None:
    rows = [
        _REFERENCE.row(found, target_id=found.target.target_id if found.target else None)
        for found in references
    ]
    insert_rows(cursor, "cross_references", rows)


def references_of(database: Database, reg_id: str) -> list[Reference]:
    """Every reference that stands in a regulation, in the order of the document."""
    with database.reading() as cursor:
        return _REFERENCE.select(
            cursor, "WHERE reg_id = $reg_id ORDER BY rowid", {"reg_id": reg_id}
        )
