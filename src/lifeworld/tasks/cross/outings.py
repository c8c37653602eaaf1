"""Events that the map completes: addresses, opening hours, ways there."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import ClassVar

from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.maps.models import Mode, Place
from lifeworld.city.weather import AHEAD, ahead, weather
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    Items,
    Setup,
    Store,
    Task,
    User,
    button,
    clock,
    clocks,
    containing,
    day,
    derived,
    field,
    judged,
    link,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.tasks.calendar.ways import move, shown_times
from lifeworld.tasks.cross.beforehand import coming, friends, planned
from lifeworld.tasks.cross.places import address_shown, nth_place
from lifeworld.tasks.cross.screens import guests, open_titled, where_and_when, write_to
from lifeworld.tasks.cross.words import message
from lifeworld.tasks.maps import open_place, route
from lifeworld.tasks.maps.going import minutes, told
from lifeworld.tasks.maps.places import forecast, opened
from lifeworld.tasks.maps.ways import MODES, keeps_hours

HOUR = timedelta(hours=1)


class PlannedThere:
    """Something that is planned at a place; the calendar has the place by its name."""

    apps: ClassVar[Sequence[str]] = ("calendar", "maps")

    title: str = phrase(
        "Look at the samples", "Ask about the voucher", "Fetch the present", "Long lunch", "A word in person"
    )
    turn: int = number(0, 5000)
    place: Place = derived(lambda store, turn: nth_place(store, turn))
    on: date = day(3, 20)
    at: time = clock(9, 19)

    def setup(self, store: Store) -> Setup:
        yield planned(store, self.title, datetime.combine(self.on, self.at), HOUR, place=self.place.name)

    def event(self, store: Store) -> Event:
        return store.one(Event, "title = ? AND starts = ?", self.title, datetime.combine(self.on, self.at))

    def place_shown(self, user: User) -> str:
        """Open the event and return the name of its place."""
        open_titled(user, self.title)
        return where_and_when(user)[0]

    def put(self, user: User, label: str, value: str) -> None:
        """Put something else into a field of the event."""
        open_titled(user, self.title)
        user.click(link("Edit"))
        user.fill(field(label), value)
        user.click(button("Save"))


class AddressIntoTheEvent(PlannedThere, Task):
    """An event's place is replaced by its address."""

    goals = [
        "“{title}” in Almanac has only the name of its place. Put the whole address there instead, exactly as Wayfarer "
        "has it.",
        "Look up in Wayfarer where “{title}” is, and let the event's place in Almanac be that address, as the map "
        "writes it, without the name.",
        "Replace the place of “{title}” in my calendar by its full address from the maps app, word for word.",
    ]
    tags = ["look-up"]

    def effects(self, store: Store) -> Commands:
        yield almanac.EditEvent(self.event(store), self.title, self.place.address)

    def items(self) -> Items:
        yield observed("Opened the place", at=f"/maps/place/{self.place.id}", kind="search")

    def solution(self, user: User) -> None:
        address = address_shown(user, self.place_shown(user))
        self.put(user, "Place", address)


class WayIntoTheNote(PlannedThere, Task):
    """How long the way to an event takes is noted with it."""

    goals = [
        "How many minutes is it from home to “{title}” by “{way}” in Wayfarer? Almanac has the place. Write it into "
        "the note of the event, like “7 min”, and nothing else.",
        "Look up the way from home to the place of “{title}” (“{way}” in Wayfarer) and let the note of the event in "
        "Almanac be just the minutes, in the form “7 min”.",
        "The note of “{title}” in my calendar should say how long I take from home by “{way}”, as my maps app has it: "
        "only that, written like “7 min”.",
    ]
    tags = ["look-up"]

    way: str = phrase("Drive", "Walk", "Cycle")
    mode: Mode = derived(lambda way: next(key for key, name in MODES.items() if name == way))
    takes: int = derived(lambda store, place, mode: under_an_hour(minutes(store, mode, "home", place.name)))

    def effects(self, store: Store) -> Commands:
        yield almanac.EditEvent(self.event(store), self.title, self.place.name, f"{self.takes} min")

    def items(self) -> Items:
        yield observed("Found the way", showing=f"{self.takes} min", kind="search")

    def solution(self, user: User) -> None:
        route(user, "Home", self.place_shown(user), self.mode)
        self.put(user, "Note", f"{told(user)} min")


class OutingToADryDay(PlannedThere, Task):
    """What is planned for a wet day is moved to the first day on which rain is unlikely."""

    goals = [
        "“{title}” in Almanac is on a day on which it's likely to rain. Move it to the first day from tomorrow on for "
        "which Wayfarer gives less than a 30% chance of rain; its time stays.",
        "From tomorrow on, which is the first day with less than 30% chance of rain in my maps app? Move “{title}” in "
        "my calendar to it, at the same time.",
        "Let “{title}” in Almanac take place on the first day, beginning with tomorrow, on which rain is less than 30% "
        "likely by Wayfarer's weather. The time of day stays as it is.",
    ]
    tags = ["look-up", "filter"]

    on: date = day(1, AHEAD)
    dry: date = derived(lambda on, now: dry_instead(on, now.date()))

    def effects(self, store: Store) -> Commands:
        ends = datetime.combine(self.dry, self.at) + HOUR
        yield almanac.MoveEvent(self.event(store), self.dry, self.at, ends.time())

    def items(self) -> Items:
        yield observed("Saw the weather", at="/maps/weather", kind="search")

    def solution(self, user: User) -> None:
        dry = min(on for on, chance in forecast(user).items() if chance < 30)
        open_titled(user, self.title)
        move(user, dry, shown_times(user))


