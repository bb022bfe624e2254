"""Figures of a regulation."""

from collections.abc import Sequence

from core.model import Figure
from core.store.database import Cursor, Database
from core.store.rows import NounRows, insert_rows

_FIGURE = NounRows("figures", Figure)


def insert(cursor: Cursor, figures: Sequence[Figure]) -> None:
    insert_rows(cursor, "figures", [_FIGURE.row(figure) for figure in figures])


def figures_of(database: Database, reg_id: str) -> list[Figure]:
    """Every figure of a regulation, in the order of the document."""
    with database.reading() as cursor:
        return _FIGURE.select(cursor, "WHERE reg_id = $reg_id ORDER BY rowid", {"reg_id": reg_id})
