"""The piece of the map that a screen shows; it is moved by links, and keeps what is selected."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from lifeworld import city
from lifeworld.web import Request

WIDE, TALL, HALF = (1040, 800), (390, 640), (390, 330)  # pixels of the map on a desktop, a phone, half a phone
_FARTHEST, _CLOSEST = 0, 5
_MOVES = {"north": (0, -1), "west": (-1, 0), "east": (1, 0), "south": (0, 1)}


@dataclass(frozen=True)
class Stage:
    """A drawn piece of the map, and the addresses that show it moved, closer and farther ("" where it can't be)."""

    drawing: Markup
    moves: dict[str, str]
    closer: str
    farther: str
    centred: str


def stage(
    request: Request, around: Sequence[city.Point], *, marks: Sequence[object] = (), path: Sequence[city.Point] = (),
    whole: bool = False,
) -> Stage:  # fmt: skip
    """Draw the map around points, or where the address says (`x`, `y`, `zoom`), with marks and a way on it."""
    view = _asked(request) or _fitting(request, around)
    size = WIDE if request.device.wide else TALL if whole else HALF
    zooms = {by: _at(request, view.zoomed(by)) for by in (1, -1) if _FARTHEST <= view.zoom + by <= _CLOSEST}
    return Stage(
        drawing=Markup(city.drawn(view, marks=tuple(marks), path=tuple(path), size=size)),
        moves={name: _at(request, view.moved(*by)) for name, by in _MOVES.items()},
        closer=zooms.get(1, ""),
        farther=zooms.get(-1, ""),
        centred=request.with_query(x=None, y=None, zoom=None),
    )


def _fitting(request: Request, around: Sequence[city.Point]) -> city.View:
    return city.View.around(tuple(around)) if around else city.View(city.CENTRE, 1)


def _asked(request: Request) -> city.View | None:
    given = [request.number(name, -1) for name in ("x", "y", "zoom")]
    x, y, zoom = given
    return city.View(city.Point(x, y), min(zoom, _CLOSEST)) if min(given) >= 0 else None


def _at(request: Request, view: city.View) -> str:
    return request.with_query(x=round(view.centre.x), y=round(view.centre.y), zoom=view.zoom)
