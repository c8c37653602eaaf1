"""Adds the security headers to every answer."""

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
_NOTHING = PlainTextResponse("There is no such page.", 404)
_NUL = "\0"  # no database stores it, and no valid address contains it


class Guard:
    """Middleware that adds the headers to every answer, and refuses addresses with a NUL.

    Args:
        app: the application.
        secure: whether the site is reached by https only.
    """

    def __init__(self, app: ASGIApp, secure: bool) -> None:
        self._app = app
        given = HEADERS | (SECURE if secure else {})
        self._headers = [(name.encode(), value.encode()) for name, value in given.items()]
        self._names = frozenset(name for name, _ in self._headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            closed: Message = {"type": "websocket.close", "code": 4404}
            await (send(closed) if _NUL in scope.get("path", "") else self._app(scope, receive, send))
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [pair for pair in message["headers"] if pair[0] not in self._names]
                kept = any(name == b"cache-control" for name, _ in own)
                message["headers"] = [*own, *self._headers, *([] if kept else [_NOT_KEPT])]
            await send(message)

        await (_NOTHING if _NUL in scope["path"] else self._app)(scope, receive, send_with_headers)
