"""What is kept: home and work, lists of places; a place: what is said of it, when it is open, to save and share it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import chain

from lifeworld.apps.maps import commands as c
from lifeworld.apps.maps import measures
from lifeworld.apps.maps.models import Place, PlaceList, Review, Saved, Spot, Visit
from lifeworld.apps.maps.views import pages
from lifeworld.apps.maps.views.directions import leaving
from lifeworld.apps.maps.views.stage import beside, marked
from lifeworld.city.lines import Stop, stops
from lifeworld.city.parking import zone_at
from lifeworld.web import Form, Page, Request
from lifeworld.web.language import N_, _, ngettext
from lifeworld.web.plain import candidates, over

ORDERS = {"new": N_("Latest first"), "high": N_("Highest first"), "low": N_("Lowest first")}
_SORTED = {"new": "written_at DESC, id DESC", "high": "stars DESC, written_at DESC", "low": "stars, written_at DESC"}
_SHOWN, _COVERS = 3, 3  # reviews on the place's own page; pictures beside a list


@pages.page("/saved")
def saved(request: Request) -> Page:
    counts = dict(request.store.sql("SELECT list_id, count(*) FROM maps_saved GROUP BY list_id"))
    lists = request.part(PlaceList, order="position, id")
    kept = {one.id: [saved.place for saved in one.saved] for one in lists.rows}
    signs = {place.id: one.sign for one in reversed(lists.rows) for place in kept[one.id]}
    return request.page(
        "saved.html",
        title=_("Saved"),
        part=lists,
        counts=counts,
        covers=dict(zip(kept, _covers(kept.values()), strict=True)),
        spots=request.store.all(Spot),
        **beside(request, chain.from_iterable(kept.values()), signs),
    )


def _covers(lists: Iterable[list[Place]]) -> Iterator[list[Place]]:
    """Yield three places of each list, of as many kinds as it has, such as lists before it have not shown first."""
    shown: Counter[str] = Counter()
    for places in lists:
        left, chosen = [*places], list[Place]()
        while left and len(chosen) < _COVERS:
            here = [one.category for one in chosen]
            chosen.append(min(left, key=lambda one: (here.count(one.category), shown[one.category])))
            left.remove(chosen[-1])
        shown.update(one.category for one in chosen)
        yield chosen


@pages.page("/list/{list_id}")
def show_list(request: Request, list_id: int) -> Page:
    """The places of a list, with its piece of the map."""
    found = request.row(PlaceList, list_id)
    part = request.part(Saved, "list_id = ?", list_id, order="added_at DESC, id DESC")
    shown = marked(request, [one.place for one in part.rows], signs={one.place_id: found.sign for one in part.rows})
    return request.page("list.html", title=found.name, list=found, part=part, stage=shown)


def _gone_with(request: Request, list: PlaceList) -> str:
    count = request.store.count(Saved, "list_id = ?", list.id)
    return ngettext(
        "“%(name)s” and its %(n)s place will be permanently deleted.",
        "“%(name)s” and its %(n)s places will be permanently deleted.",
        count,
        name=list.name,
    )


def _spot_named(request: Request, spot: Spot) -> str:
    return _("Home") if spot.label == "home" else _("Work")


pages.plain_form(
    "/lists/add",
    c.AddList,
    "New list",
    back="/saved",
    submit="Create list",
    then="/maps/list/{id}",
    toast="List created.",
)
pages.plain_form("/list/{list}/edit", c.RenameList, "Edit list", toast="Saved.")
pages.confirm(
    "/list/{list}/delete", c.DeleteList, "Delete list?", text=_gone_with, then="/maps/saved", toast="List deleted."
)
pages.plain_form(
    "/saved/{saved}/note",
    c.NotePlace,
    "Edit note",
    about="{saved.place.name}",
    back="/list/{saved.list_id}",
    toast="Saved.",
)
pages.button("/saved/{saved}/remove", c.RemovePlace, toast="Removed from the list.")
pages.plain_form(
    "/spot/{spot}/edit",
    c.SetSpot,
    _spot_named,
    back="/saved",
    toast="Address saved.",
    template="maps/spot.html",
    laid=True,
)
pages.button("/spot/{spot}/clear", c.ClearSpot, then="/maps/saved", toast="Address removed.")


@pages.page("/place/{place}")
def show_place(request: Request, place: int) -> Page:
    """A place with its hours, what is said of it, and when one was there."""
    found = request.row(Place, place)
    day = request.number("day", request.now.weekday()) % 7
    return request.page(
        "place.html",
        title=found.name,
        place=found,
        stage=marked(request, [found]),
        parking=measures.parking(zone_at(found.known.at), request.now),
        week=_week(request, found),
        day=day,
        busy=measures.busy(found, day),
        leaving=leaving(request, stop) if (stop := _stop_at(found)) else [],
        saved=request.store.all(Saved, "place_id = ?", place, order="list_id"),
        own=request.store.first(Review, "place_id = ? AND author = ''", place),
        others=request.store.all(Review, "place_id = ? AND author <> ''", place, order=_SORTED["new"], limit=_SHOWN),
        visits=request.store.count(Visit, "place_id = ?", place),
        last=request.store.first(Visit, "place_id = ?", place, order="at DESC"),
    )


def _stop_at(place: Place) -> Stop | None:
    """Return the stop that a place is, or that stands before a station and has its name."""
    return stops().get(place.name if place.category == "station" else place.key)


@pages.page("/place/{place}/reviews")
def show_reviews(request: Request, place: int) -> Page:
    """All that is said of a place."""
    found, order = request.row(Place, place), request.choice("order", tuple(ORDERS))
    part = request.part(Review, "place_id = ?", place, order=_SORTED[order])
    return request.page(
        "reviews.html",
        title=_("Reviews"),
        place=found,
        part=part,
        order=_(ORDERS[order]),
        orders=request.options("order", ORDERS),
        **beside(request, [found]),
    )


@pages.form("/place/{place}/save", c.SavePlace, then="/maps/place/{place_id}", toast="Saved to {list.name}.")
def save(request: Request, form: Form, place: int) -> Page:
    """Choose the list, over the place."""
    signs = {one.id: one.sign for one in request.store.all(PlaceList)}
    shown = {"form": form, "place": request.row(Place, place), "signs": signs}
    return over(request, f"/maps/place/{place}", "maps/save.html", title=_("Save to a list"), **shown)


@pages.form("/place/{place}/share", c.SharePlace, then="/maps/place/{id}", toast="Sent in Chatter.")
def share(request: Request, form: Form, place: int) -> Page:
    people = candidates(form, "people", "relation <> 'me'", "name, id")
    shown = {"form": form, "place": request.row(Place, place), "people": people}
    return over(request, f"/maps/place/{place}", "maps/share.html", title=_("Share"), **shown)


def _week(request: Request, place: Place) -> list[tuple[date, list[str]]]:
    """Return the next seven days, each with from when to when the place is open."""
    hours, today = place.known.hours, request.now.date()
    days = [today + timedelta(days=ahead) for ahead in range(7)]
    return [(day, [measures.times(*each) for each in hours.on(day.weekday())]) for day in days] if hours else []


def _before(request: Request, review: Review) -> str:
    return f"/place/{review.place_id}"


pages.plain_form(
    "/place/{place}/review",
    c.WriteReview,
    "Write a review",
    about="{place.name}",
    submit="Post",
    then="/maps/place/{place_id}",
    toast="Review posted.",
)
pages.plain_form(
    "/review/{review}/edit", c.EditReview, "Edit review", about="{review.place.name}", back=_before, toast="Saved."
)
pages.confirm(
    "/review/{review}/delete",
    c.DeleteReview,
    "Delete review?",
    text="Your review of {review.place.name} will be permanently deleted.",
    back=_before,
    toast="Review deleted.",
)
