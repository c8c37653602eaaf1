"""Questions on who is asked to what, and what they have said."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar.models import Event
from lifeworld.life.events import Answered
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import (
    Items,
    Line,
    Setup,
    Task,
    Texts,
    User,
    clocks,
    day,
    days,
    derived,
    link,
    number,
    numbers,
    observed,
    phrase,
    pick,
    sure,
    way,
)
from lifeworld.tasks.calendar.meant import coming, invitation, shared
from lifeworld.tasks.calendar.ways import CALENDARS, look_up, search

REPLIES = ("accepted", "declined", "")  # "" is nothing new
NEAR = "relation IN ('friend', 'colleague', 'club', 'neighbour')"


def replied(event: Event, replies: int, said: tuple[str, ...] = REPLIES) -> Iterator[Answered]:
    """Yield what the guests of an event answer: of each guest a digit of `replies`."""
    for place, guest in enumerate(event.guests):
        reply = said[replies // len(said) ** place % len(said)]
        if reply:
            key, now = f"{event.title} {event.starts}", event.store.now
            yield Answered(
                at=now, key=key, title=event.title, start=event.starts, person_id=guest.person_id, answer=reply
            )


class HowManyCome(Task):
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

    def items(self) -> Items:
        yield observed("Saw the event", showing=self.event.title, kind="search")

    def solution(self, user: User) -> None:
        search(user, self.event)
        user.say(sum(line.endswith(" Coming") for line in user.page.text.splitlines()))

    @way
    def by_the_sum_above_the_guests(self, user: User) -> None:
        look_up(user, self.event, self.event.day)
        user.say(next(numbers(line)[0] for line in user.page.text.splitlines() if " coming, " in line))


def open_invitation(row: Event, now: datetime) -> bool:
    """Return whether it is the owner's own, and somebody who is asked to it has not answered."""
    return shared(row, now) and any(guest.reply == "invited" for guest in row.guests)


class WhoOwesAnAnswer(Task):
    """Which guests have not answered yet?"""

    goals = [
        "Which guests of “{event.title}” on {event.day} haven't answered yet? If all have, say none.",
        "I want to chase up those who haven't replied to “{event.title}” ({event.day}). Who are they, if there's "
        "anybody? Full names.",
        "Give me the full names of everybody who still owes me an answer about “{event.title}” on {event.day}, or tell "
        "me that it's nobody.",
    ]

    event: Event = pick(Event, open_invitation, among=coming)
    replies: int = number(0, 4**4 - 1)

    def setup(self) -> Setup:
        yield from replied(self.event, self.replies, ("", "", "accepted", "declined"))

    def answer(self, store: Store) -> Texts:
        return [guest.person.name for guest in store.get(Event, self.event.id).guests if guest.reply == "invited"]

    def items(self) -> Items:
        yield observed("Saw the event", showing=self.event.title, kind="search")

    def solution(self, user: User) -> None:
        search(user, self.event)
        user.say(self._silent(user))

    @way
    def from_the_schedule(self, user: User) -> None:
        look_up(user, self.event, self.event.day)
        user.say(self._silent(user))

    def _silent(self, user: User) -> list[str]:
        silent = " No answer yet"
        return [row.removesuffix(silent) for row in user.page.text.splitlines() if row.endswith(silent)]


class MostAreComing(Task):
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

    def solution(self, user: User) -> None:
        search(user, self.event)
        told = next(line for line in user.page.text.splitlines() if " coming, " in line)
        yes, no, waiting = numbers(told)
        user.say(yes > no + waiting)


class WhoseInvitation(Task):
    """Who has sent the invitation to what takes place first, or last, of all that wait for an answer?"""

    goals = [
        "Of the invitations in Almanac that I haven't answered, who sent the one for the {which} event on or after "
        "{since}? Full name.",
        "Several people wait for my answer in Almanac. Counting only what is on {since} or later, whose event is the "
        "{which} one? I need the full name.",
        "Go through my open invitations and leave out everything before {since}. Who invited me to the {which} of "
        "those events? Full name.",
    ]

    which: str = phrase("earliest", "latest")
    turn: int = number(0, 60)
    since: date = day(3, 30)
    hosts: list[Person] = derived(lambda store, turn: three_of(store.all(Person, NEAR), turn))
    starts: list[datetime] = derived(lambda since, turn: moments(since, turn))

    def setup(self, store: Store) -> Setup:
        for host, start, title in zip(self.hosts, self.starts, ("Long table", "Card night", "River swim"), strict=True):
            yield invitation(store.now - timedelta(hours=3), title, host.id, start, timedelta(hours=2))

    def answer(self, store: Store) -> str:
        waiting = store.all(Event, "reply = 'invited' AND ends >= ?", store.now, order="starts")
        found = [event for event in waiting if event.day >= self.since]
        return sure(found[0 if self.which == "earliest" else -1].organiser).name

    def solution(self, user: User) -> None:
        user.open("Almanac")
        user.click(link("Invitations"), via=CALENDARS)
        asked = [(self._start(line, user), line) for line in user.page.lines() if " · From " in line.text]
        extreme = min if self.which == "earliest" else max
        _, line = extreme((one for one in asked if one[0].date() >= self.since), key=lambda one: one[0])
        user.say(line.text.split(" · From ")[1].splitlines()[0])

    def _start(self, line: Line, user: User) -> datetime:
        on = days(line.text, user.today)[-1]
        return datetime.combine(on, clocks(line.text)[0] if clocks(line.text) else time())


def three_of(people: list[Person], turn: int) -> list[Person] | None:
    """Return three people side by side, by any number."""
    return [people[(turn + place) % len(people)] for place in range(3)] if len(people) > 2 else None


def moments(since: date, turn: int) -> list[datetime]:
    """Return an evening before a day, and two after it, in any order."""
    away = (-2, 1 + turn % 5, 7 + turn % 9)
    return [datetime.combine(since + timedelta(days=away[(turn + n) % 3]), time(18 + n)) for n in range(3)]
