"""Verbs on groups."""

from typing import Literal

from lifeworld.apps.messenger.commands.rules import GROUP, LEFT, must_belong
from lifeworld.apps.messenger.models import Chat, Contact, Member
from lifeworld.life.events import GroupMade
from lifeworld.store import Command, Sent, Store

LONGEST_TITLE = 60
GROUP_EMOJI = ("👋", "🏠", "🎉", "🍕", "⚽", "✈️", "🎬", "📚", "🎵", "🌱", "💼", "🐾")
GroupEmoji = Literal["👋", "🏠", "🎉", "🍕", "⚽", "✈️", "🎬", "📚", "🎵", "🌱", "💼", "🐾"]
_TITLES = {"empty": "Give the group a name.", "long": "Keep the name under 60 characters."}


class CreateGroup(Command):
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
        names = ", ".join(sorted(contact.name for contact in self.members))
        store.add(Sent, app="messenger", verb="invite", to=names, what=title)
        made = self._made(store, title)
        store.emit(made)
        return made

    def _made(self, store: Store, title: str) -> GroupMade:
        number = store.value("SELECT coalesce(max(id), 0) + 1 FROM messenger_chat")
        members = tuple(sorted({contact.person_id for contact in self.members}))
        return GroupMade(at=store.now, key=f"group {number}", title=title, members=members, emoji=self.emoji)


class RenameGroup(Command):
    """Give a group another name."""

    chat: Chat
    title: str
    refusals = {**_TITLES, **GROUP}

    def run(self, store: Store) -> Chat:
        must_belong(self, self.chat)
        return store.change(self.chat, title=self.one_line("title", LONGEST_TITLE))


class DescribeGroup(Command):
    """Say what a group is for; no words take the description away."""

    chat: Chat
    description: str = ""
    refusals = {"long": "Keep the description under 300 characters.", **GROUP}

    def run(self, store: Store) -> Chat:
        must_belong(self, self.chat)
        description = self.description.strip()
        if len(description) > 300:
            raise self.refuse("long", "description")
        return store.change(self.chat, description=description)


class AddMember(Command):
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
        store.add(Sent, app="messenger", verb="invite", to=name, what=self.chat.title)
        return store.add(Member, chat_id=self.chat.id, person_id=self.contact.person_id)


class RemoveMember(Command):
    """Take somebody out of a group."""

    member: Member
    refusals = LEFT

    def run(self, store: Store) -> Member:
        must_belong(self, self.member.chat)
        store.remove(self.member)
        return self.member


class LeaveGroup(Command):
    """Leave a group; its messages stay readable."""

    chat: Chat
    refusals = GROUP

    def run(self, store: Store) -> Chat:
        must_belong(self, self.chat)
        return store.change(self.chat, left=True)
