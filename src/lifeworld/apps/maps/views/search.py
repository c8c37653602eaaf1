"""The map, and the search over it."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from lifeworld.apps.maps import catalogue
from lifeworld.apps.maps.catalogue import end_name
from lifeworld.apps.maps.kinds import KINDS
from lifeworld.apps.maps.models import Place, Saved, Search, Spot, Trip
from lifeworld.apps.maps.views import pages, settings
from lifeworld.apps.maps.views.stage import CHIPS, PRESSED, marked, stage
from lifeworld.city.drawing import Mark
from lifeworld.city.geometry import Point
from lifeworld.city.places import find
from lifeworld.city.weather import weather
from lifeworld.web import Page, Request
from lifeworld.web.language import _

_NEAR, _ASIDE = 6, (150, 110)  # places that are offered; metres from home to its middle at most


@pages.page("/")
def explore(request: Request) -> Page:
    """The map around home and what is nearest, with what is kept on it."""
    kept = {one.place_id: one.place for one in request.store.all(Saved)}
    spots = request.store.all(Spot, "address <> ''")
    marks = [Mark(at, "dot", end_name(one.label)) for one in spots if (at := find(one.address))]
    near = catalogue.nearby(request.store, _NEAR)
    shown = stage(request, _around(request, near), marks=marks, part=PRESSED)
    return request.page(
        "explore.html",
        title=_("Map"),
        stage=shown,
        spots=request.store.all(Spot),
        today=weather(request.now.date()),
        recent=request.store.all(Trip, catalogue.TRIPS, order=catalogue.LATEST, limit=3),
        kept=kept,
        near=near,
    )


@pages.page("/search")
def search(request: Request) -> Page:
    """What is found by words, kind and opening; while nothing is asked for, the latest searches."""
    words, chosen = " ".join(request.search().split())[:80], request.choice("kind", ("", *KINDS))
    order, open_now = request.choice("order", tuple(catalogue.ORDERS)), request.query.get("open") == "1"
    found = catalogue.search(request.store, words, chosen, open_now=open_now, order=order) if words or chosen else []
    _remember(request, words)
    part = request.cut(found)
    return request.page(
        "search.html",
        title=_("Search"),
        q=words,
        kind=chosen,
        open_now=open_now,
        part=part,
        near=[] if found else catalogue.nearby(request.store, _NEAR),
        stage=marked(request, part.rows, CHIPS) if part.rows else stage(request, _home(request), part=CHIPS),
        address=words if words and not found and find(words) else "",
        recent=_recent(request),
        order=_(catalogue.ORDERS[order]),
        orders=request.options("order", catalogue.ORDERS),
        kept=_kept(request),
    )


def _remember(request: Request, words: str) -> None:
    """Put what is searched for into the history, but for what stands there last."""
    last = request.store.first(Search, order="at DESC, id DESC")
    if words and settings(request).keep and not (last and last.words == words):
        request.log(Search, words=words, at=request.now)


def _home(request: Request) -> list[Point]:
    at = catalogue.spot(request.store, "home")
    return [at] if at else []


def _around(request: Request, near: Sequence[Place]) -> list[Point]:
    """Return the point a little from home towards the places near it; nothing without a home."""
    found = _home(request)
    for home in found[: len(near)]:
        shifts = (fmean(place.known.at[axis] - home[axis] for place in near) for axis in (0, 1))
        x, y = (max(-most, min(most, shift)) for shift, most in zip(shifts, _ASIDE, strict=True))
        return [Point(home.x + x, home.y + y)]
    return found


def _kept(request: Request) -> Mapping[str, str]:
    """Return what a search from the field keeps of the filters."""
    return {name: value for name, value in request.query.items() if name in ("kind", "open", "order") and value}


def _recent(request: Request) -> list[str]:
    return [one.words for one in request.store.all(Search, catalogue.SEARCHES, order=catalogue.LATEST, limit=8)]
