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
from starlette.responses import Response

from lifeworld.arena.database import Database
from lifeworld.arena.site import rendering
from lifeworld.arena.site.account_pages import AccountPages, OpenIdPages
from lifeworld.arena.site.admin_pages import AdminPages
from lifeworld.arena.site.battle_pages import BattlePages
from lifeworld.arena.site.board_pages import BoardPages
from lifeworld.arena.site.data_pages import DataPages
from lifeworld.arena.site.guard import Guard
from lifeworld.arena.site.health import HealthPages
from lifeworld.arena.site.host import Host, Refusal
from lifeworld.arena.site.live_pages import LivePages
from lifeworld.arena.site.mailing import Mailer, NoMailer
from lifeworld.arena.site.settings import Settings

THREADS = 8  # that render pages: more would only delay live pictures
_MESSAGES = {404: "There is no such page.", 405: "This page takes no such request."}


def application(database: Database, home: Path, settings: Settings, mailer: Mailer | None = None) -> Starlette:
    """Return the application that serves an arena's pages.

    Args:
        database: of the arena, with its tables.
        home: the arena's folder.
        settings: of the site.
        mailer: sends mails; without one nobody can sign in by mail.
    """
    return _served(Host(settings, database, home, mailer or NoMailer()))


def _served(host: Host) -> Starlette:
    battle = BattlePages(host)
    parts = (battle, LivePages(host, battle), BoardPages(host), AccountPages(host), OpenIdPages(host))
    rest = (DataPages(host), AdminPages(host), HealthPages(host))
    routes = [route for part in (*parts, *rest) for route in part.routes()]

    async def missing(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        return host.refusal_page(
            request, host.anonymous_visitor(), Refusal(status, _MESSAGES.get(status, "This can’t be done."))
        )

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
