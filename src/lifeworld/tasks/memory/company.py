"""Who is there again and again, as calendar and bank have it."""

from collections import Counter
from datetime import date

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Items,
    Task,
    User,
    button,
    day,
    derived,
    field,
    link,
    observed,
    phrase,
    sure,
    way,
)
from lifeworld.tasks.bank import open_filters
from lifeworld.tasks.cross.screens import listed, payment, payments
from lifeworld.tasks.cross.words import chat_with
from lifeworld.tasks.memory import patterns
from lifeworld.tasks.messenger import open_chat, send


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

    since: date = day(-330, -150)
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
        user.open("Almanac")
        user.click(link("Search events" if user.sees("Search events") else "Search"))
        user.fill(field("Search titles, places and notes"), self.person.first)
        user.click(button("Search"))
        open_chat(user, self.chat)
        send(user, self.text)


class WhomIPayMost(Task):
    """Whom has one paid most often?"""

    goals = [
        "To whom have I sent money most often since {since}, whatever for? Give me the full name.",
        "Since {since}, which one person have I paid through Harbour Bank more often than anybody else?",
        "Look at the money that I sent to people since {since} (the bank mails me about each): who got it most often?",
    ]
    tags = ["pattern", "count"]
    apps = ["bank", "mail"]
    optional_apps = ["mail"]

    since: date = day(-330, -60)
    person: Person = derived(patterns.paid_most)

    def answer(self, store: Store) -> str:
        return sure(patterns.paid_most(store, self.since)).name

    def items(self) -> Items:
        yield observed("Saw the payments", showing=self.person.name, kind="search")

    def solution(self, user: User) -> None:
        sent = Counter(
            one.who for one in payments(user, "People") if one.amount < Money() and one.at.date() >= self.since
        )
        user.say(sent.most_common(1)[0][0])

    @way
    def with_filters(self, user: User) -> None:
        open_filters(user)
        user.choose(field("Type"), "People")
        user.fill(field("From date"), self.since)
        user.click(button("Apply filters"))
        user.click(link("Money out"))
        sent = [found.who for line in listed(user) if (found := payment(user, line))]
        user.say(max(sent, key=sent.count))
