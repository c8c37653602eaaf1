"""What holds for every answer: headers that browsers obey, and a most of what is sent."""

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
SECURE = {"strict-transport-security": "max-age=31536000; includeSubDomains"}
_NOT_KEPT = (b"cache-control", b"no-store")
_TOO_LARGE = PlainTextResponse("This is more than the arena takes.", 413)
_NOTHING = PlainTextResponse("There is no such page.", 404)
_NUL = "\0"  # no database keeps it; in an address it is nobody's mistake


class Guard:
    """Puts the headers on every answer and refuses bodies that are too large before they are read.

    Args:
        app: what answers.
        secure: whether browsers come by https alone.
        body: the most bytes of a request.
    """

    def __init__(self, app: ASGIApp, secure: bool, body: int) -> None:
        self._app, self._body = app, body
        given = HEADERS | (SECURE if secure else {})
        self._headers = [(name.encode(), value.encode()) for name, value in given.items()]
        self._names = frozenset(name for name, _ in self._headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            closed: Message = {"type": "websocket.close", "code": 4404}
            await (send(closed) if _NUL in scope.get("path", "") else self._app(scope, receive, send))
            return

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [pair for pair in message["headers"] if pair[0] not in self._names]
                kept = any(name == b"cache-control" for name, _ in own)
                message["headers"] = [*own, *self._headers, *([] if kept else [_NOT_KEPT])]
            await send(message)

        body = await _read(receive, self._body)
        if body is None or _NUL in scope["path"]:
            await (_TOO_LARGE if body is None else _NOTHING)(scope, receive, told)
            return
        await self._app(scope, _again(body, receive), told)


async def _read(receive: Receive, most: int) -> bytes | None:
    """Return a request's body; None where it is larger than `most`, of which no more is kept."""
    whole, more = b"", True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            break
        whole, more = whole + message.get("body", b""), message.get("more_body", False)
        if len(whole) > most:
            return None
    return whole


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body once more, and then what comes after it."""
    given = False

    async def give() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return give
