"""What others have to hear of one's calendar: who has not answered yet, what takes place at another time once."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.calendar.recurrence import next_day
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Items,
    Setup,
    Task,
    Texts,
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
from lifeworld.tasks.calendar import look_up, set_times
from lifeworld.tasks.calendar.ways import shown_times
from lifeworld.tasks.cross.beforehand import evening, friends
from lifeworld.tasks.cross.plans import as_told
from lifeworld.tasks.cross.screens import guests, letter, open_titled
from lifeworld.tasks.cross.words import chat_with
from lifeworld.tasks.messenger import PEOPLE, open_chat, open_named, send
from lifeworld.tasks.messenger.news import earlier, writes

PARTIES = ("Housewarming", "Midsummer table", "Board game evening", "Open house", "Soup for everyone")


class NudgeTheUndecided(Task):
    """Whoever has not answered an invitation gets a message, and is named."""

    goals = [
        "Who hasn't answered my invitation to “{title}” yet? Almanac knows. Write “{text}” to each of them on Chatter "
        "and give me their full names.",
        "Look at the guests of “{title}” in my calendar. Those who have neither accepted nor declined should get "
        "“{text}” in Chatter, one by one. Tell me who they are, first and last names.",
        "I need to know who comes to “{title}”. Send everybody without an answer in Almanac the message “{text}” on "
        "Chatter, and list me their full names.",
    ]
    tags = ["effects and answer", "list", "look-up"]
    apps = ["calendar", "messenger"]

    title: str = phrase(*PARTIES)
    on: date = day(5, 25)
    turn: int = number(0, 5000)
    company: tuple[Person, ...] = derived(lambda store, turn: friends(store, turn, 5))
    text: str = phrase("Are you coming?", "Can I count on you?", "Will you be there? I'm planning the food")

    def setup(self, store: Store) -> Setup:
        yield evening(store, self.title, self.on, self.company, answers=self._answers)

    @property
    def _answers(self) -> tuple[str, ...]:
        answers = ("accepted", "invited", "declined", "invited", "accepted")
        start = self.turn % 5
        return (*answers[start:], *answers[:start])

    def _undecided(self) -> list[Person]:
        return [one for one, answer in zip(self.company, self._answers, strict=True) if answer == "invited"]

    def effects(self, store: Store) -> Commands:
        for person in self._undecided():
            yield messenger.Send(sure(chat_with(store, person.id)), self.text)

    def answer(self) -> Texts:
        return tuple(person.name for person in self._undecided())

    def items(self) -> Items:
        yield observed("Saw who has answered", showing="No answer yet", kind="search")
        for person in self._undecided():
            chat = sure(chat_with(person.store, person.id))
            yield observed(f"Opened the chat with {person.name}", at=f"/messenger/chat/{chat.id}")

    def solution(self, user: User) -> None:
        open_titled(user, self.title)
        undecided = guests(user, "No answer yet")
        for name in undecided:
            open_named(user, name)
            send(user, self.text)
        user.say(tuple(undecided))


class MovedThisOnce(Task):
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
    weeks: int = number(0, 2)
    on: date = derived(
        lambda store, event, weeks: next_day(store, event, store.now.date() + timedelta(days=2 + 7 * weeks))
    )
    later: int = number(1, 3)
    at: time = clock(9, 19)
    chat: Chat = pick(
        Chat, lambda chat, event: chat.person_id in {guest.person_id for guest in event.guests}, where=PEOPLE
    )

    @property
    def then(self) -> date:
        return self.on + timedelta(days=self.later)

    def setup(self, store: Store) -> Setup:
        body = (
            f"Hello,\n\nthe room is taken on {self.on:%A, %B} {self.on.day}.\n\nCould “{self.event.title}” be on "
            f"{self.then:%A, %B} {self.then.day} at {as_told(self.at)} instead? I've asked the others, it suits them "
            "all. After that it's as always.\n\nThanks"
        )
        sender = self.event.guests[0].person
        yield earlier(store, writes(store, sender, f"Another time: {self.event.title}", body), minutes=400)

    def effects(self, store: Store) -> Commands:
        starts = datetime.combine(self.then, self.at)
        ends = starts + (self.event.ends - self.event.starts)
        yield almanac.MoveOnce(self.event, self.on, self.then, starts.time(), ends.time())
        yield messenger.Send(self.chat, containing(self.then, self.at))

    def items(self) -> Items:
        yield observed("Read the letter", showing="it suits them all", kind="search")
        yield observed("Opened the chat", at=f"/messenger/chat/{self.chat.id}")
        yield judged("The message says that it takes place then, and only this once")

    def solution(self, user: User) -> None:
        text = letter(user, f"Another time: {self.event.title}")
        on, then = days(text.rsplit("the room is taken", 1)[1], user.today)[:2]
        at = clocks(text.rsplit("the room is taken", 1)[1])[0]
        look_up(user, self.event, on)
        starts, ends = (datetime.combine(then, one) for one in shown_times(user))
        user.click(link("Move only this one"), via=[button("More")])
        set_times(user, then, at, (datetime.combine(then, at) + (ends - starts)).time())
        user.click(button("Save"))
        open_chat(user, self.chat)
        send(user, f"“{self.event.title}” is on {then:%A, %B} {then.day} at {as_told(at)} this time.")
