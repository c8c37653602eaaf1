"""Questions on who is in which groups."""

from lifeworld.apps.messenger.models import Chat, Contact, Member
from lifeworld.store import Store
from lifeworld.taskkit import Task, Texts, User, number, pick, show_all
from lifeworld.tasks.messenger.questions_on_people import members_shown
from lifeworld.tasks.messenger.ways import GROUPS, SHARED_WITH, open_contact_info, open_info

IN_GROUPS = "person_id IN (SELECT person_id FROM messenger_member)"


def groups_of(store: Store, person_id: int) -> list[str]:
    """Return the titles of the groups that somebody shares with the owner."""
    return [chat.title for chat in store.all(Chat, SHARED_WITH, person_id)]


def groups_in_common(store: Store, first: Contact, second: Contact) -> list[str]:
    """Return the titles of the groups that two people share with the owner."""
    there = groups_of(store, second.person_id)
    return [title for title in groups_of(store, first.person_id) if title in there]


def groups_shown(user: User) -> list[str]:
    """Return the groups that somebody's page shows: what stands before its last part."""
    names = [line.names[0] for line in show_all(user) if line.heading != "List" and line.names]
    return names[names.index("Wallpaper") + 1 : names.index("Clear chat")]


class GroupsOfBoth(Task):
    """Which groups does one share with both of two people?"""

    goals = [
        "Which Chatter groups am I in together with both {first.name} and {second.name}? If there are none, say so.",
        "Name every Chatter group that has {first.name} as well as {second.name} in it, or tell me that there's none.",
        "{first.name} and {second.name}: in which of my groups on Chatter are the two of them? It may be none.",
    ]

    near: int = number(0, 3)  # 0: they may well have no group in common
    first: Contact = pick(Contact, where=IN_GROUPS)
    second: Contact = pick(
        Contact,
        lambda second, first, near, store: (
            second.id != first.id and (not near or bool(groups_in_common(store, first, second)))
        ),
        where=IN_GROUPS,
    )

    def answer(self, store: Store) -> Texts:
        return groups_in_common(store, self.first, self.second)

    def solution(self, user):
        open_contact_info(user, self.first)
        first = groups_shown(user)
        open_contact_info(user, self.second)
        second = groups_shown(user)
        user.say([name for name in first if name in second])


def members(store: Store, chat: Chat) -> list[str]:
    """Return the names of the others in a group."""
    return [member.name for member in store.all(Member, "chat_id = ?", chat.id)]


def in_both(store: Store, first: Chat, second: Chat) -> list[str]:
    """Return the names of the others who are in two groups."""
    there = members(store, second)
    return [name for name in members(store, first) if name in there]


def members_of(user: User, chat: Chat) -> list[str]:
    """Go to a group's page and return the others in it."""
    open_info(user, chat)
    return members_shown(user)


class InBothGroups(Task):
    """Who is in both of two groups?"""

    goals = [
        "Who is in both “{first.name}” and “{second.name}” besides me? Full names, or none.",
        "Compare the members of my Chatter groups “{first.name}” and “{second.name}”. Which others are in both? Full "
        "names, please; it may be nobody.",
        "List everybody but me who belongs to “{first.name}” as well as to “{second.name}” on Chatter, by full name. "
        "If nobody does, say none.",
    ]
    tags = ["compare"]

    near: int = number(0, 2)  # 0: they may well have nobody in common
    first: Chat = pick(Chat, where=GROUPS)
    second: Chat = pick(
        Chat,
        lambda second, first, near, store: second.id != first.id and (not near or bool(in_both(store, first, second))),
        where=GROUPS,
    )

    def answer(self, store: Store) -> Texts:
        return in_both(store, self.first, self.second)

    def solution(self, user):
        first, second = (members_of(user, one) for one in (self.first, self.second))
        user.say([name for name in first if name in second])


class MissingFrom(Task):
    """Who is in one group and not in another?"""

    goals = [
        "Who in the group “{first.name}” is not in “{second.name}”? Full names, without me; say none if they all are.",
        "I want to tell everybody in “{first.name}” who doesn't read “{second.name}” on Chatter. Which members would "
        "that be? Full names, or nobody.",
        "Which people from my Chatter group “{first.name}” are missing from “{second.name}”? Give me their full names, "
        "or say that nobody is.",
    ]
    tags = ["compare"]

    first: Chat = pick(Chat, where=GROUPS)
    second: Chat = pick(Chat, lambda second, first: second.id != first.id, where=GROUPS)

    def answer(self, store: Store) -> Texts:
        there = members(store, self.second)
        return [name for name in members(store, self.first) if name not in there]

    def solution(self, user):
        first, second = (members_of(user, one) for one in (self.first, self.second))
        user.say([name for name in first if name not in second])
