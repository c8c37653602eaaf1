"""What stands in no row: who calls off, who never pays, what somebody must not eat, what was lent. Sentences tell it.

The truth is a fact of the life, kept beside the profile; a solution reads the sentences (`heard`).
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat, Member
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.facts import Known
from lifeworld.life.models import Person
from lifeworld.taskkit import (
    Commands,
    FullName,
    Items,
    Line,
    Store,
    Task,
    User,
    day_told,
    derived,
    link,
    nth,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.tasks.cross.words import chat_with
from lifeworld.tasks.memory.heard import filled, heard, heard_in
from lifeworld.tasks.messenger import open_named, send
from lifeworld.tasks.messenger.ways import GROUPS, bubbles
from lifeworld.tasks.todo.ways import own


@dataclass(frozen=True)
class OneOf:
    """One of a group, of whom something has been so again and again, and of no other in it."""

    chat: Chat
    group: Chat
    members: tuple[str, ...]


def one_of(store: Store, facts: Iterable[Known], relation: str, turn: int, least: int = 2) -> OneOf | None:
    """Return somebody of whom something has been so often enough, by a group in which it was so of nobody else."""
    times = Counter(one.of for one in facts if one.relation == relation and one.owner)
    found = []
    for group in store.all(Chat, GROUPS):
        members = [one.person_id for one in store.all(Member, "chat_id = ?", group.id)]
        who = [member for member in members if times[member]]
        chats = [chat for member in members if (chat := chat_with(store, member))]
        if len(who) == 1 and times[who[0]] >= least and len(chats) == len(members):
            names = tuple(chat.name for chat in chats)
            found += [OneOf(chat, group, names) for chat in chats if chat.person_id == who[0]]
    return nth(found, turn)


def read_chat(user: User, name: str) -> list[str]:
    """Open a chat and return all that was ever said in it, the first of it first."""
    open_named(user, name)
    said = shown(user)
    while user.page.main.find("link", "Earlier messages"):
        user.click(link("Earlier messages"))
        said = shown(user) + said
    return said


def shown(user: User) -> list[str]:
    """Return what is said on the page of a chat."""
    return [words(line) for line in bubbles(user) if line.names]


def words(line: Line) -> str:
    """Return what is said in a line of a chat, without who and when, and what its menu is called."""
    return spoken(part for part in line.text.splitlines() if not part.startswith("Options for “"))


def spoken(paragraphs: Iterable[str]) -> str:
    """Return the one that plans are made in, else the longest: somebody may have put another under what is said."""
    return max(paragraphs, key=lambda one: (len(one.split()) > 2 and heard(one) is not None, len(one)))


def last_heard(user: User, name: str, kind: str, *steps: str) -> date | None:
    """Read a chat from its end for when one of these steps of a kind of plan was taken last, if ever."""
    open_named(user, name)
    while True:
        found = None
        for line in bubbles(user):
            if not line.names:
                on = day_told(line.text, user.today)
            elif heard_in([words(line)], kind, *steps):
                found = on
        if found or not user.page.main.find("link", "Earlier messages"):
            return found
        user.click(link("Earlier messages"))


def most_heard(user: User, one: OneOf, kind: str, *steps: str) -> str:
    """Look at a group, read the chats with its members, and return with whom one has talked most of a kind of plan."""
    open_named(user, one.group.name)
    return max(one.members, key=lambda name: len(heard_in(read_chat(user, name), kind, *steps)))


class InGroup:
    """Somebody of a group, about whom only the chats with its members tell."""

    turn: int = number(0, 60)
    one: OneOf
    chat: Chat = derived(lambda one: one.chat)
    group: Chat = derived(lambda one: one.group)

    def items(self) -> Items:
        yield observed("Read the chat with them", showing=self.chat.name, kind="search")


class Messaged:
    """A text goes to somebody, in the chat with them."""

    if TYPE_CHECKING:
        chat: Chat
        text: str

    def effects(self) -> Commands:
        yield messenger.Send(self.chat, self.text)


class CallsOff(InGroup):
    """The one of a group who calls off on the day itself, again and again."""

    one: OneOf = derived(lambda store, facts, turn: one_of(store, facts, "called_off", turn))


class WhoCallsOff(CallsOff, Task):
    """Who calls off on the day itself, again and again?"""

    goals = [
        "Who of “{group.name}” has called off our dinners again and again, on the very day? My Chatter chats tell.",
        "One of the group “{group.name}” agrees to every dinner in Chatter and then can't come. What's the full name?",
        "Which member of “{group.name}” keeps leaving me alone at the table, always with another excuse? See Chatter.",
    ]
    tags = ["pattern", "told"]
    apps = ["messenger"]

    def answer(self, store: Store) -> FullName:
        return self.chat.name

    def solution(self, user: User) -> None:
        user.say(most_heard(user, self.one, "calls-off", "off"))


class AskWhoCallsOff(Messaged, CallsOff, Task):
    """Who calls off again and again is asked whether they come."""

    goals = [
        "Somebody in “{group.name}” has a habit of calling our dinners off on the day. Write to that person alone, in "
        "Chatter: “{text}”",
        "Find out in Chatter who of “{group.name}” always drops out of dinner with me at the last moment, and send "
        "them, not the group, “{text}”",
        "“{text}” is what I want to say, in our own chat, to the one of “{group.name}” on Chatter who never turned up "
        "for a dinner with me.",
    ]
    tags = ["pattern", "told"]
    step_budgets = 2
    apps = ["messenger"]

    text: str = phrase("Are you really coming this time?", "Shall we try again, and this time you choose the day?")

    def solution(self, user: User) -> None:
        open_named(user, most_heard(user, self.one, "calls-off", "off"))
        send(user, self.text)


class MustNotEat:
    """What somebody has told the owner that they can't eat."""

    turn: int = number(0, 60)
    known: Known = derived(lambda facts, turn: nth([f for f in facts if f.relation == "allergy" and f.owner], turn))
    chat: Chat = derived(lambda store, known: chat_with(store, known.of))
    person: Person = derived(lambda store, known: store.get(Person, known.of))

    def items(self) -> Items:
        yield observed("Read what they said", showing=self.known.value, kind="search")

    def read(self, user: User) -> str:
        """Read the chat for the one thing that is told as not to be eaten."""
        said = read_chat(user, self.chat.name)
        told = heard_in(said, "allergy-told", "tells", "tells-now") or heard_in(said, "supper", "confesses")
        return filled(told[0], "b_allergy")


