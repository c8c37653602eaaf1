"""Ways through the city: how long they take, which of two is shorter; where home and work are; what was looked up."""

from lifeworld.apps.maps import catalogue
from lifeworld.apps.maps import commands as maps
from lifeworld.apps.maps.models import Mode, Place, Search, Spot, Trip, Visit
from lifeworld.taskkit import Commands, Minutes, Store, Task, User, button, derived, field, link, phrase, pick, span
from lifeworld.tasks.maps.ways import BUSINESSES, MODES, route

HOME, WORK = "label = 'home' AND address <> ''", "label = 'work' AND address <> ''"


def minutes(store: Store, mode: Mode, *written: str) -> int | None:
    """Return the minutes of a way, as the screens tell them; None where an end is not known."""
    ends = [catalogue.end(store, one) for one in written]
    if None in ends:
        return None
    return max(1, round(catalogue.ways([one for one in ends if one], store.now, (mode,))[mode].seconds / 60))


def told(user: User) -> int:
    """Return the minutes that the screen tells of the way on it."""
    mode = next(one for one in user.page.main.all("link") if "current" in one.states)
    return round(span(mode.name).total_seconds() / 60)


class CloserToWork(Task):
    """Which of two places is the shorter walk from work?"""

    goals = [
        "Which is the shorter walk from my work: {one.name} or {other.name}?",
        "I'd like to walk over after work. Is it {one.name} or {other.name} that I reach in less time, by Wayfarer?",
        "On foot from work, {one.name} or {other.name}: which one is fewer minutes away?",
    ]
    one: Place = pick(Place, where=BUSINESSES)
    other: Place = pick(Place, lambda other, one: other.id != one.id, where=BUSINESSES)
    closer: Place = derived(lambda store, one, other: closer(store, one, other))

    def answer(self, store: Store) -> str:
        return self.closer.name

    def solution(self, user: User) -> None:
        found = {}
        for place in (self.one, self.other):
            route(user, "Work", place.name, "foot")
            found[told(user)] = place.name
        user.say(found[min(found)])


def closer(store: Store, one: Place, other: Place, start: str = "work") -> Place | None:
    """Return which of two places is the shorter walk from work, or from home; None where neither is, or it is unset."""
    first, second = (minutes(store, "foot", start, place.name) for place in (one, other))
    return None if first is None or second is None or first == second else one if first < second else other


class MinutesOverAStop(Task):
    """How long does a drive from home take that leads over a place?"""

    goals = [
        "I drive from home to {end.name} and stop at {stop.name} on the way. How many minutes of driving is that?",
        "How many minutes does Wayfarer say for the drive from home over {stop.name} to {end.name}?",
        "By car from home to {end.name}, with {stop.name} as a stop in between: how many minutes in all on the map?",
    ]
    stop: Place = pick(Place, where=BUSINESSES)
    end: Place = pick(Place, lambda end, stop: end.id != stop.id, where=BUSINESSES)
    takes: int = derived(lambda store, stop, end: minutes(store, "car", "home", stop.name, end.name))

    def answer(self, store: Store) -> Minutes:
        return self.takes

    def solution(self, user: User) -> None:
        route(user, "Home", self.end.name, "car")
        user.click(link("Add stop"))
        user.fill(field("New stop"), self.stop.name)
        user.click(button("Get directions"))
        user.say(told(user))


class WorkHasMoved(Task):
    """The address of work changes."""

    goals = [
        "My office has moved. Set “{work.called}” to “{address}” in Wayfarer, exactly as it's written here.",
        "The address of “{work.called}” is “{address}” from now on; put just that into my maps app.",
        "Change the address of “{work.called}” on the map to “{address}”, word for word.",
    ]
    tags = ["daily"]
    work: Spot = pick(Spot, where="label = 'work'")
    address: str = phrase("88 Kiln Street", "31 Lantern Street", "112 Toll Street", "7 Fountain Street")

    def effects(self) -> Commands:
        yield maps.SetSpot(self.work, self.address)


