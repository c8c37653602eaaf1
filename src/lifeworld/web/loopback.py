"""A small web server on this machine's loopback, in a thread of its own, and what its pages have in common."""

import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Any

import uvicorn
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from lifeworld.core.counting import counted
from lifeworld.core.errors import UserError
from lifeworld.web import assets
from lifeworld.web.app import App

_STOP_SECONDS = 5
OWN_HOSTS = Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"])  # prevents DNS rebinding


class Loopback:
    """Serves one application until it is stopped.

    Args:
        port: 0 for any that is free.

    Raises:
        UserError: the port can't be used.
    """

    def __init__(self, port: int = 0) -> None:
        try:
            self._socket = socket.create_server(("127.0.0.1", port))
        except OSError as error:
            raise UserError(f"port {port} can't be used ({error.strerror}); name another with --port") from error
        self.port: int = self._socket.getsockname()[1]
        self._server: uvicorn.Server | None = None

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, application: ASGIApp, **settings: Any) -> None:
        """Begin to serve, with further settings of uvicorn's; connections made before wait until it does."""
        quiet: dict[str, Any] = {"log_config": None, "access_log": False, "lifespan": "off", "ws": "none"}
        config = uvicorn.Config(application, timeout_graceful_shutdown=1, **quiet, **settings)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop serving and free the port."""
        if self._server:
            self._server.should_exit = True
            self._thread.join(_STOP_SECONDS)
        self._socket.close()


@contextmanager
def serving(application: ASGIApp, port: int = 0) -> Iterator[str]:
    """Serve an application for as long as the context lasts; yields its origin."""
    loopback = Loopback(port)
    loopback.start(application)
    try:
        yield loopback.origin
    finally:
        loopback.stop()


def file_routes(package: str, own: Mapping[str, str], apps: tuple[App, ...] = ()) -> list[Route]:
    """Return the routes of the files that pages on the loopback load.

    Args:
        package: in whose folder `static` their own files lie.
        own: the names of these, with their media types.
        apps: whose files are served, too, beside the kit's.
    """

    async def served(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in own:
            return Response("no such file", 404)
        return Response(files(package).joinpath("static", name).read_text("utf-8"), media_type=own[name])

    async def static(request: Request) -> Response:
        found = assets.serve(request.path_params["path"], apps)
        return Response(found.body, found.status, dict(found.headers))

    return [Route("/own/{name}", served), Route("/static/{path:path}", static)]


def from_own_page(request: Request) -> bool:
    """Return whether a form was not sent by another site's page."""
    own = f"{request.url.scheme}://{request.url.netloc}"
    return request.headers.get("origin", own) == own


def page(templates: Environment, name: str, /, **context: Any) -> HTMLResponse:
    """Return a page, which no browser keeps, as it tells how things stand now."""
    return HTMLResponse(templates.get_template(name).render(**context), headers={"cache-control": "no-store"})


@cache
def templates_of(package: str, **filters: Callable[..., Any]) -> Environment:
    """Return the templates in a package, with further filters."""
    loader = PackageLoader(package)
    env = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    env.filters |= {"counted": counted, **filters}
    return env
