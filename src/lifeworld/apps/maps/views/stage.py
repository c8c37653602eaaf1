"""The piece of the map that a screen shows; it is moved by links, and keeps what is selected."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from lifeworld.apps.maps.catalogue import end_name, spot
from lifeworld.apps.maps.kinds import kind
from lifeworld.apps.maps.models import Place
from lifeworld.city.drawing import Mark, Ride, drawn
from lifeworld.city.frame import DEEPEST, FARTHEST, Box, Frame, View
from lifeworld.city.geometry import Point, sheet
from lifeworld.city.labels import glyph, group_of
from lifeworld.web import Request
from lifeworld.web.look import Device

_PANEL, _BARS = 480, 60  # pixels of a wide screen that never show the map: what stands beside and above it, at least
_MOST_PANEL, _MOST_BARS = 576, 160  # the same, at most
_KEYS, _TALL = 76, 240  # pixels that what moves the map lies over, from the right; from below
_ASIDE = 54  # pixels from the sides within which nothing is pressed: a rail at a side takes half its width there
_PIN = (20, 45)  # pixels around what is marked: beside and below; above
_STEP = 3  # so many moves lead from one edge to the other
_MOVES = {"north": (0, -1), "west": (-1, 0), "east": (1, 0), "south": (0, 1)}
_BROAD = 720  # pixels: narrower parts of the map are seen from farther away
_FROM_AFAR = 1  # the zoom where there is nothing to show
_NEAR = 3
_MARGINS = (90, 110)  # pixels that a view around points keeps free by itself
_NONE: Mapping[int, str] = {}


class Part(NamedTuple):
    """Between which pixels a phone's map is seen, and on any device whether places are pressed on it."""

    over: int
    down: int
    pressed: bool = False


# Below the field, the kinds of places; where one presses places
FIELD, CHIPS, PRESSED = Part(104, 326), Part(152, 374), Part(152, 412, pressed=True)


def below(rows: int, leave: bool) -> Part:
    """Return what is seen below a card of so many rows, and below when one leaves where that stands there too."""
    over = 64 + 47 * rows + (56 if leave else 0)
    return Part(over, over + 222)


@dataclass(frozen=True)
class Pin:
    """A place that can be pressed on the map: how far it is from the middle, in pixels."""

    place: Place
    x: int
    y: int


@dataclass(frozen=True)
class Stage:
    """A drawn piece of the map, how far down it is seen, what shows it moved, closer, as at first ("" where not)."""

    drawing: Markup
    size: tuple[int, int]
    down: int
    moves: dict[str, str]
    closer: str
    farther: str
    centred: str
    pins: list[Pin]


@dataclass(frozen=True)
class Ground:
    """The picture of a map, in pixels: its size, what is sure to be seen of it, and what lies over that.

    Of what is seen, `keys` may lie over so much from the right. `pressed` says whether places can be pressed.
    """

    size: tuple[int, int]
    seen: Box
    over: tuple[Box, ...]
    keys: int
    pressed: bool

    @classmethod
    def of(cls, device: Device, part: Part) -> "Ground":
        """Return the map beside a wide screen's panel, or that `part` of a phone's."""
        if not device.wide:
            over, down, pressed = part
            wide, tall, right = device.width, over + down, device.width - _KEYS
            above, below = (0, 0, wide, over), (0, down, wide, tall)
            return cls((wide, tall), (0, over, right, down), (above, (right, over, wide, down), below), 0, pressed)
        wide, tall = device.width - _PANEL, device.height - _BARS
        left, top = (_MOST_PANEL - _PANEL) // 2, (_MOST_BARS - _BARS) // 2
        right, bottom = wide - left, tall - top
        keys = (right - _KEYS, bottom - _TALL, wide, tall)
        return cls((wide, tall), (left, top, right, bottom), (keys,), _KEYS, part.pressed)

    @property
    def farthest(self) -> int:
        """From how far away all that is marked is shown, where the part of the map that is seen is small."""
        return FARTHEST if self.size[0] < _BROAD else 0

    @property
    def nameless(self) -> tuple[Box, ...]:
        """Where no name is written: under what lies over the map, and beside what is sure to be seen."""
        (wide, tall), (left, _, right, _) = self.size, self.seen
        return *self.over, (0, 0, left, tall), (right, 0, wide, tall)

    def presses(self, x: float, y: float) -> bool:
        """Say whether a finger reaches what stands there."""
        left, top, right, bottom = self.seen
        clear = all(not (a - 18 < x < c + 18 and b - 18 < y < d + 18) for a, b, c, d in self.over)
        return clear and left + _ASIDE < x < right - _ASIDE and top + 18 < y < bottom - 18

    def hides(self, x: float, y: float) -> bool:
        """Say whether a part of a pin would lie under what lies over the map."""
        return any(a - 12 < x < c + 12 and b < y < d + 36 for a, b, c, d in self.over)

    def fitting(self, around: Sequence[Point], nearest: int) -> View:
        """Return the nearest view in which points, and what marks them, are seen."""
        (left, top, right, bottom), (beside, above) = self.seen, _PIN
        right -= self.keys
        if not around:
            return View(Point(sheet().x / 2, sheet().y / 2), _FROM_AFAR)
        room = right - left - 2 * beside, bottom - top - above - beside
        view = View.around(around, (room[0] + _MARGINS[0], room[1] + _MARGINS[1]), nearest, self.farthest)
        if len(around) == 1:
            return view.moved(0, (self.size[1] - top - bottom) / 2)
        view = view.moved((self.size[0] - left - right) / 2, (self.size[1] - top - above - bottom + beside) / 2)
        room_below = (sheet().y - view.centre.y) / view.scale - (bottom - self.size[1] / 2)
        return view.moved(0, min(0, room_below))


