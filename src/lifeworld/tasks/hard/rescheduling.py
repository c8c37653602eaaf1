"""Days that have to be rearranged: to days that suit everybody, and where two things stand at one time."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from itertools import combinations

from lifeworld.apps.calendar import commands as almanac
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Items, Setup, Task, User, clock, day, days, derived, number, observed, phrase
from lifeworld.taskkit.wording import spoken
from lifeworld.tasks.calendar.meant import hour_after
from lifeworld.tasks.calendar.ways import Span, move, results, timed
from lifeworld.tasks.cross.appointments import is_free
from lifeworld.tasks.cross.beforehand import InChat, chatted, friends, planned
from lifeworld.tasks.cross.screens import open_titled, write_to
from lifeworld.tasks.cross.words import message
from lifeworld.tasks.hard.company import Company, event_of, turned
from lifeworld.tasks.hard.hands import delete_event, heard
from lifeworld.tasks.messenger import send

HOUR = timedelta(hours=1)


class LessonsOnOtherDays(Task):
    """Three appointments move to days that suit those whom they are with and oneself, no two on one day."""

    goals = [
        "My three “{what} with …” events in Almanac, with {names}, have to go to other days, at the time that they "
        "have. On Chatter each has told me on which days they could. Never two of the three on one day, and nothing of "
        "mine in that hour: there is just one way. Move all three, and write each of them “{words}”.",
        "Find new days for “{what} with …” (three events in my calendar, with {names}; the hour stays). The days that "
        "suit each of them are in our Chatter chats, their last word counts; I need the hour free by Almanac, and one "
        "a day is enough. Move them so, the only way that works, and send “{words}” to all three.",
        "Put each of my “{what} with …” events on another day, at the same hour: one on which {names} can, by what "
        "each of them wrote me last on Chatter, on which I've nothing else then in Almanac, and every one on a day of "
        "its own. Only one arrangement does it. All three should read “{words}” from me, too.",
    ]
    tags = ["hard", "collect", "compare", "look-up", "distractor", "long"]
    apps = ["calendar", "messenger"]

    turn: int = number(0, 5000)
    three: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 3))
    roles: tuple[Person, ...] = derived(lambda three, turn: turned(three, turn // 7))
    names: str = derived(lambda three: f"{three[0].name}, {three[1].name} and {three[2].name}")
    what: str = phrase("Lute lesson", "Italian", "Chess", "Driving practice", "Portrait sitting")
    first: date = day(3, 9)
    at: time = clock(9, 18)
    on: tuple[date, ...] = derived(lambda first: tuple(first + timedelta(days=n) for n in (3, 4, 6, 7)))
    free: bool = derived(lambda store, on, at: all(is_free(store, one, at, hour_after(at)) for one in on) or None)
    words: str = phrase(
        "I've found a day for us", "It's on another day now, one that suits you", "See you on the new day"
    )

    def setup(self, store: Store) -> Setup:
        busy, one, two, three = self.on
        could = ((busy, one), (busy, one, two), (one, two, three))  # each on the last of them, as the rest is taken
        for place, (person, offered) in enumerate(zip(self.roles, could, strict=True)):
            yield planned(store, f"{self.what} with {person.name}", self._at(self.first + timedelta(days=place)), HOUR)
            told = " or ".join(spoken(on) for on in offered)
            yield from chatted(store, person, (90 - 20 * place, f"{self.what}: these days suit me: {told}"))
        yield planned(store, "Boiler inspection", self._at(busy), timedelta(minutes=40))
        was = f"{self.what}: these days suit me: {spoken(three)}. Or let me look again"
        yield from chatted(store, self.roles[0], (200, was))

    def _at(self, on: date) -> datetime:
        return datetime.combine(on, self.at)

    def effects(self, store: Store) -> Commands:
        for person, on in zip(self.roles, self.on[1:], strict=True):
            event = event_of(store, f"{self.what} with {person.name}")
            yield almanac.MoveEvent(event, on, self.at, hour_after(self.at))
            yield message(store, person.id, self.words)

    def items(self) -> Items:
        yield observed("Read when they can", showing="these days suit me", kind="search")
        yield observed("Saw when I can't", showing="Boiler inspection", kind="search")

    def solution(self, user: User) -> None:
        could = {}
        for person in self.three:
            could[person.name] = days(heard(user, person.name, "these days suit me"), user.today)
            send(user, self.words)
        every = sorted(on for offered in could.values() for on in offered)
        listed = timed(user, every[0], every[-1])
        (span,) = {one.times for one in results(user, f"{self.what} with ")}
        for name, offered in could.items():
            could[name] = [on for on in offered if not any(one.day == on and _meet(one.times, span) for one in listed)]
        for name, on in _one_each(could).items():
            open_titled(user, f"{self.what} with {name}")
            move(user, on, span)


def _meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _one_each(could: dict[str, list[date]]) -> dict[str, date]:
    """Return the only way to give each a day of their own: again and again, who has but one left takes it."""
    found: dict[str, date] = {}
    while len(found) < len(could):
        left = {name: {*could[name]} - {*found.values()} for name in could if name not in found}
        found |= {name: ons.pop() for name, ons in left.items() if len(ons) == 1}
    return found


KINDS = ("Quartet", "Fencing", "Tutoring")


class WhatGivesWay(InChat, Company, Task):
    """Of six appointments, two at a time, the lesser ones by what a chat tells give way; who waits is told."""

    goals = [
        "In the next two weeks some of my “Quartet: …”, “Fencing: …” and “Tutoring: …” events in Almanac overlap, two "
        "at a time. Which kind goes before which {chat.name} has told me on Chatter. Delete what has to give way in "
        "each case, and write “{words}” on Chatter to whoever's name it bears. What only follows on the other stays.",
        "Find where a “Quartet”, a “Fencing” or a “Tutoring” in my calendar falls into another one of these, from "
        "today until two weeks from now. Of each such two, take out the one that comes later in the order which "
        "{chat.name} last gave in our Chatter chat, and send “{words}” to the person who stands in its title.",
        "I'm double-booked: look through “Quartet”, “Fencing” and “Tutoring” in Almanac, each titled by kind and "
        "person, for the coming two weeks. Where two are on at the same time, only that goes ahead which is first by "
        "the latest order of {chat.name} on Chatter; delete the other, and let its person read “{words}” from me "
        "there.",
    ]
    tags = ["hard", "compare", "look-up", "distractor", "long"]
    apps = ["calendar", "messenger"]

    kinds: tuple[str, ...] = derived(lambda turn: turned(KINDS, turn // 3))
    first: date = day(1, 7)
    at: time = clock(10, 17)
    words: str = phrase("I can't make it, can we find another day?", "Sorry, I'm double-booked", "It won't work, sorry")

    def talk(self) -> Iterator[tuple[int, str]]:
        one, two, three = (kind.lower() for kind in self.kinds)
        yield 300, f"If two things clash: {three} first, then {one}, then {two}, I'd say"
        yield 30, f"No, forget that order. If two things clash: {one} first, then {two}, then {three}"

    def _booked(self) -> Iterator[tuple[str, datetime]]:
        """Yield what is booked when, the second of each two giving way; the last two only follow on each other."""
        one, two, three = self.kinds
        ann, ben, cas, dee = (person.name for person in self.roles)
        pairs = (
            (one, ann, two, ben, 30),
            (two, cas, three, dee, -30),
            (one, dee, three, ann, 15),
            (two, ann, three, ben, 60),
        )
        for place, (kind, name, other, of, minutes) in enumerate(pairs):
            start = datetime.combine(self.first + timedelta(days=2 * place - place // 2), self.at)
            yield f"{kind}: {name}", start
            yield f"{other}: {of}", start + timedelta(minutes=minutes)

    def setup(self, store: Store) -> Setup:
        for title, start in self._booked():
            yield planned(store, title, start, HOUR)
        yield from super().setup(store)

    def effects(self, store: Store) -> Commands:
        for title, _ in [*self._booked()][1:6:2]:
            yield almanac.DeleteEvent(event_of(store, title))
        for person in self.roles[1], self.roles[3], self.roles[0]:
            yield message(store, person.id, self.words)

    def items(self) -> Items:
        yield observed("Read what goes first", showing="forget that order", kind="search")

    def solution(self, user: User) -> None:
        said = self.said(user, "forget that order").split("clash: ")[1]
        order = [part.split()[0].strip(",").capitalize() for part in said.split("then ")]
        listed = timed(user, user.today, user.today + timedelta(days=14))
        mine = [one for one in listed if one.title.split(": ")[0] in order]
        both = [(one, two) for one, two in combinations(mine, 2) if one.day == two.day and _meet(one.times, two.times)]
        for pair in both:
            title = max((one.title for one in pair), key=lambda title: order.index(title.split(": ")[0]))
            open_titled(user, title)
            delete_event(user)
            write_to(user, title.split(": ")[1], self.words)
