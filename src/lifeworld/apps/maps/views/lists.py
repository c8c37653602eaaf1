"""What is kept: home and work, lists of places."""

from lifeworld.apps.maps import commands as c
from lifeworld.apps.maps.models import PlaceList, Saved, Spot
from lifeworld.apps.maps.views.frame import pages
from lifeworld.apps.maps.views.stage import marked
from lifeworld.web import Page, Request
from lifeworld.web.language import _, ngettext


@pages.page("/saved")
def saved(request: Request) -> Page:
    counts = dict(request.store.sql("SELECT list_id, count(*) FROM maps_saved GROUP BY list_id"))
    lists = request.part(PlaceList, order="position, id")
    first = {one.id: [kept.place for kept in one.saved[: 6 if request.device.wide else 3]] for one in lists.rows}
    spots = request.store.all(Spot)
    return request.page("saved.html", title=_("Saved"), part=lists, counts=counts, first=first, spots=spots)


@pages.page("/list/{list_id}")
def show_list(request: Request, list_id: int) -> Page:
    """The places of a list, with its piece of the map."""
    found = request.row(PlaceList, list_id)
    part = request.part(Saved, "list_id = ?", list_id, order="added_at DESC, id DESC")
    shown = marked(request, [one.place for one in part.rows])
    return request.page("list.html", title=found.name, list=found, part=part, stage=shown)


def _gone_with(request: Request, list: PlaceList) -> str:
    count = request.store.count(Saved, "list_id = ?", list.id)
    return ngettext(
        "“%(name)s” will be gone for good, with its %(n)s place.",
        "“%(name)s” will be gone for good, with its %(n)s places.",
        count,
        name=list.name,
    )


def _spot_named(request: Request, spot: Spot) -> str:
    return _("Home") if spot.label == "home" else _("Work")


pages.plain_form(
    "/lists/add", c.AddList, "New list", back="/saved", submit="Make list", then="/maps/list/{id}", toast="List made."
)
pages.plain_form("/list/{list}/edit", c.RenameList, "Edit list", toast="Saved.")
pages.confirm(
    "/list/{list}/delete", c.DeleteList, "Delete list?", text=_gone_with, then="/maps/saved", toast="List deleted."
)
pages.plain_form(
    "/saved/{saved}/note", c.NotePlace, "Note", about="{saved.place.name}", back="/list/{saved.list_id}", toast="Saved."
)
pages.button("/saved/{saved}/remove", c.RemovePlace, toast="Removed from the list.")
pages.plain_form("/spot/{spot}/edit", c.SetSpot, _spot_named, back="/saved", toast="Address saved.")
pages.button("/spot/{spot}/clear", c.ClearSpot, then="/maps/saved", toast="Address removed.")
