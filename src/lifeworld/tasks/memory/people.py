"""People whom one pays, meets and shares with again and again."""

from datetime import date

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
from lifeworld.apps.calendar.models import Calendar
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.maps import commands as maps
from lifeworld.apps.maps.models import Place
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Code,
    Commands,
    FullName,
    Items,
    Money,
    Store,
    Task,
    Texts,
    User,
    day,
    derived,
    money,
    nth,
    number,
    observed,
    phrase,
    pick,
    way,
)
from lifeworld.tasks.bank import holds
from lifeworld.tasks.calendar.ways import look_for
from lifeworld.tasks.cross.beforehand import noted
from lifeworld.tasks.cross.words import chat_with
from lifeworld.tasks.mail import search as search_mail
from lifeworld.tasks.maps.ways import BUSINESSES
from lifeworld.tasks.memory import patterns, screens
from lifeworld.tasks.memory.whom import ForThem
from lifeworld.tasks.messenger import open_named, send
from lifeworld.tasks.messenger.questions_on_groups import groups_of
from lifeworld.tasks.todo.ways import own

FACTS = {
    "What is their phone number?": "Phone",
    "What is their email address?": "Email",
    "Which groups are we both in? Name them all, or say none.": "Groups in common",
}


def fact_about(store: Store, person: Person, question: str) -> Code | Texts:
    """Return what Chatter tells of somebody."""
    if FACTS[question] == "Groups in common":
        return groups_of(store, person.id)
    return person.phone if FACTS[question] == "Phone" else person.email


class PaidMost:
    """The one whom one has paid most often since a day."""

    since: date = day(-330, -60)
    person: Person = derived(patterns.paid_most)

    def items(self) -> Items:
        yield observed("Saw the payments", showing=self.person.name, kind="search")


class WhomIPayMost(PaidMost, Task):
    """Whom has one paid most often?"""

    goals = [
        "To whom have I sent money most often since {since}, whatever for? Give me the full name.",
        "Since {since}, which one person have I paid through Harbour Bank more often than anybody else?",
        "Look at the money that I sent to people since {since} (the bank mails me about each): who got it most often?",
    ]
    tags = ["pattern", "count"]
    apps = ["bank", "mail"]
    optional_apps = ["mail"]

    def answer(self, store: Store) -> FullName:
        return self.person.name

    def solution(self, user: User) -> None:
        user.say(screens.usual(screens.sent_to(user, self.since)))

    @way
    def with_filters(self, user: User) -> None:
        user.say(screens.usual(screens.sent_since(user, self.since)))

    @way
    def with_a_look_at_the_mails(self, user: User) -> None:
        search_mail(user, "You paid")  # which does not go back far enough
        self.solution(user)


class AboutWhoIPayMost(PaidMost, Task):
    """What does Chatter tell of the one whom one has paid most often?"""

    goals = [
        "To somebody I have sent money more often than to anybody else since {since}, whatever for. {question}",
        "Find out from Harbour Bank whom I've paid most often since {since}; people only, not bills. {question}",
        "Since {since}, who got money from me most often? I don't need the name. {question}",
    ]
    tags = ["pattern", "look-up"]
    apps = ["bank", "messenger"]

    question: str = phrase(*FACTS)

    def answer(self, store: Store) -> Code | Texts:
        return fact_about(store, self.person, self.question)

    def solution(self, user: User) -> None:
        user.say(screens.read_about(user, screens.usual(screens.sent_to(user, self.since)), FACTS[self.question]))


class LaysOut:
    """The one who mostly lays out the money for something shared."""

    turn: int = number(0, 60)
    pair: tuple[str, Person] = derived(lambda store, turn: nth(patterns.shared(store), turn))
    what: str = derived(lambda pair: pair[0])

    def items(self) -> Items:
        yield observed("Saw the payments", showing=self.pair[1].name, kind="search")


class WhoPaysForUs(LaysOut, Task):
    """The one who mostly lays out the money for something shared is asked about it."""

    goals = [
        "When somebody else lays out the money for “{what}” and I send my part, it's mostly the same friend. Write to "
        "that friend in Chatter: “{text}”",
        "Look at whom I mostly pay back for “{what}”, and message “{text}” to that person on Chatter.",
        "Who gets my share for “{what}” most of the time? Send “{text}” to them in Chatter.",
    ]
    tags = ["pattern"]
    apps = ["bank", "messenger"]

    chat: Chat = derived(lambda store, pair: chat_with(store, pair[1].id))
    text: str = phrase("Will you pay for all again next time?", "It's my turn to pay next time", "What do I owe you?")

    def effects(self) -> Commands:
        yield messenger.Send(self.chat, self.text)

    def solution(self, user: User) -> None:
        open_named(user, screens.usual(screens.sent_for(user, self.what)))
        send(user, self.text)


class AboutWhoLaysOut(LaysOut, Task):
    """What does Chatter tell of the one who mostly lays out the money for something?"""

    goals = [
        "When somebody else lays out the money for “{what}” and I send my part, it's mostly the same person. "
        "{question}",
        "Look at whom I mostly pay back for “{what}” through Harbour Bank. {question}",
        "There is somebody who gets my share for “{what}” most of the time. {question}",
    ]
    tags = ["pattern", "look-up"]
    apps = ["bank", "messenger"]

    question: str = phrase(*FACTS)

    def answer(self, store: Store) -> Code | Texts:
        return fact_about(store, self.pair[1], self.question)

    def solution(self, user: User) -> None:
        user.say(screens.read_about(user, screens.usual(screens.sent_for(user, self.what)), FACTS[self.question]))


