"""Guests and invitations in Almanac: changed, and asked about."""

import re
from collections.abc import Iterator
from datetime import date, datetime, time

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Event, Guest, Reply, occurrences
from lifeworld.life.events import Answered
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    FullNames,
    Setup,
    Store,
    Task,
    User,
    button,
    clock,
    day,
    derived,
    link,
    number,
    phrase,
    pick,
    way,
)
from lifeworld.tasks.calendar.meant import asked, belongs, clashing, coming, invitation, own, shared
from lifeworld.tasks.calendar.questions import EventQuestion, SeenEvent
from lifeworld.tasks.calendar.ways import clashes, invitations, look_up, search, shown_day, shown_times

ANSWERS: dict[str, Reply] = {"accept": "accepted", "decline": "declined", "say maybe to": "maybe"}
BUTTONS = {"accept": "Accept", "decline": "Decline", "say maybe to": "Maybe"}


class BringSomebody(Task):
    """Somebody is invited to an event."""

    goals = [
        "Invite {person.name} to “{event.title}” on {event.day}.",
        "Ask {person.name} to come to “{event.title}” ({event.day}): send the invitation from Almanac.",
        "Add {person.name} as a guest of “{event.title}” on {event.day}.",
    ]

    event: Event = pick(Event, shared, among=coming)
    person: Person = pick(Person, belongs)

    def effects(self) -> Commands:
        yield calendar.Invite(self.event, (self.person,))


class SwapGuests(Task):
    """A guest is taken off an event, and somebody else invited."""

    goals = [
        "Take {guest.person.name} off the guest list of “{guest.event.title}” on {guest.event.day} and invite "
        "{person.name} instead.",
        "Swap a guest of “{guest.event.title}” ({guest.event.day}): {guest.person.name} out, {person.name} in.",
        "In Almanac, uninvite {guest.person.name} from “{guest.event.title}” of {guest.event.day} and ask "
        "{person.name} in their place.",
    ]

    guest: Guest = pick(
        Guest,
        lambda guest, now: (
            own(guest.event, now)
            and guest.event.calendar.name != "Family"
            and guest.person.first not in guest.event.title
        ),  # nobody whom the event is named after
    )
    person: Person = pick(Person, lambda person, guest: belongs(person, guest.event))

    def effects(self) -> Commands:
        yield calendar.Uninvite(self.guest)
        yield calendar.Invite(self.guest.event, (self.person,))

    @way
    def invited_first(self, user: User) -> None:
        user.do(calendar.Invite(self.guest.event, (self.person,)))
        user.do(calendar.Uninvite(self.guest))


class InviteAndTellHowMany(Task):
    """Somebody is invited to an event, and how many are then asked is told."""

    goals = [
        "Invite {person.name} to “{event.title}” on {event.day} and tell me how many guests are on its list then.",
        "Add {person.name} to the guests of “{event.title}” ({event.day}). How many guests does that make, not "
        "counting me?",
        "I'd like {person.name} to come to “{event.title}” on {event.day}, too. Send the invitation from Almanac, and "
        "tell me the number of people who are invited now, without me.",
    ]
    tags = ["count"]

    event: Event = pick(Event, own, among=coming)
    person: Person = pick(Person, belongs)

    def effects(self) -> Commands:
        yield calendar.Invite(self.event, (self.person,))

    def answer(self, store: Store) -> int:
        return len(store.get(Event, self.event.id).guests)

    def solution(self, user: User) -> None:
        user.follow(self)
        search(user, self.event)
        user.say(sum(node.name.startswith("Remove ") for node in user.page.tree.all("button")))


class AnswerInvitation(Task):
    """An invitation is answered."""

    goals = [
        "{event.organiser.name} has invited me to “{event.title}”. Please {verb} the invitation.",
        "There is an invitation to “{event.title}” from {event.organiser.name} in Almanac: {verb} it.",
        "I owe {event.organiser.name} an answer about “{event.title}”. Please {verb} that invitation.",
    ]
    tags = ["short"]

    event: Event = pick(Event, asked, among=asked)
    verb: str = phrase(*ANSWERS)

    def effects(self) -> Commands:
        yield calendar.Answer(self.event, ANSWERS[self.verb])


