"""Questions on messages: who said what, when, and how often."""

import re
from collections import Counter
from collections.abc import Hashable, Iterable
from datetime import date
from typing import TypeVar

from lifeworld.apps.messenger.models import Chat, Message
from lifeworld.taskkit import (
    FullName,
    Items,
    Line,
    Store,
    Task,
    User,
    day_told,
    derived,
    link,
    numbers,
    observed,
    phrase,
    pick,
    way,
)
from lifeworld.tasks.messenger import ways

T = TypeVar("T", bound=Hashable)
SEEN = f"{ways.IN_VIEW} AND read"  # what is unread stands on the home screen, too


class WhoSaidIt(ways.InGroup, Task):
    """Who wrote something in a group?"""

    goals = [
        "Who wrote “{message.text}” in the group “{chat.name}”?",
        "In the Chatter group “{chat.name}”, somebody said “{message.text}”. Who was it?",
        "Find out who posted “{message.text}” in my group “{chat.name}”.",
    ]

    message: Message = pick(
        Message,
        ways.in_chat,
        among=ways.in_chat,
        where="sender_id <> 1 AND read AND length(text) > 12 "
        "AND text IN (SELECT text FROM messenger_message GROUP BY text HAVING count(*) = 1)",
    )

    def answer(self, store: Store) -> str:
        return self.message.sender.name

    def items(self) -> Items:
        yield observed("Found the message", showing=self.message.text, kind="search")

    def solution(self, user: User) -> None:
        ways.search_chat(user, self.chat, self.message.text)
        found = ways.lines_beside_chat(user)
        user.say(next(line.names[0] for line in found if ways.holds(line, self.message.text)))


class WhenWasItSaid(ways.WithPerson, Task):
    """On which day was something said?"""

    goals = [
        "On which day was “{message.text}” written in my chat with {chat.name}?",
        "When did the message “{message.text}” come from {chat.name}? I need the date.",
        "Look up the date of “{message.text}” in my Chatter conversation with {chat.name}.",
    ]

    message: Message = pick(Message, ways.in_chat, among=ways.in_chat, where=SEEN)

    def answer(self, store: Store) -> date:
        return self.message.sent_at.date()

    def items(self) -> Items:
        yield observed("Saw the message", showing=self.message.text, kind="search")

    def solution(self, user: User) -> None:
        ways.open_message(user, self.chat, self.message.text)
        user.say(day_told(user.page.fact("Sent"), user.today))

    @way
    def found_by_searching(self, user: User) -> None:
        ways.open_message_by_search(user, self.message)
        user.say(day_told(user.page.fact("Sent"), user.today))


def following(store: Store, message: Message) -> Message | None:
    """Return what somebody other than the owner wrote next in the same chat, in words said only once."""
    later = "chat_id = ? AND (sent_at, id) > (?, ?)"
    found = store.first(Message, later, message.chat_id, message.sent_at, message.id, order="sent_at, id")
    if found is None or found.sender_id == 1:
        return None
    clear = 0 < len(found.text) <= 60 and store.count(Message, "text = ?", found.text) == 1
    return found if clear else None


class WhoWroteNext(ways.InGroup, Task):
    """Who wrote next in a group?"""

    goals = [
        "In the group “{chat.name}”, who wrote the message right after “{message.text}”? Full name.",
        "Somebody said “{message.text}” in “{chat.name}” on Chatter. Who wrote next? I need the full name.",
        "Find “{message.text}” in my group “{chat.name}” and tell me the full name of whoever wrote the next message.",
    ]

    message: Message = pick(
        Message,
        lambda message, chat, store: ways.in_chat(message, chat) and following(store, message) is not None,
        among=ways.in_chat,
        where=SEEN,
    )

    def answer(self, store: Store) -> FullName | None:
        found = following(store, self.message)
        return found.sender.name if found else None

    def items(self) -> Items:
        yield observed("Found the message", showing=self.message.text, kind="search")

    def solution(self, user: User) -> None:
        ways.open_chat(user, self.chat)
        said = [line for line in ways.bubbles(user) if line.names]
        place = next(place for place, line in enumerate(said) if ways.holds(line, self.message.text))
        user.click(link(said[place + 1].names[-1]))
        user.say(user.page.fact("From"))