def stage(
    request: Request,
    around: Sequence[Point],
    *,
    marks: Sequence[Mark] = (),
    path: Sequence[Point] = (),
    rides: Sequence[Ride] | None = None,
    part: Part = FIELD,
    parking: bool = False,
) -> Stage:
    """Draw the map around points, or where the address says (`view`: east, south, zoom), with marks and a way on it.

    `part` is what is seen of a phone's map. `parking` shows where one pays.
    """
    ground, asked = Ground.of(request.device, part), _asked(request)
    size = ground.size
    view = asked or ground.fitting(around, _NEAR + (len(around) == 1 and not ground.pressed))
    frame = Frame(view, *size, ground.nameless)
    seen = tuple(one for one in marks if not ground.hides(*frame.xy(one.at)))
    whole = (*size, ground.nameless)
    drawing = drawn(view, marks=seen, path=tuple(path), rides=rides, size=whole, parking=parking)
    return Stage(
        drawing=Markup(drawing),
        size=size,
        down=ground.seen[3],
        moves={
            name: _at(request, view.moved(x * size[0] / _STEP, y * size[1] / _STEP)) for name, (x, y) in _MOVES.items()
        },
        closer=_at(request, view.zoomed(1)) if view.zoom < DEEPEST else "",
        farther=_at(request, view.zoomed(-1, ground.farthest)) if view.zoom > ground.farthest else "",
        centred=request.with_query(view=None) if asked else "",
        pins=_pins(request, frame, ground, drawing) if ground.pressed else [],
    )


def marked(request: Request, places: Sequence[Place], part: Part = FIELD, signs: Mapping[int, str] = _NONE) -> Stage:
    """Draw the map around places, each with a pin: of its list's sign where it has one, else of its kind.

    One alone is what has been chosen: its pin is large.
    """
    alone = len(places) == 1
    marks = [
        Mark(
            one.known.at,
            name=one.name,
            sign=glyph(one.known),
            of="" if alone else signs.get(one.id) or kind(one.category).said,
            large=alone,
        )
        for one in places
    ]
    return stage(request, [one.at for one in marks], marks=marks, part=part)


def beside(request: Request, places: Iterable[Place] = (), signs: Mapping[int, str] = _NONE) -> dict[str, Stage]:
    """Return the map for which a wide screen has room beside a page: with its places marked, else around home."""
    if not request.device.wide:
        return {}
    found, home = {one.id: one for one in places}, spot(request.store, "home")
    if found or not home:
        return {"stage": marked(request, list(found.values()), signs=signs)}
    return {"stage": stage(request, [home], marks=[Mark(home, "dot", end_name("home"))])}


def _pins(request: Request, frame: Frame, ground: Ground, drawing: str) -> list[Pin]:
    """Return the places whose pictures have found room on the map, where a finger reaches them."""
    found = []
    for place in request.store.all(Place):
        x, y = frame.xy(place.known.at)
        shown = f'class="poi {group_of(place.known)}" transform="translate({x:.0f} {y:.0f})"'
        if ground.presses(x, y) and shown in drawing:
            found.append(Pin(place, round(x - ground.size[0] / 2), round(y - ground.size[1] / 2)))
    return found


def _asked(request: Request) -> View | None:
    found = re.fullmatch(r"(\d{1,6}),(\d{1,6}),(-1|\d)", request.query.get("view", ""), re.ASCII)
    if not found:
        return None
    x, y, zoom = map(int, found.groups())
    return View(Point(min(x, sheet().x), min(y, sheet().y)), min(zoom, DEEPEST))


def _at(request: Request, view: View) -> str:
    return request.with_query(view=f"{view.centre.x:.0f},{view.centre.y:.0f},{view.zoom}", show=None)
