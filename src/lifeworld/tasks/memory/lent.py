"""What has been lent, one way or the other, and has come back or not: only the chats tell."""

from datetime import date

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Calendar, Settings
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.core.money import Money
from lifeworld.life.facts import Known
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import Commands, Task, User, day, link, money, phrase, pick, show_all, way
from lifeworld.tasks.bank import go, holds, pay_person
from lifeworld.tasks.cross.screens import mark_day, write_to
from lifeworld.tasks.cross.words import add_task
from lifeworld.tasks.memory.sentences import Told, told
from lifeworld.tasks.todo.ways import own


class WhatTheyKept(Told, Task):
    """What has somebody borrowed and never brought back?"""

    goals = [
        "{person.name} borrowed something of mine and hasn't given it back in spite of my asking. What is it? Our "
        "Chatter chat tells.",
        "Which of my things is still with {person.name}? I've asked for it in Chatter.",
        "In Chatter I lent {person.name} one thing that I never saw again. Which thing?",
    ]
    tags = ["prose"]
    apps = ["messenger"]

    known: Known = told("kept", still=True)

    def answer(self, store: Store) -> str:
        return self.value

    def solution(self, user: User) -> None:
        user.say(self.read(user))


class NoteToFetchIt(Told, Task):
    """What somebody has never brought back becomes a task."""

    goals = [
        "{person.name} still has something that I lent them, see Chatter. Put “Fetch the …” on {list.name} in Ticked, "
        "with what it is for the dots.",
        "Add a task “Fetch the …” to {list.name}: the dots are the thing of mine that {person.name} borrowed, by our "
        "Chatter chat, and never brought back.",
        "I want my own thing back from {person.name}. Look in Chatter what they borrowed and note “Fetch the …” with "
        "its name on the list {list.name}.",
    ]
    tags = ["prose"]
    apps = ["messenger", "todo"]

    known: Known = told("kept", still=True)
    list: TaskList = pick(TaskList, own)

    def effects(self) -> Commands:
        yield todo.AddTask(f"Fetch the {self.value}", self.list)

    def solution(self, user: User) -> None:
        add_task(user, self.list, f"Fetch the {self.read(user)}")


class AskForItBack(Told, Task):
    """Whoever has something of one's own is asked for it."""

    goals = [
        "Somebody borrowed my {value} and has it to this day. Find out in Chatter who, and write to them alone: “{text}”",
        "My {value} never came home. Send “{text}” in Chatter to the person who has it.",
        "To whom did I lend the {value}? They should get “{text}” from me on Chatter, in our own chat.",
    ]
    tags = ["prose"]
    apps = ["messenger"]

    known: Known = told("kept", still=True)
    text: str = phrase("May I come and fetch it tonight?", "I really need it back now", "Shall I pick it up on Sunday?")

    def effects(self) -> Commands:
        yield messenger.Send(self.chat, self.text)

    def solution(self, user: User) -> None:
        write_to(user, self.find(user), self.text)

    @way
    def after_reading_it_all(self, user: User) -> None:
        self.read(user)
        write_to(user, self.chat.name, self.text)


class BringItBack(Told, Task):
    """What one has kept of somebody else's becomes a task with a day."""

    goals = [
        "I have something of {person.name}'s that I've never given back; they asked for it in Chatter. Add “Return the "
        "…” to {list.name} in Ticked for {due}, with the thing's name for the dots.",
        "Put “Return the …” on {list.name}, due on {due}: what I borrowed from {person.name} by our Chatter chat, and "
        "still have, belongs in place of the dots.",
        "{person.name} is waiting for a thing that I borrowed. Look in Chatter what it is, and write “Return the …” "
        "with it on my list {list.name}, for {due}.",
    ]
    tags = ["prose"]
    apps = ["messenger", "todo"]

    known: Known = told("misses", still=True)
    list: TaskList = pick(TaskList, own)
    due: date = day(1, 20)

    def effects(self) -> Commands:
        yield todo.AddTask(f"Return the {self.value}", self.list, due=self.due)

    def solution(self, user: User) -> None:
        add_task(user, self.list, f"Return the {self.read(user)}", self.due)


class WhichBookIsIt(Told, Task):
    """Which book has one lent somebody?"""

    goals = [
        "Which book did I lend {person.name}? Give me its title, as we wrote it in Chatter.",
        "{person.name} took one of my books home to read. What is it called? See our Chatter chat.",
        "I've talked with {person.name} on Chatter about a book that I lent them. Its title?",
    ]
    tags = ["prose"]
    apps = ["messenger"]

    known: Known = told("book")

    def answer(self, store: Store) -> str:
        return self.value

    def solution(self, user: User) -> None:
        user.say(self.read(user))


class ADayForTheBook(Told, Task):
    """A day is marked on which somebody is to be asked about the book that they borrowed."""

    goals = [
        "Mark {on} in Almanac, all day, in the {calendar.name} calendar: “Talk about …”, and for the dots the title, "
        "without quotation marks, of the book that I lent {person.name}. Chatter tells which; leave the reminder.",
        "Which book did {person.name} have from me, by Chatter? Add “Talk about …” with its title (no quotation marks) to "
        "{calendar.name}, all day on {on}, reminder as preset.",
        "Put an all-day “Talk about …” into my {calendar.name} calendar on {on}, reminder untouched. The dots are the "
        "title of the book that {person.name} borrowed, as in Chatter, but not in quotation marks.",
    ]
    tags = ["prose"]
    apps = ["calendar", "messenger"]

    known: Known = told("book")
    on: date = day(2, 25)
    calendar: Calendar = pick(Calendar)

    def effects(self, store: Store) -> Commands:
        reminder = store.one(Settings).reminder
        yield almanac.AddEvent(f"Talk about {self.value}", self.calendar, self.on, all_day=True, reminder=reminder)

    def solution(self, user: User) -> None:
        mark_day(user, f"Talk about {self.read(user)}", self.on, self.calendar)


class PayForTheLoan(Told, Task):
    """Whoever lent one something gets money for it."""

    goals = [
        "I once borrowed a {value}. See in Chatter from whom, and send that person {amount} from {account.name}, with "
        "“{note}” as the note.",
        "Whoever lent me their {value} should get {amount} out of {account.name}; the note is “{note}”. We arranged it "
        "in Chatter.",
        "Find out who had a {value} for me, by my chats, and pay them {amount} from {account.name}, note “{note}”.",
    ]
    tags = ["prose"]
    apps = ["bank", "messenger"]

    known: Known = told("lent")
    amount: Money = money(4, 30)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))
    note: str = phrase("For the wear and tear", "A thank you for the loan", "For a new one, some day")

    def effects(self, store: Store) -> Commands:
        yield bank.SendMoney(store.get(Person, self.known.of), self.account, self.amount, self.note)

    def solution(self, user: User) -> None:
        pay(user, self.find(user), self.account, self.amount, self.note)


def pay(user: User, name: str, account: Account, amount: Money, note: str) -> None:
    """Send somebody of this name money."""
    go(user, "Pay & transfer", "Send money")
    show_all(user)
    user.click(link(name))
    pay_person(user, account, amount, note)
