"""Questions on contacts, groups and mutes."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat, Contact, Member
from lifeworld.life.events import GroupMade, Messaged
from lifeworld.store import Store
from lifeworld.taskkit import (
    Code,
    Items,
    Setup,
    Task,
    Texts,
    User,
    day,
    days,
    derived,
    link,
    nth,
    number,
    numbers,
    observed,
    phrase,
    pick,
    show_all,
    sure,
    way,
)
from lifeworld.tasks.messenger.ways import (
    GROUPS,
    LISTED,
    SHARED_WITH,
    open_contact_info,
    open_info,
    open_named,
    search,
)


def members_shown(user: User) -> list[str]:
    """Return the names of the others on a group's page: those whom one could remove."""
    names = [name for line in user.page.lines() for name in line.names]
    return [name.removeprefix("Remove ") for name in names if name.startswith("Remove ")]


class CountMembers(Task):
    """How many people are in a group?"""

    goals = [
        "How many people are in the group “{chat.name}”, me included?",
        "Count the members of “{chat.name}” in Chatter. I count too.",
        "With me, how many of us are in the Chatter group “{chat.name}”?",
    ]
    tags = ["count", "short"]

    chat: Chat = pick(Chat, where=GROUPS)

    def answer(self, store: Store) -> int:
        return store.count(Member, "chat_id = ?", self.chat.id) + 1

    def solution(self, user: User) -> None:
        open_info(user, self.chat)
        user.say(len(members_shown(user)) + 1)


class WhoElseIsThere(Task):
    """Which people are in a group?"""

    goals = [
        "Who is in the group “{chat.name}” besides me? Full names, please.",
        "List the full names of the other members of “{chat.name}” on Chatter.",
        "Which people share the Chatter group “{chat.name}” with me? Give me their full names.",
    ]

    chat: Chat = pick(Chat, where=GROUPS)

    def answer(self, store: Store) -> Texts:
        return [member.name for member in store.all(Member, "chat_id = ?", self.chat.id)]

    def solution(self, user: User) -> None:
        open_info(user, self.chat)
        user.say(members_shown(user))


class SharedGroups(Task):
    """In how many groups is somebody?"""

    goals = [
        "How many Chatter groups do I share with {contact.name}?",
        "In how many Chatter groups are both {contact.name} and I?",
        "Count the groups that {contact.name} and I have in common on Chatter.",
    ]
    tags = ["count"]

    contact: Contact = pick(Contact, where="person_id IN (SELECT person_id FROM messenger_member)")

    def answer(self, store: Store) -> int:
        return store.count(Chat, SHARED_WITH, self.contact.person_id)

    def solution(self, user: User) -> None:
        open_contact_info(user, self.contact)
        user.say(numbers(user.page.after("Groups in common"))[0])


class WhenFounded(Task):
    """When was a group made?"""

    goals = [
        "When was the group “{title}” made?",
        "Since which day does my Chatter group “{title}” exist?",
        "Find the date on which the group “{title}” was created.",
    ]
    tags = ["short"]

    title: str = phrase("Ladder share", "Film swap", "Soup on Sundays", "Lost and found", "Bike repair", "Lamp club")
    founded: date = day(-330, -10)
    first: int = number(1, 20)  # of the contacts in it

    def setup(self, store: Store) -> Setup:
        members = tuple(one.person_id for one in store.all(Contact)[self.first : self.first + 4])
        at = datetime.combine(self.founded, time(18, 20))
        yield GroupMade(at=at, key="group founded", title=self.title, members=members, emoji="👋")
        said = "So, this is the place for it. Welcome, all!"
        at += timedelta(minutes=2)
        yield Messaged(at=at, chat="group founded", sender_id=members[0], text=said, read=True)

    def answer(self, store: Store) -> date:
        return sure(store.one(Chat, "title = ?", self.title).made_at).date()

    def solution(self, user: User) -> None:
        open_named(user, self.title)
        user.click(link(f"Info on {self.title}"))
        user.say(days(user.page.after("Made on"), user.today)[0])


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
        open_contact_info(user, self.contact)
        user.say(user.page.fact("Phone"))

    @way
    def found_by_searching(self, user: User) -> None:
        search(user, self.contact.name)
        user.click(link(self.contact.name))
        user.click(link(f"Info on {self.contact.name}"))
        user.say(user.page.fact("Phone"))


class WhatIsMuted(Task):
    """Which chats are muted?"""

    goals = [
        "Which of my Chatter chats are muted right now? Leave archived ones aside.",
        "List every chat in my Chatter list (not the archive) that is muted.",
        "From which Chatter chats outside the archive do I get no sounds? Name them all.",
    ]

    turn: int = number(0, 60)
    quiet: Chat = derived(lambda turn, store: nth(store.all(Chat, LISTED), turn))

    def setup(self) -> Setup:
        yield messenger.Mute(self.quiet, "always")

    def answer(self, store: Store) -> Texts:
        return muted(store)

    def solution(self, user: User) -> None:
        user.say(muted_shown(user))


def muted(store: Store) -> list[str]:
    """Return the names of the chats of the list that make no sound now."""
    return [chat.name for chat in store.all(Chat, LISTED) if chat.is_muted(store.now)]


def muted_shown(user: User) -> list[str]:
    """Return the names of the chats that the list shows as muted."""
    user.open("Chatter")
    chats = show_all(user, "Show more chats")
    return [line.names[0] for line in chats if "Muted" in line.text.splitlines()]
