"""Collections: made, renamed, filled, taken apart; and what a choice of scope offers."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from core.errors import CollectionNotFoundError, Conflict, InputRejected
from core.model.collections import PREFIX, Collection, ScopeChoice, collection_name
from core.store import collections, regulations
from core.store.database import Database


def list_collections(database: Database) -> list[Collection]:
    return collections.list_collections(database)


def get_collection(database: Database, name: str) -> Collection:
    """``name`` with or without ``collection:`` before it."""
    wanted = name.removeprefix(PREFIX)
    found = collections.find_collection(database, collection_name(wanted) or wanted)
    if found is None:
        raise CollectionNotFoundError(wanted)
    return found


def create_collection(
    database: Database, name: str, reg_ids: Sequence[str] = (), description: str = ""
) -> Collection:
    made = Collection(
        name=_free_name(database, name),
        description=" ".join(description.split()),
        created_at=datetime.now(UTC),
        reg_ids=_known(database, reg_ids),
    )
    collections.save_collection(database, made)
    return made


def rename_collection(database: Database, name: str, new_name: str) -> Collection:
    old = get_collection(database, name)
    if collection_name(new_name) != old.name:
        collections.rename_collection(database, old.name, _free_name(database, new_name))
    return get_collection(database, new_name)


def delete_collection(database: Database, name: str) -> None:
    """The regulations in it stay where they are."""
    collections.delete_collection(database, get_collection(database, name).name)


def add_to_collection(database: Database, name: str, reg_ids: Sequence[str]) -> Collection:
    found = get_collection(database, name)
    collections.add_members(database, found.name, _known(database, reg_ids))
    return get_collection(database, found.name)


def remove_from_collection(database: Database, name: str, reg_ids: Sequence[str]) -> Collection:
    found = get_collection(database, name)
    collections.remove_members(database, found.name, reg_ids)
    return get_collection(database, found.name)


def put_into_collections(database: Database, reg_id: str, names: Iterable[str]) -> None:
    """Into these and out of all others."""
    (known,) = _known(database, [reg_id])
    wanted = {get_collection(database, name).name for name in names}
    for found in list_collections(database):
        if found.name in wanted and known not in found.reg_ids:
            collections.add_members(database, found.name, [known])
        elif found.name not in wanted and known in found.reg_ids:
            collections.remove_members(database, found.name, [known])


def expand(database: Database, scope: Iterable[str]) -> tuple[str, ...]:
    """The regulations that are named, each once: ``collection:NAME`` stands for all in it."""
    named: list[str] = []
    for each in scope:
        if each.startswith(PREFIX):
            named += get_collection(database, each).reg_ids
        else:
            named.append(each)
    return tuple(dict.fromkeys(named))


def scopes(database: Database) -> list[ScopeChoice]:
    """Collections, then current regulations: everything that can be chosen to look into."""
    infos = [info for info in regulations.list_infos(database) if "@" not in info.reg_id]
    return [
        *(
            ScopeChoice(
                scope=found.scope, kind="collection", label=found.name, reg_ids=found.reg_ids
            )
            for found in list_collections(database)
        ),
        *(
            ScopeChoice(
                scope=info.reg_id, kind="regulation", label=info.title, reg_ids=(info.reg_id,)
            )
            for info in infos
        ),
    ]


def _free_name(database: Database, text: str) -> str:
    name = collection_name(text)
    if name is None or name.startswith(PREFIX):
        raise InputRejected(
            "This cannot be the name of a collection.",
            hint="Use one line of 1 to 80 characters without a comma.",
        )
    if collections.find_collection(database, name) is not None:
        raise Conflict(f"There is a collection {name} already.", hint="Choose another name.")
    return name


def _known(database: Database, reg_ids: Sequence[str]) -> tuple[str, ...]:
    return tuple(regulations.get_info(database, reg_id).reg_id for reg_id in dict.fromkeys(reg_ids))
