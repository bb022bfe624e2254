"""What the workbench answers over HTTP beside its pages: images, MCP, and its own commands."""

import logging
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import anyio.to_thread
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from core.errors import EncryptedPdf, GridCodeError, InputRejected, InvalidArguments, NotFound
from core.mcp_server.server import build_server
from core.services.page_images import Picture
from core.serving.announcement import Announcement, announce, withdraw
from core.serving.commands import empty_outbox, run_command
from core.serving.guards import Guard, HostGuard, is_loopback, known_hosts
from core.serving.remote import INTERNAL
from core.tools import error_answer
from core.workbench import Workbench

Endpoint = Callable[[Request], Awaitable[Response]]

logger = logging.getLogger(__name__)

_FOR_EVER = "private, max-age=31536000, immutable"
_ASK_EACH_TIME = "private, no-cache"


@dataclass(frozen=True)
class Doors:
    """Everything an ASGI application needs to let others in to one workbench."""

    routes: list[BaseRoute]
    middleware: list[Middleware]
    announcement: Announcement
    mcp_needs_token: bool
    _workbench: Workbench
    _sessions: StreamableHTTPSessionManager

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """From the start of the application to its end: announced, and MCP ready."""
        data_dir = self._workbench.data_dir
        empty_outbox(data_dir)
        async with self._sessions.run():
            announce(data_dir, self.announcement)
            try:
                yield
            finally:
                withdraw(data_dir, self.announcement)


def doors(workbench: Workbench, host: str, port: int) -> Doors:
    """For a server that listens on ``host`` and ``port``."""
    settings = workbench.settings
    hosts = known_hosts(host, settings.allowed_hosts)
    token = secrets.token_urlsafe(32)
    needs_token = not is_loopback(host)
    near = f"[{host.strip('[]')}]" if ":" in host else host
    url = f"http://{'127.0.0.1' if host in ('', '0.0.0.0', '::') else near}:{port}"
    server = build_server(lambda command, **values: run_command(workbench, command, values))
    # Without sessions: nothing is kept between requests, so that a restart disturbs nobody.
    sessions = StreamableHTTPSessionManager(server, stateless=True)
    mcp_token = (settings.mcp_token or token) if needs_token else None
    return Doors(
        routes=[
            Route("/page-image/{reg_id}/{page_num:int}.jpg", _page_image(workbench)),
            Route("/documents/{reg_id}/images/{name}", _figure(workbench)),
            Route("/table-grid/{reg_id}", _table_grid(workbench)),
            Route("/contents/{reg_id}", _contents(workbench)),
            # Without these, the pages would answer a wrong address with their start page.
            Route("/page-image/{rest:path}", _nothing),
            Route("/documents/{rest:path}", _nothing),
            Route("/mcp", Guard(StreamableHTTPASGIApp(sessions), hosts, mcp_token)),
            Route(f"{INTERNAL}/{{command}}", Guard(_commands(workbench), hosts, token)),
        ],
        middleware=[Middleware(HostGuard, hosts=hosts)],
        announcement=Announcement(url=url, pid=os.getpid(), token=token),
        mcp_needs_token=needs_token,
        _workbench=workbench,
        _sessions=sessions,
    )


def _page_image(workbench: Workbench) -> Endpoint:
    """``?dpi=`` draws larger or smaller; a link with ``?v=`` names one PDF and is kept for ever."""

    async def answer(request: Request) -> Response:
        reg_id, page_num = request.path_params["reg_id"], request.path_params["page_num"]
        try:
            dpi = _whole_number(request.query_params.get("dpi"))
            tag = await anyio.to_thread.run_sync(workbench.page_image_tag, reg_id, page_num, dpi)
            version = request.query_params.get("v", "")
            keep = _FOR_EVER if len(version) >= 8 and tag.startswith(version) else _ASK_EACH_TIME
            if _is_known(request, tag):
                return _unchanged(tag, keep)
            picture = await anyio.to_thread.run_sync(workbench.page_image, reg_id, page_num, dpi)
        except GridCodeError as error:
            return _failure(error)
        return _image(picture, keep)

    return answer


