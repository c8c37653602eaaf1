"""Verbs on whole chats and on those one talks to."""

from typing import Any, Literal

from lifeworld.apps.messenger.models import ME, Chat, ChatWallpaper, Contact, Message
from lifeworld.store import NOW, Command, Edit, Store, ask, tell

MOST_PINNED = 3


class Mute(Edit, sets={"muted_at": NOW}, seen_by="nobody"):
    """Let a chat make no sound for a while."""

    chat: Chat
    muted: Literal["8 hours", "1 week", "always"] = ask("For how long", kind="radio", default="8 hours")


class Unmute(Edit, sets={"muted": "no", "muted_at": None}, seen_by="nobody"):
    """Let a chat make sounds again."""

    chat: Chat
    refusals = {"already": "{chat.name} isn't muted."}

    def check(self, store: Store) -> None:
        self.need(self.chat.is_muted(store.now), "already")


class Pin(Edit, sets={"pinned_at": NOW}, seen_by="nobody"):
    """Keep a chat at the top."""

    chat: Chat
    refusals = {
        "already": "{chat.name} is pinned already.",
        "full": "You can pin up to 3 chats. Unpin one first.",
        "archived": "Take {chat.name} out of the archive first.",
    }

    def check(self, store: Store) -> None:
        self.need(not self.chat.archived, "archived")
        others = store.count(Chat, "pinned_at IS NOT NULL AND id <> ?", self.chat.id)
        self.need(others < MOST_PINNED, "full")


class Unpin(Edit, sets={"pinned_at": None}, seen_by="nobody"):
    """Let a chat sink to its place."""

    chat: Chat
    refusals = {"already": "{chat.name} isn't pinned."}


class Archive(Edit, sets={"archived": True, "pinned_at": None}, seen_by="nobody"):
    """Put a chat away; a pinned one loses its pin."""

    chat: Chat
    refusals = {"already": "{chat.name} is archived already."}


class Unarchive(Edit, sets={"archived": False}, seen_by="nobody"):
    """Take a chat out of the archive."""

    chat: Chat
    refusals = {"already": "{chat.name} isn't archived."}


class MarkUnread(Edit, sets={"marked_unread": True}, seen_by="nobody"):
    """Mark a chat as one to come back to."""

    chat: Chat
    refusals = {"already": "{chat.name} is unread already."}

    def check(self, store: Store) -> None:
        self.need(not unread(store, self.chat), "already")


class MarkRead(Command, seen_by="nobody"):
    """Mark all messages of a chat as read, without opening it."""

    chat: Chat
    refusals = {"already": "You have read everything in {chat.name}."}

    def run(self, store: Store) -> Chat:
        waiting = unread(store, self.chat)
        self.need(waiting or self.chat.marked_unread, "already")
        for message in waiting:
            store.change(message, read=True)
        return store.change(self.chat, marked_unread=False)


class ClearChat(Command, seen_by="nobody"):
    """Delete all messages of a chat from this device."""

    chat: Chat
    refusals = {"bare": "There are no messages in {chat.name}."}

    def run(self, store: Store) -> Chat:
        messages = store.all(Message, "chat_id = ?", self.chat.id)
        self.need(messages, "bare")
        for message in messages:
            store.remove(message)
        return self.chat


class SetChatWallpaper(Edit, seen_by="nobody"):
    """Choose what lies behind the messages of one chat."""

    chat: Chat
    wallpaper: ChatWallpaper = ask("Wallpaper", default="as in settings")


class Block(Edit, sets={"blocked": True}, seen_by="the contact"):
    """Let somebody neither write nor call any more."""

    contact: Contact
    refusals = {"already": "{contact.name} is blocked already."}

    def run(self, store: Store) -> Any:
        tell(store, "messenger", "block", self.contact.name)
        return super().run(store)


class Unblock(Edit, sets={"blocked": False}, seen_by="the contact"):
    """Let somebody write and call again."""

    contact: Contact
    refusals = {"already": "{contact.name} isn't blocked."}

    def run(self, store: Store) -> Any:
        tell(store, "messenger", "unblock", self.contact.name)
        return super().run(store)


def unread(store: Store, chat: Chat) -> list[Message]:
    """Return the others' messages that the owner hasn't read."""
    return store.all(Message, "chat_id = ? AND read = 0 AND sender_id <> ?", chat.id, ME)
