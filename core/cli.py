"""``gridcode`` on the command line.

Exit codes: 0 good, 1 a known failure (one line on stderr, a JSON error on stdout where JSON was
asked for), 2 wrong usage.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, TextIO

from core.errors import GridCodeError, InvalidArguments
from core.services.ingest import IngestReport, IngestRequest, IngestStep, Watcher
from core.settings import load_settings
from core.tools import call_tool, error_answer
from core.workbench import Workbench

Command = Callable[[Workbench, argparse.Namespace], int]


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    command: Command = options.command
    try:
        with Workbench(load_settings()) as workbench:
            return command(workbench, options)
    except GridCodeError as error:
        if options.json:
            _print_json(error_answer(error))
        print(_one_line(error), file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        # The reader of our output went away (`gridcode list | head`): nothing is wrong here.
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130


def _list(workbench: Workbench, options: argparse.Namespace) -> int:
    answer = call_tool(workbench, "list_regulations", {})
    if options.json:
        _print_json(answer)
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


def _ingest(workbench: Workbench, options: argparse.Namespace) -> int:
    """Each file for itself: one that is refused does not keep the others out."""
    paths = _pdf_files(options.files)
    if (options.reg_id or options.title) and len(paths) != 1:
        options.usage_error("--reg-id and --title go with a single file")
    answers = []
    for path in paths:
        request = IngestRequest(path, options.reg_id, options.title, options.password)
        try:
            report = workbench.ingest(request, Watcher(on_step=_progress_line(path.name)))
        except GridCodeError as error:
            answers.append({"source_file": path.name} | error_answer(error))
            print(f"{path.name}: {_one_line(error)}", file=sys.stderr)
        else:
            answers.append(report.model_dump(mode="json"))
            if not options.json:
                print(_ingest_line(report))
    if options.json:
        _print_json(answers)
    return 1 if any("error" in answer for answer in answers) else 0


def _pdf_files(paths: Sequence[Path]) -> list[Path]:
    """Folders stand for the PDFs in them."""
    return [
        file
        for path in paths
        for file in (sorted(path.rglob("*.pdf")) if path.is_dir() else [path])
    ]


def _progress_line(name: str) -> Callable[[IngestStep], None]:
    """Progress on stderr, in place on a terminal and silent elsewhere."""

    def show(step: IngestStep) -> None:
        count = f" {step.done}/{step.total}" if step.total else ""
        print(f"\r\033[K{name}: {step.stage}{count}", end="", file=sys.stderr, flush=True)
        if step.stage == "save":
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    return show if sys.stderr.isatty() else lambda step: None


def _ingest_line(report: IngestReport) -> str:
    if report.unchanged:
        return f"{report.reg_id}\t{report.title}\talready in the library, unchanged"
    parts = [
        report.reg_id,
        report.title,
        f"{report.total_pages} pages",
        f"{report.tables} tables ({report.cross_page_tables} over pages)",
        f"{report.seconds:.1f} s",
    ]
    return "\t".join(parts)


def _delete(workbench: Workbench, options: argparse.Namespace) -> int:
    workbench.delete_regulation(options.reg_id)
    if options.json:
        _print_json({"deleted": options.reg_id, "source": options.reg_id})
    else:
        print(f"Deleted {options.reg_id}.")
    return 0


def _export(workbench: Workbench, options: argparse.Namespace) -> int:
    target = workbench.export_regulation(options.reg_id, options.folder)
    if options.json:
        _print_json({"reg_id": options.reg_id, "folder": str(target), "source": options.reg_id})
    else:
        print(f"Exported {options.reg_id} to {target}.")
    return 0


def _import(workbench: Workbench, options: argparse.Namespace) -> int:
    reg_id = workbench.import_regulation(options.folder)
    if options.json:
        _print_json({"reg_id": reg_id, "source": reg_id})
    else:
        print(f"Imported {reg_id}.")
    return 0


def _doctor(workbench: Workbench, options: argparse.Namespace) -> int:
    for sentence in workbench.repair() if options.repair else []:
        print(sentence, file=sys.stderr)
    findings = workbench.examine()
    if options.json:
        _print_json(
            {"findings": [found.model_dump() for found in findings], "source": "gridcode doctor"}
        )
    else:
        for found in findings:
            print("ok  " if found.ok else "BAD ", f"{found.check}: {found.detail}", found.hint)
    return 0 if all(found.ok for found in findings) else 1


def _call(workbench: Workbench, options: argparse.Namespace) -> int:
    if options.tool == "-":
        return _call_lines(workbench, sys.stdin)
    arguments = dict(_argument(pair) for pair in options.arguments)
    _print_json(call_tool(workbench, options.tool, arguments))
    return 0


def _call_lines(workbench: Workbench, lines: TextIO) -> int:
    """A JSON object a line in, one out, in the same order; a failed call does not end the rest."""
    for line in lines:
        if line.strip():
            print(json.dumps(_answer_line(workbench, line), ensure_ascii=False), flush=True)
    return 0


def _answer_line(workbench: Workbench, line: str) -> dict[str, Any]:
    try:
        request = json.loads(line)
        name, arguments = request["tool"], request.get("args", {})
        if not isinstance(name, str) or not isinstance(arguments, dict):
            raise TypeError
    except (ValueError, KeyError, TypeError, AttributeError):
        wanted = 'Each line is a JSON object: {"tool": NAME, "args": {…}}.'
        return error_answer(InvalidArguments("This line is no tool call.", hint=wanted))
    try:
        return {"result": call_tool(workbench, name, arguments)}
    except GridCodeError as error:
        return error_answer(error)


def _argument(pair: str) -> tuple[str, object]:
    """``key=value``; the value is text, or JSON where it begins like a list or an object.

    Numbers stay text here: the tool's own types read them, so that ``reg_id=2024`` stays an id.
    """
    key, equals, value = pair.partition("=")
    if not equals or not key:
        raise InvalidArguments(f"{pair} is no argument.", hint="Write key=value.")
    if value[:1] in ("[", "{"):
        try:
            return key, json.loads(value)
        except ValueError:
            return key, value
    return key, value


def _one_line(error: GridCodeError) -> str:
    return " ".join(f"{error} {error.hint}".split())


def _print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gridcode", description="Read, search and compare regulation PDFs."
    )
    parser.add_argument(
        "--version", action="version", version=f"gridcode {version('gridcode-workbench')}"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    listing = commands.add_parser("list", help="list the regulations in the library")
    listing.set_defaults(command=_list)

    ingesting = commands.add_parser("ingest", help="add PDFs, or folders of them, to the library")
    ingesting.add_argument("files", nargs="+", type=Path, metavar="FILE")
    ingesting.add_argument("--reg-id", help="the id, for a single file (default: from its name)")
    ingesting.add_argument("--title", help="the title, for a single file (default: page 1)")
    ingesting.add_argument("--password", help="what opens an encrypted file")
    ingesting.set_defaults(command=_ingest, usage_error=ingesting.error)

    deleting = commands.add_parser("delete", help="remove a regulation, every trace of it")
    deleting.add_argument("reg_id")
    deleting.set_defaults(command=_delete)

    exporting = commands.add_parser("export", help="write a regulation as a folder of JSON files")
    exporting.add_argument("reg_id")
    exporting.add_argument("folder", type=Path)
    exporting.set_defaults(command=_export)

    importing = commands.add_parser("import", help="read a folder that export wrote")
    importing.add_argument("folder", type=Path)
    importing.set_defaults(command=_import)

    doctor = commands.add_parser("doctor", help="check the store and the installation")
    doctor.add_argument("--repair", action="store_true", help="remove what belongs to nothing")
    doctor.set_defaults(command=_doctor)

    for command in (listing, ingesting, deleting, exporting, importing, doctor):
        command.add_argument("--json", action="store_true", help="answer as JSON")

    calling = commands.add_parser("call", help="call a tool; `call -` reads JSON lines")
    calling.add_argument("tool", help="a tool's name, or - for JSON lines on standard input")
    calling.add_argument("arguments", nargs="*", metavar="key=value")
    calling.set_defaults(command=_call, json=True)
    return parser


if __name__ == "__main__":
    sys.exit(main())
