"""Questions about places: what is open, where it is near, when one was there."""

from datetime import date, time

from lifeworld.apps.maps import catalogue
from lifeworld.apps.maps.kinds import KINDS
from lifeworld.apps.maps.models import Place, Visit
from lifeworld.taskkit import Store, Task, User, clocks, days, derived, phrase, pick
from lifeworld.tasks.maps.ways import BUSINESSES, keeps_hours, nearest_first, open_place

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
LOOKED_FOR = ("grocer", "shop", "leisure", "health")


def nearest_open(store: Store, kind: str) -> Place | None:
    """Return the nearest place of a kind that is open; None where none or only one is."""
    found = catalogue.search(store, "", kind, open_now=True)
    return found[0] if len(found) > 1 else None


def opened(place: Place, weekday: int) -> time | None:
    """Return when a place opens on a day of the week; None where it stays closed."""
    return next((first for first, _ in place.known.hours.on(weekday)), None) if place.known.hours else None


class NearestOpenPlace(Task):
    """Which place of a kind is open and nearest to home?"""

    goals = [
        "Which of the places under “{many}” in Wayfarer is open now and nearest to my home?",
        "Find me the nearest one to home under “{many}” on the map that is open right now. What is it called?",
        "Wayfarer, category “{many}”: name the closest to my home among those that are open at this moment.",
    ]
    sort: str = phrase(*LOOKED_FOR)
    many: str = derived(lambda sort: KINDS[sort].many)
    nearest: Place = derived(lambda store, sort: nearest_open(store, sort))

    def answer(self, store: Store) -> str:
        return self.nearest.name

    def solution(self, user: User) -> None:
        user.say(nearest_first(user, self.sort, open_now=True)[0].names[0])


class OpensWhen(Task):
    """When does a place open on a day of the week?"""

    goals = [
        "When does {place.name} open on {weekday}s, according to Wayfarer?",
        "I want to be at {place.name} as soon as it opens on a {weekday}. What time does the map say?",
        "Look {place.name} up on the map: at what time does it open on {weekday}?",
    ]
    tags = ["daily"]
    place: Place = pick(Place, keeps_hours, where=BUSINESSES)
    weekday: str = phrase(*WEEKDAYS)
    opens: time = derived(lambda place, weekday: opened(place, WEEKDAYS.index(weekday)))

    def answer(self, store: Store) -> time:
        return self.opens

    def solution(self, user: User) -> None:
        open_place(user, self.place.name)
        user.say(clocks(user.page.line(self.weekday, "Hours").text)[0])


class LastVisit(Task):
    """On which day was the person last at a place?"""

    goals = [
        "On what date was I last at {place.name}, as Wayfarer has it?",
        "When did I last go to {place.name}? My maps app keeps track; I need the date.",
        "Give me the day of my latest visit to {place.name} on the map.",
    ]
    tags = ["daily"]
    place: Place = pick(Place, lambda place, store: store.count(Visit, "place_id = ?", place.id) > 1)

    def answer(self, store: Store) -> date:
        return store.one(Visit, "place_id = ?", self.place.id, order="at DESC").at.date()

    def solution(self, user: User) -> None:
        open_place(user, self.place.name)
        user.say(days(user.page.line("last on", "About").text, user.today)[0])
