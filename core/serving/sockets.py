"""How the server's sockets send: at once, without waiting for more."""

import asyncio
import socket
from functools import wraps
from typing import Any


def send_at_once() -> None:
    """For the servers that the running loop will open.

    asyncio switches Nagle's algorithm off for sockets that say they are TCP. The one that Streamlit
    binds does not say so: each answer of more than one packet waits 40 ms for the browser's delayed
    acknowledgement, and opening a page asks for a hundred files. Connections inherit the option.
    """
    loop = asyncio.get_running_loop()
    create_server = loop.create_server

    @wraps(create_server)
    async def create_prompt_server(*arguments: Any, **options: Any) -> asyncio.Server:  # noqa: ANN401
        server = await create_server(*arguments, **options)
        for listening in server.sockets:
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return server

    loop.create_server = create_prompt_server  # type: ignore[method-assign]
