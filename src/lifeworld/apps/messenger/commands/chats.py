"""Verbs on whole chats and on those one talks to."""

from typing import Literal

from lifeworld.apps.messenger.commands.rules import owner
from lifeworld.apps.messenger.models import Chat, ChatWallpaper, Contact, Message
from lifeworld.store import Command, Store, tell

MOST_PINNED = 3


class Mute(Command, seen_by="nobody"):
    """Let a chat make no sound for a while."""

    chat: Chat
    length: Literal["8 hours", "1 week", "always"] = "8 hours"

    def run(self, store: Store) -> Chat:
        return store.change(self.chat, muted=self.length, muted_at=store.now)


class Unmute(Command, seen_by="nobody"):
    """Let a chat make sounds again."""

    chat: Chat
    refusals = {"loud": "{chat} isn't muted."}

    def run(self, store: Store) -> Chat:
        if not self.chat.is_muted(store.now):
            raise self.refuse("loud", chat=self.chat.name)
        return store.change(self.chat, muted="no", muted_at=None)


class Pin(Command, seen_by="nobody"):
    """Keep a chat at the top."""

    chat: Chat
    refusals = {
        "pinned": "{chat} is pinned already.",
        "full": "You can pin up to 3 chats. Unpin one first.",
        "archived": "Take {chat} out of the archive first.",
    }

    def run(self, store: Store) -> Chat:
        if self.chat.pinned_at:
            raise self.refuse("pinned", chat=self.chat.name)
        if self.chat.archived:
            raise self.refuse("archived", chat=self.chat.name)
        if store.count(Chat, "pinned_at IS NOT NULL") >= MOST_PINNED:
            raise self.refuse("full")
        return store.change(self.chat, pinned_at=store.now)


class Unpin(Command, seen_by="nobody"):
    """Let a chat sink to its place."""

    chat: Chat
    refusals = {"loose": "{chat} isn't pinned."}

    def run(self, store: Store) -> Chat:
        if not self.chat.pinned_at:
            raise self.refuse("loose", chat=self.chat.name)
        return store.change(self.chat, pinned_at=None)


class Archive(Command, seen_by="nobody"):
    """Put a chat away; a pinned one loses its pin."""

    chat: Chat
    refusals = {"archived": "{chat} is archived already."}

    def run(self, store: Store) -> Chat:
        if self.chat.archived:
            raise self.refuse("archived", chat=self.chat.name)
        return store.change(self.chat, archived=True, pinned_at=None)


class Unarchive(Command, seen_by="nobody"):
    """Take a chat out of the archive."""

    chat: Chat
    refusals = {"active": "{chat} isn't archived."}

    def run(self, store: Store) -> Chat:
        if not self.chat.archived:
            raise self.refuse("active", chat=self.chat.name)
        return store.change(self.chat, archived=False)


class MarkUnread(Command, seen_by="nobody"):
    """Mark a chat as one to come back to."""

    chat: Chat
    refusals = {"unread": "{chat} is unread already."}

    def run(self, store: Store) -> Chat:
        if self.chat.marked_unread or unread(store, self.chat):
            raise self.refuse("unread", chat=self.chat.name)
        return store.change(self.chat, marked_unread=True)


class MarkRead(Command, seen_by="nobody"):
    """Mark all messages of a chat as read, without opening it."""

    chat: Chat
    refusals = {"read": "You have read everything in {chat}."}

    def run(self, store: Store) -> Chat:
        waiting = unread(store, self.chat)
        if not waiting and not self.chat.marked_unread:
            raise self.refuse("read", chat=self.chat.name)
        for message in waiting:
            store.change(message, read=True)
        return store.change(self.chat, marked_unread=False)


class ClearChat(Command, seen_by="nobody"):
    """Delete all messages of a chat from this device."""

    chat: Chat
    refusals = {"bare": "There are no messages in {chat}."}

    def run(self, store: Store) -> Chat:
        messages = store.all(Message, "chat_id = ?", self.chat.id)
        if not messages:
            raise self.refuse("bare", chat=self.chat.name)
        for message in messages:
            store.remove(message)
        return self.chat


class SetChatWallpaper(Command, seen_by="nobody"):
    """Choose what lies behind the messages of one chat."""

    chat: Chat
    wallpaper: ChatWallpaper = "as in settings"

    def run(self, store: Store) -> Chat:
        return store.change(self.chat, wallpaper=self.wallpaper)


class Block(Command, seen_by="the contact"):
    """Let somebody neither write nor call any more."""

    contact: Contact
    refusals = {"blocked": "{name} is blocked already."}

    def run(self, store: Store) -> Contact:
        if self.contact.blocked:
            raise self.refuse("blocked", name=self.contact.name)
        tell(store, "messenger", "block", self.contact.name)
        return store.change(self.contact, blocked=True)


class Unblock(Command, seen_by="the contact"):
    """Let somebody write and call again."""

    contact: Contact
    refusals = {"welcome": "{name} isn't blocked."}

    def run(self, store: Store) -> Contact:
        if not self.contact.blocked:
            raise self.refuse("welcome", name=self.contact.name)
        tell(store, "messenger", "unblock", self.contact.name)
        return store.change(self.contact, blocked=False)


def unread(store: Store, chat: Chat) -> list[Message]:
    """Return the others' messages that the owner hasn't read."""
    return store.all(Message, "chat_id = ? AND read = 0 AND sender_id <> ?", chat.id, owner(store).id)