class WhatMustTheyNotEat(MustNotEat, Task):
    """What can somebody not eat?"""

    goals = [
        "{person.name} told me on Chatter what I must never put into their food. What is it?",
        "Before I cook for {person.name} again: what did they say in our Chatter chat that they can't eat?",
        "There is one thing that {person.name} isn't allowed to eat, and they wrote it to me in Chatter once. Which?",
    ]
    tags = ["told"]
    apps = ["messenger"]

    def answer(self, store: Store) -> str:
        return self.known.value

    def solution(self, user: User) -> None:
        user.say(self.read(user))


class NoteWhatTheyMustNotEat(MustNotEat, Task):
    """What somebody can't eat becomes a task for the one who shops."""

    goals = [
        "{person.name} comes to dinner again. Add a task “Cook without …” to {list.name} in Ticked, where the dots are "
        "what they told me on Chatter that they can't eat.",
        "Put “Cook without …” on my list {list.name}: instead of the dots, the thing that {person.name} wrote to me "
        "they must not eat.",
        "On Chatter {person.name} once warned me of something in their food. Write “Cook without” and its name as a "
        "task on {list.name}.",
    ]
    tags = ["told"]
    apps = ["messenger", "todo"]

    list: TaskList = pick(TaskList, own)

    def effects(self) -> Commands:
        yield todo.AddTask(f"Cook without {self.known.value}", self.list)

    def solution(self, user: User) -> None:
        user.do(todo.AddTask(f"Cook without {self.read(user)}", self.list))
