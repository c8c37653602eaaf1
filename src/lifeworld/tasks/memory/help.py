"""Whom one asks, and who helped with what: computers, plants, a draft, an animal that has to be fed or walked."""

from typing import Any

from lifeworld.apps.bank.models import Account
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.facts import Known
from lifeworld.taskkit import Commands, Money, Store, Task, User, derived, money, phrase, pick
from lifeworld.tasks.bank import holds
from lifeworld.tasks.cross.screens import write_to
from lifeworld.tasks.cross.words import add_task
from lifeworld.tasks.memory.lent import PayWhoTold
from lifeworld.tasks.memory.sentences import Told, told
from lifeworld.tasks.memory.told import InGroup, Messaged, OneOf, most_heard, one_of
from lifeworld.tasks.todo.ways import own


class WhomIAsk(Messaged, InGroup):
    """The one of a group whom one asks about something: the last who has helped, and nobody else in it."""

    text: str


def helper(what: str) -> Any:
    """Bind to somebody who has helped with something, by a group in which nobody else has."""
    return derived(
        lambda store, facts, turn: one_of(store, [one for one in facts if one.value == what], "helped", turn, least=1)
    )


class AskAboutTheComputer(WhomIAsk, Task):
    """Whoever helps with computers is asked."""

    goals = [
        "When something is wrong with my laptop, printer or phone, I ask one of “{group.name}” in our own chat. Send "
        "that person “{text}” in Chatter.",
        "Which member of “{group.name}” has helped me with my computer things, by my Chatter chats? Write to them, "
        "not to the group: “{text}”",
        "“{text}” is a question for the one of “{group.name}” who knows about computers and has told me what to do "
        "before. Ask them on Chatter, in our own chat.",
    ]
    tags = ["pattern", "told"]
    apps = ["messenger"]

    one: OneOf = helper("computers")
    text: str = phrase(
        "My screen is black. What now?", "Is it safe to install this update?", "How do I save my letters?"
    )

    def solution(self, user: User) -> None:
        write_to(user, most_heard(user, self.one, "asks-computers"), self.text)


class AskAboutThePlant(WhomIAsk, Task):
    """Whoever knows about plants is asked."""

    goals = [
        "One of “{group.name}” has told me before what to do about a plant, in our own chat. Ask them there, in "
        "Chatter: “{text}”",
        "Find out in Chatter which member of “{group.name}” I turn to with my plants, and send that person alone "
        "“{text}”",
        "“{text}” should go to the one of “{group.name}” who gave me advice on leaves and pots, on Chatter, between "
        "the two of us.",
    ]
    tags = ["pattern", "told"]
    apps = ["messenger"]

    one: OneOf = helper("plants")
    text: str = phrase("May I send you a leaf?", "When do I water a cactus?", "Which pot does a fig tree need?")

    def solution(self, user: User) -> None:
        write_to(user, most_heard(user, self.one, "asks-plants"), self.text)


class PayForTheReading(PayWhoTold, Task):
    """Whoever one has exchanged a draft with gets money for it."""

    goals = [
        "One of us read a {value} for the other before it went out, as we arranged in Chatter. Send whoever that was "
        "with {amount} from {account.name}, with “{note}” as the note.",
        "With whom did I agree in Chatter that one reads the other's {value}? Pay that person {amount} out of "
        "{account.name}; the note is “{note}”.",
        "See in my chats who it was with that I talked about reading a {value}, his, hers or mine, and transfer "
        "{amount} to them from {account.name}, note “{note}”.",
    ]
    tags = ["told"]
    apps = ["bank", "messenger"]

    known: Known = told("draft")
    amount: Money = money(3, 15)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))
    note: str = phrase("For four pages and a pencil", "Coffee is on me", "For the reading")


class TheirAnimal(Told):
    """Somebody's cat or dog, by the name that was said in talk."""

    known: Known = told("cat", "dog")


class NameOfTheAnimal(TheirAnimal, Task):
    """What is somebody's cat or dog called?"""

    goals = [
        "{person.name} asked me on Chatter to look after an animal of theirs. What's its name?",
        "What is the animal of {person.name} called that I was to feed or walk? It's in our Chatter chat.",
        "{person.name} has a cat or dog that needed me, and I've forgotten its name. Look it up in Chatter.",
    ]
    tags = ["told"]
    apps = ["messenger"]

    def answer(self, store: Store) -> str:
        return self.value

    def solution(self, user: User) -> None:
        user.say(self.read(user))


class TreatForTheAnimal(TheirAnimal, Task):
    """A treat for somebody's animal becomes a task with its name."""

    goals = [
        "Add “Buy a treat for …” to {list.name} in Ticked, with the name of the animal of {person.name}, which they "
        "told me in our Chatter chat, for the dots.",
        "I'm to look after {person.name}'s animal again. Put “Buy a treat for …” on my list {list.name}; its name, as "
        "we say it in Chatter, goes where the dots are.",
        "Look in Chatter what {person.name} calls their cat or dog, and write the task “Buy a treat for …” with that "
        "name on {list.name}.",
    ]
    tags = ["told"]
    apps = ["messenger", "todo"]

    list: TaskList = pick(TaskList, own)

    def effects(self) -> Commands:
        yield todo.AddTask(f"Buy a treat for {self.value}", self.list)

    def solution(self, user: User) -> None:
        add_task(user, self.list, f"Buy a treat for {self.read(user)}")
