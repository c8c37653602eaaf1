"""Wayfarer's rows: the city's places and what is said of them; what the owner keeps, where they were, settings."""

from datetime import datetime
from functools import cached_property
from typing import Annotated, Literal, TypeVar, get_args

from lifeworld.apps.maps.kinds import kind
from lifeworld.city import places
from lifeworld.life.models import Business
from lifeworld.store import Followed, Row, free, not_empty, one_of, rank, ref, stamp, unshown, volatile

R = TypeVar("R", bound=Row)
Label = Literal["home", "work"]
Mode = Literal["car", "transit", "foot", "bicycle"]
Stars = Literal["1", "2", "3", "4", "5"]
Units = Literal["miles", "kilometres"]
Sign = Literal["heart", "flag", "star", "bookmark", "utensils", "luggage"]


class Place(Row, table="maps_place"):
    """A place of the city: a business, a park, a sight, a stop."""

    key: Annotated[str, one_of(places.places)] = volatile("names the place in the city, and is never shown")
    name: Annotated[str, not_empty]
    category: str = unshown("screens have a word for it: `kind`")
    address: str
    phone: str = ""
    business_id: int | None = ref(Business, default=None)

    @cached_property
    def known(self) -> places.Place:
        """What the city itself knows of it: where it is, when it is open."""
        return places.places()[self.key]

    @property
    def kind(self) -> str:
        """What it is, as screens tell it."""
        return kind(self.category, self.known.emoji).one

    @property
    def reviews(self) -> "list[Review]":
        return self.store.all(Review, "place_id = ?", self.id, order="written_at DESC, id DESC")


class PlaceList(Row, table="maps_list"):
    """A list of places that the owner keeps."""

    name: str
    sign: Sign = free("the form offers signs", default="bookmark")
    position: int = rank(free="several new lists in any order")

    @property
    def saved(self) -> "list[Saved]":
        return self.store.all(Saved, "list_id = ?", self.id, order="added_at DESC, id DESC")


class Saved(Row, table="maps_saved", called="a saved place", unique=(("list_id", "place_id"),)):
    """A place on a list."""

    list_id: int = ref(PlaceList, cascade=True)
    place_id: int = ref(Place)
    note: str = free("the form offers a note", default="", worded=True)
    added_at: datetime | None = stamp()

    list = Followed(PlaceList)
    place = Followed(Place)


class Spot(Row, table="maps_spot"):
    """Home or work, by its address; "" where it is not set."""

    label: Label
    address: str = ""

    needs = {f"label = '{label}'": f"with label {label}" for label in get_args(Label)}
    called = property(lambda self: self.label.capitalize())


class Review(Row, table="maps_review"):
    """What somebody thinks of a place. `author` is empty where it is the owner."""

    place_id: int = ref(Place)
    author: str
    stars: Stars
    text: str = ""
    written_at: datetime | None = stamp()

    place = Followed(Place)
    mine = property(lambda self: not self.author)


class Visit(Row, table="maps_visit"):
    """A place where the owner was on a day."""

    place_id: int = ref(Place)
    at: datetime

    place = Followed(Place)
    day = property(lambda self: self.at.date())


def _alike(row: R) -> list[R]:
    """Return a row with the others that the history shows as one with it, the oldest first."""
    where = " AND ".join(f"{column} = ? COLLATE NOCASE" for column in row.alike_by)
    return row.store.all(type(row), where, *(getattr(row, column) for column in row.alike_by))


class Search(Row, table="maps_search", incidental="what was searched for lately"):
    """A search that was made."""

    words: str
    at: datetime

    alike_by = ("words",)
    alike = property(_alike)


class Trip(Row, table="maps_trip", incidental="which ways were looked up lately"):
    """A way that was looked up: both ends as they were written, and how."""

    start: str
    end: str
    mode: Mode
    at: datetime

    alike_by = ("start", "end")
    alike = property(_alike)
    origin = property(lambda self: self.start.capitalize() if self.start in get_args(Label) else self.start)


class Settings(Row, table="maps_settings", called="the settings"):
    """The one row of settings."""

    units: Units = "kilometres"
    mode: Mode = "car"
    keep: bool = True
