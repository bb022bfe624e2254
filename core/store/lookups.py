"""Things of a regulation by their names, found through an index."""

from collections.abc import Iterable
from typing import NamedTuple

from core.model import Annotation, ChapterNode, Figure, Table
from core.store.database import Cursor, Database
from core.store.keys import stable_key
from core.store.rows import NounRows, insert_rows
from core.structure.references.names import Named, named_things

_CHAPTER = NounRows("chapters", ChapterNode)
_TABLE = NounRows("tables", Table, json_fields=["joins"], elsewhere=["segments", "cells"])
_FIGURE = NounRows("figures", Figure)
_NOTE = NounRows("annotations", Annotation, elsewhere=["links"])

_FAR_AWAY = 10**9  # beyond any page


class Place(NamedTuple):
    item_id: str
    page_num: int


def insert(cursor: Cursor, reg_id: str, named: Iterable[Named]) -> None:
    rows = [
        {
            "lookup_key": _key(reg_id, name),
            "reg_id": reg_id,
            "name": name,
            "item_id": item_id,
            "page_num": page_num,
        }
        for name, item_id, page_num in named
    ]
    insert_rows(cursor, "lookups", rows)


def find(database: Database, reg_id: str, name: str) -> list[Place]:
    """What bears this name, in the order of the document."""
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT reg_id, name, item_id, page_num
            FROM lookups
            WHERE lookup_key = $lookup_key
            """,
            {"lookup_key": _key(reg_id, name)},
        ).fetchall()
    found = [Place(row[2], row[3]) for row in rows if (row[0], row[1]) == (reg_id, name)]
    return sorted(found, key=lambda place: place.page_num)  # stable: as saved within a page


def find_nearest(
    database: Database, reg_id: str, name: str, page_num: int, limit: int
) -> tuple[list[Place], int]:
    """What bears this name, nearest to a page first; -> also how many in all."""
    with database.reading() as cursor:
        rows = cursor.execute(
            """
            SELECT reg_id, name, item_id, page_num, count(*) OVER ()
            FROM lookups
            WHERE lookup_key = $lookup_key
            ORDER BY abs(page_num - $page_num), rowid
            LIMIT $limit
            """,
            {
                "lookup_key": _key(reg_id, name),
                "page_num": min(page_num, _FAR_AWAY),
                "limit": limit,
            },
        ).fetchall()
    found = [Place(row[2], row[3]) for row in rows if (row[0], row[1]) == (reg_id, name)]
    return found, rows[0][4] if found else 0


def fill(cursor: Cursor) -> None:
    """For regulations that were saved before there were lookups."""
    for (reg_id,) in cursor.execute("SELECT reg_id FROM regulations").fetchall():
        of_regulation = ("WHERE reg_id = $reg_id ORDER BY rowid", {"reg_id": reg_id})
        named = named_things(
            _CHAPTER.select(cursor, *of_regulation),
            _TABLE.select(cursor, *of_regulation),
            _FIGURE.select(cursor, *of_regulation),
            _NOTE.select(cursor, *of_regulation),
        )
        insert(cursor, reg_id, named)


def _key(reg_id: str, name: str) -> int:
    return stable_key(f"{reg_id}\0{name}")
