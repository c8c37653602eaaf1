"""Pages out of templates, and the files that they load."""

import mimetypes
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from lifeworld.arena.site import words
from lifeworld.web import assets
from lifeworld.web.formats import icon_svg

SHEETS = ("tokens.css", "site.css", "battle.css", "board.css", "choose.css")
OWN = (*SHEETS, "player.js", "vote.js", "live.js", "choose.js", "icon.svg")
_KEPT = {"cache-control": "max-age=31536000, immutable"}


def rendered(template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """Return a page."""
    return HTMLResponse(templates().get_template(template).render(**context), status)


def part(template: str, macro: str, *given: Any) -> Markup:
    """Return a part of a page, for pages that share it."""
    drawn: Markup = getattr(templates().get_template(template).module, macro)(*given)
    return drawn


@lru_cache(maxsize=1)
def templates() -> Environment:
    """Return the one environment: it escapes everything, and a misspelt variable is an error and not a blank."""
    env = Environment(
        loader=PackageLoader("lifeworld.arena.site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.globals |= {"icon": icon_svg, "own": own_address, "vendored": lambda path: assets.address(path, ())}
    env.filters |= words.FILTERS
    return env


def compile_all() -> None:
    """Compile all templates, so that no visitor waits for it."""
    for name in templates().list_templates():
        templates().get_template(name)


@cache
def _own(name: str) -> bytes | None:
    return files("lifeworld.arena.site").joinpath("static", name).read_bytes() if name in OWN else None


@cache
def own_address(name: str) -> str:
    """Return where one of the site's own files is, marked with its content so that browsers may keep it."""
    content = _own(name)
    if content is None:
        raise FileNotFoundError(f"no file {name}; there are {', '.join(OWN)}")
    return f"/own/{name}?v={blake2b(content, digest_size=6).hexdigest()}"


async def _served(request: Request) -> Response:
    name = request.path_params["name"]
    content = _own(name)
    if content is None:
        return Response("no such file", 404)
    return Response(content, media_type=mimetypes.guess_type(name)[0], headers=_KEPT)


async def _static(request: Request) -> Response:
    found = assets.serve(request.path_params["path"], ())
    return Response(found.body, found.status, dict(found.headers))


ROUTES = [Route("/own/{name}", _served), Route("/static/{path:path}", _static)]
