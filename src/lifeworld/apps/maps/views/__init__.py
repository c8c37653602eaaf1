"""What every screen of Wayfarer shares: its places, what is said of places in lists, how far things are."""

from datetime import time
from functools import partial

from lifeworld.apps.maps import measures
from lifeworld.apps.maps.catalogue import end_name, far
from lifeworld.apps.maps.commands import MODES
from lifeworld.apps.maps.kinds import KINDS, SKIES, kind
from lifeworld.apps.maps.models import Place, Settings
from lifeworld.apps.maps.pictures import picture
from lifeworld.apps.maps.ratings import rated
from lifeworld.web import Pages, Request
from lifeworld.web import Place as Tab
from lifeworld.web.dates import hour as clock_hour
from lifeworld.web.language import _

MODE_ICONS = {"car": "car", "transit": "tram-front", "foot": "footprints", "bicycle": "bike"}
_SECTIONS = {"directions": "directions", **dict.fromkeys(("saved", "list", "lists", "spot"), "saved")}
_SECTIONS |= dict.fromkeys(("you", "timeline", "history", "review", "settings", "visit"), "you")


def frame(request: Request) -> dict[str, object]:
    """Return what every screen of Wayfarer shows."""
    sql = request.store.sql
    return {
        "nav": [
            Tab(_("Explore"), "/maps/", "map", section="explore"),
            Tab(_("Directions"), "/maps/directions", "route", section="directions"),
            Tab(_("Saved"), "/maps/saved", "bookmark", section="saved"),
            Tab(_("You"), "/maps/you", "circle-user-round", section="you"),
        ],
        "section": _SECTIONS.get(request.path.split("/")[2], "explore"),
        "q": "",
        "categories": {key: one for key, one in KINDS.items() if one.chip},
        "kind_of": kind,
        "modes": MODES,
        "mode_icons": MODE_ICONS,
        "distance": partial(measures.distance, units=settings(request).units),
        "duration": measures.duration,
        "degrees": partial(measures.degrees, units=settings(request).units),
        "skies": SKIES,
        "clock_of": lambda hour: clock_hour(time(hour)),
        "end_name": end_name,
        "opening": partial(opening, request),
        "picture_of": lambda place: picture(place.key),
        "far": partial(far, request.store),
        "ratings": rated(request.store),
        "lists_of": _lists(sql("SELECT place_id, name FROM maps_saved s JOIN maps_list l ON l.id = s.list_id")),
    }


pages = Pages("maps", frame)


def settings(request: Request) -> Settings:
    return request.store.get(Settings, 1)


def opening(request: Request, place: Place) -> tuple[bool, str] | None:
    """Return whether a place is open, and in words what comes next; None where it keeps no hours."""
    hours = place.known.hours
    return measures.opening(hours, request.now) if hours else None


def _lists(rows: list[tuple[int, str]]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for place, name in rows:
        found.setdefault(place, []).append(name)
    return found