def dry_instead(wet: date, today: date) -> date | None:
    """Return the first of the next days on which rain is unlikely; None where it is not likely on the wet one."""
    dry = (on for on, one in ahead(today).items() if one.rain < 30)
    return next(dry, None) if weather(wet).rain >= 50 else None


def under_an_hour(found: int | None) -> int | None:
    return found if found and found < 60 else None


class NotBeforeItOpens(PlannedThere, Task):
    """An event that begins while its place is closed is moved to when that opens."""

    goals = [
        "“{title}” in Almanac is too early, the place isn't open by then. Move it to the time at which Wayfarer says "
        "that it opens on that day; it stays an hour long.",
        "Look up in Wayfarer when the place of “{title}” opens on the day of that event, and let it begin then. Same "
        "day, one hour.",
        "The place of “{title}” opens later than my calendar thinks. Take the opening time of that day from the maps "
        "app as the event's new beginning; its length and day stay.",
    ]
    tags = ["look-up"]

    at: time = clock(6, 7)
    opens: time = derived(lambda place, on: opens_later(place, on))

    def effects(self, store: Store) -> Commands:
        ends = datetime.combine(self.on, self.opens) + HOUR
        yield almanac.MoveEvent(self.event(store), self.on, self.opens, ends.time())

    def items(self) -> Items:
        yield observed("Opened the place", at=f"/maps/place/{self.place.id}", kind="search")

    def solution(self, user: User) -> None:
        open_titled(user, self.title)
        name, on = where_and_when(user)
        open_place(user, name)
        opens = clocks(user.page.line(f"{on:%A}", "Hours").text)[0]
        open_titled(user, self.title)
        move(user, on, (opens, (datetime.combine(on, opens) + HOUR).time()))


def opens_later(place: Place, on: date) -> time | None:
    """Return when a place opens on a day, after eight and in time for an hour; None where it does not."""
    found = opened(place, on.weekday())
    return found if found and time(8) < found < time(22) else None


class OpenWhenItBegins(PlannedThere, Task):
    """Is the place of an event open as it begins?"""

    goals = [
        "Is the place of “{title}” open when that begins? Almanac has place and time, Wayfarer the hours.",
        "When I get to “{title}” as my calendar has it, will the place be open, by its hours in Wayfarer?",
        "Check “{title}” against the opening hours on the map: is it open at the time for which I've put it down?",
    ]
    tags = ["look-up", "compare"]

    at: time = clock(7, 22)
    place: Place = derived(lambda store, turn: hours_kept(nth_place(store, turn)))

    def answer(self) -> bool:
        hours = self.place.known.hours
        return hours is not None and hours.is_open(datetime.combine(self.on, self.at))

    def items(self) -> Items:
        yield observed("Opened the place", at=f"/maps/place/{self.place.id}", kind="search")

    def solution(self, user: User) -> None:
        name = self.place_shown(user)
        on, at = where_and_when(user)[1], shown_times(user)[0]
        open_place(user, name)
        shown = clocks(user.page.line(f"{on:%A}", "Hours").text)
        user.say(any(first <= at < last for first, last in zip(shown[::2], shown[1::2], strict=True)))


def hours_kept(place: Place | None) -> Place | None:
    """Return a place that opens and closes, before midnight."""
    kept = place and keeps_hours(place) and place.known.hours
    return place if kept and all(a < b for on in range(7) for a, b in kept.on(on)) else None


class GuestKnowsTheWay(PlannedThere, Task):
    """The guest of an event is told how long the way there takes from somewhere."""

    goals = [
        "The one guest of “{title}” walks there from {start.name}. Almanac has the place and the guest; look up in "
        "Wayfarer how many minutes that is, and tell them on Chatter, like “7 min”.",
        "Let the guest of “{title}” know on Chatter how long the walk from {start.name} to the place takes, in minutes "
        "by Wayfarer, written like “7 min”.",
        "How many minutes on foot is it from {start.name} to where “{title}” is? My maps app has it, my calendar the "
        "place. Write it (as in “7 min”) to whoever is invited, on Chatter.",
    ]
    tags = ["look-up", "prose"]
    apps = ["calendar", "maps", "messenger"]

    start: Place = pick(Place, where="category IN ('station', 'park', 'market')")
    guest: Person = derived(lambda store, turn: (friends(store, turn, 1) or (None,))[0])
    takes: int = derived(lambda store, start, place: under_an_hour(minutes(store, "foot", start.name, place.name)))

    def setup(self, store: Store) -> Setup:
        start = datetime.combine(self.on, self.at)
        yield planned(store, self.title, start, HOUR, place=self.place.name, guests=coming([self.guest]))

    def effects(self, store: Store) -> Commands:
        yield message(store, self.guest.id, containing(f"{self.takes} min"))

    def items(self) -> Items:
        yield observed("Looked the way up", at="/maps/directions", kind="search")
        yield judged("The message says that this is how long the walk from there takes")

    def solution(self, user: User) -> None:
        name = self.place_shown(user)
        (guest,) = guests(user, "Coming")
        route(user, self.start.name, name, "foot")
        write_to(user, guest, f"It's {told(user)} min on foot from {self.start.name}.")
