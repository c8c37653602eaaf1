"""Ways from one place to another, by each mode, over stops, now or later; steps and departures in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from lifeworld.apps.maps import catalogue, measures
from lifeworld.apps.maps.commands import MODES
from lifeworld.apps.maps.models import Mode, Trip
from lifeworld.apps.maps.views import pages, settings
from lifeworld.apps.maps.views.stage import Part, Stage, below, stage
from lifeworld.city.drawing import Mark
from lifeworld.city.lines import lines
from lifeworld.city.parking import zone_at
from lifeworld.web import Page, Request
from lifeworld.web.dates import clock
from lifeworld.web.language import _
from lifeworld.web.parse import parse_time

if TYPE_CHECKING:
    from lifeworld.city.routes import Route
from typing import TYPE_CHECKING, get_args

from lifeworld.city.lines import Direction, Line, Stop, calling, departures, stops
from lifeworld.web.language import N_

if TYPE_CHECKING:
    from lifeworld.city.steps import Step


_MOST = 5  # stops on the way
_DEPARTURES = 3  # connections offered
_TURNS = {
    "start": (N_("Start on %(street)s"), "navigation"),
    "straight": (N_("Go straight on along %(street)s"), "arrow-up"),
    "left": (N_("Turn left into %(street)s"), "corner-up-left"),
    "right": (N_("Turn right into %(street)s"), "corner-up-right"),
    "slight_left": (N_("Bear left into %(street)s"), "arrow-up-left"),
    "slight_right": (N_("Bear right into %(street)s"), "arrow-up-right"),
    "back": (N_("Make a U-turn onto %(street)s"), "rotate-ccw"),
    "walk": (N_("Walk along %(street)s"), "footprints"),
}
_COLOURS = {"slate": "slategray"}  # what style sheets call otherwise
_VEHICLES = {"tram": "tram-front", "bus": "bus", "ferry": "ship"}


@dataclass(frozen=True)
class Connection:
    """A way by line: from when to when, the signs and colours of its lines, and the address that shows it."""

    text: str
    lines: list[tuple[str, str]]
    href: str


@pages.page("/directions")
def directions(request: Request) -> Page:
    """The way between two ends; while one is missing, the ways that were looked up lately."""
    written = [request.search("from") or "home", *_stops(request), request.search("to")]
    ends = [catalogue.end(request.store, one) for one in written]
    unknown = [one for one, end in zip(written, ends, strict=True) if one and not end]
    leave, wrong = _leave(request)
    found = [end for end in ends if end]
    ways = catalogue.ways(found, leave) if len(found) == len(written) else {}
    mode: Mode = request.choice("mode", (settings(request).mode, *MODES))  # type: ignore[assignment]
    way = ways.get(mode)
    if way and len(written) == 2 and settings(request).keep:
        _remember(request, written, mode)
    return request.page(
        "directions.html",
        title=_("Directions"),
        start=catalogue.end_name(written[0]),
        stops=written[1:-1],
        end=catalogue.end_name(written[-1]),
        unknown=unknown,
        wrong=wrong,
        ways=ways,
        mode=mode,
        way=way,
        leave=leave,
        arrives=measures.arrival(way.leaves, way.seconds) if way else None,
        later=_later(request, found, way) if way and mode == "transit" else [],
        parking=measures.parking(zone_at(found[-1].at), way.arrives) if way and mode == "car" else "",
        told=_all_told(request, way, catalogue.end_name(written[-1])) if way else [],
        adding="add" in request.query,
        can_add=len(written) - 2 < _MOST and written[-1],
        turned=_turned(request, written) if written[-1] else "",
        recent=request.store.all(Trip, catalogue.TRIPS, order=catalogue.LATEST, limit=6),
        stage=_drawn(request, found, way, below(len(written) + ("add" in request.query), not ways)),
    )


def _drawn(request: Request, ends: Sequence[catalogue.End], way: "Route | None", part: Part) -> Stage:
    """Draw the way, rides in their lines' colours, with a dot where it begins and pins at its ends; else the ends.

    Home and work, which are dots on the map, tell their names.
    """
    called = {one: catalogue.end_name(one) for one in ("home", "work")}
    signs = ("pin" if number or not way else "dot" for number in range(len(ends)))
    marks = [Mark(end.at, sign, called.get(end.written, "")) for end, sign in zip(ends, signs, strict=True)]
    path = way.path if way else ()
    rides = [(step.path, paint(lines()[step.line])) for step in way.steps if step.kind == "ride"] if way else []
    walked = way is not None and way.mode in ("transit", "foot")
    around, ridden = path or [end.at for end in ends], rides if walked else None
    return stage(request, around, marks=marks, path=path, rides=ridden, part=part)


def _turned(request: Request, written: Sequence[str]) -> str:
    return request.with_query(**{"from": written[-1], "to": written[0], "view": None})


def _stops(request: Request) -> list[str]:
    written = [text.strip()[:120] for name, text in request.query_pairs if name == "stop"]
    return [text for text in written if text][:_MOST]


def _leave(request: Request) -> tuple[datetime, str]:
    """Return when one leaves (tomorrow, where the time is over today), and what is wrong with what was written."""
    text = request.search("at")
    if not text:
        return request.now, ""
    try:
        at = datetime.combine(request.now.date(), parse_time(text))
    except ValueError as error:
        return request.now, str(error)
    return at if at >= request.now.replace(second=0) else at + timedelta(days=1), ""


def _later(request: Request, ends: Sequence[catalogue.End], way: "Route") -> list[Connection]:
    """Return this and the next connections by line, each from when to when."""
    found: list[Connection] = []
    for _number in range(_DEPARTURES):
        rides = [step for step in way.steps if step.kind == "ride" and step.departs]
        if not rides or not rides[0].departs:
            break
        leaves, signs = rides[0].departs, [(step.line, paint(lines()[step.line])) for step in rides]
        href = request.with_query(at=f"{way.leaves:%H:%M}", add=None, view=None)
        found.append(Connection(f"{clock(leaves)} – {clock(measures.arrival(way.leaves, way.seconds))}", signs, href))
        way = catalogue.ways(ends, _missed(way, leaves), ("transit",))["transit"]
    return found


def _missed(way: "Route", departs: datetime) -> datetime:
    """Return the first full minute at which one leaves too late for the first ride of a way."""
    walk = sum(step.seconds for step in way.steps[: [step.kind for step in way.steps].index("wait")])
    return (departs - timedelta(seconds=walk)).replace(second=0) + timedelta(minutes=1)


def _remember(request: Request, written: Sequence[str], mode: Mode) -> None:
    last = request.store.first(Trip, order="at DESC, id DESC")
    if not last or (last.start, last.end, last.mode) != (written[0], written[-1], mode):
        request.log(Trip, start=written[0], end=written[-1], mode=mode, at=request.now)


@dataclass(frozen=True)
class Told:
    """A step as the screen shows it: words, what stands below them, a picture; of a ride also its line's sign.

    Of what leaves a stop, `soon` is how long it is until then.
    """

    text: str
    more: str
    icon: str
    of: Line | None = None
    soon: str = ""

    @property
    def line(self) -> str:
        return self.of.key if self.of else ""

    @property
    def colour(self) -> str:
        return paint(self.of) if self.of else ""


def paint(line: Line) -> str:
    """Return the colour of a line as style sheets name it."""
    return _COLOURS.get(line.colour, line.colour)


def told(request: Request, step: "Step") -> Told:
    """Return a step in words."""
    if step.kind == "wait":
        name = stops()[step.stop_from].name
        return Told(_("Wait at %(stop)s", stop=name), measures.duration(step.seconds), "clock")
    if step.kind == "ride" and step.departs and step.arrives:
        line, to = lines()[step.line], stops()[step.stop_to].name
        times = _("departs %(time)s, arrives %(there)s", time=clock(step.departs), there=clock(step.arrives))
        return Told(_("Ride to %(stop)s", stop=to), times, _VEHICLES[line.kind], line)
    text, icon = _TURNS[step.kind]
    parts = [measures.distance(step.metres, settings(request).units)]
    parts += [measures.duration(step.seconds)] * (step.seconds >= 60)  # less would add up to more than the way takes
    return Told(_(text, street=step.street or _("a footpath")), " · ".join(parts), icon)


def _all_told(request: Request, way: "Route", end: str) -> list[Told]:
    """Return the steps of a way in words, and at the end where one is, and when."""
    there = _("Arrive at %(place)s", place=end), clock(measures.arrival(way.leaves, way.seconds))
    return [*(told(request, step) for step in way.steps), Told(*there, "map-pin")]


def leaving(request: Request, stop: Stop) -> list[Told]:
    """Return the next departures of each line that calls at a stop, by where it goes; what leaves first comes first."""
    ways = (
        (line, way, departures(stop, line, way, request.now, 3))
        for line in calling(stop)
        for way in get_args(Direction)
    )
    return [_leaves(request, *one) for one in sorted((one for one in ways if one[2]), key=lambda one: one[2])]


def _leaves(request: Request, line: Line, way: Direction, times: Sequence[datetime]) -> Told:
    to, ahead = line.towards(way)[-1].name, (times[0] - request.now).total_seconds()
    soon = measures.duration(ahead) if ahead >= 60 else _("Now")
    return Told(_("To %(stop)s", stop=to), " · ".join(map(clock, times)), _VEHICLES[line.kind], line, soon)
