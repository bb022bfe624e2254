"""``gridcode ask``: an answer in quotations, each with its page; ``gridcode figures``."""

import argparse

from core.cli.arguments import Commands, add_command
from core.cli.output import print_json, print_source, print_text
from core.serving.library import Library
from core.serving.wire import Json

_NOT_FOUND = "在这些规程中未找到。 Not found in these regulations."


def add_commands(commands: Commands) -> None:
    asking = add_command(commands, "ask", _ask, "ask a question; answered with quotations")
    asking.add_argument("question", nargs="+")
    asking.add_argument("--reg", action="append", metavar="REG_ID", help="only in this one")
    asking.add_argument("--chapter", help="only in this chapter: a number or a title")
    asking.add_argument(
        "--way",
        choices=("extractive", "stages", "agent"),
        default="extractive",
        help="who writes: nobody (default), or the configured model, which reads each regulation "
        "(stages) or turns pages itself (agent)",
    )

    figures = add_command(commands, "figures", _figures, "list figures with what they show")
    figures.add_argument("reg_id")
    figures.add_argument(
        "--describe",
        action="store_true",
        help="describe them anew: by the configured model that can look, else from print and OCR",
    )


def _figures(library: Library, options: argparse.Namespace) -> int:
    if options.describe:
        library.ask("describe_figures", reg_id=options.reg_id)
    figures = library.ask("list_figures", reg_id=options.reg_id)
    if options.json:
        print_json(figures)
        return 0
    for figure in figures:
        print_text(f"{figure['figure_type']}  {figure['caption'] or ''}", "bold")
        print_text(figure["description"])
        print_source(figure["source"])
    print_text(f"{len(figures)} figures", "dim")
    return 0


def _ask(library: Library, options: argparse.Namespace) -> int:
    arguments: dict[str, Json] = {"question": " ".join(options.question), "way": options.way}
    if options.reg:
        arguments["reg_id"] = options.reg
    if options.chapter:
        arguments["chapter_scope"] = options.chapter
    answer = library.ask("call_tool", tool="ask", arguments=arguments)
    if options.json:
        print_json(answer)
        return 0
    if not answer["supported"]:
        print_text(_NOT_FOUND, "bold")
    if answer["written_by"]:
        print_text(answer["answer"])
        print_text("")
    for citation in answer["citations"]:
        _print_citation(citation)
    for conflict in answer["conflicts"]:
        first, second = ("、".join(conflict[side]) for side in ("first_says", "second_says"))
        print_text(f"[{conflict['first']}] {first} ≠ [{conflict['second']}] {second}", "yellow")
    for doubt in answer["unverified"]:
        print_text(f"? {doubt['text']}: {doubt['reason']}", "yellow")
    if answer["supported"] and answer["note"]:
        print_text(answer["note"], "dim")
    return 0


def _print_citation(citation: Json) -> None:
    led = f"← [{citation['followed_from']}] {citation['reference']}  "
    context = citation["context"].split("\n")[0] if citation["kind"] == "row" else ""
    print_text(f"[{citation['number']}] {led if citation['followed_from'] else ''}{context}", "dim")
    print_text(citation["quote"])
    print_source(citation["source"])
