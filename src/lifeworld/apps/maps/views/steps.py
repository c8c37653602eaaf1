"""The steps of a way, and what leaves a stop, in words."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from lifeworld.apps.maps import measures
from lifeworld.apps.maps.views.frame import settings
from lifeworld.city.lines import Direction, Line, Stop, calling, departures, lines, stops
from lifeworld.web import Request
from lifeworld.web.dates import clock
from lifeworld.web.language import N_, _

if TYPE_CHECKING:
    from lifeworld.city.steps import Step

_TURNS = {
    "start": (N_("Start on %(street)s"), "navigation"),
    "straight": (N_("Go straight on along %(street)s"), "arrow-up"),
    "left": (N_("Turn left into %(street)s"), "corner-up-left"),
    "right": (N_("Turn right into %(street)s"), "corner-up-right"),
    "slight_left": (N_("Bear left into %(street)s"), "arrow-up-left"),
    "slight_right": (N_("Bear right into %(street)s"), "arrow-up-right"),
    "back": (N_("Turn round into %(street)s"), "rotate-ccw"),
    "walk": (N_("Walk along %(street)s"), "footprints"),
}
_COLOURS = {"slate": "slategray"}  # what style sheets call otherwise
_VEHICLES = {"tram": "tram-front", "bus": "bus", "ferry": "ship"}


@dataclass(frozen=True)
class Told:
    """A step as the screen shows it: words, what stands below them, a picture; of a ride also its line's sign."""

    text: str
    more: str
    icon: str
    of: Line | None = None

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
    more = f"{measures.distance(step.metres, settings(request).units)} · {measures.duration(step.seconds)}"
    return Told(_(text, street=step.street or _("a footpath")), more, icon)


def leaving(request: Request, stop: Stop) -> list[Told]:
    """Return the next departures of each line that calls at a stop, by where it goes."""
    found = []
    for line in calling(stop):
        for way in get_args(Direction):
            if times := departures(stop, line, way, request.now, 3):
                to = line.towards(way)[-1].name
                found.append(Told(_("To %(stop)s", stop=to), " · ".join(map(clock, times)), _VEHICLES[line.kind], line))
    return found
