"""``gridcode corrections``: what analysts repair, to make, list, undo, and take elsewhere."""

import argparse
from pathlib import Path

from core.cli.arguments import Commands, add_command, pair
from core.cli.output import print_json, print_table
from core.errors import Conflict, InputRejected
from core.serving.library import Library
from core.serving.wire import Json

_KINDS = """make takes a kind and what it changes (rows and columns count from 0):
  split_table      table_id= segment_id=      that part and what follows it
  join_tables      table_id= next_table_id=
  fix_cell         table_id= row= col= content=
  set_header_rows  table_id= count=           0: none
  fix_caption      table_id= caption=         empty: none
  fix_heading      block_id= level=           0: no heading
  fix_reference    reference_id= target_id=   empty: it leads nowhere"""


def add_commands(commands: Commands) -> None:
    corrections = add_command(
        commands,
        "corrections",
        _corrections,
        "list, make, undo, export or import analysts' corrections",
    )
    corrections.formatter_class = argparse.RawDescriptionHelpFormatter
    corrections.epilog = _KINDS
    corrections.add_argument("action", choices=("list", "make", "undo", "redo", "export", "import"))
    corrections.add_argument("reg_id")
    corrections.add_argument(
        "what",
        nargs="?",
        help="make: the kind; undo and redo: the correction's id; export and import: the file",
    )
    corrections.add_argument(
        "changes", nargs="*", type=pair, metavar="key=value", help="make: what it changes"
    )
    corrections.add_argument("--by", metavar="NAME", default="", help="make: who corrects")
    corrections.add_argument("--why", metavar="TEXT", default="", help="make: the reason")


def _corrections(library: Library, options: argparse.Namespace) -> int:
    if options.action == "list":
        return _list(library, options)
    if options.what is None:
        options.usage_error(f"{options.action} needs one more word")
    if options.action == "make":
        return _make(library, options)
    if options.changes:
        options.usage_error(f"{options.action} takes no key=value")
    if options.action in ("undo", "redo"):
        command = f"{options.action}_correction"
        changed = library.ask(command, reg_id=options.reg_id, correction_id=options.what)
        return _say(options, f"{options.action} {options.what}", {"correction": changed})
    if options.action == "export":
        target = Path(options.what)
        if target.exists():
            raise Conflict(f"{target} is there already.", hint="Name another file.")
        target.write_text(
            library.ask("export_corrections", reg_id=options.reg_id), encoding="utf-8"
        )
        return _say(options, f"Exported to {target}.", {"file": str(target)})
    added = library.ask("import_corrections", reg_id=options.reg_id, exported=_read(options.what))
    lost = sum(bool(each["lost"]) for each in added)
    sentence = f"Imported {len(added)} corrections, {lost} of them found no place."
    return _say(options, sentence, {"corrections": added})


def _make(library: Library, options: argparse.Namespace) -> int:
    if not options.by.strip():
        options.usage_error("make needs --by NAME")
    asked = {"kind": options.what} | dict(options.changes)
    made = library.ask(
        "correct", reg_id=options.reg_id, asked=asked, made_by=options.by, reason=options.why
    )
    place = f"page {made['place']['page_num']}"
    if made["place"]["table_id"]:
        place += f", {made['place']['table_id']}"
    return _say(options, f"{made['correction_id']} {made['kind']} {place}", {"correction": made})


def _list(library: Library, options: argparse.Namespace) -> int:
    found = library.ask("corrections", reg_id=options.reg_id)
    if options.json:
        print_json({"corrections": found, "source": options.reg_id})
        return 0
    print_table(
        ("id", "kind", "page", "who", "when", "why", "state"),
        (
            (
                each["correction_id"],
                each["kind"],
                each["place"]["page_num"] if each["place"] else "",
                each["made_by"],
                each["made_at"][:16],
                each["reason"],
                _state(each),
            )
            for each in found
        ),
    )
    return 0


def _state(correction: Json) -> str:
    if correction["undone_at"]:
        return "undone"
    return f"lost: {correction['lost']}" if correction["lost"] else "in force"


def _read(name: str) -> str:
    try:
        return Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputRejected(f"{name} cannot be read.", hint="Check the path.") from error


def _say(options: argparse.Namespace, sentence: str, answer: dict[str, Json]) -> int:
    if options.json:
        print_json(answer | {"source": options.reg_id})
    else:
        print(sentence)
    return 0
