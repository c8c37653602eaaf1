"""Questions on what was said: who, when, how often."""

import re
from datetime import date

from lifeworld.apps.messenger.models import Chat, Message
from lifeworld.store import Store
from lifeworld.taskkit import Items, Line, Task, User, day_told, days, link, numbers, observed, phrase, pick, way
from lifeworld.tasks.messenger.ways import (
    GROUPS,
    PEOPLE,
    SEEN,
    bubbles,
    holds,
    in_chat,
    open_chat,
    open_message,
    open_message_by_search,
    search_chat,
)

WORDS = ("Saturday", "Sunday", "Tuesday", "tonight", "sorry", "week", "yes", "bring", "please", "time")
TICKS = {"Sent", "Delivered", "Read"}  # one of them stands beside what the owner wrote


class WhoSaidIt(Task):
    """Who wrote something in a group?"""

    goals = [
        "Who wrote “{message.text}” in the group “{chat.name}”?",
        "In the Chatter group “{chat.name}”, somebody said “{message.text}”. Who was it?",
        "Find out who posted “{message.text}” in my group “{chat.name}”.",
    ]

    chat: Chat = pick(Chat, where=GROUPS)
    message: Message = pick(
        Message,
        in_chat,
        among=in_chat,
        where="sender_id <> 1 AND read AND length(text) > 12 "
        "AND text IN (SELECT text FROM messenger_message GROUP BY text HAVING count(*) = 1)",
    )

    def answer(self, store: Store) -> str:
        return self.message.sender.name

    def items(self) -> Items:
        yield observed("Found the message", showing=self.message.text, kind="search")

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        found = search_chat(user, self.message.text)
        user.say(next(line.names[0] for line in found if holds(line, self.message.text)))


class WhenWasItSaid(Task):
    """On which day was something said?"""

    goals = [
        "On which day was “{message.text}” written in my chat with {chat.name}?",
        "When did the message “{message.text}” come from {chat.name}? I need the date.",
        "Look up the date of “{message.text}” in my Chatter conversation with {chat.name}.",
    ]

    chat: Chat = pick(Chat, where=PEOPLE)
    message: Message = pick(Message, in_chat, among=in_chat, where=SEEN)

    def answer(self, store: Store) -> date:
        return self.message.sent_at.date()

    def items(self) -> Items:
        yield observed("Saw the message", showing=self.message.text, kind="search")

    def solution(self, user: User) -> None:
        open_message(user, self.message)
        user.say(days(user.page.fact("Sent"), user.today)[0])

    @way
    def found_by_searching(self, user: User) -> None:
        open_message_by_search(user, self.message)
        user.say(days(user.page.fact("Sent"), user.today)[0])


class LastHeardFrom(Task):
    """When did somebody last write?"""

    goals = [
        "When did {chat.name} last write to me in our direct chat on Chatter? Give me the date.",
        "On which day was the latest Chatter message that {chat.name} sent me directly?",
        "Look into my direct chat with {chat.name}: what is the date of the last message that came from them?",
    ]

    chat: Chat = pick(
        Chat,
        where=PEOPLE + " AND person_id IN (SELECT sender_id FROM messenger_message m "
        "JOIN messenger_chat d ON d.id = m.chat_id WHERE d.person_id = m.sender_id)",
    )

    def answer(self, store: Store) -> date:
        latest = "sent_at DESC, id DESC"
        return store.one(Message, "chat_id = ? AND sender_id <> 1", self.chat.id, order=latest).sent_at.date()

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        while not any(map(theirs, bubbles(user))):
            user.click(link("Earlier messages"))
        lines = bubbles(user)
        last = max(place for place, line in enumerate(lines) if theirs(line))
        heading = next(line for line in reversed(lines[:last]) if not line.names)
        user.say(day_told(heading.text, user.today))


def theirs(line: Line) -> bool:
    """Return whether a line of a direct chat is a message of the other one."""
    return bool(line.names) and not TICKS & set(line.text.splitlines())


def following(store: Store, message: Message) -> Message | None:
    """Return what somebody other than the owner wrote next in the same chat, in words said only once."""
    later = "chat_id = ? AND (sent_at, id) > (?, ?)"
    found = store.first(Message, later, message.chat_id, message.sent_at, message.id, order="sent_at, id")
    if found is None or found.sender_id == 1:
        return None
    clear = 0 < len(found.text) <= 60 and store.count(Message, "text = ?", found.text) == 1
    return found if clear else None


class WhoWroteNext(Task):
    """Who wrote next in a group?"""

    goals = [
        "In the group “{chat.name}”, who wrote the message right after “{message.text}”? Full name.",
        "Somebody said “{message.text}” in “{chat.name}” on Chatter. Who wrote next? I need the full name.",
        "Find “{message.text}” in my group “{chat.name}” and tell me the full name of whoever wrote the next message.",
    ]

    chat: Chat = pick(Chat, where=GROUPS)
    message: Message = pick(
        Message,
        lambda message, chat, store: in_chat(message, chat) and following(store, message) is not None,
        among=in_chat,
        where=SEEN,
    )

    def answer(self, store: Store) -> str | None:
        found = following(store, self.message)
        return found.sender.name if found else None

    def items(self) -> Items:
        yield observed("Found the message", showing=self.message.text, kind="search")

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        said = [line for line in bubbles(user) if line.names]
        place = next(place for place, line in enumerate(said) if holds(line, self.message.text))
        user.click(link(said[place + 1].names[-1]))
        user.say(user.page.fact("From"))


class SaidHowOften(Task):
    """How many messages of a group have a word in them?"""

    goals = [
        "How many messages in the group “{chat.name}” contain the word “{word}”?",
        "In my group “{chat.name}”, how often was a message written with “{word}” in it? Count the messages.",
        "Search the Chatter group “{chat.name}” for “{word}”: how many messages come up?",
    ]
    tags = ["count"]

    chat: Chat = pick(Chat, where=GROUPS)
    word: str = phrase(*WORDS)

    def answer(self, store: Store) -> int | None:
        texts = [message.text for message in store.all(Message, "chat_id = ?", self.chat.id)]
        within = [text for text in texts if self.word.casefold() in text.casefold()]
        alone = [text for text in within if re.search(rf"\b{self.word}\b", text, re.IGNORECASE)]
        return len(alone) if 2 <= len(alone) < 40 and alone == within else None

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        search_chat(user, self.word)
        user.say(numbers(user.page.after("Messages"))[0])
