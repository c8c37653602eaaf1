"""Verbs on whole chats and on those one talks to, and on groups."""

from typing import Any, Literal

from lifeworld.apps.messenger.commands.messages import GROUP, LEFT, must_belong
from lifeworld.apps.messenger.models import ME, Chat, ChatWallpaper, Contact, Member, Message
from lifeworld.life.events import GroupMade
from lifeworld.store import NOW, Command, Edit, Remove, Store, ask, line, tell, text

MOST_PINNED = 3
GroupEmoji = Literal["👋", "🏠", "🎉", "🍕", "⚽", "✈️", "🎬", "📚", "🎵", "🌱", "💼", "🐾"]
_BLOCKED = {"blocked": "You blocked {contact.name}. Unblock them first."}


class Mute(Edit, sets={"muted_at": NOW}, seen_by="nobody"):
    """Let a chat make no sound for a while."""

    chat: Chat
    muted: Literal["8 hours", "1 week", "always"] = ask("Duration", kind="radio", default="8 hours")


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
        "archived": "Unarchive {chat.name} first.",
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


def _title(**more: str) -> Any:
    return line("Group name", empty="Give the group a name.", longest=60, **more)


class CreateGroup(Command, seen_by="the members"):
    """Bring several people together in one chat."""

    title: str = _title(placeholder="Group name")
    members: tuple[Contact, ...] = ask("Members", default=(), empty="Choose at least one member.")
    emoji: GroupEmoji = ask("Icon", default="👋")
    refusals = _BLOCKED

    def run(self, store: Store) -> GroupMade:
        for contact in self.members:
            self.need(not contact.blocked, "blocked", "members", contact=contact)
        for name in sorted({contact.name for contact in self.members}):
            tell(store, "messenger", "invite", name, self.title)
        number = store.value("SELECT coalesce(max(id), 0) + 1 FROM messenger_chat")
        members = tuple(sorted({contact.person_id for contact in self.members}))
        made = GroupMade(at=store.now, key=f"group {number}", title=self.title, members=members, emoji=self.emoji)
        store.emit(made)
        return made


class _OfGroup(Edit, seen_by="the chat"):
    """What any member may do to a group."""

    chat: Chat
    refusals = GROUP

    def check(self, store: Store) -> None:
        must_belong(self, self.chat)


class RenameGroup(_OfGroup, seen_by="the chat"):
    """Give a group another name."""

    title: str = _title(hint="Up to 60 characters. Everyone in the group sees it.")

    def run(self, store: Store) -> Any:
        if self.title != self.chat.title:
            tell(store, "messenger", "rename group", self.chat.title, self.title)
        return super().run(store)


class DescribeGroup(_OfGroup, seen_by="the chat"):
    """Say what a group is for; no words take the description away."""

    description: str = text("Description", default="", longest=300, hint="Up to 300 characters.")

    def run(self, store: Store) -> Any:
        if self.description != self.chat.description:
            tell(store, "messenger", "describe group", self.chat.name, self.description)
        return super().run(store)


class AddMember(Command, seen_by="the members"):
    """Add somebody to a group."""

    chat: Chat
    contact: Contact
    refusals = {"member": "{contact.name} is in the group already.", **_BLOCKED, **GROUP}

    def run(self, store: Store) -> Member:
        must_belong(self, self.chat)
        self.need(not self.contact.blocked, "blocked", "contact")
        found = {"chat_id": self.chat.id, "person_id": self.contact.person_id}
        self.need(not store.count(Member, "chat_id = ? AND person_id = ?", *found.values()), "member", "contact")
        tell(store, "messenger", "invite", self.contact.name, self.chat.title)
        return store.add(Member, **found)


class RemoveMember(Remove, seen_by="the members"):
    """Take somebody out of a group."""

    member: Member
    refusals = LEFT

    def run(self, store: Store) -> Any:
        must_belong(self, self.member.chat)
        tell(store, "messenger", "remove from group", self.member.name, self.member.chat.name)
        return super().run(store)


class LeaveGroup(_OfGroup, sets={"left": True}, seen_by="the chat"):
    """Leave a group; its messages stay readable."""

    def run(self, store: Store) -> Any:
        tell(store, "messenger", "leave group", self.chat.name)
        return super().run(store)
