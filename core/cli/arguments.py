"""How commands are declared."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from core.serving.library import Library

Command = Callable[[Library, argparse.Namespace], int]

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]
else:
    Commands = Any


def add_command(
    commands: Commands, name: str, command: Command, help_text: str, *, json: bool = True
) -> argparse.ArgumentParser:
    """``json``: with a ``--json`` option, as everything that answers has."""
    parser = commands.add_parser(name, help=help_text, description=help_text)
    parser.set_defaults(command=command, usage_error=parser.error)
    if json:
        parser.add_argument("--json", action="store_true", help="answer as JSON")
    else:
        parser.set_defaults(json=False)
    return parser


def count(text: str) -> int:
    """The type of an option that counts from 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no number from 1 on")
    return int(text)


def pair(text: str) -> tuple[str, str]:
    """The type of an argument that is written ``key=value``."""
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise argparse.ArgumentTypeError(f"{text} is not written key=value")
    return key, value
