"""Questions on people: who is in which groups, and on which number."""

from lifeworld.apps.messenger.models import Chat, Contact, Member
from lifeworld.store import Store
from lifeworld.taskkit import Code, FullNames, Items, Task, Texts, User, link, number, numbers, observed, pick, way
from lifeworld.tasks.messenger import ways

IN_GROUPS = "person_id IN (SELECT person_id FROM messenger_member)"
SHARED_WITH = "NOT left AND id IN (SELECT chat_id FROM messenger_member WHERE person_id = ?)"  # the groups


def members_shown(user: User, chat: Chat) -> list[str]:
    """Go to a group's page and return the names of the others in it: those whom one could remove."""
    ways.open_info(user, chat.name)
    names = [name for line in user.page.lines() for name in line.names]
    return [name.removeprefix("Remove ") for name in names if name.startswith("Remove ")]


def members(store: Store, chat: Chat) -> list[str]:
    """Return the names of the others in a group."""
    return [member.name for member in store.all(Member, "chat_id = ?", chat.id)]


class CountMembers(ways.InGroup, Task):
    """How many people are in a group?"""

    goals = [
        "How many people are in the group “{chat.name}”, me included?",
        "Count the members of “{chat.name}” in Chatter. I count too.",
        "With me, how many of us are in the Chatter group “{chat.name}”?",
    ]
    tags = ["count", "short"]

    def answer(self, store: Store) -> int:
        return len(members(store, self.chat)) + 1

    def solution(self, user: User) -> None:
        user.say(len(members_shown(user, self.chat)) + 1)


class WhoElseIsThere(ways.InGroup, Task):
    """Which people are in a group?"""

    goals = [
        "Who is in the group “{chat.name}” besides me? Full names, please.",
        "List the full names of the other members of “{chat.name}” on Chatter.",
        "Which people share the Chatter group “{chat.name}” with me? Give me their full names.",
    ]

    def answer(self, store: Store) -> FullNames:
        return members(store, self.chat)

    def solution(self, user: User) -> None:
        user.say(members_shown(user, self.chat))


class SharedGroups(Task):
    """In how many groups is somebody?"""

    goals = [
        "How many Chatter groups do I share with {contact.name}?",
        "In how many Chatter groups are both {contact.name} and I?",
        "Count the groups that {contact.name} and I have in common on Chatter.",
    ]
    tags = ["count"]

    contact: Contact = pick(Contact, where=IN_GROUPS)

    def answer(self, store: Store) -> int:
        return store.count(Chat, SHARED_WITH, self.contact.person_id)

    def solution(self, user: User) -> None:
        ways.open_contact_info(user, self.contact)
        user.say(numbers(user.page.after("Groups in common"))[0])


def groups_of(store: Store, person_id: int) -> list[str]:
    """Return the titles of the groups that somebody shares with the owner."""
    return [chat.title for chat in store.all(Chat, SHARED_WITH, person_id)]


def common(store: Store, first: Contact, second: Contact) -> list[str]:
    """Return the titles of the groups that two people share with the owner."""
    there = groups_of(store, second.person_id)
    return [title for title in groups_of(store, first.person_id) if title in there]


def groups_shown(user: User) -> list[str]:
    """Return the groups that somebody's page shows: what stands before its last part."""
    names = [line.names[0] for line in ways.lines_beside_list(user) if line.names]
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
        lambda second, first, near, store: second.id != first.id and (not near or bool(common(store, first, second))),
        where=IN_GROUPS,
    )

    def answer(self, store: Store) -> Texts:
        return common(store, self.first, self.second)

    def solution(self, user: User) -> None:
        ways.open_contact_info(user, self.first)
        first = groups_shown(user)
        ways.open_contact_info(user, self.second)
        second = groups_shown(user)
        user.say([name for name in first if name in second])


def in_both(store: Store, first: Chat, second: Chat) -> list[str]:
    """Return the names of the others who are in two groups."""
    there = members(store, second)
    return [name for name in members(store, first) if name in there]


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
    first: Chat = pick(Chat, where=ways.GROUPS)
    second: Chat = pick(
        Chat,
        lambda second, first, near, store: second.id != first.id and (not near or bool(in_both(store, first, second))),
        where=ways.GROUPS,
    )

    def answer(self, store: Store) -> FullNames:
        return in_both(store, self.first, self.second)

    def solution(self, user: User) -> None:
        first, second = (members_shown(user, one) for one in (self.first, self.second))
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

    first: Chat = pick(Chat, where=ways.GROUPS)
    second: Chat = pick(Chat, lambda second, first: second.id != first.id, where=ways.GROUPS)

    def answer(self, store: Store) -> FullNames:
        there = members(store, self.second)
        return [name for name in members(store, self.first) if name not in there]

    def solution(self, user: User) -> None:
        first, second = (members_shown(user, one) for one in (self.first, self.second))
        user.say([name for name in first if name not in second])


class PhoneNumber(Task):
    """What is somebody's number?"""

    goals = [
        "What is {contact.name}'s phone number?",
        "Look up the phone number of {contact.name} in Chatter.",
        "Under which number can I reach {contact.name}?",
    ]
    tags = ["short"]

    contact: Contact = pick(Contact)

    def answer(self, store: Store) -> Code:
        return self.contact.person.phone

    def items(self) -> Items:
        yield observed("Saw the number", showing=self.contact.person.phone, kind="search")

    def solution(self, user: User) -> None:
        ways.open_contact_info(user, self.contact)
        user.say(user.page.fact("Phone"))

    @way
    def found_by_searching(self, user: User) -> None:
        ways.search(user, self.contact.name)
        user.click(link(self.contact.name))
        user.click(link(f"Info on {self.contact.name}"))
        user.say(user.page.fact("Phone"))
