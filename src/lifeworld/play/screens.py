"""The world's server: screens, and nothing that tells of tasks."""

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request as Asked
from starlette.responses import Response as Answer
from starlette.routing import Route

from lifeworld.env.drivers.server import request_of
from lifeworld.play.table import Table

OWN_HOSTS = ["127.0.0.1", "localhost"]  # a page elsewhere can't come in under another name


def world(table: Table) -> Starlette:
    """Return the application that shows the table's world."""

    async def answer(asked: Asked) -> Answer:
        response = table.serve(request_of(asked, await asked.body()), _came_from(asked))
        return Answer(response.body, response.status, dict(response.headers))

    hosts = Middleware(TrustedHostMiddleware, allowed_hosts=OWN_HOSTS)
    return Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "POST"])], middleware=[hosts])


def _came_from(asked: Asked) -> str:
    """Return the page of the world's own that the browser was on."""
    own = f"{asked.url.scheme}://{asked.url.netloc}/"
    told = asked.headers.get("referer", "")
    return told[len(own) - 1 :] if told.startswith(own) else ""
