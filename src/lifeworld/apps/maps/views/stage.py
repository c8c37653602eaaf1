"""The piece of the map that a screen shows; it is moved by links, and keeps what is selected."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from lifeworld.apps.maps.models import Place
from lifeworld.city.drawing import Mark, Ride, drawn
from lifeworld.city.frame import DEEPEST, Frame, View
from lifeworld.city.geometry import Point, sheet
from lifeworld.city.labels import group_of
from lifeworld.web import Request

WIDE, WHOLE, HALF = (1000, 720), (430, 880), (430, 470)  # pixels drawn on a desktop, a phone, a part of a phone
_SEEN = {WIDE: (660, 660), WHOLE: (350, 470), HALF: (380, 190)}  # those of them that are sure to be on the screen
_KEYS = {WIDE: (784, 424, 848, 656), WHOLE: (344, 192, 408, 424), HALF: (344, 168, 408, 352)}  # what they lie over
_BARE = 110  # pixels more on a part of a phone, where a way is shown and no field lies over the map
_BESIDE_KEYS = 55  # pixels from the middle to the right, beyond which a phone's keys lie over pins
_STEP = 3  # so many moves lead from one edge to the other
_MOVES = {"north": (0, -1), "west": (-1, 0), "east": (1, 0), "south": (0, 1)}
_FROM_AFAR = 1  # the zoom where there is nothing to show
_NEAR = 3
_NAMED = 4  # so many pins at most have room for their names


@dataclass(frozen=True)
class Pin:
    """A place that can be pressed on the map: how far it is from the middle, in pixels."""

    place: Place
    x: int
    y: int


@dataclass(frozen=True)
class Stage:
    """A drawn piece of the map, and the addresses that show it moved, closer, farther, as at first ("" where not)."""

    drawing: Markup
    size: tuple[int, int]
    moves: dict[str, str]
    closer: str
    farther: str
    centred: str
    pins: list[Pin]


def stage(
    request: Request,
    around: Sequence[Point],
    *,
    marks: Sequence[Mark] = (),
    path: Sequence[Point] = (),
    rides: Sequence[Ride] | None = None,
    pressed: bool = False,
    parking: bool = False,
) -> Stage:
    """Draw the map around points, or where the address says (`view`: east, south, zoom), with marks and a way on it.

    Where places are to be `pressed` the map is all of a phone's screen; `parking` shows the zones where one pays.
    """
    size = WIDE if request.device.wide else WHOLE if pressed else HALF
    asked = _asked(request)
    view = asked or _fitting(around, size, _BARE if path and size == HALF else 0)
    whole = (*size, _KEYS[size])
    drawing = drawn(view, marks=tuple(marks), path=tuple(path), rides=rides, size=whole, parking=parking)
    return Stage(
        drawing=Markup(drawing),
        size=size,
        moves={
            name: _at(request, view.moved(x * size[0] / _STEP, y * size[1] / _STEP)) for name, (x, y) in _MOVES.items()
        },
        closer=_at(request, view.zoomed(1)) if view.zoom < DEEPEST else "",
        farther=_at(request, view.zoomed(-1)) if view.zoom else "",
        centred=request.with_query(view=None) if asked else "",
        pins=_pins(request, view, size, drawing) if pressed else [],
    )


def marked(request: Request, places: Sequence[Place]) -> Stage:
    """Draw the map around places, each with a pin."""
    named = len(places) <= _NAMED
    marks = [Mark(one.known.at, name=one.name if named else "") for one in places]
    return stage(request, [one.at for one in marks], marks=marks)


def _pins(request: Request, view: View, size: tuple[int, int], drawing: str) -> list[Pin]:
    """Return the places whose pictures have found room on the map, where a finger reaches them."""
    frame, (wide, tall) = Frame(view, *size), _SEEN[size]
    found, edge = [], wide / 2 if size == WIDE else _BESIDE_KEYS
    for place in request.store.all(Place):
        x, y = frame.xy(place.known.at)
        right, down = round(x - size[0] / 2), round(y - size[1] / 2)
        shown = f'class="poi {group_of(place.known)}" transform="translate({x:.0f} {y:.0f})"'
        if -wide / 2 < right < edge and abs(down) < tall / 2 and shown in drawing:
            found.append(Pin(place, right, down))
    return found


def _fitting(around: Sequence[Point], size: tuple[int, int], bare: int) -> View:
    if not around:
        return View(Point(sheet().x / 2, sheet().y / 2), _FROM_AFAR)
    wide, tall = _SEEN[size]
    return View.around(around, (wide, tall + bare), nearest=_NEAR + (len(around) == 1 and size != WHOLE))


def _asked(request: Request) -> View | None:
    found = re.fullmatch(r"(\d{1,6}),(\d{1,6}),(\d)", request.query.get("view", ""), re.ASCII)
    if not found:
        return None
    x, y, zoom = map(int, found.groups())
    return View(Point(min(x, sheet().x), min(y, sheet().y)), min(zoom, DEEPEST))


def _at(request: Request, view: View) -> str:
    return request.with_query(view=f"{view.centre.x:.0f},{view.centre.y:.0f},{view.zoom}", show=None)