def _figure(workbench: Workbench) -> Endpoint:
    async def answer(request: Request) -> Response:
        parts = request.path_params
        try:
            picture = await anyio.to_thread.run_sync(
                workbench.figure_image, parts["reg_id"], parts["name"]
            )
        except GridCodeError as error:
            return _failure(error)
        if _is_known(request, picture.tag):
            return _unchanged(picture.tag, _ASK_EACH_TIME)
        return _image(picture, _ASK_EACH_TIME)

    return answer


def _table_grid(workbench: Workbench) -> Endpoint:
    """``?table=`` names the table."""

    def grid(reg_id: str, request: Request) -> bytes:
        return workbench.table_grid(reg_id, request.query_params.get("table", "")).content

    return _stamped(workbench, grid)


def _contents(workbench: Workbench) -> Endpoint:
    return _stamped(workbench, lambda reg_id, _: workbench.contents_list(reg_id))


def _stamped(workbench: Workbench, content_of: Callable[[str, Request], bytes]) -> Endpoint:
    """JSON about a regulation. A link with ``?v=`` is of one state of it and is kept for ever."""

    async def answer(request: Request) -> Response:
        reg_id = request.path_params["reg_id"]
        try:
            tag = await anyio.to_thread.run_sync(workbench.stamp, reg_id)
            keep = _FOR_EVER if request.query_params.get("v", "") == tag else _ASK_EACH_TIME
            if _is_known(request, tag):
                return _unchanged(tag, keep)
            content = await anyio.to_thread.run_sync(content_of, reg_id, request)
        except GridCodeError as error:
            return _failure(error)
        return _kept(content, "application/json", tag, keep)

    return answer


async def _nothing(_: Request) -> Response:
    return _failure(NotFound("There is no such picture.", hint="/page-image/REG_ID/PAGE.jpg"))


def _commands(workbench: Workbench) -> ASGIApp:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        response = await _answer_command(workbench, request)
        await response(scope, receive, send)

    return app


async def _answer_command(workbench: Workbench, request: Request) -> Response:
    if request.method != "POST":
        return JSONResponse({"error": "Ask with POST.", "type": "Refused", "hint": ""}, 405)
    try:
        arguments = await request.json()
        if not isinstance(arguments, dict):
            raise InvalidArguments("Arguments are a JSON object.")
        answer = await anyio.to_thread.run_sync(
            run_command, workbench, request.path_params["command"], arguments
        )
    except GridCodeError as error:
        return _failure(error, status=400)
    except ValueError:
        return _failure(InvalidArguments("This is no JSON."), status=400)
    except Exception:
        # A bug: the log has it; the one who asked is told that it happened.
        logger.exception("the command %s failed", request.path_params["command"])
        hint = "The workbench's log has details."
        return _failure(GridCodeError("An internal error.", hint=hint), status=500)
    return JSONResponse({"answer": answer})


def _whole_number(text: str | None) -> int | None:
    if text is None:
        return None
    if not text.isdecimal() or len(text) > 4:
        raise InputRejected(f"{text[:20]!r} is no number of dots per inch.", hint="?dpi=110")
    return int(text)


def _is_known(request: Request, tag: str) -> bool:
    known = [
        part.strip().removeprefix("W/")
        for part in request.headers.get("if-none-match", "").split(",")
    ]
    return f'"{tag}"' in known


def _unchanged(tag: str, keep: str) -> Response:
    return Response(status_code=304, headers={"ETag": f'"{tag}"', "Cache-Control": keep})


def _image(picture: Picture, keep: str) -> Response:
    return _kept(picture.content, picture.media_type, picture.tag, keep)


def _kept(content: bytes, media_type: str, tag: str, keep: str) -> Response:
    return Response(
        content,
        media_type=media_type,
        headers={
            "ETag": f'"{tag}"',
            "Cache-Control": keep,
            "X-Content-Type-Options": "nosniff",
            "Cross-Origin-Resource-Policy": "same-origin",
        },
    )


def _failure(error: GridCodeError, status: int | None = None) -> JSONResponse:
    if status is None:
        status = 404 if isinstance(error, NotFound | EncryptedPdf) else 400
    return JSONResponse(error_answer(error), status)
