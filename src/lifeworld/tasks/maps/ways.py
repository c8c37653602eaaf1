"""Ways through Wayfarer, and what its tasks pick by."""

import re

from lifeworld.apps.maps.kinds import KINDS
from lifeworld.apps.maps.models import Place, PlaceList, Review, Saved
from lifeworld.taskkit import Line, Store, User, button, field, link, option, show_all

BUSINESSES = "business_id IS NOT NULL"
MODES = {"car": "Drive", "transit": "Transit", "foot": "Walk", "bicycle": "Cycle"}


def search(user: User, words: str) -> None:
    """Open Wayfarer and search the map."""
    user.open("Wayfarer")
    user.fill(field("Search Wayfarer"), words)
    user.click(button("Search"))


def open_place(user: User, name: str) -> None:
    """Search for a place and open its page."""
    search(user, name)
    user.click(link(name).within("Results"))


def nearest_first(user: User, kind: str, *, open_now: bool = False) -> list[Line]:
    """Return the places of a kind, or those of them that are open, the nearest to home first."""
    user.open("Wayfarer")
    user.click(link(KINDS[kind].many))
    if open_now:
        user.click(link("Open now"))
    return user.page.lines("Results")


def open_list(user: User, found: PlaceList) -> None:
    """Go to a list of places."""
    user.open("Wayfarer")
    user.click(link("Saved"))
    user.click(link(found.name))


def make_list(user: User, name: str) -> None:
    """Make a list of places of this name."""
    user.open("Wayfarer")
    user.click(link("Saved"))
    user.click(link("New list"))
    user.fill(field("Name"), name)
    user.click(button("Create list"))


def listed(user: User, found: PlaceList) -> list[Line]:
    """Go to a list and return the lines of its places."""
    open_list(user, found)
    return [line for line in show_all(user) if line.heading == found.name]


def save(user: User, name: str, on: str) -> None:
    """Search for a place and save it to the list of a name."""
    open_place(user, name)
    user.click(link("Save"))
    user.click(option(on))
    user.click(button("Save"))


def stars(line: Line) -> float:
    """Return the rating that a line shows, 0 where it shows none."""
    shown = re.search(r"^\d(\.\d)?$", line.text, re.MULTILINE)
    return float(shown[0]) if shown else 0


def route(user: User, start: str, end: str, mode: str) -> None:
    """Look up the way from one place to another by a mode."""
    user.open("Wayfarer")
    user.click(link("Directions"))
    user.fill(field("From"), start)
    user.fill(field("To"), end)
    user.click(button("Get directions"))
    user.click(link(f"{MODES[mode]}…"))


def own(review: Review) -> bool:
    """Return whether the person wrote a review themselves."""
    return not review.author


def unsaved(store: Store, place: Place, list: PlaceList) -> bool:
    """Return whether a place is not on a list."""
    return not store.count(Saved, "place_id = ? AND list_id = ?", place.id, list.id)


def keeps_hours(place: Place) -> bool:
    """Return whether a place opens and closes."""
    return place.known.hours is not None and not place.known.hours.always
