"""Places that are kept: a list becomes a day of errands, what friends say of places becomes a list."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar.models import Calendar
from lifeworld.apps.maps import commands as maps
from lifeworld.apps.maps.models import Place, PlaceList, Saved
from lifeworld.apps.messenger import commands as messenger
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    Items,
    Setup,
    Store,
    Task,
    User,
    button,
    clocks,
    day,
    derived,
    field,
    link,
    nth,
    number,
    observed,
    option,
    phrase,
    pick,
    sure,
)
from lifeworld.tasks.calendar.meant import private
from lifeworld.tasks.cross.beforehand import InChat, chatted, friends, noted
from lifeworld.tasks.cross.screens import quotes
from lifeworld.tasks.hard.company import turned
from lifeworld.tasks.hard.hands import heard
from lifeworld.tasks.hard.routes import kept_on, look_up, minutes_by, some
from lifeworld.tasks.maps.going import minutes
from lifeworld.tasks.maps.ways import BUSINESSES, keeps_hours, open_place
from lifeworld.tasks.memory.told import shown
from lifeworld.tasks.messenger import open_named, send

STAY = (25, 40)  # minutes
Plan = tuple[tuple[Place, datetime], ...]  # places in the order of a day, and when one is there


def list_of(store: Store, name: str) -> PlaceList:
    return store.one(PlaceList, "name = ?", name)


def saved_in(store: Store, name: str, place: Place) -> Saved:
    """Return a place as it is kept on the list of a name."""
    return store.one(Saved, "place_id = ? AND list_id = ?", place.id, list_of(store, name).id)


class KeptPlaces:
    """A list of places that is on the map before the task begins."""

    name: str
    turn: int = number(0, 5000)

    def keep(self, store: Store, places: Iterator[Place] | tuple[Place, ...], note: str = "") -> Setup:
        yield maps.AddList(self.name)
        for place in places:
            yield maps.SavePlace(place, list_of(store, self.name), note)


def open_on(place: Place, on: date) -> tuple[tuple[time, time], ...]:
    """Return from when to when a place is open on a day."""
    return place.known.hours.on(on.weekday()) if place.known.hours else ()


def errands(store: Store, turn: int, on: date, stay: int) -> Plan | None:
    """Return three places in the order in which they open on a day, and when one is at each of them."""
    every = {one: open_on(one, on)[0] for one in store.all(Place, BUSINESSES) if len(open_on(one, on)) == 1}
    spans = {one: every[one] for one in ([*every][(turn * 13 + step * 11) % len(every)] for step in range(3))}
    found = sorted(spans, key=lambda one: spans[one][0])
    if len({first for first, _ in spans.values()}) < 3:
        return None
    free, plan = datetime.combine(on, time()), list[tuple[Place, datetime]]()
    for place, before in zip(found, [None, *found], strict=False):
        way = timedelta(minutes=minutes(store, "foot", before.name, place.name) or 0) if before else timedelta()
        at = max(free + way, datetime.combine(on, spans[place][0]))
        free = at + timedelta(minutes=stay)
        plan.append((place, at))
        if free > datetime.combine(on, spans[place][1]):
            return None
    return tuple(plan)


def closed(store: Store, turn: int, on: date) -> Place | None:
    """Return a place that is closed on a day, by any number."""
    every = (one for one in store.all(Place, BUSINESSES) if keeps_hours(one))
    return nth([one for one in every if not open_on(one, on)], turn)


class ErrandsOfADay(KeptPlaces, Task):
    """A list's places go into a day in the order in which they open, with the ways between them; a closed one goes."""

    goals = [
        "On {on:weekday} I want to go to the places on my Wayfarer list “{name}”, on foot, in the order in which they "
        "open that day: to the first when it opens, {stay} minutes at each, then straight to the next by the minutes "
        "that the map tells; where it isn't open yet I wait until it is. Put each into {calendar.name} under its name, "
        "with the preset reminder. What is closed all that day goes off the list.",
        "Plan my errands of {on:weekday} in Almanac, calendar {calendar.name}: an event of {stay} minutes for every "
        "place on “{name}” in my maps app, called like the place, reminder untouched. I walk. Start at whatever "
        "opens first, right then; after it comes what opens next, as soon as I've got there (Wayfarer knows how many "
        "minutes that takes) and it is open. Remove from the list what doesn't open that day.",
        "The places of “{name}” on the map belong in my {calendar.name} calendar for {on:weekday}, {stay} minutes "
        "each, named as they are there, usual reminder. They are visited by their opening times, the earliest first "
        "and at the minute it opens; between two lies the walk as Wayfarer gives it, and nobody can go in before "
        "they open. One isn't open at all that day: take it off the list instead.",
    ]
    tags = ["hard", "compare", "look-up", "sum", "long"]
    apps = ["calendar", "maps"]

    name: str = phrase("To be seen to", "My errands", "Things to fetch", "One round through town")
    calendar: Calendar = pick(Calendar, private)
    on: date = day(2, 6)
    stay: int = number(*STAY)
    plan: Plan = derived(errands)
    shut: Place = derived(closed)

    def setup(self, store: Store) -> Setup:
        yield from self.keep(store, turned([*(place for place, _ in self.plan), self.shut], self.turn))

    def effects(self, store: Store) -> Commands:
        for place, at in self.plan:
            until = (at + timedelta(minutes=self.stay)).time()
            yield noted(store, place.name, self.calendar, self.on, (at.time(), until))
        yield maps.RemovePlace(saved_in(store, self.name, self.shut))

    def items(self) -> Items:
        for place in [*(place for place, _ in self.plan), self.shut]:
            yield observed(f"Saw when {place.name} opens", at=f"/maps/place/{place.id}")

    def solution(self, user: User) -> None:
        opens: dict[str, time] = {}
        for name in [line.names[0] for line in kept_on(user, self.name)]:
            user.click(link(name))
            if spans := clocks(user.page.line(f"{self.on:%A}", "Hours").text):
                opens[name] = spans[0]
            user.back()
        for line in user.page.lines(self.name):
            if line.names[0] not in opens:
                user.click(button("Remove"), via=[button(f"Options of {line.names[0]}")])
        user.click(link("Directions"))
        free, before, stay = datetime.combine(self.on, time()), "", timedelta(minutes=self.stay)
        for name in sorted(opens, key=lambda one: opens[one]):
            if before:
                look_up(user, From=before, To=name)
                free += timedelta(minutes=minutes_by(user, "on foot"))
            at = max(free, datetime.combine(self.on, opens[name]))
            before, free = name, at + stay
            opens[name] = at.time()
        for name, starts in opens.items():
            until = (datetime.combine(self.on, starts) + stay).time()
            user.do(noted(self.calendar.store, name, self.calendar, self.on, (starts, until)))


