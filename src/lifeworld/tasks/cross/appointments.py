"""Appointments that letters and chats name: what they clash with, which of them fits, who is told."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Calendar, Event, Settings
from lifeworld.apps.calendar.recurrence import occurrences
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.life.events import Mailed, Planned
from lifeworld.life.models import Business, Person
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Items,
    Setup,
    Task,
    User,
    button,
    clock,
    clocks,
    containing,
    day,
    days,
    derived,
    judged,
    link,
    number,
    observed,
    phrase,
    pick,
    sure,
)
from lifeworld.tasks.calendar.meant import private
from lifeworld.tasks.calendar.ways import listed as agenda
from lifeworld.tasks.calendar.ways import set_times, shown_times, times
from lifeworld.tasks.cross.beforehand import friends
from lifeworld.tasks.cross.plans import as_told
from lifeworld.tasks.cross.screens import guests, letter, plan, said
from lifeworld.tasks.cross.words import chat_with
from lifeworld.tasks.messenger import PEOPLE, open_chat, open_named, send
from lifeworld.tasks.messenger.news import earlier, says

PRACTICES = "health"
TAKEN = ("Interview", "Delivery of the wardrobe", "Open day", "Rehearsal")
LATE = ("Late shift", "Choir concert", "Parents' evening")


def written(store: Store, business: Business, subject: str, body: str, hours: int) -> Mailed:
    """Return a letter of a business's from some hours ago."""
    at = store.now - timedelta(hours=hours)
    return Mailed(at=at, thread=subject, business_id=business.id, subject=subject, body=body, read=False)


def planned(store: Store, title: str, on: date, begins: time, minutes: int, *people: Person) -> Planned:
    """Return an event of the owner's to which these people come."""
    start = datetime.combine(on, begins)
    guests = tuple((person.id, "accepted") for person in people)
    end = start + timedelta(minutes=minutes)
    key = f"given-{title}-{on}"
    return Planned(at=store.now - timedelta(days=8), key=key, title=title, start=start, end=end, guests=guests)


def free_evening(store: Store, on: date) -> bool:
    """Return whether nothing is on in the evening of a day."""
    return all(one.event.all_day or one.ends.time() <= time(18) for one in occurrences(store, on, on))


class ClashGivesWay(Task):
    """An appointment that a letter gives clashes with something; that is moved, its guest told, and it is named."""

    goals = [
        "A mail from {business.name} gives me an appointment, and it falls right into something that I have planned in "
        "Almanac. Move that to the day after, same time and length, tell the one guest on Chatter the new date, and "
        "tell me the name of what you moved.",
        "{business.name} has written when my appointment is. Which event of mine does it collide with? Put that one a "
        "day later at the same time, let whoever is invited to it know the new day in Chatter, and give me its title.",
        "Look up my appointment in the mail from {business.name}. What I have in my calendar at that time has to "
        "wait a day: put it on the next one, at the same hours, and give its guest the new date on Chatter. What was "
        "it?",
    ]
    tags = ["effects and answer", "look-up", "compare", "prose", "distractor"]
    apps = ["calendar", "mail", "messenger"]

    business: Business = pick(Business, lambda business: business.kind == PRACTICES)
    turn: int = number(0, 5000)
    pair: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 2))
    on: date = day(3, 20)
    at: time = clock(9, 16)
    begins: time = derived(lambda at: at.replace(minute=at.minute + 15))
    free: bool = derived(lambda store, on, at: _free(store, on, at))
    title: str = phrase("Look at flats", "Table tennis", "Music practice", "Sort the photos", "Paint the shed")

    def setup(self, store: Store) -> Setup:
        first, second = self.pair
        yield planned(store, self.title, self.on, self.at, 60, first)
        yield planned(store, "Walk along the river", self.on, time(19), 60, second)
        body = (
            f"Hello,\n\nyour appointment at {self.business.name} is on {self.on:%A, %B} {self.on.day} at "
            f"{as_told(self.begins)}. Please plan for half an hour.\n\nIt is the only one that we have this month.\n\n"
            f"{self.business.name}"
        )
        yield written(store, self.business, "Your appointment with us", body, hours=7)

    def effects(self, store: Store) -> Commands:
        event = store.one(Event, "title = ? AND starts = ?", self.title, datetime.combine(self.on, self.at))
        after = self.on + timedelta(days=1)
        yield almanac.MoveEvent(event, after, self.at, event.ends.time())
        yield messenger.Send(sure(chat_with(store, self.pair[0].id)), containing(after))

    def answer(self) -> str:
        return self.title

    def items(self) -> Items:
        yield observed("Read the letter", showing="Please plan for half an hour", kind="search")
        yield observed("Saw what it clashes with", showing=self.title, kind="search")
        yield judged("The message says that it takes place on the new date, and calls nothing off")

    def solution(self, user: User) -> None:
        told = letter(user, "Your appointment with us").rsplit("is on ", 1)[1]
        on, begins = days(told, user.today)[0], clocks(told)[0]
        found = [text for text in agenda(user, on) if (span := times(text)) and span[0] <= begins < span[1]]
        title = found[0].splitlines()[0].rsplit(", ", 2)[0]
        user.click(link(f"{title}…").within(f"{on:%A, %B} {on.day}"))
        starts, ends = shown_times(user)
        (guest,) = guests(user, "Coming")
        after = on + timedelta(days=1)
        user.click(link("Time…"))
        set_times(user, after, starts, ends)
        user.click(button("Save"))
        open_named(user, guest)
        send(user, f"I have to move “{title}” to {after:%A, %B} {after.day}, same time. See you then!")
        user.say(title)


