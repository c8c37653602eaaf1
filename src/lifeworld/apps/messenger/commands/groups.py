"""Verbs on groups."""

from typing import Literal

from lifeworld.apps.messenger.commands.rules import GROUP, LEFT, must_belong
from lifeworld.apps.messenger.models import Chat, Contact, Member
from lifeworld.life.events import GroupMade
from lifeworld.store import Command, Store, tell

LONGEST_TITLE = 60
GROUP_EMOJI = ("👋", "🏠", "🎉", "🍕", "⚽", "✈️", "🎬", "📚", "🎵", "🌱", "💼", "🐾")
GroupEmoji = Literal["👋", "🏠", "🎉", "🍕", "⚽", "✈️", "🎬", "📚", "🎵", "🌱", "💼", "🐾"]
_TITLES = {"empty": "Give the group a name.", "long": "Keep the name under 60 characters."}


class CreateGroup(Command, seen_by="the members"):
    """Bring several people together in one chat."""

    title: str
    members: tuple[Contact, ...] = ()
    emoji: GroupEmoji = "👋"
    refusals = {
        **_TITLES,
        "nobody": "Choose at least one member.",
        "blocked": "You blocked {name}. Unblock them first.",
    }

    def run(self, store: Store) -> GroupMade:
        title = self.one_line("title", LONGEST_TITLE)
        if not self.members:
            raise self.refuse("nobody", "members")
        for contact in self.members:
            if contact.blocked:
                raise self.refuse("blocked", "members", name=contact.name)
        for name in sorted({contact.name for contact in self.members}):
            tell(store, "messenger", "invite", name, title)
        made = self._made(store, title)
        store.emit(made)
        return made

    def _made(self, store: Store, title: str) -> GroupMade:
        number = store.value("SELECT coalesce(max(id), 0) + 1 FROM messenger_chat")
        members = tuple(sorted({contact.person_id for contact in self.members}))
        return GroupMade(at=store.now, key=f"group {number}", title=title, members=members, emoji=self.emoji)


class RenameGroup(Command, seen_by="the chat"):
    """Give a group another name."""

    chat: Chat
    title: str
    refusals = {**_TITLES, **GROUP}

    def run(self, store: Store) -> Chat:
        must_belong(self, self.chat)
        title = self.one_line("title", LONGEST_TITLE)
        if title != self.chat.title:
            tell(store, "messenger", "rename group", self.chat.title, title)
        return store.change(self.chat, title=title)


class DescribeGroup(Command, seen_by="the chat"):
    """Say what a group is for; no words take the description away."""

    chat: Chat
    description: str = ""
    refusals = {"long": "Keep the description under 300 characters.", **GROUP}

    def run(self, store: Store) -> Chat:
        must_belong(self, self.chat)
        description = self.description.strip()
        if len(description) > 300:
            raise self.refuse("long", "description")
        if description != self.chat.description:
            tell(store, "messenger", "describe group", self.chat.name, description)
        return store.change(self.chat, description=description)


class AddMember(Command, seen_by="the members"):
    """Add somebody to a group."""

    chat: Chat
    contact: Contact
    refusals = {
        "member": "{name} is in the group already.",
        "blocked": "You blocked {name}. Unblock them first.",
        **GROUP,
    }

    def run(self, store: Store) -> Member:
        must_belong(self, self.chat)
        name = self.contact.name
        if self.contact.blocked:
            raise self.refuse("blocked", "contact", name=name)
        if store.first(Member, "chat_id = ? AND person_id = ?", self.chat.id, self.contact.person_id):
            raise self.refuse("member", "contact", name=name)
        tell(store, "messenger", "invite", name, self.chat.title)
        return store.add(Member, chat_id=self.chat.id, person_id=self.contact.person_id)


class RemoveMember(Command, seen_by="the members"):
    """Take somebody out of a group."""

    member: Member
    refusals = LEFT

    def run(self, store: Store) -> Member:
        must_belong(self, self.member.chat)
        store.remove(self.member)
        tell(store, "messenger", "remove from group", self.member.name, self.member.chat.name)
        return self.member


class LeaveGroup(Command, seen_by="the chat"):
    """Leave a group; its messages stay readable."""

    chat: Chat
    refusals = GROUP

    def run(self, store: Store) -> Chat:
        must_belong(self, self.chat)
        tell(store, "messenger", "leave group", self.chat.name)
        return store.change(self.chat, left=True)
