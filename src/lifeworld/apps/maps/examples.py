"""Examples of Wayfarer's commands and refusals that do not follow from their declarations."""

from collections.abc import Iterator
from typing import Literal

from lifeworld.apps.maps import commands as c
from lifeworld.apps.maps.models import Place, Review, Saved, Search, Spot, Trip
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.web import Example, done, refused


def examples(store: Store) -> Iterator[Example]:
    """Yield them on a lived-in world."""
    saved, home = store.one(Saved), store.one(Spot, "label = 'home'")
    others = f"id NOT IN (SELECT place_id FROM maps_saved WHERE list_id = {saved.list_id})"
    new = store.one(Place, f"{others} AND id NOT IN (SELECT place_id FROM maps_review WHERE author = '')")
    own, theirs = store.one(Review, "author = ''"), store.one(Review, "author <> ''")
    people = tuple(store.all(Person, "relation <> 'me'", limit=6))
    yield done(c.AddList("Quiet corners", "star"))
    yield done(c.RenameList(saved.list, "Quiet corners", "flag"))
    yield done(c.SavePlace(new, saved.list, "On the corner"))
    yield refused("there", c.SavePlace(saved.place, saved.list))
    yield done(c.NotePlace(saved, "Closed in the morning"))
    yield done(c.SetSpot(home, "14 Weaver Street"))
    yield refused("unknown", c.SetSpot(home, "14 Nowhere Street"))
    yield done(c.WriteReview(new, "4", "Good light."))
    yield refused("once", c.WriteReview(own.place, "4"))
    yield done(c.EditReview(own, "2", "Not what it was."))
    yield refused("not_yours", c.EditReview(theirs, "2"))
    yield refused("not_yours", c.DeleteReview(theirs))
    yield done(c.DeleteReview(own))
    yield done(c.SharePlace(new, people[:2], "Here?"))
    yield refused("many", c.SharePlace(new, people, "Here?"))
    yield refused("self", c.SharePlace(new, (store.one(Person, "relation = 'me'"),), "Here?"))
    yield done(c.ForgetTrip(store.one(Trip)))
    yield refused("already", c.ClearSpot(_unset(store)))
    yield done(c.ClearHistory("searches"))
    yield refused("none", c.ClearHistory(_nothing(store)))
    yield done(c.SaveSettings("kilometres", "foot", keep=False))


def _unset(store: Store) -> Spot:
    """Forget where work is, and return it."""
    with store.writing():
        return store.change(store.one(Spot, "label = 'work'"), address="")


def _nothing(store: Store) -> Literal["directions"]:
    """Forget all ways that were looked up, and say what was forgotten."""
    with store.writing():
        for trip in store.all(Trip):
            store.remove(trip)
    assert store.count(Search)
    return "directions"