NOTES = ("ask for the soup", "best before ten", "sit by the window", "bring cash", "ring twice", "mind the dog")


class AFriendsPlaces(KeptPlaces, InChat, Task):
    """What one friend recommends goes onto a list with their notes, but for what has closed by what another tells."""

    goals = [
        "{chat.name} sent me places on Chatter, one by one. Save them to my Wayfarer list “{name}”, each with the note "
        "that they quote; what is on it already just gets their note. {other.name} wrote me which places have closed "
        "for good: those don't go onto the list, or come off it. Then send {chat.name} the names of the closed ones "
        "that they had recommended, only those.",
        "Bring the list “{name}” on my map up to date. All that {chat.name} recommends in our chat belongs on it, with "
        "the quoted words as the note, also where a place is on it by now. Nothing that has closed by what "
        "{other.name} says in Chatter may be or stay there. {chat.name} should get the name of whatever they "
        "recommended although it's closed, and nothing else.",
        "Go through my Chatter messages from {chat.name}: every place in them should be on “{name}” in Wayfarer with "
        "their words in quotes as its note (some may be there without). Leave out or take off what {other.name} calls "
        "closed in our chat. Let {chat.name} know the closed one among theirs, just by its name.",
    ]
    tags = ["hard", "collect", "compare", "look-up", "distractor", "long"]
    apps = ["maps", "messenger"]

    name: str = phrase("Worth a walk", "By word of mouth", "To be tried", "Hidden corners")
    places: tuple[Place, ...] = derived(lambda store, turn: some(store, turn, 7, BUSINESSES))
    notes: tuple[str, ...] = derived(lambda turn: turned(NOTES, turn)[:5])
    other: Person = derived(
        lambda store, turn, chat: next(one for one in sure(friends(store, turn, 2)) if one != chat.person)
    )

    def talk(self) -> Iterator[tuple[int, str]]:
        for place, (there, note) in enumerate(zip(self.places, self.notes, strict=False)):
            yield 200 - place, f"Go to “{there.name}”, and “{note}”"

    def setup(self, store: Store) -> Setup:
        *_, there, _, stays, gone = self.places
        yield from self.keep(store, (stays, there, gone))
        text = f"By the way, “{gone.name}” and “{self.places[self.turn % 3].name}” have closed for good"
        yield from chatted(store, self.other, (70, text))
        yield from super().setup(store)

    def effects(self, store: Store) -> Commands:
        shut = self.places[self.turn % 3]
        for place, note in zip(self.places[:3], self.notes, strict=False):
            if place != shut:
                yield maps.SavePlace(place, list_of(store, self.name), note)
        yield maps.NotePlace(saved_in(store, self.name, self.places[3]), self.notes[3])
        yield maps.SavePlace(self.places[4], list_of(store, self.name), self.notes[4])
        yield maps.RemovePlace(saved_in(store, self.name, self.places[6]))
        yield messenger.Send(self.chat, shut.name)

    def items(self) -> Items:
        yield observed("Read what is recommended", showing=f"and “{self.notes[0]}”", kind="search")
        yield observed("Read what has closed", showing="have closed for good", kind="search")

    def solution(self, user: User) -> None:
        shut = quotes(heard(user, self.other.name, "have closed for good"))
        open_named(user, self.chat.name)
        notes = dict(quotes(one) for one in shown(user) if one.startswith("Go to “"))
        send(user, next(name for name in notes if name in shut))
        there = [line.names[0] for line in kept_on(user, self.name)]
        for name in there:
            if name in shut:
                user.click(button("Remove"), via=[button(f"Options of {name}")])
            elif name in notes:
                user.click(link("Edit note"), via=[button(f"Options of {name}")])
                user.fill(field("Note"), notes[name])
                user.click(button("Save"))
        for name in (one for one in notes if one not in (*there, *shut)):
            open_place(user, name)
            user.click(link("Save"))
            user.click(option(self.name))
            user.fill(field("Note"), notes[name])
            user.click(button("Save"))
