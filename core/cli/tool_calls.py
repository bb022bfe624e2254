"""``gridcode call``: every tool of the registry, for scripts."""

import argparse
import json
import sys
from typing import Any, BinaryIO

from core.cli.arguments import Commands, add_command, pair
from core.cli.output import error_json, print_json
from core.errors import GridCodeError, InvalidArguments
from core.serving.library import Library


def add_commands(commands: Commands) -> None:
    calling = add_command(
        commands, "call", _call, "call a tool; `call -` reads JSON lines", json=False
    )
    calling.add_argument("tool", help="a tool's name, or - for JSON lines on standard input")
    calling.add_argument("arguments", nargs="*", type=pair, metavar="key=value")
    calling.set_defaults(json=True)


def _call(library: Library, options: argparse.Namespace) -> int:
    if options.tool == "-":
        return _call_lines(library, sys.stdin.buffer)
    arguments = {key: _value(text) for key, text in options.arguments}
    print_json(library.ask("call_tool", tool=options.tool, arguments=arguments))
    return 0


def _call_lines(library: Library, lines: BinaryIO) -> int:
    """A JSON object a line in, one out, in the same order; a failed call does not end the rest."""
    for written in lines:
        line = written.decode("utf-8-sig", errors="replace")
        if line.strip():
            print(json.dumps(_answer_line(library, line), ensure_ascii=False), flush=True)
    return 0


def _answer_line(library: Library, line: str) -> dict[str, Any]:
    try:
        request = json.loads(line)
        name, arguments = request["tool"], request.get("args", {})
        if not isinstance(name, str) or not isinstance(arguments, dict):
            raise TypeError
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        wanted = 'Each line is a JSON object: {"tool": NAME, "args": {…}}.'
        return error_json(InvalidArguments("This line is no tool call.", hint=wanted))
    try:
        return {"result": library.ask("call_tool", tool=name, arguments=arguments)}
    except GridCodeError as error:
        return error_json(error)


def _value(text: str) -> object:
    """Text, or JSON where it begins like a list or an object.

    Numbers stay text here: the tool's own types read them, so that ``reg_id=2024`` stays an id.
    """
    if text[:1] in ("[", "{"):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    return text
