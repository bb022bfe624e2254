"""Collections and the regulations in them."""

from collections.abc import Collection as Several

from core.model.collections import Collection
from core.store.database import Database
from core.store.rows import NounRows, insert_rows

_COLLECTION = NounRows("collections", Collection, elsewhere=["reg_ids"])


def list_collections(database: Database) -> list[Collection]:
    """By name; members by title, each with what is in the library now."""
    return list(database.remembered("collections", lambda: _read_collections(database)))


def _read_collections(database: Database) -> list[Collection]:
    with database.reading() as cursor:
        rows = _COLLECTION.select_rows(cursor, "ORDER BY name", {})
        members = cursor.execute(
            """
            SELECT member.name, member.reg_id
            FROM collection_members AS member
            JOIN regulations AS regulation ON regulation.reg_id = member.reg_id
            ORDER BY regulation.title, regulation.reg_id
            """
        ).fetchall()
    by_name: dict[str, list[str]] = {}
    for name, reg_id in members:
        by_name.setdefault(name, []).append(reg_id)
    return [_COLLECTION.noun(row, reg_ids=tuple(by_name.get(row[0], ()))) for row in rows]


def find_collection(database: Database, name: str) -> Collection | None:
    return next((found for found in list_collections(database) if found.name == name), None)


def save_collection(database: Database, collection: Collection) -> None:
    """In place of what was there under its name, members included."""
    with database.writing() as cursor:
        for table in ("collections", "collection_members"):
            cursor.execute(
                f"DELETE FROM {table} WHERE name = $name",  # noqa: S608 - names of our own
                {"name": collection.name},
            )
        insert_rows(cursor, "collections", [_COLLECTION.row(collection)])
        rows = [{"name": collection.name, "reg_id": reg_id} for reg_id in collection.reg_ids]
        insert_rows(cursor, "collection_members", rows)


def rename_collection(database: Database, name: str, new_name: str) -> None:
    names = {"name": name, "new_name": new_name}
    with database.writing() as cursor:
        cursor.execute("UPDATE collections SET name = $new_name WHERE name = $name", names)
        cursor.execute("UPDATE collection_members SET name = $new_name WHERE name = $name", names)


def delete_collection(database: Database, name: str) -> None:
    with database.writing() as cursor:
        cursor.execute("DELETE FROM collections WHERE name = $name", {"name": name})
        cursor.execute("DELETE FROM collection_members WHERE name = $name", {"name": name})


def add_members(database: Database, name: str, reg_ids: Several[str]) -> None:
    """Those that are in it already stay in it once."""
    remove_and_add = [{"name": name, "reg_id": reg_id} for reg_id in dict.fromkeys(reg_ids)]
    with database.writing() as cursor:
        for row in remove_and_add:
            cursor.execute(_REMOVE, row)
        insert_rows(cursor, "collection_members", remove_and_add)


def remove_members(database: Database, name: str, reg_ids: Several[str]) -> None:
    with database.writing() as cursor:
        for reg_id in reg_ids:
            cursor.execute(_REMOVE, {"name": name, "reg_id": reg_id})


_REMOVE = "DELETE FROM collection_members WHERE name = $name AND reg_id = $reg_id"
