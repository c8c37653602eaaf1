"""Almanac together with what is said, mailed and paid elsewhere."""

from datetime import date, time, timedelta

from lifeworld.apps.calendar import commands as calendar
from lifeworld.apps.calendar.models import Calendar, Event, Settings
from lifeworld.apps.calendar.recurrence import next_day
from lifeworld.apps.messenger.models import Chat
from lifeworld.life.events import Mailed, Messaged
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
    day,
    days,
    derived,
    link,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.tasks.cross.screens import plan, said
from lifeworld.tasks.mail import search
from lifeworld.tasks.messenger import PEOPLE, open_chat


def as_told(moment: time) -> str:
    """Return a time as people write it."""
    return f"{moment.hour % 12 or 12}:{moment.minute:02} {'PM' if moment.hour >= 12 else 'AM'}"


class DinnerIntoCalendar(Task):
    """A dinner that was arranged, and moved, in a chat goes into the calendar."""

    goals = [
        "Put the dinner that {chat.name} and I are arranging in Chatter into my {calendar.name} calendar in Almanac: "
        "title “{title}”, the last day, time and place they named, two hours long. Leave the reminder as it is.",
        "{chat.name} keeps moving our dinner. Take what they wrote last in our chat and add it to Almanac as “{title}” "
        "({calendar.name} calendar, with the place, for two hours, preset reminder).",
        "Add “{title}” to the {calendar.name} calendar: day, time and place as {chat.name} last said in Chatter, two "
        "hours, everything else untouched.",
    ]
    tags = ["look-up", "distractor", "long"]
    apps = ["calendar", "messenger"]

    chat: Chat = pick(Chat, where=PEOPLE)
    calendar: Calendar = pick(Calendar)
    first: date = day(5, 9)
    last: date = day(10, 24)
    at: time = clock(18, 20)
    place: str = phrase("Saffron Gate", "Casa Tordo", "Verdant Kitchen", "The Copper Pot")
    title: str = derived(lambda chat: f"Dinner with {chat.person.first}")

    def setup(self, store: Store) -> Setup:
        words = (
            (200, f"Dinner on {self.first:%B} {self.first.day}? At the Halyard Taproom, say"),
            (120, f"Or rather {self.place}, it's quieter"),
            (45, f"The day is bad after all. {self.last:%B} {self.last.day}, {as_told(self.at)}, same place?"),
        )
        for minutes, text in words:
            sent = store.now - timedelta(minutes=minutes)
            yield Messaged(at=sent, chat=self.chat.address, sender_id=self.chat.person.id, text=text, read=False)

    @property
    def ends(self) -> time:
        return self.at.replace(hour=self.at.hour + 2)

    def effects(self, store: Store) -> Commands:
        yield calendar.AddEvent(
            self.title,
            self.calendar,
            self.last,
            self.at,
            self.ends,
            place=self.place,
            reminder=store.one(Settings).reminder,
        )

    def items(self) -> Items:
        yield observed("Read the chat", showing="The day is bad after all", kind="search")

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        last = said(user, "The day is bad after all")
        on, at = days(last, user.today)[0], clocks(last)[0]
        place = said(user, "Or rather ").removeprefix("Or rather ").split(",")[0]
        plan(user, self.title, on, (at, at.replace(hour=at.hour + 2)), self.calendar, place)


class CalledOffOnce(Task):
    """A letter calls off one time of something that repeats; only that one goes."""

    goals = [
        "There's a mail that “{event.title}” doesn't take place on one of its coming dates. Delete that one date from "
        "Almanac, leave all the others.",
        "According to Post, one “{event.title}” is called off. Take just that one out of my calendar.",
        "Read the mail about “{event.title}” and remove the one date that it cancels from Almanac. The rest stays.",
    ]
    tags = ["look-up"]
    apps = ["calendar", "mail"]

    event: Event = pick(Event, lambda event: event.repeats == "weekly" and event.own and event.guests)
    weeks: int = number(0, 2)
    on: date = derived(
        lambda store, event, weeks: next_day(store, event, store.now.date() + timedelta(days=2 + 7 * weeks))
    )

    def setup(self, store: Store) -> Setup:
        yield Mailed(
            at=store.now - timedelta(hours=5),
            thread="given-called-off",
            person_id=self.event.guests[0].person_id,
            subject=f"Called off: {self.event.title}",
            body=f"Hello,\n\nI have caught something, so “{self.event.title}” on {self.on:%A, %B} {self.on.day} can't "
            "take place. All other dates stay as they are.\n\nSorry!",
            read=False,
        )

    def effects(self) -> Commands:
        yield calendar.DeleteOnce(self.event, self.on)

    def items(self) -> Items:
        yield observed("Read the letter", showing="I have caught something", kind="search")

    def solution(self, user: User) -> None:
        search(user, 'subject:"Called off"')
        user.click(link(f"Called off: {self.event.title}"))
        on = days(user.page.after("I have caught something, so "), user.today)[0]
        user.open("Almanac")
        user.click(link("Schedule"))
        user.click(link(f"{self.event.title}…").within(f"{on:%A, %B} {on.day}"))
        user.click(link("Delete"), via=[button("More")])
        user.click(button("Only this one"))