class EatsOutWithMe(Task):
    """The one with whom one was in restaurants most often gets a message."""

    goals = [
        "With whom have I been to restaurants most often since {since}, by my calendar? Write that person “{text}” in "
        "Chatter.",
        "Count who came along to my restaurant dates in Almanac, from {since} until today. Whoever did so most often "
        "should get “{text}” on Chatter.",
        "Somebody has eaten out with me more often than all others since {since}. Find out from the calendar who, and "
        "message them “{text}” on Chatter.",
    ]
    tags = ["pattern", "count"]
    apps = ["calendar", "messenger"]

    since: date = day(-330, -100)
    person: Person = derived(patterns.companion)
    chat: Chat = derived(lambda store, person: chat_with(store, person.id))
    text: str = phrase(
        "Where shall we eat next time?",
        "Next time it's on me!",
        "I found a new place for us",
        "Are you free for dinner soon?",
        "I'm hungry already",
    )

    def effects(self) -> Commands:
        yield messenger.Send(self.chat, self.text)

    def items(self) -> Items:
        yield observed("Looked at the calendar", showing=self.person.first, kind="search")

    def solution(self, user: User) -> None:
        look_for(user, self.person.first)
        user.follow(self)


class ThanksForLayingOut(ForThem, LaysOut, Task):
    """The one who mostly lays out the money for something shared gets a share, a word, a day and a present to come."""

    goals = [
        "For “{what}” it's mostly the same friend who lays out the money and gets my part. Send that friend {amount} "
        "from {account.name} now, memo “{what}”, and “{text}” in Chatter. Mark {on}, all day, in {calendar.name} in "
        "Almanac: “Thank …”, preset reminder, and add “Wrap something for …” to {list.name}, due then; full name in "
        "both.",
        "Whom do I mostly pay back for “{what}”, by Harbour Bank? Their full name completes “Thank …”, all day on {on} "
        "in {calendar.name} with the reminder left alone, and the task “Wrap something for …” for that date on "
        "{list.name}. They should have {amount} out of {account.name}, with “{what}” as the memo, and read “{text}” on "
        "Chatter.",
        "“{text}”: send that on Chatter to whoever gets my share for “{what}” most of the time, and {amount} through "
        "the bank, from {account.name}, memo “{what}” again. On {on}, {calendar.name} should say “Thank …” (all day, "
        "usual reminder) and {list.name} “Wrap something for …”, with their first and last name.",
    ]
    tags = ["pattern", "long"]
    step_budgets = 2
    apps = ["bank", "calendar", "messenger", "todo"]

    chat: Chat = derived(lambda store, pair: chat_with(store, pair[1].id))
    amount: Money = money(4, 25)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))
    text: str = phrase("Sent, before I forget", "What would we do without you?", "You can stop counting")
    on: date = day(2, 25)
    calendar: Calendar = pick(Calendar)
    list: TaskList = pick(TaskList, own)

    def who(self, user: User) -> str:
        return screens.usual(screens.sent_for(user, self.what))

    def deeds(self, store: Store, person: Person) -> Commands:
        yield bank.SendMoney(person, self.account, self.amount, self.what)
        yield messenger.Send(self.chat, self.text)
        yield noted(store, f"Thank {person.name}", self.calendar, self.on)
        yield todo.AddTask(f"Wrap something for {person.name}", self.list, due=self.on)


class EvenWithWhomIPayMost(ForThem, PaidMost, Task):
    """The one whom one has paid most often gets a letter and a place, and a day to settle up is marked."""

    goals = [
        "One person has had money from me more often than anybody else since {since}, by Harbour Bank. Mail them "
        "“{text}”, subject “Between us”, share {place.name} from Wayfarer with them, without a message, and mark {on}, "
        "all day, in {calendar.name} in Almanac: “Settle with …”, their full name, preset reminder.",
        "Since {since}, to whom did I send money most often? Enter “Settle with …” and the full name all day on {on} "
        "in {calendar.name}, reminder left alone. The same person gets {place.name} out of my maps app, no words with "
        "it, and a mail that is headed “Between us” and says “{text}”.",
        "Count my payments to people, from {since} on. Whoever got the most of them should find “{text}” in a mail "
        "with the subject “Between us”, and be sent {place.name} from the map with no note. {calendar.name} gets "
        "“Settle with …” and their first and last name, all of {on}, usual reminder.",
    ]
    tags = ["pattern", "count", "long"]
    step_budgets = 2
    apps = ["bank", "calendar", "mail", "maps"]

    chat: Chat = derived(lambda store, person: chat_with(store, person.id))
    text: str = phrase("Who owes whom, by now?", "Let's draw a line", "I've lost count, have you?")
    place: Place = pick(Place, where=BUSINESSES)
    on: date = day(2, 25)
    calendar: Calendar = pick(Calendar)

    def who(self, user: User) -> str:
        return screens.usual(screens.sent_to(user, self.since))

    def deeds(self, store: Store, person: Person) -> Commands:
        yield mail.Send(person.name, subject="Between us", body=self.text)
        yield maps.SharePlace(self.place, (person,))
        yield noted(store, f"Settle with {person.name}", self.calendar, self.on)