def _free(store: Store, on: date, at: time) -> bool | None:
    """Return whether an hour of a day is free, so that one thing alone can clash there."""
    start = datetime.combine(on, at)
    ends = start + timedelta(hours=1)
    found = [one for one in occurrences(store, on, on) if not one.event.all_day]
    return None if any(one.starts < ends and start < one.ends for one in found) else True


class TheSlotThatFits(Task):
    """Of the times that a letter offers, on which day has one nothing else?"""

    goals = [
        "{business.name} offers me four appointments by mail. On which of these days am I free at the time they name, "
        "going by Almanac?",
        "Only one of the times in the mail from {business.name} fits with my calendar. Which day is it on?",
        "Compare the four times that {business.name} has written to me with what's in Almanac then. On what date could "
        "I go?",
    ]
    tags = ["look-up", "compare", "distractor"]
    apps = ["calendar", "mail"]

    business: Business = pick(Business, lambda business: business.kind == PRACTICES)
    first: date = day(2, 9)
    at: time = clock(9, 17)
    place: int = number(0, 3)
    offered: tuple[date, ...] = derived(lambda first: tuple(first + timedelta(days=3 * step) for step in range(4)))
    free: bool = derived(lambda store, offered, place, at: _free(store, offered[place], at))

    def _begins(self, number_of: int) -> time:
        return self.at.replace(minute=(self.at.minute + 15 * number_of) % 60)

    def setup(self, store: Store) -> Setup:
        for number_of, on in enumerate(self.offered):
            if number_of != self.place:
                yield planned(store, TAKEN[number_of], on, self.at, 90)
        times_told = [f"{on:%A, %B} {on.day}, {as_told(self.at)}" for on in self.offered]
        body = (
            "Hello,\n\nyou asked for an appointment. It takes an hour, and these are left:\n\n"
            + "\n\n".join(times_told)
            + f"\n\nPlease tell us soon.\n\n{self.business.name}"
        )
        yield written(store, self.business, "Appointments that are left", body, hours=30)

    def answer(self) -> date:
        return self.offered[self.place]

    def items(self) -> Items:
        yield observed("Read the letter", showing="and these are left", kind="search")
        yield observed("Looked at the calendar", showing=TAKEN[self.place - 1], kind="search")

    def solution(self, user: User) -> None:
        told = letter(user, "Appointments that are left").rsplit("and these are left", 1)[1]
        found = list(zip(days(told, user.today), clocks(told), strict=True))
        user.say(next(on for on, at in found if self._open(user, on, at)))

    def _open(self, user: User, on: date, at: time) -> bool:
        spans = [span for text in agenda(user, on) if (span := times(text))]
        ends = at.replace(hour=at.hour + 1)
        return not any(start < ends and at < end for start, end in spans)


class EveningForBoth(Task):
    """Of three evenings that somebody offers, the free one is put into the calendar, told them, and told."""

    goals = [
        "{chat.name} names three evenings in Chatter on which we could meet. I'm free on just one of them after six. "
        "Put “{title}” into my {calendar.name} calendar on that day, 7 to 9 PM with the preset reminder, write "
        "{chat.name} the date in our chat, and tell me which one it is.",
        "On which of the evenings that {chat.name} suggests on Chatter do I have nothing in Almanac from 6 PM on? "
        "Agree to that one in the chat (name the date), add “{title}” to {calendar.name} from 7 to 9 PM, leaving the "
        "reminder alone, and let me know the date.",
        "Find the one evening that suits us both: {chat.name} wrote three in our chat, and my calendar tells when I'm "
        "free after six. “{title}” goes into {calendar.name} then, 7 to 9 PM, reminder as it is; {chat.name} gets the "
        "date on Chatter and I get it from you.",
    ]
    tags = ["effects and answer", "look-up", "compare", "prose"]
    apps = ["calendar", "messenger"]

    chat: Chat = pick(Chat, where=PEOPLE)
    calendar: Calendar = pick(Calendar, private)
    first: date = day(2, 12)
    place: int = number(0, 2)
    offered: tuple[date, ...] = derived(lambda first: tuple(first + timedelta(days=step) for step in (0, 2, 5)))
    free: bool = derived(lambda store, offered, place: free_evening(store, offered[place]) or None)
    title: str = derived(lambda chat: f"Evening with {chat.person.first}")

    def setup(self, store: Store) -> Setup:
        for number_of, on in enumerate(self.offered):
            if number_of != self.place:
                yield planned(store, LATE[number_of], on, time(18, 30), 90)
        one, two, three = (f"{on:%B} {on.day}" for on in self.offered)
        words = (
            (95, "We really must see each other again"),
            (90, f"I could do the evening of {one}, {two} or {three}. Which one is good for you?"),
        )
        for minutes, text in words:
            yield earlier(store, says(store, self.chat, text), minutes)

    def effects(self, store: Store) -> Commands:
        on = self.offered[self.place]
        reminder = store.one(Settings).reminder
        yield almanac.AddEvent(self.title, self.calendar, on, time(19), time(21), reminder=reminder)
        yield messenger.Send(self.chat, containing(on))

    def answer(self) -> date:
        return self.offered[self.place]

    def items(self) -> Items:
        yield observed("Read the chat", showing="Which one is good for you", kind="search")
        yield observed("Looked at the calendar", showing=LATE[self.place - 1], kind="search")
        yield judged("The message agrees to this evening, and to no other")

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        offered = days(said(user, "Which one is good for you"), user.today)
        on = next(one for one in offered if self._free(user, one))
        plan(user, self.title, on, (time(19), time(21)), self.calendar)
        open_chat(user, self.chat)
        send(user, f"{on:%A, %B} {on.day} is good for me, at seven!")
        user.say(on)

    def _free(self, user: User, on: date) -> bool:
        spans = [span for text in agenda(user, on) if (span := times(text))]
        return all(end <= time(18) for _, end in spans)
