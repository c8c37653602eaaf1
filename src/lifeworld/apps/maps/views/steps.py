"""The steps of a way, in words."""

from dataclasses import dataclass

from lifeworld.apps.maps import measures
from lifeworld.apps.maps.views.frame import settings
from lifeworld.city.routes import Step
from lifeworld.web import Request
from lifeworld.web.language import N_, _

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


@dataclass(frozen=True)
class Told:
    """A step as the screen shows it: words, what stands below them, a picture, the colour of its line."""

    text: str
    more: str
    icon: str
    colour: str = ""


def told(request: Request, step: Step) -> Told:
    """Return a step in words."""
    text, icon = _TURNS[step.kind]
    more = f"{measures.distance(step.metres, settings(request).units)} · {measures.duration(step.seconds)}"
    return Told(_(text, street=step.street or _("a footpath")), more, icon)
