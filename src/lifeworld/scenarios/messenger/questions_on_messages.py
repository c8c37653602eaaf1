"""Questions on what was said: who, when, how often."""

from lifeworld.apps.messenger.models import Chat, Message
from lifeworld.scenarios import Scenario, button, field, link, observed, phrase, pick
from lifeworld.scenarios.messenger.ways import GROUPS, IN_VIEW, LISTED, MENU, PEOPLE, in_chat, open_chat, open_message
from lifeworld.store import Store


class WhoSaidIt(Scenario):
    """Who wrote something in a group?"""

    goals = [
        "Who wrote “{message.text}” in the group {chat.name}?",
        "In {chat.name}, somebody said “{message.text}”. Who was it?",
        "Find out who posted “{message.text}” in my group {chat.name}.",
    ]

    chat: Chat = pick(Chat, where=GROUPS)
    message: Message = pick(
        Message,
        in_chat,
        among=in_chat,
        where="sender_id <> 1 AND length(text) > 12 "
        "AND text IN (SELECT text FROM messenger_message GROUP BY text HAVING count(*) = 1)",
    )

    def answer(self, store: Store):
        return [self.message.sender.name]

    def items(self):
        yield observed("Found the message", showing=self.message.text, kind="search")

    def solution(self, user):
        user.open("Chatter")
        user.fill(field("Search chats and messages"), self.message.text)
        user.click(button("Search"))
        user.say(self.truth)


class WhenWasItSaid(Scenario):
    """On which day was something said?"""

    goals = [
        "On which day was “{message.text}” written in {chat.name}?",
        "When did the message “{message.text}” come in the chat {chat.name}? I need the date.",
        "Look up the date of “{message.text}” in {chat.name}, in Chatter.",
    ]

    chat: Chat = pick(Chat, where=LISTED)
    message: Message = pick(Message, in_chat, among=in_chat, where=IN_VIEW)

    def answer(self, store: Store):
        return self.message.sent_at.date()

    def items(self):
        yield observed("Saw the message", showing=self.message.text, kind="search")

    def solution(self, user):
        open_message(user, self.message)
        user.say(self.truth)


class LastHeardFrom(Scenario):
    """When did somebody last write?"""

    goals = [
        "When did {chat.name} last write to me in our direct chat on Chatter? Give me the date.",
        "On which day was the latest message that {chat.name} sent me directly?",
        "Look into my direct chat with {chat.name}: what is the date of the last message that came from them?",
    ]

    chat: Chat = pick(
        Chat,
        where=PEOPLE + " AND person_id IN (SELECT sender_id FROM messenger_message m "
        "JOIN messenger_chat d ON d.id = m.chat_id WHERE d.person_id = m.sender_id)",
    )

    def answer(self, store: Store):
        latest = "sent_at DESC, id DESC"
        return store.one(Message, "chat_id = ? AND sender_id <> 1", self.chat.id, order=latest).sent_at.date()

    def solution(self, user):
        open_chat(user, self.chat)
        user.say(self.truth)


def following(store: Store, message: Message) -> Message | None:
    """Return what somebody other than the owner wrote next in the same chat."""
    later = "chat_id = ? AND (sent_at, id) > (?, ?)"
    found = store.first(Message, later, message.chat_id, message.sent_at, message.id, order="sent_at, id")
    return found if found and found.sender_id != 1 else None


class WhoWroteNext(Scenario):
    """Who wrote next in a group?"""

    goals = [
        "In the group {chat.name}, who wrote the message right after “{message.text}”? Full name.",
        "Somebody said “{message.text}” in {chat.name}. Who wrote next? I need the full name.",
        "Find “{message.text}” in {chat.name} and tell me the full name of whoever wrote the next message.",
    ]

    chat: Chat = pick(Chat, where=GROUPS)
    message: Message = pick(
        Message,
        lambda message, chat, store: in_chat(message, chat) and following(store, message) is not None,
        among=in_chat,
        where=IN_VIEW,
    )

    def answer(self, store: Store):
        found = following(store, self.message)
        return [found.sender.name] if found else None

    def items(self):
        yield observed("Found the message", showing=self.message.text, kind="search")

    def solution(self, user):
        open_chat(user, self.chat)
        user.say(self.truth)


class SaidHowOften(Scenario):
    """How many messages of a chat have a word in them?"""

    goals = [
        "How many messages in {chat.name} contain “{word}”?",
        "In my chat {chat.name}, how often was a message written with “{word}” in it? Count the messages.",
        "Search {chat.name} for “{word}”: how many messages come up?",
    ]
    tags = ["count"]

    chat: Chat = pick(Chat, where=LISTED)
    word: str = phrase("late", "Saturday", "Sunday", "tonight", "the", "sorry", "week")

    def answer(self, store: Store):
        found = store.count(Message, "chat_id = ? AND instr(lower(text), lower(?))", self.chat.id, self.word)
        return found if 2 <= found < 40 else None

    def solution(self, user):
        open_chat(user, self.chat)
        user.click(link("Search in chat"), via=MENU)
        user.say(self.truth)
