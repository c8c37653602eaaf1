"""Serves a run's folder; keeps the pages of an episode when it is opened, and draws its screens when asked to."""

from contextlib import suppress
from pathlib import Path
from threading import Lock

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from lifeworld.core.errors import Fault, UserError
from lifeworld.report.episode_pages import replay
from lifeworld.report.pictures import redraw
from lifeworld.run.folder import Folder
from lifeworld.web.loopback import OWN_HOSTS, from_own_page


class _Files(StaticFiles):
    """The run's files; an episode that was played without pictures is replayed before its page is served."""

    def __init__(self, run: Path, turn: Lock) -> None:
        super().__init__(directory=run, html=True)
        self._run, self._turn = run, turn

    async def get_response(self, path: str, scope: Scope) -> Response:
        first, *rest = path.split("/")
        if first == "episodes" and rest and rest[1:] in ([], ["index.html"]):
            await run_in_threadpool(self._replay, rest[0])
        return await super().get_response(path, scope)

    def _replay(self, name: str) -> None:
        with self._turn, suppress(UserError, OSError):  # a folder that can't be written shows words
            replay(Folder.opened(self._run), name)


def viewer(run: Path) -> Starlette:
    """Return the application to serve."""
    turn = Lock()  # one episode at a time

    def draw(request: Request) -> Response:
        """Draw an episode's screens; only pages of this viewer may ask."""
        if "origin" not in request.headers or not from_own_page(request):
            return PlainTextResponse("This is from another site.", 403)
        try:
            with turn:
                redraw(Folder.opened(run), request.path_params["name"])
        except (UserError, Fault) as error:
            return PlainTextResponse(" ".join(str(error).split()), 409)
        return PlainTextResponse("drawn")

    routes = [Route("/draw/{name}", draw, methods=["POST"]), Mount("/", _Files(run, turn))]
    return Starlette(routes=routes, middleware=[OWN_HOSTS])
