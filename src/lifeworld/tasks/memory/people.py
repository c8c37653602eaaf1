"""People whom one pays, meets and shares with again and again."""

from datetime import date

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Code,
    Commands,
    FullName,
    Items,
    Store,
    Task,
    Texts,
    User,
    day,
    derived,
    nth,
    number,
    observed,
    phrase,
    way,
)
from lifeworld.tasks.calendar.ways import look_for
from lifeworld.tasks.cross.words import chat_with
from lifeworld.tasks.mail import search as search_mail
from lifeworld.tasks.memory import patterns, screens
from lifeworld.tasks.messenger import open_named, send
from lifeworld.tasks.messenger.questions_on_groups import groups_of

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