class NoSuchStreet(Task):
    """An address that is not in the city can't become home."""

    goals = [
        "Set “{spot.called}” in Wayfarer to exactly “{address}”, no other address.",
        "I've moved: “{spot.called}” is “{address}” now. Put it into my maps app just so, or tell me that you can't.",
        "The map should have “{spot.called}” at “{address}”, precisely that.",
    ]
    spot: Spot = pick(Spot, where="label = 'home'")
    address: str = phrase("12 Windlass Boulevard", "40 Pepperpot Plaza", "3 Quern Gardens")

    def impossible(self) -> Commands:
        yield maps.SetSpot(self.spot, self.address)

    def solution(self, user: User) -> None:
        user.open("Wayfarer")
        user.click(link("Saved"))
        user.click(link("Home"))
        user.fill(field("Address"), self.address)
        user.click(button("Save"))
        user.give_up()


class ForgetWhereILive(Task):
    """Home is no longer kept."""

    goals = [
        "Wayfarer shouldn't know where I live any more. Remove the address of “{spot.called}” from it.",
        "Take the address of “{spot.called}” out of the maps app.",
        "Delete what is set as “{spot.called}” on my map; leave it unset.",
    ]
    tags = ["daily"]
    spot: Spot = pick(Spot, where=HOME)

    def effects(self) -> Commands:
        yield maps.ClearSpot(self.spot)


class ForgetALookup(Task):
    """A search and a way go out of the history."""

    goals = [
        "Take my search for “{search.words}” and the way from {trip.origin} to {trip.end} out of Wayfarer's history.",
        "I never searched the map for “{search.words}”, nor for a way from {trip.origin} to {trip.end}: forget both.",
        "In Wayfarer's history, delete the search “{search.words}” and the way from {trip.origin} to {trip.end}.",
    ]
    search: Search = pick(Search)
    trip: Trip = pick(Trip, where="start = 'home'")

    def effects(self) -> Commands:
        yield maps.ForgetSearch(self.search)
        yield maps.ForgetTrip(self.trip)


class ClearLookups(Task):
    """All searches, or all directions, go out of the history."""

    goals = [
        "Clear my whole history of “{what}” in Wayfarer, and nothing else.",
        "Wipe all “{what}” from the history of my maps app; leave the rest of the history.",
        "I don't want any past “{what}” kept on the map. Clear them all, only those.",
    ]
    tags = ["daily"]
    what: str = phrase("Searches", "Directions")

    def effects(self) -> Commands:
        yield maps.ClearHistory(self.what.lower())  # type: ignore[arg-type]


class NeverThere(Task):
    """A visit goes from the timeline."""

    goals = [
        "Wayfarer thinks I was at {visit.place.name} on {visit.day}. Take that visit off my timeline.",
        "Remove the visit to {visit.place.name} on {visit.day} from my timeline on the map.",
        "I wasn't at {visit.place.name} on {visit.day}; delete it from the timeline in my maps app.",
    ]
    tags = ["daily"]
    visit: Visit = pick(Visit, lambda visit, store: visit.id in lately(store))

    def effects(self) -> Commands:
        yield maps.ForgetVisit(self.visit)


def lately(store: Store) -> set[int]:
    """Return the visits that the timeline begins with."""
    return {one.id for one in store.all(Visit, order="at DESC, id DESC", limit=16)}


class KilometresOnFoot(Task):
    """Units and the usual way to travel change."""

    goals = [
        "In Wayfarer, show distances in {units} and make “{way}” my usual way to travel. Don't change the rest.",
        "Set my maps app to {units}, and to “{way}” as the usual way to get around.",
        "Change the map's settings: distances in {units}, usual way to travel “{way}”.",
    ]
    units: str = phrase("Miles", "Kilometres")
    way: str = phrase(*MODES.values())

    def effects(self) -> Commands:
        mode = next(key for key, name in MODES.items() if name == self.way)
        yield maps.SaveSettings(self.units.lower(), mode)  # type: ignore[arg-type]
