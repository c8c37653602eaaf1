"""Verbs on groups."""

from typing import Any, Literal

from lifeworld.apps.messenger.commands.rules import GROUP, LEFT, must_belong
from lifeworld.apps.messenger.models import Chat, Contact, Member
from lifeworld.life.events import GroupMade
from lifeworld.store import Command, Edit, Remove, Store, ask, line, tell, text

GroupEmoji = Literal["👋", "🏠", "🎉", "🍕", "⚽", "✈️", "🎬", "📚", "🎵", "🌱", "💼", "🐾"]
_BLOCKED = {"blocked": "You blocked {contact.name}. Unblock them first."}


def _title(**more: str) -> Any:
    return line("Group name", empty="Give the group a name.", longest=60, **more)


class CreateGroup(Command, seen_by="the members"):
    """Bring several people together in one chat."""

    title: str = _title(placeholder="Say what it is for")
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
