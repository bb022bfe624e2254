"""``gridcode compare``: two sections, or two regulations, side by side."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from core.cli.arguments import Commands, add_command
from core.cli.output import print_json, print_source, print_table, print_text
from core.errors import InputRejected
from core.serving.library import Library
from core.serving.wire import Json


def add_commands(commands: Commands) -> None:
    comparing = add_command(
        commands, "compare", _compare, "set two sections, or two regulations, side by side"
    )
    comparing.add_argument("reg_id")
    comparing.add_argument(
        "others", nargs="+", metavar="OTHER", help="two section numbers, or one other regulation"
    )
    comparing.add_argument("--reg-b", metavar="REG_ID", help="where the second section stands")
    comparing.add_argument("--no-tables", action="store_true", help="leave tables out")
    comparing.add_argument("--all", action="store_true", help="what is equal, too")
    comparing.add_argument(
        "--html", action="store_true", help="a report to read, as one HTML file on stdout"
    )
    comparing.add_argument("--xlsx", type=Path, metavar="FILE", help="a report to sort and filter")
    comparing.add_argument(
        "--lang", choices=("zh", "en"), default="zh", help="the language of a report"
    )


def _compare(library: Library, options: argparse.Namespace) -> int:
    if len(options.others) > 2:
        options.usage_error("give two sections, or one other regulation")
    if options.html and options.json:
        options.usage_error("--html or --json, not both")
    asked = _asked(options)
    if options.xlsx:
        _write(_report(library, asked, "xlsx", options.lang), options.xlsx)
        if not options.html and not options.json:
            print(f"Wrote {options.xlsx}.")
            return 0
    if options.html:
        sys.stdout.buffer.write(_report(library, asked, "html", options.lang))
        return 0
    return _show(library, asked, options)


def _asked(options: argparse.Namespace) -> dict[str, Json]:
    asked: dict[str, Json] = {"include_tables": not options.no_tables}
    if len(options.others) == 1:
        if options.reg_b:
            options.usage_error("--reg-b goes with two sections")
        return asked | {"reg_a": options.reg_id, "reg_b": options.others[0]}
    first, second = options.others
    asked |= {"reg_id": options.reg_id, "section_a": first, "section_b": second}
    return asked | ({"reg_id_b": options.reg_b} if options.reg_b else {})


def _show(library: Library, asked: dict[str, Json], options: argparse.Namespace) -> int:
    tool = "compare_sections" if "section_a" in asked else "compare_regulations"
    answer = library.ask("call_tool", tool=tool, arguments=asked)
    if options.json:
        print_json(answer)
        return 0
    shown = [change for change in answer["changes"] if options.all or change["kinds"]]
    if shown:
        print_table(("", "old", "new", "P old", "P new"), _rows(shown))
    else:
        print_text("Nothing changed.")
    print_text(f"{len(shown)} of {answer['total']}", "dim")
    print_source(answer["source"])
    return 0


def _report(library: Library, asked: dict[str, Json], kind: str, lang: str) -> bytes:
    made = Path(library.ask("comparison_report", asked=asked, kind=kind, language=lang))
    try:
        return made.read_bytes()
    finally:
        made.unlink(missing_ok=True)  # out of the outbox: nobody else comes for it


def _write(report: bytes, target: Path) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(report)
    except OSError as error:
        raise InputRejected(
            f"{target} cannot be written: {error.strerror}.", hint="Name another place."
        ) from error


def _rows(changes: list[Json]) -> Iterator[tuple[str, ...]]:
    for change in changes:
        what = [*change["kinds"], *([change["direction"]] if change["direction"] else [])]
        yield (
            ", ".join(what) or "equal",
            f"{change['old_label']} {change['old_text']}".strip(),
            f"{change['new_label']} {change['new_text']}".strip(),
            _pages(change["old"]),
            _pages(change["new"]),
        )


def _pages(places: list[Json]) -> str:
    return ", ".join(dict.fromkeys(str(place["page_num"]) for place in places))
