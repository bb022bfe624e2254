"""The library as a whole: list, ingest, delete, export, import, doctor, backup, restore."""

import argparse
import shutil
import sys
from pathlib import Path

from core.cli.arguments import Commands, add_command
from core.cli.ingesting import ingest
from core.cli.output import print_json
from core.errors import Conflict, InputRejected
from core.serving.library import Library
from core.serving.remote import find_running


def add_commands(commands: Commands) -> None:
    listing = add_command(commands, "list", _list, "list the regulations in the library")
    listing.add_argument("--collection", metavar="NAME", help="only those of this collection")

    ingesting = add_command(
        commands, "ingest", ingest, "add PDFs, or folders of them, to the library"
    )
    ingesting.add_argument("files", nargs="+", type=Path, metavar="FILE")
    ingesting.add_argument("--reg-id", help="the id, for a single file (default: from its name)")
    ingesting.add_argument("--title", help="the title, for a single file (default: page 1)")
    ingesting.add_argument("--password", help="what opens an encrypted file")

    deleting = add_command(commands, "delete", _delete, "remove a regulation, every trace of it")
    deleting.add_argument("reg_id")

    exporting = add_command(
        commands, "export", _export, "write a regulation as a folder of JSON files"
    )
    exporting.add_argument("reg_id")
    exporting.add_argument("folder", type=Path)

    importing = add_command(commands, "import", _import, "read a folder that export wrote")
    importing.add_argument("folder", type=Path)

    doctor = add_command(commands, "doctor", _doctor, "check the store and the installation")
    doctor.add_argument("--repair", action="store_true", help="remove what belongs to nothing")

    saving = add_command(commands, "backup", _backup, "save the whole library in one file")
    saving.add_argument("file", type=Path)
    saving.add_argument("--force", action="store_true", help="replace a file that is there")

    restoring = add_command(commands, "restore", _restore, "put a backup in the library's place")
    restoring.add_argument("file", type=Path)
    restoring.add_argument("--force", action="store_true", help="replace a library that is filled")


def _list(library: Library, options: argparse.Namespace) -> int:
    asked = {"collection": options.collection} if options.collection else {}
    answer = library.ask("call_tool", tool="list_regulations", arguments=asked)
    if options.json:
        print_json(answer)
        return 0
    for regulation in answer["regulations"]:
        print(
            regulation["reg_id"],
            regulation["title"],
            f"{regulation['total_pages']} pages",
            f"{regulation['tables']} tables",
            sep="\t",
        )
    if not answer["regulations"]:
        print("The library is empty.", file=sys.stderr)
    return 0


def _delete(library: Library, options: argparse.Namespace) -> int:
    library.ask("delete_regulation", reg_id=options.reg_id)
    if options.json:
        print_json({"deleted": options.reg_id, "source": options.reg_id})
    else:
        print(f"Deleted {options.reg_id}.")
    return 0


def _export(library: Library, options: argparse.Namespace) -> int:
    target: Path = options.folder
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise Conflict(f"{target} is not empty.", hint="Name a folder that does not exist yet.")
    made = Path(library.ask("export_regulation", reg_id=options.reg_id))
    _take(made, target)
    if options.json:
        print_json({"reg_id": options.reg_id, "folder": str(target), "source": options.reg_id})
    else:
        print(f"Exported {options.reg_id} to {target}.")
    return 0


def _import(library: Library, options: argparse.Namespace) -> int:
    reg_id = library.ask("import_regulation", path=str(options.folder.absolute()))
    if options.json:
        print_json({"reg_id": reg_id, "source": reg_id})
    else:
        print(f"Imported {reg_id}.")
    return 0


def _doctor(library: Library, options: argparse.Namespace) -> int:
    for sentence in library.ask("repair") if options.repair else []:
        print(sentence, file=sys.stderr)
    findings = library.ask("examine")
    if options.json:
        print_json({"findings": findings, "source": "gridcode doctor"})
    else:
        for found in findings:
            mark = "ok  " if found["ok"] else "BAD "
            print(mark, f"{found['check']}: {found['detail']}", found["hint"])
    return 0 if all(found["ok"] for found in findings) else 1


def _backup(library: Library, options: argparse.Namespace) -> int:
    target: Path = options.file
    if target.exists() and (target.is_dir() or not options.force):
        raise Conflict(f"{target} is there already.", hint="Name another file, or give --force.")
    answer = library.ask("back_up")
    _take(Path(answer["file"]), target)
    answer |= {"file": str(target), "source": "library"}
    if options.json:
        print_json(answer)
    else:
        count, size = len(answer["regulations"]), answer["bytes"] / 1_000_000
        print(f"Saved {count} regulations ({answer['files']} files, {size:.1f} MB) in {target}.")
    return 0


def _restore(library: Library, options: argparse.Namespace) -> int:
    running = find_running(library.settings)
    if running is not None:
        raise Conflict(
            f"The workbench at {running.url} has the library open.",
            hint="Stop it, restore, and start it again.",
        )
    from core.services.backup import restore

    answer = restore(library.settings, options.file, replace=options.force)
    if options.json:
        print_json(answer | {"source": "library"})
    else:
        print(f"Restored {len(answer['regulations'])} regulations from {options.file}.")
    return 0


def _take(made: Path, target: Path) -> None:
    """Out of the outbox, by us: the workbench writes nowhere but in its data directory."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.is_dir():
            target.rmdir()  # an empty one is the only one that gets this far
        shutil.move(made, target)
    except OSError as error:
        if made.is_dir():
            shutil.rmtree(made, ignore_errors=True)
        else:
            made.unlink(missing_ok=True)
        raise InputRejected(
            f"{target} cannot be written: {error.strerror}.", hint="Name another place."
        ) from error
