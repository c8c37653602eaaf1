"""Questions about places, reviews of them, the weather of a day, and what it costs to park."""

import re
from datetime import date, time

from lifeworld.apps.maps import catalogue
from lifeworld.apps.maps import commands as maps
from lifeworld.apps.maps.kinds import KINDS
from lifeworld.apps.maps.models import Place, PlaceList, Review, Visit
from lifeworld.city.parking import zone_at
from lifeworld.city.weather import weather
from lifeworld.taskkit import (
    Commands,
    Money,
    Percent,
    Store,
    Task,
    User,
    amounts,
    clocks,
    day,
    days,
    derived,
    link,
    number,
    phrase,
    pick,
    sure,
)
from lifeworld.tasks.maps.ways import BUSINESSES, keeps_hours, nearest_first, open_place, own, save, unsaved

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


class ReviewAPlace(Task):
    """A place gets a review."""

    goals = [
        "Review {place.name} on Wayfarer: {stars} stars, with exactly “{text}”.",
        "Give {place.name} {stars} stars on the map and write “{text}”, nothing more.",
        "Post a review of {place.name} in my maps app, {stars} stars, saying just “{text}”.",
    ]
    tags = ["daily"]
    place: Place = pick(Place, lambda place: all(not one.mine for one in place.reviews), where=BUSINESSES)
    stars: int = number(2, 5)
    text: str = phrase("Friendly people, quick too.", "Better than the last time.", "Quiet in the morning.")

    def effects(self) -> Commands:
        yield maps.WriteReview(self.place, str(self.stars), self.text)  # type: ignore[arg-type]


class ThinkAgain(Task):
    """A review gets another rating and keeps its words."""

    goals = [
        "Change my review of {review.place.name} on Wayfarer to {stars} stars; leave the text as it is.",
        "My rating of {review.place.name} on the map should be {stars} stars now. Don't touch what I wrote.",
        "Make it {stars} stars in my review of {review.place.name}, with the same words as before.",
    ]
    tags = ["daily"]
    review: Review = pick(Review, own, among=own)
    stars: int = number(2, 5)

    def effects(self) -> Commands:
        yield maps.EditReview(self.review, str(self.stars))  # type: ignore[arg-type]


class TakeReviewBack(Task):
    """A review goes."""

    goals = [
        "Delete my review of {review.place.name} on Wayfarer.",
        "I don't stand by what I wrote about {review.place.name} on the map. Take that review down.",
        "Remove what I posted on {review.place.name} in my maps app.",
    ]
    tags = ["daily"]
    review: Review = pick(Review, own, among=own)

    def effects(self) -> Commands:
        yield maps.DeleteReview(self.review)


def price(row: Place) -> Money | None:
    """Return what an hour of parking costs at a place; None where it is free."""
    zone = zone_at(row.known.at)
    return zone.price if zone else None


def priced(row: Place) -> bool:
    """Return whether one pays to park at a place."""
    return price(row) is not None


class ChanceOfRain(Task):
    """How likely is rain on a day?"""

    goals = [
        "How likely is rain on {on}, in percent, by Wayfarer's weather?",
        "How many percent chance of rain does my maps app give for {on}?",
        "See in Wayfarer what the weather will be like on {on}: what's the chance of rain, in percent?",
    ]
    tags = ["daily"]
    on: date = day(1, 6)
    chance: int = derived(lambda on: None if weather(on).sky == "snow" else weather(on).rain)

    def answer(self) -> Percent:
        return self.chance

    def solution(self, user: User) -> None:
        user.say(next(chance for on, chance in forecast(user).items() if on == self.on))


def forecast(user: User) -> dict[date, int]:
    """Open the weather and return the next days' chances of rain, in percent."""
    user.open("Wayfarer")
    user.click(link("Weather…"))
    return {
        days(line.text, user.today)[-1]: int(re.findall(r"(\d+)%", line.text)[0])
        for line in user.page.lines("Forecast")
    }


def price_shown(user: User, name: str) -> Money:
    """Open a place and return what an hour of parking costs there, 0 where it is free."""
    open_place(user, name)
    return next(iter(amounts(user.page.line("Parking", "About").text)), Money())


class SaveWhereParkingIsCheaper(Task):
    """That of two places where an hour of parking costs less goes onto a list."""

    goals = [
        "By Wayfarer's parking zones, which has the lower price an hour, {one.name} or {other.name}? Save that place "
        "to {list.name}.",
        "Put {one.name} or {other.name} on my list {list.name} on the map, whichever is in the parking zone with the "
        "lower price an hour.",
        "Compare what an hour of parking costs in the zones of {one.name} and {other.name} in my maps app, and add the "
        "cheaper place to {list.name}.",
    ]
    tags = ["compare"]
    list: PlaceList = pick(PlaceList)
    one: Place = pick(Place, priced, where=BUSINESSES)
    other: Place = pick(Place, priced, where=BUSINESSES)
    cheaper: Place = derived(lambda store, list, one, other: cheaper(store, list, one, other))

    def effects(self) -> Commands:
        yield maps.SavePlace(self.cheaper, self.list)

    def solution(self, user: User) -> None:
        names = self.one.name, self.other.name
        save(user, min(names, key=lambda name: price_shown(user, name)), self.list.name)


def cheaper(store: Store, list: PlaceList, one: Place, other: Place) -> Place | None:
    """Return that of two places where parking costs less; None where it costs the same, or the list has the place."""
    first, second = sure(price(one)), sure(price(other))
    found = one if first < second else other
    return found if first != second and unsaved(store, found, list) else None
