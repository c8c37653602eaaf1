"""Appointments that letters and chats name: what they clash with, which fits, what moves, who is invited and told."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Event, next_day, occurrences
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Business, Person
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
    days,
    derived,
    judged,
    link,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.taskkit.wording import spoken
from lifeworld.tasks.calendar import look_up
from lifeworld.tasks.calendar.ways import listed as agenda
from lifeworld.tasks.calendar.ways import move, shown_times, times
from lifeworld.tasks.cross.beforehand import coming, dated, friends, mailed, planned
from lifeworld.tasks.cross.screens import guests, letter, write_to
from lifeworld.tasks.cross.words import message
from lifeworld.tasks.messenger import PEOPLE

TAKEN = ("Interview", "Delivery of the wardrobe", "Open day", "Rehearsal")


def is_free(store: Store, on: date, since: time, until: time) -> bool | None:
    """Return whether nothing is on between two times of a day, so that one thing alone can clash there."""
    starts, ends = datetime.combine(on, since), datetime.combine(on, until)
    found = [one for one in occurrences(store, on, on) if not one.event.all_day]
    return None if any(one.starts < ends and starts < one.ends for one in found) else True


def taken(user: User, on: date, since: time, until: time) -> list[tuple[str, tuple[time, time]]]:
    """Return what the calendar shows between two times of a day, each with when it starts and ends."""
    spans = [(text.splitlines()[0].rsplit(", ", 2)[0], times(text)) for text in agenda(user, on)]
    return [(title, span) for title, span in spans if span and span[0] < until and since < span[1]]


def hour_after(at: time) -> time:
    return at.replace(hour=at.hour + 1)


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
    tags = ["look-up", "compare", "prose", "distractor"]
    apps = ["calendar", "mail", "messenger"]

    business: Business = pick(Business, lambda business: business.kind == "health")
    turn: int = number(0, 5000)
    pair: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 2))
    on: date = day(3, 20)
    at: time = clock(9, 16)
    begins: time = derived(lambda at: at.replace(minute=at.minute + 15))
    free: bool = derived(lambda store, on, at: is_free(store, on, at, hour_after(at)))
    title: str = phrase("Look at flats", "Table tennis", "Music practice", "Sort the photos", "Paint the shed")

    def setup(self, store: Store) -> Setup:
        first, second = self.pair
        start, hour = datetime.combine(self.on, self.at), timedelta(hours=1)
        yield planned(store, self.title, start, hour, guests=coming([first]))
        yield planned(store, "Walk along the river", start.replace(hour=19, minute=0), hour, guests=coming([second]))
        body = (
            f"Hello,\n\nyour appointment at {self.business.name} is on {dated(self.on)} at {spoken(self.begins)}. "
            "Please plan for half an hour.\n\nIt is the only one that we have this month.\n\n"
            f"{self.business.name}"
        )
        yield mailed(store, self.business, "Your appointment with us", body, hours=7)

    def effects(self, store: Store) -> Commands:
        event = store.one(Event, "title = ? AND starts = ?", self.title, datetime.combine(self.on, self.at))
        after = self.on + timedelta(days=1)
        yield almanac.MoveEvent(event, after, self.at, event.ends.time())
        yield message(store, self.pair[0].id, containing(after))

    def answer(self) -> str:
        return self.title

    def items(self) -> Items:
        yield observed("Read the letter", showing="Please plan for half an hour", kind="search")
        yield observed("Saw what it clashes with", showing=self.title, kind="search")
        yield judged("The message says that it takes place on the new date, and calls nothing off")

    def solution(self, user: User) -> None:
        told = letter(user, "Your appointment with us", "is on ")
        on, begins = days(told, user.today)[0], clocks(told)[0]
        ((title, span),) = taken(user, on, begins, begins.replace(minute=begins.minute + 1))
        user.click(link(f"{title}…").within(dated(on)))
        (guest,) = guests(user, "Coming")
        after = on + timedelta(days=1)
        move(user, after, span)
        write_to(user, guest, f"I have to move “{title}” to {dated(after)}, same time. See you then!")
        user.say(title)


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

    business: Business = pick(Business, lambda business: business.kind == "health")
    first: date = day(2, 9)
    at: time = clock(9, 17)
    place: int = number(0, 3)
    offered: tuple[date, ...] = derived(lambda first: tuple(first + timedelta(days=3 * step) for step in range(4)))
    free: bool = derived(lambda store, offered, place, at: is_free(store, offered[place], at, hour_after(at)))

    def setup(self, store: Store) -> Setup:
        for title, on in zip(TAKEN, self.offered, strict=True):
            if on != self.offered[self.place]:
                yield planned(store, title, datetime.combine(on, self.at), timedelta(minutes=90))
        slots = "\n\n".join(f"{dated(on)}, {spoken(self.at)}" for on in self.offered)
        body = (
            f"Hello,\n\nyou asked for an appointment. It takes an hour, and these are left:\n\n{slots}"
            f"\n\nPlease tell us soon.\n\n{self.business.name}"
        )
        yield mailed(store, self.business, "Appointments that are left", body, hours=30)

    def answer(self) -> date:
        return self.offered[self.place]

    def items(self) -> Items:
        yield observed("Read the letter", showing="and these are left", kind="search")
        yield observed("Looked at the calendar", showing=TAKEN[self.place - 1], kind="search")

    def solution(self, user: User) -> None:
        told = letter(user, "Appointments that are left", "and these are left")
        slots = zip(days(told, user.today), clocks(told), strict=True)
        user.say(next(on for on, at in slots if not taken(user, on, at, hour_after(at))))


class TellAndPrepare(Task):
    """What begins at a time is told by its title, which becomes a task, too."""

    goals = [
        "What begins at {at} on {on} by Almanac? Write its title to {chat.name} on Chatter, just that, and add a task "
        "of the same title to {list.name} in Ticked.",
        "Look up in my calendar what I have at {at} on {on}. Its name, and nothing else, goes to {chat.name} in "
        "Chatter, and onto my list {list.name} as a task.",
        "{chat.name} should get the exact title of what Almanac has for {on}, {at}, as a message on Chatter. Put a "
        "task that is called so on {list.name}, too.",
    ]
    tags = ["look-up", "long"]
    apps = ["calendar", "messenger", "todo"]

    chat: Chat = pick(Chat, where=PEOPLE)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    title: str = phrase(*TAKEN)
    on: date = day(2, 20)
    at: time = clock(7, 20)
    free: bool = derived(lambda store, on, at: is_free(store, on, at, hour_after(at)))

    def setup(self, store: Store) -> Setup:
        yield planned(store, self.title, datetime.combine(self.on, self.at), timedelta(hours=1))

    def effects(self) -> Commands:
        yield messenger.Send(self.chat, self.title)
        yield todo.AddTask(self.title, self.list)

    def solution(self, user: User) -> None:
        ((title, _),) = taken(user, self.on, self.at, hour_after(self.at))
        write_to(user, self.chat.name, title)
        user.do(todo.AddTask(title, self.list))


class OneDate:
    """A letter on one of the coming dates of something that repeats."""

    event: Event = pick(Event, lambda event: event.repeats == "weekly" and event.own and event.guests)
    weeks: int = number(0, 2)
    on: date = derived(
        lambda store, event, weeks: next_day(store, event, store.now.date() + timedelta(days=2 + 7 * weeks))
    )


class CalledOffOnce(OneDate, Task):
    """A letter calls off one time of something that repeats; only that one goes."""

    goals = [
        "There's a mail that “{event.title}” doesn't take place on one of its coming dates. Delete that one date from "
        "Almanac, leave all the others.",
        "According to Post, one “{event.title}” is called off. Take just that one out of my calendar.",
        "Read the mail about “{event.title}” and remove the one date that it cancels from Almanac. The rest stays.",
    ]
    tags = ["look-up"]
    apps = ["calendar", "mail"]

    def setup(self, store: Store) -> Setup:
        body = (
            f"Hello,\n\nI have caught something, so “{self.event.title}” on {dated(self.on)} can't take place. "
            "All other dates stay as they are.\n\nSorry!"
        )
        yield mailed(store, self.event.guests[0].person, f"Called off: {self.event.title}", body, hours=5)

    def effects(self) -> Commands:
        yield almanac.DeleteOnce(self.event, self.on)

    def items(self) -> Items:
        yield observed("Read the letter", showing="I have caught something", kind="search")

    def solution(self, user: User) -> None:
        on = days(letter(user, "Called off", "I have caught something, so "), user.today)[0]
        look_up(user, self.event, on)
        user.click(link("Delete"), via=[button("More")])
        user.click(button("Only this event"))


class MovedThisOnce(OneDate, Task):
    """A letter moves one time of something that repeats; just that one is moved, and somebody told."""

    goals = [
        "There's a mail that one of the coming “{event.title}” dates is at another time. Move that one in Almanac, as "
        "long as ever, leave all the others, and tell {chat.name} on Chatter the new date and when it starts.",
        "Post has word of “{event.title}”: one single date is put off. Change only this one in my calendar (its length "
        "stays), then let {chat.name} know in Chatter on what day and at what time it is instead.",
        "Read the mail about “{event.title}” and put the one date that it moves where it says, the same length, only "
        "that one. {chat.name} should hear the new day and time from me on Chatter.",
    ]
    tags = ["look-up", "prose", "long"]
    apps = ["calendar", "mail", "messenger"]

    event: Event = pick(
        Event, lambda event: event.repeats == "weekly" and event.own and not event.all_day and event.guests
    )
    later: int = number(1, 3)
    at: time = clock(9, 19)
    chat: Chat = pick(
        Chat, lambda chat, event: chat.person_id in {guest.person_id for guest in event.guests}, where=PEOPLE
    )
    then: date = derived(lambda on, later: on + timedelta(days=later))

    def setup(self, store: Store) -> Setup:
        body = (
            f"Hello,\n\nthe room is taken on {dated(self.on)}.\n\nCould “{self.event.title}” be on {dated(self.then)} "
            f"at {spoken(self.at)} instead? I've asked the others, it suits them all. "
            "After that it's as always.\n\nThanks"
        )
        yield mailed(store, self.event.guests[0].person, f"Another time: {self.event.title}", body, hours=7)

    def effects(self, store: Store) -> Commands:
        ends = datetime.combine(self.then, self.at) + (self.event.ends - self.event.starts)
        yield almanac.MoveOnce(self.event, self.on, self.then, self.at, ends.time())
        yield messenger.Send(self.chat, containing(self.then, self.at))

    def items(self) -> Items:
        yield observed("Read the letter", showing="it suits them all", kind="search")
        yield observed("Opened the chat", at=f"/messenger/chat/{self.chat.id}")
        yield judged("The message says that it takes place then, and only this once")

    def solution(self, user: User) -> None:
        text = letter(user, f"Another time: {self.event.title}", "the room is taken")
        (on, then), at = days(text, user.today)[:2], clocks(text)[0]
        look_up(user, self.event, on)
        starts, ends = (datetime.combine(then, one) for one in shown_times(user))
        user.do(almanac.MoveOnce(self.event, on, then, at, (datetime.combine(then, at) + (ends - starts)).time()))
        write_to(user, self.chat.name, f"“{self.event.title}” is on {dated(then)} at {spoken(at)} this time.")
