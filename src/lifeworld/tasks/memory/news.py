"""What others have told of themselves: whom to ask, who has helped, where they apply, what they owe."""

from datetime import date
from typing import Any

from lifeworld.apps.bank.models import Account, Entry
from lifeworld.apps.calendar.models import Calendar
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.facts import Known
from lifeworld.taskkit import Commands, Money, Store, Task, User, day, derived, money, phrase, pick
from lifeworld.tasks.bank import holds
from lifeworld.tasks.cross.beforehand import noted
from lifeworld.tasks.cross.screens import write_to
from lifeworld.tasks.memory.lent import PayWhoTold
from lifeworld.tasks.memory.sentences import Told, WriteToWhoTold, told
from lifeworld.tasks.memory.told import InGroup, Messaged, OneOf, most_heard, one_of
from lifeworld.tasks.todo.ways import own


class ADayForTheirPost(Told, Task):
    """A day is marked on which to ask somebody about the post that they have applied for."""

    goals = [
        "{person.name} told me on Chatter where they're applying for a day a week. Mark {on}, all day, in the "
        "{calendar.name} calendar of Almanac: “Ask about …”, with that place and its “the” for the dots, reminder as "
        "preset.",
        "Put an all-day “Ask about …” into {calendar.name} on {on} and don't touch the reminder. The dots are the "
        "place where {person.name} wants to work one day a week, by our Chatter chat.",
        "Where does {person.name} want to work beside their job? They wrote it to me in Chatter. Enter “Ask about” "
        "and that place in {calendar.name}, all day on {on}, with the reminder that comes up.",
    ]
    tags = ["told"]
    apps = ["calendar", "messenger"]

    known: Known = told("applied")
    value: str = derived(lambda known: known.value)
    on: date = day(2, 25)
    calendar: Calendar = pick(Calendar)

    def effects(self, store: Store) -> Commands:
        yield noted(store, f"Ask about {self.value}", self.calendar, self.on)

    def solution(self, user: User) -> None:
        user.do(noted(self.calendar.store, f"Ask about the {self.read(user)}", self.calendar, self.on))


class CrossFingers(WriteToWhoTold, Task):
    """Whoever has applied somewhere gets a message."""

    goals = [
        "Someone asked me in Chatter to read their letter to {value}, where they're applying. Send them “{text}” "
        "there.",
        "Which of my friends wants to work at {value} one day a week? Chatter knows. They should get “{text}” from me.",
        "“{text}” is for whoever told me in our Chatter chat about a post at {value}.",
    ]
    tags = ["told"]
    apps = ["messenger"]

    known: Known = told("applied")
    value: str = derived(lambda known: known.value)
    text: str = phrase("I've crossed all my fingers", "Tell me when you hear from them", "They'd be lucky to have you")


class CardForTheExam(Told, Task):
    """A card for somebody's examination becomes a task, with what they sit for in its name."""

    goals = [
        "{person.name} told me in Chatter what they have to pass. Add “Write a card: …” to {list.name} in Ticked; for "
        "the dots put the name of what they sit for, without an article.",
        "Put “Write a card: …” on my list {list.name}, with the examination or certificate (no article) that "
        "{person.name} was learning for, by our Chatter chat, in place of the dots.",
        "What was {person.name} so nervous about, as they wrote in Chatter: which exam? Write “Write a card:” and its "
        "name, with no article, on {list.name}.",
    ]
    tags = ["told"]
    apps = ["messenger", "todo"]

    known: Known = told("sits")
    list: TaskList = pick(TaskList, own)

    def effects(self) -> Commands:
        yield todo.AddTask(f"Write a card: {self.value}", self.list)

    def solution(self, user: User) -> None:
        user.do(todo.AddTask(f"Write a card: {self.read(user)}", self.list))


class WhatTheLoanWasFor(Told, Task):
    """Whose bill was it for which one has lent somebody money?"""

    goals = [
        "On {entry.at} I sent {person.name} {amount}. They had asked me in Chatter for it because of a bill. Who had "
        "sent them that bill?",
        "Why did {person.name} get {amount} from me on {entry.at}? I mean whom they had to pay with it, as they told "
        "me in Chatter.",
        "{person.name} needed {amount} from me to pay somebody; it went out on {entry.at}. Look in our Chatter chat "
        "who wanted it from them.",
    ]
    tags = ["told", "look-up"]
    apps = ["messenger"]

    known: Known = told("in_debt")
    entry: Entry = derived(lambda store, known: lent(store, known))
    amount: Money = derived(lambda entry: -entry.amount)

    def answer(self, store: Store) -> str:
        return self.known.value

    def solution(self, user: User) -> None:
        user.say(f"the {self.read(user)}")


def lent(store: Store, known: Known) -> Entry | None:
    """Return the payment to somebody with which money was lent, where just one went to them then."""
    day_after = known.since.date()
    found = store.all(Entry, "kind = 'person' AND amount < 0 AND person_id = ? AND date(at) = ?", known.of, day_after)
    return found[0] if len(found) == 1 else None


class WriteAboutTheBet(WriteToWhoTold, Task):
    """Whoever one has bet with gets a message."""

    goals = [
        "One of us said {value}, and we put money on it. Find out in Chatter with whom, and write to them: “{text}”",
        "Somebody and I bet on it {value}. Send that person “{text}” in Chatter.",
        "Who was my partner in the bet {value}? Look in Chatter; they should read “{text}” in our chat.",
    ]
    tags = ["told"]
    apps = ["messenger"]

    known: Known = told("bet")
    text: str = phrase("I've found another source", "Shall we bet again?", "There's a lecture on that next week")


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
    step_budgets = 2
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
        user.do(todo.AddTask(f"Buy a treat for {self.read(user)}", self.list))
