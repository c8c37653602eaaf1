"""Verbs on what is said."""

from typing import Any, Literal

from lifeworld.apps.messenger.commands.rules import WRITES, must_reach, owner
from lifeworld.apps.messenger.models import Chat, Contact, Message, Quote, Reaction
from lifeworld.life.events import Messaged
from lifeworld.life.models import Person
from lifeworld.store import Command, Store, tell

LONGEST = 4000
MOST_CHATS = 5
EMOJI = ("👍", "❤️", "😂", "😮", "😢", "🙏")
Emoji = Literal["👍", "❤️", "😂", "😮", "😢", "🙏"]
PHOTOS = (
    "Beach at dusk",
    "Birthday cake",
    "Cat on the sofa",
    "City lights",
    "Garden in bloom",
    "Harbour morning",
    "Mountain lake",
    "New bicycle",
    "Noodle bowl",
    "Rainy window",
    "Snowed-in street",
    "Sunday market",
)
Photo = Literal[
    "Beach at dusk",
    "Birthday cake",
    "Cat on the sofa",
    "City lights",
    "Garden in bloom",
    "Harbour morning",
    "Mountain lake",
    "New bicycle",
    "Noodle bowl",
    "Rainy window",
    "Snowed-in street",
    "Sunday market",
]
_TEXT = {"empty": "Write a message first.", "long": "Keep a message under 4,000 characters."}


class Send(Command, seen_by="the chat"):
    """Write in a chat."""

    chat: Chat
    text: str
    refusals = {**_TEXT, **WRITES}

    def run(self, store: Store) -> Chat:
        must_reach(self, store, self.chat, "text")
        return deliver(store, self.chat, written(self, self.text))


class Reply(Command, seen_by="the chat"):
    """Answer one message, so that it stands above one's own words."""

    message: Message
    text: str
    refusals = {**_TEXT, **WRITES}

    def run(self, store: Store) -> Chat:
        chat = self.message.chat
        must_reach(self, store, chat, "text")
        text = written(self, self.text)
        return deliver(store, chat, text, answers=self.message.sent_at, answers_text=self.message.text)


class Forward(Command, seen_by="the chat"):
    """Send a message on to other chats."""

    message: Message
    chats: tuple[Chat, ...] = ()
    refusals = {"nobody": "Choose at least one chat.", "many": "Choose up to 5 chats.", **WRITES}

    def run(self, store: Store) -> Message:
        if not self.chats:
            raise self.refuse("nobody", "chats")
        if len(self.chats) > MOST_CHATS:
            raise self.refuse("many", "chats")
        for chat in self.chats:
            must_reach(self, store, chat, "chats")
        for chat in self.chats:
            _pass_on(store, self.message, chat)
        return self.message


class SendPhoto(Command, seen_by="the chat"):
    """Send one of the device's photos, with a word if one likes."""

    chat: Chat
    photo: Photo
    caption: str = ""
    refusals = {"long": _TEXT["long"], **WRITES}

    def run(self, store: Store) -> Chat:
        must_reach(self, store, self.chat)
        caption = self.caption.strip()
        if len(caption) > LONGEST:
            raise self.refuse("long", "caption")
        return deliver(store, self.chat, caption, photo=self.photo)


class SendContact(Command, seen_by="the chat"):
    """Send somebody's contact card."""

    chat: Chat
    contact: Contact
    refusals = WRITES

    def run(self, store: Store) -> Chat:
        must_reach(self, store, self.chat)
        return deliver(store, self.chat, "", contact_id=self.contact.person_id)


class React(Command, seen_by="the chat"):
    """Put an emoji under a message, in place of one's former one."""

    message: Message
    emoji: Emoji
    refusals = {"same": "You reacted with {emoji} already.", **WRITES}

    def run(self, store: Store) -> Message:
        must_reach(self, store, self.message.chat)
        before = own_reaction(store, self.message)
        if before and before.emoji == self.emoji:
            raise self.refuse("same", emoji=self.emoji)
        if before:
            store.change(before, emoji=self.emoji)
        else:
            store.add(Reaction, message_id=self.message.id, person_id=owner(store).id, emoji=self.emoji)
        tell(store, "messenger", "react", self.message.chat.name, self.emoji)
        return self.message


class Unreact(Command, seen_by="the chat"):
    """Take one's emoji back."""

    message: Message
    refusals = {"none": "You haven't reacted to this message."}

    def run(self, store: Store) -> Message:
        before = own_reaction(store, self.message)
        if before is None:
            raise self.refuse("none")
        store.remove(before)
        tell(store, "messenger", "take reaction back", self.message.chat.name, before.emoji)
        return self.message


class Star(Command, seen_by="nobody"):
    """Keep a message among the starred ones."""

    message: Message
    refusals = {"starred": "This message is starred already."}

    def run(self, store: Store) -> Message:
        if self.message.starred:
            raise self.refuse("starred")
        return store.change(self.message, starred=True)


class Unstar(Command, seen_by="nobody"):
    """Take the star off a message."""

    message: Message
    refusals = {"plain": "This message isn't starred."}

    def run(self, store: Store) -> Message:
        if not self.message.starred:
            raise self.refuse("plain")
        return store.change(self.message, starred=False)


class DeleteMessage(Command, seen_by="nobody"):
    """Delete a message from this device; the others keep it."""

    message: Message

    def run(self, store: Store) -> Chat:
        chat = self.message.chat
        store.remove(self.message)
        return chat


def deliver(store: Store, chat: Chat, text: str, **more: Any) -> Chat:
    """Put the owner's message into the outbox and tell every app of it."""
    tell(store, "messenger", "message", chat.name, more.get("photo", ""), _card(store, more.get("contact_id")), text)
    store.emit(
        Messaged(at=store.now, chat=chat.address, sender_id=owner(store).id, text=text, read=False, **more),
    )
    return chat


def written(command: Command, typed: str) -> str:
    """Return a message as it was typed, without the blanks around it."""
    text = typed.strip()
    if not text:
        raise command.refuse("empty", "text")
    if len(text) > LONGEST:
        raise command.refuse("long", "text")
    return text


def own_reaction(store: Store, message: Message) -> Reaction | None:
    """Return the owner's emoji under a message."""
    return store.first(Reaction, "message_id = ? AND person_id = ?", message.id, owner(store).id)


def quoted(store: Store, message: Message) -> Message | None:
    """Return the message that this one answers, if it is still there."""
    quote = store.first(Quote, "message_id = ?", message.id)
    return store.get(Message, quote.quoted_id) if quote else None


def _pass_on(store: Store, message: Message, chat: Chat) -> None:
    deliver(store, chat, message.text, forwarded=True, photo=message.photo, contact_id=message.contact_id)


def _card(store: Store, person_id: int | None) -> str:
    """Return what somebody's contact card says."""
    if person_id is None:
        return ""
    person = store.get(Person, person_id)
    return f"{person.name}, {person.phone}"
