"""``gridcode collections``: regulations that are searched together; ``gridcode edit``."""

import argparse

from core.cli.arguments import Commands, add_command
from core.cli.output import print_json, print_table, print_text
from core.serving.library import Library
from core.serving.wire import Json


def add_commands(commands: Commands) -> None:
    editing = add_command(commands, "edit", _edit, "change a regulation's title and description")
    editing.add_argument("reg_id")
    editing.add_argument("--title")
    editing.add_argument("--description")
    editing.add_argument(
        "--keyword", action="append", metavar="WORD", help="in the place of those it has; repeat it"
    )

    parser = add_command(
        commands, "collections", _list, "list collections, or make, fill and rename them"
    )
    actions = parser.add_subparsers(metavar="ACTION")
    creating = add_command(actions, "create", _create, "make a collection")
    creating.add_argument("name")
    creating.add_argument("reg_ids", nargs="*", metavar="REG_ID")
    creating.add_argument("--description", default="")
    renaming = add_command(actions, "rename", _rename, "give a collection another name")
    renaming.add_argument("name")
    renaming.add_argument("new_name")
    deleting = add_command(actions, "delete", _delete, "remove a collection; regulations stay")
    deleting.add_argument("name")
    for action, command, what in (
        ("add", _add, "put regulations into a collection"),
        ("remove", _remove, "take regulations out of a collection"),
    ):
        changing = add_command(actions, action, command, what)
        changing.add_argument("name")
        changing.add_argument("reg_ids", nargs="+", metavar="REG_ID")


def _edit(library: Library, options: argparse.Namespace) -> int:
    changes = {
        "title": options.title,
        "description": options.description,
        "keywords": options.keyword,
    }
    if all(value is None for value in changes.values()):
        options.usage_error("give --title, --description or --keyword")
    info = library.ask("describe_regulation", reg_id=options.reg_id, **changes)
    if options.json:
        print_json(info)
    else:
        print_text(info["title"], "bold")
        for line in (info["description"], ", ".join(info["keywords"])):
            if line:
                print_text(line)
    return 0


def _list(library: Library, options: argparse.Namespace) -> int:
    found = library.ask("list_collections")
    if options.json:
        print_json({"collections": found, "source": "library"})
        return 0
    if not found:
        print_text(
            "There are no collections. `gridcode collections create NAME REG_ID…` makes one."
        )
        return 0
    rows = ((each["name"], len(each["reg_ids"]), ", ".join(each["reg_ids"])) for each in found)
    print_table(("collection", "regulations", ""), rows)
    return 0


def _create(library: Library, options: argparse.Namespace) -> int:
    made = library.ask(
        "create_collection",
        name=options.name,
        reg_ids=options.reg_ids,
        description=options.description,
    )
    return _shown(options, made)


def _rename(library: Library, options: argparse.Namespace) -> int:
    asked = {"name": options.name, "new_name": options.new_name}
    return _shown(options, library.ask("rename_collection", **asked))


def _delete(library: Library, options: argparse.Namespace) -> int:
    library.ask("delete_collection", name=options.name)
    if options.json:
        print_json({"deleted": options.name, "source": "library"})
    else:
        print_text(f"Deleted the collection {options.name}; its regulations stay.")
    return 0


def _add(library: Library, options: argparse.Namespace) -> int:
    asked = {"name": options.name, "reg_ids": options.reg_ids}
    return _shown(options, library.ask("add_to_collection", **asked))


def _remove(library: Library, options: argparse.Namespace) -> int:
    asked = {"name": options.name, "reg_ids": options.reg_ids}
    return _shown(options, library.ask("remove_from_collection", **asked))


def _shown(options: argparse.Namespace, collection: Json) -> int:
    if options.json:
        print_json(collection | {"source": "library"})
    else:
        print_text(f"{collection['name']}: {', '.join(collection['reg_ids']) or 'empty'}")
    return 0
