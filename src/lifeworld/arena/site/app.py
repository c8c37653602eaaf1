"""The Starlette application of an arena's site."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from anyio.to_thread import current_default_thread_limiter
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lifeworld.arena.database import Database
from lifeworld.arena.site import rendering
from lifeworld.arena.site.account_pages import AccountPages, OpenIdPages
from lifeworld.arena.site.admin_pages import AdminPages, HealthPages
from lifeworld.arena.site.battle_pages import BattlePages
from lifeworld.arena.site.board_pages import BoardPages
from lifeworld.arena.site.data_pages import DataPages
from lifeworld.arena.site.host import Host, Refusal
from lifeworld.arena.site.live_pages import LivePages
from lifeworld.arena.site.mailing import Mailer
from lifeworld.arena.site.settings import Settings
from lifeworld.arena.site.visitors import Visitor

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
THREADS = 8  # that render pages: more would only delay live pictures
_MESSAGES = {404: "There is no such page.", 405: "This page takes no such request."}


def application(database: Database, home: Path, settings: Settings, mailer: Mailer | None = None) -> Starlette:
    """Return the application that serves an arena's pages; without a mailer nobody can sign in by mail."""
    host = Host(settings, database, home, mailer)
    battles = (BattlePages(host), LivePages(host), BoardPages(host), AccountPages(host), OpenIdPages(host))
    rest = (DataPages(host), AdminPages(host), HealthPages(host))
    routes = [route for part in (*battles, *rest) for route in part.routes()]

    async def missing(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        return host.refusal_page(request, Visitor(), Refusal(status, _MESSAGES.get(status, "This can’t be done.")))

    @asynccontextmanager
    async def few(_: Starlette) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = THREADS
        rendering.compile_all()
        yield

    served = Starlette(
        lifespan=few,
        routes=[*rendering.ROUTES, *routes],
        middleware=[
            Middleware(Guard, secure=host.settings.secure),
            Middleware(TrustedHostMiddleware, allowed_hosts=host.settings.hosts, www_redirect=False),
        ],
        exception_handlers={HTTPException: missing},
    )
    served.state.host = host
    return served


class Guard:
    """Middleware that adds the headers to every answer, those of https if `secure`; refuses addresses with a NUL."""

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
