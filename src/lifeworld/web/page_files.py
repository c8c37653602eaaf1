"""The files that pages on the loopback load: their own, the kit's and the apps'."""

from collections.abc import Mapping
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lifeworld.web import assets
from lifeworld.web.app import App


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
