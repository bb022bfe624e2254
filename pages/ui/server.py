"""The pages in one process with images, MCP and the commands of others: ``gridcode serve``."""

import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from threading import Thread
from typing import Any

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

import pages.ui
from core.errors import Conflict, InputRejected
from core.serving.announcement import Announcement
from core.serving.library import open_or_find
from core.serving.routes import Doors, doors
from core.serving.sockets import send_at_once
from core.settings import Settings
from pages.ui.resources import share

APP = Path(__file__).parents[2] / "app.py"

_PATIENCE_SECONDS = 10.0  # for a command that has the library open just now


def serve(settings: Settings, host: str, port: int) -> int:
    """Until it is stopped; -> the exit code."""
    port = _free_port(host, port)
    found = open_or_find(settings, _PATIENCE_SECONDS)
    if isinstance(found, Announcement):
        raise Conflict(
            f"A workbench is running on this library already: {found.url} (pid {found.pid}).",
            hint="Open it there, or stop it first.",
        )
    # A stop is not a kill: what is open is closed on the way out.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with suppress(KeyboardInterrupt), found as workbench:
        workbench.load_samples_once()
        workbench.refresh_index_in_background()
        share(workbench)
        opened = doors(workbench, host, port)
        _say_where(opened, host)
        _application(opened).run(
            config={
                "server.address": host,
                "server.port": port,
                "server.headless": True,
                # A module loaded again would not know the workbench that is shared here.
                "server.fileWatcherType": "none",
            }
        )
    return 0


def _application(opened: Doors) -> st.App:
    @asynccontextmanager
    async def lifespan(_: st.App) -> AsyncIterator[dict[str, Any]]:
        send_at_once()
        # Components register with Streamlit's runtime, which is there from here on.
        Thread(target=_load_pages, name="load-pages", daemon=True).start()
        async with opened.open():
            yield {}

    # A folder named ``pages`` makes Streamlit fall back to its old way of finding pages until the
    # first ``st.navigation`` has run: a link straight to a page would be opened without app.py.
    PagesManager.uses_pages_directory = False
    # Streamlit looks for its settings beside the script that was started.
    sys.argv = [str(APP)]
    return st.App(APP, routes=opened.routes, middleware=opened.middleware, lifespan=lifespan)


def _load_pages() -> None:
    """Before the first visitor comes, who would wait for it."""
    for found in walk_packages(pages.ui.__path__, "pages.ui."):
        import_module(found.name)


def _free_port(host: str, port: int) -> int:
    """The port asked for, or any free one for 0; refused before anything else is started."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host.strip("[]"), port))
        except OSError as error:
            raise InputRejected(
                f"{host}:{port} cannot be listened on: {error.strerror}.",
                hint="Another program may use it: name another with --port.",
            ) from error
        return int(probe.getsockname()[1])


def _say_where(opened: Doors, host: str) -> None:
    url = opened.announcement.url
    print(f"The workbench: {url}\nMCP: {url}/mcp", flush=True)
    if opened.mcp_needs_token:
        print(
            f"Listening on {host}: MCP clients send GRIDCODE_MCP_TOKEN (or the token in "
            "server.json); host names are those of GRIDCODE_ALLOWED_HOSTS.",
            flush=True,
        )
