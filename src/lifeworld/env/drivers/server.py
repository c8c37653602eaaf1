"""One web server on this machine's loopback for many worlds, each under a host name that nobody can guess."""

import asyncio
import secrets
import threading
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from starlette.requests import Request as Asked
from starlette.responses import Response as Answer
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from lifeworld.core.errors import DriverFault
from lifeworld.env.drivers.driver import Stage
from lifeworld.web.loopback import Loopback
from lifeworld.web.request import Request, pairs_of

START_SECONDS = 10
_STRANGERS = 128  # connections over which no world was asked for; beyond, the oldest is closed
_AT_A_TIME = 64  # connections that are accepted before the oldest ones are closed


@dataclass
class Mount:
    """One world for one episode."""

    world: Stage
    lock: threading.Lock = field(default_factory=threading.Lock)
    over: bool = False


class Server:
    """Serves worlds to a browser on this machine, from a thread of its own."""

    def __init__(self) -> None:
        self._mounts: dict[str, Mount] = {}
        self._strangers: dict[tuple[str, int], asyncio.Transport] = {}  # by their addresses, the oldest first
        self._loopback = Loopback()
        self.port = self._loopback.port

    def start(self) -> None:
        """Begin to serve; connections made from now on wait until it does."""
        http = partial(_Connection, self._strangers)
        self._loopback.start(self._app, interface="asgi3", loop="asyncio", backlog=_AT_A_TIME, http=http)

    def stop(self) -> None:
        """Stop serving and free the port."""
        self._loopback.stop()

    def mount(self, world: Stage, host: str = "") -> str:
        """Serve a world for one episode; return its host name, a new one unless one is given."""
        host = host or new_host()
        self._mounts[host] = Mount(world)
        return host

    def unmount(self, host: str) -> None:
        """Stop serving a world; when this returns, no request is at work in it."""
        mount = self._mounts.pop(host, None)
        if mount is not None:
            with mount.lock:
                mount.over = True

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise DriverFault(f"the server was asked for {scope['type']}, which no page of ours uses")
        answer = await self._answer(Asked(scope, receive))
        await answer(scope, receive, send)

    async def _answer(self, asked: Asked) -> Answer:
        mount = self._mounts.get(asked.headers.get("host", ""))
        if mount is None:
            return Answer("There is no such world.", 404, media_type="text/plain")
        self._strangers.pop(asked.scope["client"], None)
        body = await asked.body()  # meanwhile the world may have been taken away
        with mount.lock:
            if mount.over:
                return Answer("This world is closed.", 410, media_type="text/plain")
            response = mount.world.site.handle(request_of(asked, body))
        return Answer(response.body, response.status, dict(response.headers))


class _Connection(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """A connection, which anyone on this machine may open; a stranger's gives way to newer ones.

    Whoever knows a world's name asks for it at once; all else can't keep this process from opening files.
    """

    def __init__(self, strangers: dict[tuple[str, int], asyncio.Transport], *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._strangers = strangers

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._strangers[self.client] = transport
        if len(self._strangers) > _STRANGERS:
            self._strangers.pop(next(iter(self._strangers))).abort()

    def connection_lost(self, error: Exception | None) -> None:
        self._strangers.pop(self.client, None)
        super().connection_lost(error)


def new_host() -> str:
    """Return a host name that nobody can guess."""
    return f"{secrets.token_hex(12)}.localhost"


def request_of(asked: Asked, body: bytes) -> Request:
    """Return what a browser asks, as sites take it."""
    query = pairs_of(asked.scope["query_string"])
    return Request(asked.method, asked.scope["path"], query, pairs_of(body), asked.cookies)


async def reachable(port: int) -> None:
    """Return once something answers on the port.

    Raises:
        DriverFault: nothing did in time.
    """
    try:
        async with asyncio.timeout(START_SECONDS):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
    except (TimeoutError, OSError) as error:
        raise DriverFault(f"the server for worlds did not start: {error}") from error
    writer.close()