class WithWord(ways.InGroup):
    """Mixin of questions on the messages of a group that have a word in them."""

    word: str = phrase("Saturday", "Sunday", "Tuesday", "tonight", "sorry", "week", "yes", "bring", "please", "time")


def with_word(store: Store, chat: Chat, word: str) -> list[Message]:
    """Return what was said in a chat with a word in it, the earliest first; nothing where it is part of other words."""
    said = store.all(Message, "chat_id = ?", chat.id, order="sent_at, id")
    within = [one for one in said if word.casefold() in one.text.casefold()]
    alone = all(re.search(rf"\b{word}\b", one.text, re.IGNORECASE) for one in within)
    return within if alone and len(within) < 60 else []


class SaidHowOften(WithWord, Task):
    """How many messages of a group have a word in them?"""

    goals = [
        "How many messages in the group “{chat.name}” contain the word “{word}”?",
        "In my group “{chat.name}”, how often was a message written with “{word}” in it? Count the messages.",
        "Search the Chatter group “{chat.name}” for “{word}”: how many messages come up?",
    ]
    tags = ["count"]

    def answer(self, store: Store) -> int | None:
        count = len(with_word(store, self.chat, self.word))
        return count if 2 <= count < 40 else None

    def solution(self, user: User) -> None:
        ways.search_chat(user, self.chat, self.word)
        user.say(numbers(user.page.after("Messages"))[0])


def found_lines(user: User, chat: Chat, word: str) -> list[Line]:
    """Search a chat for a word and return all that is found, the latest first."""
    ways.search_chat(user, chat, word)
    return [line for line in ways.lines_beside_chat(user) if len(line.text.splitlines()) > 2]


class FirstMention(WithWord, Task):
    """When was a word first said in a group, or last before a day?"""

    goals = [
        "On which date did the word “{word}” {which} come up in the group “{chat.name}” on Chatter?",
        "Look through “{chat.name}” for “{word}”. What is the date of the {which} message that has it?",
        "When did somebody {which} write “{word}” in my Chatter group “{chat.name}”? The date is enough.",
    ]
    tags = ["look-up"]

    which: str = phrase("first", "last")
    several: bool = derived(lambda store, chat, word: len(with_word(store, chat, word)) > 1 or None)

    def answer(self, store: Store) -> date:
        said = with_word(store, self.chat, self.word)
        return said[0 if self.which == "first" else -1].sent_at.date()

    def solution(self, user: User) -> None:
        found = found_lines(user, self.chat, self.word)
        line = found[-1 if self.which == "first" else 0]
        user.say(day_told(line.text.splitlines()[-1], user.today))


def most_frequent(values: Iterable[T]) -> T | None:
    """Return the value that comes more often than any other; None where there is none."""
    (value, most), (_, second) = [*Counter(values).most_common(2), (None, 0), (None, 0)][:2]
    return value if most > second else None


def most_often(store: Store, chat: Chat, word: str) -> str | None:
    """Return who says a word most often in a group, if it is one of the others and nobody does so as often."""
    said = with_word(store, chat, word)
    who = most_frequent(one.sender_id for one in said)
    return next((one.sender.name for one in said if one.sender_id == who != 1), None)


class WhoSaysItMost(WithWord, Task):
    """Who says a word most often in a group?"""

    goals = [
        "Who has written “{word}” most often in the group “{chat.name}”? Count the messages that have it. Full name.",
        "In my Chatter group “{chat.name}”, whose messages contain the word “{word}” more often than anybody else's? "
        "Their full name, please.",
        "Search “{chat.name}” on Chatter for “{word}” and tell me the full name of the one who comes up most.",
    ]
    tags = ["count", "compare"]

    found: str = derived(most_often)

    def answer(self, store: Store) -> FullName | None:
        return most_often(store, self.chat, self.word)

    def solution(self, user: User) -> None:
        said = [line.names[0] for line in found_lines(user, self.chat, self.word)]
        user.say(max(said, key=said.count))
