"""Figures of a regulation."""

from collections.abc import Sequence

from core.model import Figure
from core.store.database import Cursor, Database
from core.store.keys import stable_key
from core.store.rows import NounRows, insert_rows

_FIGURE = NounRows("figures", Figure)


def insert(cursor: Cursor, figures: Sequence[Figure]) -> None:
    rows = [_FIGURE.row(figure, figure_key=stable_key(figure.figure_id)) for figure in figures]
    insert_rows(cursor, "figures", rows)


def replace(cursor: Cursor, reg_id: str, figures: Sequence[Figure]) -> None:
    """Inside the caller's transaction."""
    cursor.execute("DELETE FROM figures WHERE reg_id = $reg_id", {"reg_id": reg_id})
    insert(cursor, figures)


def find_figure(database: Database, reg_id: str, figure_id: str) -> Figure | None:
    with database.reading() as cursor:
        found = _FIGURE.select(
            cursor, "WHERE figure_key = $figure_key", {"figure_key": stable_key(figure_id)}
        )
    return next((it for it in found if (it.reg_id, it.figure_id) == (reg_id, figure_id)), None)


def figures_of(database: Database, reg_id: str) -> list[Figure]:
    """Every figure of a regulation, in the order of the document."""
    with database.reading() as cursor:
        return _FIGURE.select(cursor, "WHERE reg_id = $reg_id ORDER BY rowid", {"reg_id": reg_id})
