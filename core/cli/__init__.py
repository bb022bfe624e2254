"""``gridcode`` on the command line.

Exit codes: 0 good, 1 a known failure (one line on stderr, a JSON error on stdout where JSON was
asked for), 2 wrong usage.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version

from core.cli import (
    asking,
    collection_commands,
    comparing,
    correction_commands,
    library_commands,
    model_commands,
    reading_commands,
    starting,
    tool_calls,
)
from core.cli.output import error_json, one_line, print_json
from core.errors import GridCodeError
from core.serving.library import Library
from core.settings import load_settings


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        with Library(load_settings()) as library:
            code: int = options.command(library, options)
            return code
    except GridCodeError as error:
        if options.json:
            print_json(error_json(error))
        print(one_line(error), file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        # The reader of our output went away (`gridcode list | head`): nothing is wrong here.
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gridcode", description="Read, search and compare regulation PDFs."
    )
    parser.add_argument(
        "--version", action="version", version=f"gridcode {version('gridcode-workbench')}"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for module in (
        library_commands,
        collection_commands,
        reading_commands,
        comparing,
        asking,
        correction_commands,
        tool_calls,
        model_commands,
        starting,
    ):
        module.add_commands(commands)
    return parser
