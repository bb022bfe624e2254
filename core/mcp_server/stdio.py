"""``gridcode mcp``: the server on standard input and output, for clients that start it."""

import anyio
from mcp.server.stdio import stdio_server

from core.mcp_server.server import build_server
from core.serving.library import Library


def serve_stdio(library: Library) -> None:
    """Until the client closes the input."""
    anyio.run(_serve, library)


async def _serve(library: Library) -> None:
    server = build_server(library.ask)
    async with stdio_server() as (read_stream, write_stream):
        await server.run(read_stream, write_stream, server.create_initialization_options())