class AnswerByMyCalendar(Task):
    """An invitation is accepted where nothing else is on then, else declined."""

    goals = [
        "If nothing else is on during “{title}”, to which {person.name} has invited me, accept it; otherwise decline.",
        "Look whether “{title}” ({person.name}'s invitation) overlaps with anything else in Almanac. Accept if it "
        "doesn't, decline if it does.",
        "Answer {person.name}'s invitation to “{title}”: yes if that time is free, no if something else overlaps.",
    ]
    tags = ["long"]

    person: Person = pick(Person, lambda person: person.relation in ("friend", "club", "neighbour"))
    title: str = phrase("Walk along the quay", "Help with the shelves", "Coffee and cake", "Photos of the garden")
    on: date = day(2, 40)
    starts: time = clock(9, 19)
    hours: int = number(1, 4)
    plain: bool = derived(lambda on, store: not any(one.event.all_day for one in occurrences(store, on, on)) or None)

    def setup(self, store: Store) -> Setup:
        start = datetime.combine(self.on, self.starts)
        yield invitation(store.now, self.title, self.person.id, start, self.hours)

    def effects(self, store: Store) -> Commands:
        event = store.one(Event, "title = ? AND reply = 'invited'", self.title)
        yield calendar.Answer(event, "declined" if clashing(store, event) else "accepted")

    @way
    def in_the_list_of_invitations(self, user: User) -> None:
        invitations(user)
        user.click(link(self.title))
        taken = clashes(user, shown_day(user), shown_times(user), self.title)
        invitations(user)
        user.click(button(f"{'Decline' if taken else 'Accept'} {self.title}"))


# ---- questions


def replied(event: Event, replies: int, said: tuple[str, ...] = ("accepted", "declined", "")) -> Iterator[Answered]:
    """Yield what the guests of an event answer: of each guest a digit of `replies`; "" is nothing new."""
    at, key, start = event.store.now, f"{event.title} {event.starts}", event.starts
    for place, guest in enumerate(event.guests):
        if reply := said[replies // len(said) ** place % len(said)]:
            yield Answered(at=at, key=key, title=event.title, start=start, person_id=guest.person_id, answer=reply)


class HowManyCome(SeenEvent, EventQuestion, Task):
    """How many guests have said that they come?"""

    goals = [
        "How many guests have accepted “{event.title}” on {event.day}?",
        "How many people are coming to “{event.title}” on {event.day}, going by their answers? Don't count me.",
        "Of those invited to “{event.title}” ({event.day}), how many have said yes?",
    ]
    tags = ["count"]

    event: Event = pick(Event, shared, among=coming)
    replies: int = number(0, 3**4 - 1)

    def setup(self) -> Setup:
        yield from replied(self.event, self.replies)

    def answer(self, store: Store) -> int:
        return sum(guest.reply == "accepted" for guest in store.get(Event, self.event.id).guests)

    def read(self, user: User) -> int:
        return sum(line.endswith(" Coming") for line in user.page.text.splitlines())

    @way
    def by_the_sum_above_the_guests(self, user: User) -> None:
        look_up(user, self.event, self.event.day)
        user.say(_counted(user)[0])


def _counted(user: User) -> list[int]:
    """Return how many come, how many don't, and how many have not said so: what stands above the guests."""
    told = next(line for line in user.page.text.splitlines() if re.match(r"\d+ coming(,|$)", line))
    parts = {what: int(count) for count, what in (part.split(" ", 1) for part in told.split(", "))}
    return [parts.get(what, 0) for what in ("coming", "not coming", "undecided")]


class WhoOwesAnAnswer(SeenEvent, EventQuestion, Task):
    """Which guests have not answered yet?"""

    goals = [
        "Which guests of “{event.title}” on {event.day} haven't answered yet? If all have, say none.",
        "I want to chase up those who haven't replied to “{event.title}” ({event.day}). Who are they, if there's "
        "anybody? Full names.",
        "Give me the full names of everybody who still owes me an answer about “{event.title}” on {event.day}, or tell "
        "me that it's nobody.",
    ]

    event: Event = pick(
        Event,
        lambda event, now: shared(event, now) and any(guest.reply == "invited" for guest in event.guests),
        among=coming,
    )
    replies: int = number(0, 4**4 - 1)

    def setup(self) -> Setup:
        yield from replied(self.event, self.replies, ("", "", "accepted", "declined"))

    def answer(self, store: Store) -> FullNames:
        return [guest.person.name for guest in store.get(Event, self.event.id).guests if guest.reply == "invited"]

    def read(self, user: User) -> list[str]:
        silent = " No answer yet"
        return [row.removesuffix(silent) for row in user.page.text.splitlines() if row.endswith(silent)]


class MostAreComing(EventQuestion, Task):
    """Have more than half of the guests said that they come?"""

    goals = [
        "Have more than half of the guests of “{event.title}” on {event.day} said yes?",
        "Is a majority of those invited to “{event.title}” ({event.day}) coming, by what they have answered so far? "
        "Whoever hasn't answered counts as not coming.",
        "Look at the guest list of “{event.title}” on {event.day}: are more than half of them coming? Maybes and open "
        "answers don't count as yes.",
    ]

    event: Event = pick(Event, shared, among=coming)
    replies: int = number(0, 9**4 - 1)

    def setup(self) -> Setup:
        yield from replied(self.event, self.replies, (*["accepted"] * 5, *["declined", "maybe"] * 2))

    def answer(self, store: Store) -> bool:
        guests = store.get(Event, self.event.id).guests
        return 2 * sum(guest.reply == "accepted" for guest in guests) > len(guests)

    def read(self, user: User) -> bool:
        yes, no, waiting = _counted(user)
        return yes > no + waiting
