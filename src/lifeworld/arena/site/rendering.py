"""Renders templates, serves their static files, and formats numbers, times and names."""

import mimetypes
from collections.abc import Callable
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from lifeworld import apps
from lifeworld.arena.beginning import added_texts, told
from lifeworld.arena.ranking import Standing
from lifeworld.arena.tables import BACKGROUNDS
from lifeworld.core.counting import counted, ordinal
from lifeworld.web import assets
from lifeworld.web.formats import icon_svg
from lifeworld.web.look import DEVICES

SHEETS = ("tokens.css", "site.css", "battle.css", "board.css", "choose.css")
OWN = (*SHEETS, "player.js", "vote.js", "live.js", "choose.js", "icon.svg")
_CACHED = {"cache-control": "max-age=31536000, immutable"}
CHOICE_TEXTS = {
    "left": "You preferred the left one",
    "right": "You preferred the right one",
    "tie": "You called it a tie",
    "bad": "You found both bad",
}
LABELS = {
    "correct": "Did it right",
    "safe": "Was careful",
    "efficient": "Was quick about it",
    "self_corrected": "Corrected its own mistake",
    "asked_well": "Asked well",
    "grounding_error": "Hit the wrong place",
    "privacy_violation": "Disclosed private data",
}

PART_NAMES = (
    {name: name.replace("-", " ") for name in DEVICES}
    | BACKGROUNDS
    | {
        "single": "one app",
        "cross": "several apps",
        "memory": "memory",
        "prose": "free prose",
        "several": "several apps",
        "written": "visitors",
        "catalogue": "us",
        "phone": "phone",
        "desktop": "computer",
    }
)


def rendered(template: str, status: int = 200, **context: Any) -> HTMLResponse:
    return HTMLResponse(templates().get_template(template).render(**context), status)


def part(template: str, macro: str, *given: Any) -> Markup:
    drawn: Markup = getattr(templates().get_template(template).module, macro)(*given)
    return drawn


@lru_cache(maxsize=1)
def templates() -> Environment:
    """Return the environment: it escapes everything, and an unknown variable is an error."""
    env = Environment(
        loader=PackageLoader("lifeworld.arena.site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.globals |= {"icon": icon_svg, "own": own_address, "vendored": lambda path: assets.address(path, ())}
    env.filters |= FILTERS
    return env


def compile_all() -> None:
    """Compile all templates at the start, so that no visitor waits for it."""
    for name in templates().list_templates():
        templates().get_template(name)


@cache
def _own(name: str) -> bytes | None:
    return files("lifeworld.arena.site").joinpath("static", name).read_bytes() if name in OWN else None


@cache
def own_address(name: str) -> str:
    """Return the address of a static file, with a digest so that browsers can cache it."""
    content = _own(name)
    if content is None:
        raise FileNotFoundError(f"no file {name}; there are {', '.join(OWN)}")
    return f"/own/{name}?v={blake2b(content, digest_size=6).hexdigest()}"


async def _served(request: Request) -> Response:
    name = request.path_params["name"]
    content = _own(name)
    if content is None:
        return Response("no such file", 404)
    return Response(content, media_type=mimetypes.guess_type(name)[0], headers=_CACHED)


async def _static(request: Request) -> Response:
    found = assets.serve(request.path_params["path"], ())
    return Response(found.body, found.status, dict(found.headers))


def clock(seconds: float) -> str:
    """Format a duration as minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def duration(seconds: float) -> str:
    """Format a duration with its unit."""
    return f"{seconds:.1f} s" if seconds < 10 else f"{round(seconds)} s" if seconds < 60 else f"{clock(seconds)} min"


def signed(number: float) -> str:
    """Format a change with a sign."""
    rounded = round(number)
    return f"+{rounded}" if rounded > 0 else f"−{-rounded}" if rounded < 0 else "±0"


def share(part: float | None) -> str:
    """Format a share in whole per cent; a dash for None."""
    return "–" if part is None else f"{100 * part:.0f}\N{NO-BREAK SPACE}%"


def part_name(part: str) -> str:
    """Return the name of a device, a kind of task or a group of voters, as pages show it."""
    app = apps.by_id().get(part)
    return app.name if app else PART_NAMES.get(part, part)


def ranked(one: Standing, agents: int) -> str:
    """Return an agent's rank among so many, or the ranks that its interval leaves open."""
    best, worst = one.ranks
    place = ordinal(best) if best == worst else f"Anywhere from {ordinal(best)} to {ordinal(worst)}"
    return f"{place} of {agents}"


FILTERS: dict[str, Callable[..., Any]] = {
    "part_name": part_name,
    "clock": clock,
    "duration": duration,
    "counted": counted,
    "signed": signed,
    "ranked": ranked,
    "share": share,
    "day": lambda moment: f"{moment:%-d %B %Y}",
    "minute": lambda moment: f"{moment:%-d %b, %H:%M}",
    "form": lambda device: "desktop" if DEVICES[device].wide else "phone",  # the layout of the player
    "label": LABELS.__getitem__,
    "began": told,
    "added_texts": added_texts,
}
ROUTES = [Route("/own/{name}", _served), Route("/static/{path:path}", _static)]
