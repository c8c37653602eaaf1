"""Wayfarer's verbs."""

from typing import Any, Literal

from lifeworld.apps.maps.models import (
    Mode,
    Place,
    PlaceList,
    Review,
    Saved,
    Search,
    Settings,
    Sign,
    Spot,
    Stars,
    Trip,
    Units,
    Visit,
)
from lifeworld.city.places import find
from lifeworld.life.models import Person
from lifeworld.life.sharing import REFUSED, Own, Public, send_to, share
from lifeworld.store import NOW, Add, Command, Edit, Remove, Store, ask, line
from lifeworld.store import text as long_text
from lifeworld.web.language import N_

MODES = {"car": N_("Drive"), "transit": N_("Transit"), "foot": N_("Walk"), "bicycle": N_("Cycle")}
UNITS = {"kilometres": "Kilometres", "miles": "Miles"}
SIGNS = {
    "heart": "Heart",
    "flag": "Flag",
    "star": "Star",
    "bookmark": "Bookmark",
    "utensils": "Fork and knife",
    "luggage": "Suitcase",
}
STARS = {"5": "5 stars", "4": "4 stars", "3": "3 stars", "2": "2 stars", "1": "1 star"}
EMPTY, TAKEN = "Give the list a name.", "There is a list named {name} already."
PUBLIC = "Everybody can read it."
LONGEST = 60


class AddList(Add, of=PlaceList, seen_by="nobody"):
    """Make a new list of places."""

    name: str = line("Name", empty=EMPTY, longest=LONGEST, taken=TAKEN)
    sign: Sign = ask("Icon", default="bookmark", choices=SIGNS)


class RenameList(Edit, seen_by="nobody"):
    """Give a list another name and sign."""

    list: PlaceList
    name: str = line("Name", empty=EMPTY, longest=LONGEST, taken=TAKEN)
    sign: Sign = ask("Icon", default="bookmark", choices=SIGNS)


class DeleteList(Remove, seen_by="nobody"):
    """Delete a list; the places themselves stay on the map."""

    list: PlaceList


class SavePlace(Add, of=Saved, sets={"added_at": NOW}, seen_by="nobody"):
    """Put a place on a list."""

    place: Place
    list: PlaceList = ask("List", kind="radio", order="position, id")
    note: str = line("Note", default="", longest=200, placeholder="Add a note about this place")
    refusals = {"there": "{place.name} is on {list.name} already."}

    def check(self, store: Store) -> None:
        there = store.count(Saved, "list_id = ? AND place_id = ?", self.list.id, self.place.id)
        self.need(not there, "there", "list")


class NotePlace(Edit, seen_by="nobody"):
    """Change the note beside a saved place."""

    saved: Saved
    note: str = line("Note", default="", longest=200)


class RemovePlace(Remove, seen_by="nobody"):
    """Take a place off a list."""

    saved: Saved


class SetSpot(Edit, seen_by="nobody"):
    """Say where home or work is."""

    spot: Spot
    address: str = line("Address", empty="Enter an address.", longest=120, placeholder="Street and number")
    refusals = {"unknown": "“{address}” wasn't found. Enter a number and a street, like 14 Weaver Street."}

    def check(self, store: Store) -> None:
        self.need(find(self.address), "unknown", "address")


class ClearSpot(Edit, sets={"address": ""}, seen_by="nobody"):
    """Forget where home or work is."""

    spot: Spot
    refusals = {"already": "There is no address to remove."}


class _Public(Public, seen_by="everyone"):
    app, on = "maps", "place"


class WriteReview(_Public, Add, of=Review, sets={"author": "", "written_at": NOW}, seen_by="everyone"):
    """Publish a review of a place; one a place."""

    place: Place
    stars: Stars = ask("Your rating", kind="stars", choices=STARS)
    text: str = long_text("Review", default="", longest=2000, hint=f"Optional. {PUBLIC}")
    refusals = {"once": "You have reviewed {place.name} already. Edit that review instead."}

    def check(self, store: Store) -> None:
        self.need(not store.count(Review, "place_id = ? AND author = ''", self.place.id), "once")


class EditReview(Own, _Public, Edit, seen_by="everyone"):
    """Change a review of one's own."""

    review: Review
    stars: Stars = ask("Your rating", kind="stars", choices=STARS)
    text: str = long_text("Review", default="", longest=2000, hint=f"Optional. {PUBLIC}")


class DeleteReview(Own, _Public, Remove, seen_by="everyone"):
    """Take back a review of one's own."""

    verb = "take review back"
    review: Review


class SharePlace(Command, seen_by="those it is sent to"):
    """Send a place to people in Chatter, with its address and a word of one's own before it."""

    place: Place
    people: tuple[Person, ...] = send_to()
    note: str = line("Message", default="", longest=300, placeholder="Add a message")
    refusals = REFUSED

    def run(self, store: Store) -> Place:
        share(self, store, self.people, self.note, self.place.name, self.place.address)
        return self.place


class _Forget(Remove, seen_by="nobody"):
    def run(self, store: Store) -> Any:
        looked_up: Any = self.its_row(store)
        for one in looked_up.alike:
            store.remove(one)
        return looked_up


class ForgetSearch(_Forget, seen_by="nobody"):
    """Take a search out of the history, however often it was made."""

    search: Search


class ForgetTrip(_Forget, seen_by="nobody"):
    """Take a way that was looked up out of the history, however often it was."""

    trip: Trip


class ForgetVisit(Remove, seen_by="nobody"):
    """Take a visit out of the timeline."""

    visit: Visit


class ClearHistory(Command, seen_by="nobody"):
    """Forget all searches, or all ways that were looked up."""

    of: Literal["searches", "directions"]
    refusals = {"none": "The history is empty."}

    def run(self, store: Store) -> None:
        found = store.all(Search if self.of == "searches" else Trip)
        self.need(found, "none")
        for row in found:
            store.remove(row)


class SaveSettings(Edit, of=Settings, seen_by="nobody"):
    """Choose units and the usual way to travel, and whether the history is kept."""

    units: Units = ask("Distances in", kind="radio", default="kilometres", choices=UNITS)
    mode: Mode = ask("Preferred travel mode", kind="radio", default="car", choices=MODES)
    keep: bool = ask("Save searches and directions to history", kind="switch", default=True)
