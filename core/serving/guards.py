"""Who may talk to the server: the Host, the Origin and the token of a request.

A page on another site can make a browser send requests here, under a name that it points at this
machine. So every request must name a host that is ours, and what changes or tells anything is
refused to the scripts of other sites.
"""

import hmac
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "::1")
_EVERYWHERE = ("0.0.0.0", "::", "")


def is_loopback(host: str) -> bool:
    return host.strip("[]") in LOOPBACK


def known_hosts(listening_on: str, configured: str) -> tuple[str, ...]:
    """Names this server answers to: loopback, the address it listens on, and the configured."""
    named = [name.strip().lower() for name in configured.split(",") if name.strip()]
    own = [] if listening_on in _EVERYWHERE else [listening_on.lower()]
    return (*LOOPBACK, *own, *named)


class HostGuard:
    """Middleware: a request, or a websocket, under a name that is not ours is refused."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self.app = app
        self.hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        host = _host_name(Headers(scope=scope).get("host", ""))
        if host in self.hosts:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            refusal = _refusal(421, "This host name is not known here.", _HOST_HINT)
            await refusal(scope, receive, send)


class Guard:
    """Around one endpoint: no foreign Origin, and the token where one is wanted."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str], token: str | None) -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self.token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is not None and _host_name(urlsplit(origin).netloc) not in self.hosts:
            refusal = _refusal(403, "Requests of other sites are refused.", "")
            await refusal(scope, receive, send)
        elif self.token is not None and not _has_token(headers, self.token):
            refusal = _refusal(401, "The token is missing or wrong.", _TOKEN_HINT)
            refusal.headers["WWW-Authenticate"] = "Bearer"
            await refusal(scope, receive, send)
        else:
            await self.app(scope, receive, send)


_HOST_HINT = "Name it in GRIDCODE_ALLOWED_HOSTS and start the workbench again."
_TOKEN_HINT = "Send `Authorization: Bearer …` with GRIDCODE_MCP_TOKEN."


def _host_name(authority: str) -> str:
    """Without the port: ``[::1]:8501`` -> ``::1``."""
    try:
        return urlsplit(f"//{authority}").hostname or ""
    except ValueError:
        return ""


def _has_token(headers: Headers, token: str) -> bool:
    scheme, _, given = headers.get("authorization", "").partition(" ")
    return scheme.lower() == "bearer" and hmac.compare_digest(given.encode(), token.encode())


def _refusal(status: int, message: str, hint: str) -> JSONResponse:
    return JSONResponse({"error": message, "type": "Refused", "hint": hint}, status)
