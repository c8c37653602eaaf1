"""Verbs on what is said, and what several of Chatter's verbs ask first."""

from typing import Any, Literal, get_args

from lifeworld.apps.messenger.models import ME, Chat, Contact, Message, Photo, Reaction
from lifeworld.life.events import Messaged
from lifeworld.life.models import Person
from lifeworld.store import Command, Edit, Remove, Store, ask, line, tell
from lifeworld.store import text as words

LEFT = {"left": "You left {chat.name}, so you can't do this."}
GROUP = {"direct": "{chat.name} is not a group.", **LEFT}
WRITES = {
    "blocked": "You blocked {chat.name}. Unblock them first.",
    "left": "You left {chat.name}, so you can't write or call there.",
}


def must_reach(command: Command, store: Store, chat: Chat, field: str = "") -> None:
    """Refuse to write to somebody who is blocked, or to a group that the owner has left."""
    command.need(not chat.left, "left", field, chat=chat)
    shut = not chat.is_group and store.one(Contact, "person_id = ?", chat.person_id).blocked
    command.need(not shut, "blocked", field, chat=chat)


def must_belong(command: Command, chat: Chat) -> None:
    """Refuse what only a member of the group may do."""
    command.need(chat.is_group, "direct", chat=chat)
    command.need(not chat.left, "left", chat=chat)


LONGEST = 4000
MOST_CHATS = 5
Emoji = Literal["👍", "❤️", "😂", "😮", "😢", "🙏"]
EMOJI: tuple[str, ...] = get_args(Emoji)


class Send(Command, seen_by="the chat"):
    """Write in a chat."""

    chat: Chat
    text: str = words("Message", empty="Write a message first.", longest=LONGEST)
    refusals = WRITES

    def run(self, store: Store) -> Chat:
        must_reach(self, store, self.chat, "text")
        return deliver(store, self.chat, self.text)


class Reply(Command, seen_by="the chat"):
    """Answer one message, so that it stands above one's own words."""

    message: Message
    text: str = words("Reply", empty="Write a message first.", longest=LONGEST)
    refusals = WRITES

    def run(self, store: Store) -> Chat:
        chat = self.message.chat
        must_reach(self, store, chat, "text")
        return deliver(store, chat, self.text, answers=self.message.sent_at, answers_text=self.message.text)


class Forward(Command, seen_by="the chat"):
    """Send a message on to other chats."""

    message: Message
    chats: tuple[Chat, ...] = ask("Chats", default=(), empty="Choose at least one chat.")
    refusals = {"many": "Choose up to 5 chats.", **WRITES}

    def run(self, store: Store) -> Message:
        self.need(len(self.chats) <= MOST_CHATS, "many", "chats")
        for chat in self.chats:
            must_reach(self, store, chat, "chats")
        said = self.message
        for chat in self.chats:
            deliver(store, chat, said.text, forwarded=True, photo=said.photo, contact_id=said.contact_id)
        return said


class SendPhoto(Command, seen_by="the chat"):
    """Send one of the device's photos, with a word if one likes."""

    chat: Chat
    photo: Photo = ask("Photo")
    caption: str = line("Caption", default="", longest=LONGEST, placeholder="Add a caption")
    refusals = WRITES

    def run(self, store: Store) -> Chat:
        must_reach(self, store, self.chat)
        return deliver(store, self.chat, self.caption, photo=self.photo)


class SendContact(Command, seen_by="the chat"):
    """Send somebody's contact card."""

    chat: Chat
    contact: Contact = ask("Contact")
    refusals = WRITES

    def run(self, store: Store) -> Chat:
        must_reach(self, store, self.chat)
        return deliver(store, self.chat, "", contact_id=self.contact.person_id)


class React(Command, seen_by="the chat"):
    """Put an emoji under a message, in place of one's former one."""

    message: Message
    emoji: Emoji
    refusals = {"already": "You reacted with {emoji} already.", **WRITES}

    def run(self, store: Store) -> Message:
        must_reach(self, store, self.message.chat)
        before = own_reaction(store, self.message)
        self.need(not before or before.emoji != self.emoji, "already")
        if before:
            store.change(before, emoji=self.emoji)
        else:
            store.add(Reaction, message_id=self.message.id, person_id=ME, emoji=self.emoji)
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


class Star(Edit, sets={"starred": True}, seen_by="nobody"):
    """Keep a message among the starred ones."""

    message: Message
    refusals = {"already": "This message is starred already."}


class Unstar(Edit, sets={"starred": False}, seen_by="nobody"):
    """Take the star off a message."""

    message: Message
    refusals = {"already": "This message isn't starred."}


class DeleteMessage(Remove, seen_by="nobody"):
    """Delete a message from this device; the others keep it."""

    message: Message


def deliver(store: Store, chat: Chat, text: str, **more: Any) -> Chat:
    """Put the owner's message into the outbox and tell every app of it."""
    person_id = more.get("contact_id")
    card = store.get(Person, person_id) if person_id else None
    shown = f"{card.name}, {card.phone}" if card else ""
    tell(store, "messenger", "message", chat.name, more.get("photo", ""), shown, text)
    store.emit(Messaged(at=store.now, chat=chat.addressed(), sender_id=ME, text=text, read=False, **more))
    return chat


def own_reaction(store: Store, message: Message) -> Reaction | None:
    """Return the owner's emoji under a message."""
    return store.first(Reaction, "message_id = ? AND person_id = ?", message.id, ME)
