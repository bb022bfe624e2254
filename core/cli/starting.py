"""``gridcode serve`` and ``gridcode mcp``: programs that stay."""

import argparse
from importlib.metadata import entry_points

from core.cli.arguments import Commands, add_command
from core.errors import ModelMissing
from core.serving.library import Library

_IDLE_SECONDS = 1.0


def add_commands(commands: Commands) -> None:
    serving = add_command(
        commands, "serve", _serve, "start the workbench: pages, images and MCP", json=False
    )
    serving.add_argument("--host", default="127.0.0.1", help="default: this machine only")
    serving.add_argument(
        "--port", type=_port, default=8501, metavar="N", help="default: 8501; 0 takes a free one"
    )

    add_command(commands, "mcp", _mcp, "serve MCP on standard input and output", json=False)


def _serve(library: Library, options: argparse.Namespace) -> int:
    """Whoever draws the pages registers itself; core does not know what they are made of."""
    for starter in entry_points(group="gridcode.interface", name="serve"):
        code: int = starter.load()(library.settings, options.host, options.port)
        return code
    raise ModelMissing("The pages are not installed.", hint="Run `make install` again.")


def _mcp(library: Library, _: argparse.Namespace) -> int:
    from core.mcp_server.stdio import serve_stdio

    # A client keeps us running for hours: the store is ours only while something is asked.
    with Library(library.settings, idle_seconds=_IDLE_SECONDS) as shared:
        serve_stdio(shared)
    return 0


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text} is no port")
    return int(text)
