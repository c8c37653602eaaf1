"""What stands where: places by what one looks for, the ends of a way as they are written, the ways between them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, get_args

from lifeworld.apps.maps.kinds import kind
from lifeworld.apps.maps.models import Mode, Place, Spot
from lifeworld.apps.maps.ratings import rated
from lifeworld.city.geometry import Point
from lifeworld.city.places import find
from lifeworld.core.folding import plain
from lifeworld.store import Store
from lifeworld.web.language import N_, _

if TYPE_CHECKING:
    from lifeworld.city.routes import Route

SEARCHES = "id IN (SELECT max(id) FROM maps_search GROUP BY words COLLATE NOCASE)"  # each once, the latest
TRIPS = "id IN (SELECT max(id) FROM maps_trip GROUP BY start COLLATE NOCASE, end COLLATE NOCASE)"
LATEST = "at DESC, id DESC"
ORDERS = {"near": N_("Nearest first"), "rated": N_("Best rated first"), "name": N_("By name")}


@dataclass(frozen=True)
class End:
    """An end of a way: as it was written, and where it is."""

    written: str
    at: Point


def spot(store: Store, label: str) -> Point | None:
    """Return where home or work is; None where it is not set."""
    address = store.one(Spot, "label = ?", label).address
    return find(address) if address else None


def far(store: Store, place: Place) -> float | None:
    """Return how far a place is from home as the crow flies, in metres; None where home is not set."""
    start = spot(store, "home")
    return start.to(place.known.at) if start else None


def is_open(place: Place, at: datetime) -> bool:
    return bool(place.known.hours and place.known.hours.is_open(at))


def search(store: Store, words: str, category: str = "", *, open_now: bool = False, order: str = "near") -> list[Place]:
    """Return the places that hold all words in name, address or kind, of a category, and open where that is asked."""
    sought = plain(words).split()
    places = store.all(Place, "category = ?" if category else "1", *([category] if category else []))
    found = [one for one in places if all(word in _said(one) for word in sought)]
    return _ordered(store, [one for one in found if not open_now or is_open(one, store.now)], order)


def _said(place: Place) -> str:
    of = kind(place.category, place.known.emoji)
    return plain(f"{place.name} {place.address} {_(of.one)} {_(of.many)}")


def _ordered(store: Store, found: list[Place], order: str) -> list[Place]:
    if order == "rated":
        stars = rated(store)
        return sorted(found, key=lambda one: (-stars[one.id].mean if one.id in stars else 0, one.name))
    if order == "near":
        return sorted(found, key=lambda one: (far(store, one) or 0, one.name))
    return sorted(found, key=lambda one: one.name)


def nearby(store: Store, count: int) -> list[Place]:
    """Return the places nearest home where one goes for pleasure; none without a home."""
    if not spot(store, "home"):
        return []
    places = [one for one in store.all(Place) if kind(one.category).said in ("food", "leisure")]
    return _ordered(store, places, "near")[:count]


def end_name(written: str) -> str:
    """Return what an end of a way is called on the screen."""
    return {"home": _("Home"), "work": _("Work")}.get(written, written)


def end(store: Store, written: str) -> End | None:
    """Return the end that somebody has written: home or work, the name of a place, an address; None if unknown."""
    labels = {name.casefold(): label for label in ("home", "work") for name in (label, end_name(label))}
    label = labels.get(written.casefold(), "")
    place = None if label else store.first(Place, "name = ? COLLATE NOCASE", written)
    at = spot(store, label) if label else place.known.at if place else find(written) if written else None
    return End(label or (place.name if place else written), at) if at else None


def ways(ends: Sequence[End], leave: datetime, modes: Iterable[Mode] = get_args(Mode)) -> dict[str, "Route"]:
    """Return the way from the first end over those between to the last, by each mode."""
    from lifeworld.city.routes import route  # with what finds ways in a graph, which few pages ask for

    first, *between, last = [one.at for one in ends]
    return {mode: route(first, last, mode, leave, tuple(between)) for mode in modes}
