"""The owner's own: timeline, reviews, history, settings."""

from itertools import groupby

from lifeworld.apps.maps import commands as c
from lifeworld.apps.maps.catalogue import LATEST, SEARCHES, TRIPS
from lifeworld.apps.maps.models import Review, Search, Trip, Visit
from lifeworld.apps.maps.views import pages
from lifeworld.apps.maps.views.stage import beside
from lifeworld.web import Page, Request
from lifeworld.web.language import _


@pages.page("/you")
def you(request: Request) -> Page:
    count = request.store.count
    latest = request.store.all(Visit, order="at DESC, id DESC", limit=4)
    return request.page(
        "you.html",
        title=_("You"),
        visits=count(Visit),
        places=request.store.value("SELECT count(DISTINCT place_id) FROM maps_visit"),
        reviews=count(Review, "author = ''"),
        history=count(Search, SEARCHES) + count(Trip, TRIPS),
        latest=latest,
        **beside(request, [one.place for one in latest]),
    )


@pages.page("/you/timeline")
def timeline(request: Request) -> Page:
    """Where the owner was, by day, the latest first."""
    part = request.part(Visit, order="at DESC, id DESC")
    days = [(day, list(visits)) for day, visits in groupby(part.rows, key=lambda one: one.at.date())]
    shown = beside(request, [one.place for one in part.rows])
    return request.page("timeline.html", title=_("Timeline"), days=days, part=part, **shown)


@pages.page("/you/reviews")
def own_reviews(request: Request) -> Page:
    part = request.part(Review, "author = ''", order="written_at DESC, id DESC")
    shown = beside(request, [one.place for one in part.rows])
    return request.page("own_reviews.html", title=_("Your reviews"), part=part, **shown)


@pages.page("/you/history")
def history(request: Request) -> Page:
    """What was searched for, and which ways were looked up: each once, with when it was last."""
    made = request.part(Search, SEARCHES, order=LATEST)
    trips = request.part(Trip, TRIPS, order=LATEST, name="trips")
    return request.page("history.html", title=_("History"), searches=made, trips=trips, **beside(request))


pages.plain_form(
    "/you/settings",
    c.SaveSettings,
    "Settings",
    back="/you",
    toast="Settings saved.",
    template="maps/settings.html",
    laid=True,
)
pages.button("/search/{search}/forget", c.ForgetSearch, toast="Removed from the history.")
pages.button("/trip/{trip}/forget", c.ForgetTrip, toast="Removed from the history.")
pages.button("/you/history/clear", c.ClearHistory, then="/maps/you/history", toast="History cleared.")
pages.confirm(
    "/visit/{visit}/forget",
    c.ForgetVisit,
    "Delete visit?",
    text="Your timeline will no longer show that you were at {visit.place.name}.",
    back="/you/timeline",
    toast="Visit deleted.",
)
