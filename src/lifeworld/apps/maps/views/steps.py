"""The steps of a way, in words."""

from dataclasses import dataclass

from lifeworld import city
from lifeworld.apps.maps import measures
from lifeworld.apps.maps.views.frame import settings
from lifeworld.web import Request
from lifeworld.web.dates import clock
from lifeworld.web.language import N_, _

_TURNS = {
    "start": (N_("Set off along %(street)s"), "navigation"),
    "straight": (N_("Go on along %(street)s"), "arrow-up"),
    "left": (N_("Turn left into %(street)s"), "corner-up-left"),
    "right": (N_("Turn right into %(street)s"), "corner-up-right"),
    "arrive": (N_("You are there"), "flag"),
}


@dataclass(frozen=True)
class Told:
    """A step as the screen shows it: words, what stands below them, a picture, the colour of its line."""

    text: str
    more: str
    icon: str
    colour: str = ""


def told(request: Request, step: city.Step) -> Told:
    """Return a step in words."""
    text, icon = _TURNS[step.kind]
    more = measures.distance(step.metres, settings(request).units) if step.metres else ""
    return Told(_(text, street=step.street), more, icon)
