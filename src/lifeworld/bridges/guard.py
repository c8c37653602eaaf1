"""What every server asks of a request before it is heard: its token, where it comes from, its size."""

import hmac
import ipaddress
import socket
from collections.abc import Mapping
from urllib.parse import urlsplit

import uvicorn
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from lifeworld.bridges.serving import Limits, Refusal
from lifeworld.core.errors import UserError

_STOPPING = 2  # seconds that whoever is connected has when the server is stopped
_HEARD_OUT = 16  # times the limit are read of a body that is too large, so that its sender can read the refusal
_TOKEN = (401, "wrong_token", "this server wants its token: the header Authorization: Bearer TOKEN")
_FOREIGN = (403, "foreign", "this server listens to programs on its own machine only, not to web pages")


def is_loopback(host: str) -> bool:
    """Return whether only this machine reaches an address."""
    try:
        return host == "localhost" or ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class Guard:
    """An application behind its token and the limit of a body.

    Without a token only programs on this machine are heard: pages of a browser, which name their origin or another
    host, are not.
    """

    def __init__(self, application: ASGIApp, limits: Limits, token: str = "") -> None:
        self._application, self._limits, self._token = application, limits, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self._application(scope, receive, send)
        try:
            self._check(HTTPConnection(scope))
            if scope["type"] == "http":
                receive = await self._whole(scope, receive)
        except Refusal as refusal:
            answer = refused(refusal)
            if scope["type"] == "websocket":
                return await WebSocket(scope, receive, send).send_denial_response(answer)
            return await answer(scope, receive, send)
        await self._application(scope, receive, send)

    def _check(self, asked: HTTPConnection) -> None:
        if self._token:
            given = asked.headers.get("authorization", "")
            if not hmac.compare_digest(given.encode(), f"Bearer {self._token}".encode()):
                raise Refusal(*_TOKEN)
        elif "origin" in asked.headers or not is_loopback(
            urlsplit(f"//{asked.headers.get('host', '')}").hostname or ""
        ):
            raise Refusal(*_FOREIGN)

    async def _whole(self, scope: Scope, receive: Receive) -> Receive:
        """Return what gives the body again, once it has come."""
        body, size = bytearray(), 0
        while True:
            message = await receive()
            if message["type"] != "http.request":
                break
            size += len(message.get("body", b""))
            if size <= self._limits.body:
                body += message.get("body", b"")
            if not message.get("more_body") or size > _HEARD_OUT * self._limits.body:
                break
        if size > self._limits.body:
            raise Refusal(413, "too_large", f"a body has at most {self._limits.body} bytes")
        first: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

        async def again() -> Message:
            return first.pop() if first else await receive()

        return again


def refused(refusal: Refusal) -> Response:
    """Return the answer of HTTP to what is refused."""
    headers: Mapping[str, str] = {"WWW-Authenticate": "Bearer"} if refusal.status == 401 else {}
    return JSONResponse(refusal.to_json(), refusal.status, headers)


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens there.

    Raises:
        UserError: it can't.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise UserError(f"{host}, port {port} can't be used ({error.strerror or error})") from None


def server(application: ASGIApp, limits: Limits) -> uvicorn.Server:
    """Return what serves an application until it is told to stop.

    Raises:
        UserError: WebSocket is wanted and its package is not installed.
    """
    try:
        import websockets  # noqa: F401
    except ModuleNotFoundError:
        raise UserError("WebSocket needs the package websockets: pip install 'lifeworld[serve]'") from None
    config = uvicorn.Config(
        application,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=limits.body,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=_STOPPING,
    )
    return uvicorn.Server(config)
