"""The weather of a day, and what it costs to park at a place."""

import re
from datetime import date

from lifeworld.apps.maps import commands as maps
from lifeworld.apps.maps.models import Place, PlaceList
from lifeworld.city.parking import zone_at
from lifeworld.city.weather import weather
from lifeworld.taskkit import Commands, Money, Percent, Store, Task, User, amounts, day, days, derived, link, pick, sure
from lifeworld.tasks.maps.ways import BUSINESSES, open_place, save, unsaved


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
        for line in user.page.lines("The next days")
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
