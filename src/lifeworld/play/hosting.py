"""The two servers of a session, at two origins: the world's screens, and the panel."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request as WebRequest
from starlette.responses import Response as WebResponse
from starlette.routing import Route

from lifeworld.env.drivers.server import request_of
from lifeworld.play.panel import Panel
from lifeworld.play.session import PlaySession, open_folder
from lifeworld.taskkit.configuration import Configuration
from lifeworld.web.loopback import OWN_HOSTS, Loopback


@dataclass(frozen=True)
class PlayServers:
    """A session and the origins at which its panel and its world are served."""

    session: PlaySession
    panel: str
    world: str


@contextmanager
def play_servers(configuration: Configuration, port: int = 0, folder: Path | None = None) -> Iterator[PlayServers]:
    """Serve a configuration to a person's browser for as long as the context lasts.

    The port is the panel's, 0 for a free one, as the world's is. Finished episodes are saved in the folder, if any.

    Raises:
        UserError: it can't be played, the port is in use, or the folder holds something else.
    """
    kept = open_folder(folder) if folder else None
    panel, screens = Loopback(port), Loopback()
    try:
        session = PlaySession(configuration, kept)
        try:
            screens.start(world_application(session))
            panel.start(Panel(session, screens.origin).application())
            yield PlayServers(session, panel.origin, screens.origin)
        finally:
            session.close()
    finally:
        panel.stop()
        screens.stop()


def world_application(session: PlaySession) -> Starlette:
    """Return the application that serves the world's screens, and nothing about tasks."""

    async def answer(request: WebRequest) -> WebResponse:
        response = session.serve(request_of(request, await request.body()), _referrer(request))
        return WebResponse(response.body, response.status, dict(response.headers))

    return Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "POST"])], middleware=[OWN_HOSTS])


def _referrer(request: WebRequest) -> str:
    """Return the page of the world from which the browser came; "" if it does not send it."""
    own = f"{request.url.scheme}://{request.url.netloc}/"
    address = request.headers.get("referer", "")
    return address[len(own) - 1 :] if address.startswith(own) else ""
