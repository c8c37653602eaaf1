"""What has been lent, one way or the other, and has come back or not: only the chats tell."""

from datetime import date
from typing import TYPE_CHECKING

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account
from lifeworld.apps.calendar.models import Calendar
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.facts import Known
from lifeworld.life.models import Person
from lifeworld.taskkit import Commands, Money, Store, Task, User, day, link, money, phrase, pick, show_all, way
from lifeworld.tasks.bank import go, holds, pay_person
from lifeworld.tasks.cross.beforehand import noted
from lifeworld.tasks.cross.screens import write_to
from lifeworld.tasks.memory.sentences import Told, WriteToWhoTold, told
from lifeworld.tasks.todo.ways import own


class WhatTheyKept(Told, Task):
    """What has somebody borrowed that they had to be asked for?"""

    goals = [
        "{person.name} borrowed something of mine for a few days, and weeks later I had to ask for it. What was it? "
        "Our Chatter chat tells.",
        "Which of my things did {person.name} keep so long that I asked for it in Chatter?",
        "In Chatter I let {person.name} have one thing of mine, and it didn't come back by itself. Which thing?",
    ]
    tags = ["told"]
    apps = ["messenger"]

    known: Known = told("kept")

    def answer(self, store: Store) -> str:
        return self.value

    def solution(self, user: User) -> None:
        user.say(self.read(user))


class BorrowedOnce(Told):
    """What one of two has borrowed from the other, in whichever way."""

    known: Known = told("loan")


class NoteWhatWasBorrowed(BorrowedOnce, Task):
    """What was once borrowed becomes a task with a day."""

    goals = [
        "Between {person.name} and me a thing was borrowed for a few days, and asked for weeks later, see Chatter. "
        "Put “Settle: …” on {list.name} in Ticked for {due}, with its name, without an article, for the dots.",
        "Add a task “Settle: …” to {list.name}, due on {due}: the dots are the thing (no article) that one of us, "
        "{person.name} or I, was slow to give back to the other, by our Chatter chat.",
        "Look in Chatter what {person.name} and I lent, one to the other, and had to ask for. Write “Settle:” and its "
        "name, with no article, on the list {list.name}, for {due}.",
    ]
    tags = ["told"]
    apps = ["messenger", "todo"]

    list: TaskList = pick(TaskList, own)
    due: date = day(1, 20)

    def effects(self) -> Commands:
        yield todo.AddTask(f"Settle: {self.value}", self.list, due=self.due)

    def solution(self, user: User) -> None:
        user.do(todo.AddTask(f"Settle: {self.read(user)}", self.list, due=self.due))


class WriteAboutWhatWasBorrowed(WriteToWhoTold, BorrowedOnce, Task):
    """Whoever lent or borrowed something that had to be asked for gets a message."""

    goals = [
        "A certain {value} was borrowed between somebody and me, and asked for weeks later. Find out in Chatter who "
        "that is, and write to them alone: “{text}”",
        "I need the {value} again. Send “{text}” in Chatter to the person with whom I once arranged the loan.",
        "With whom did I talk in Chatter about borrowing the {value}? They should get “{text}” from me, in our chat.",
    ]
    tags = ["told"]
    apps = ["messenger"]

    text: str = phrase("Are you in tonight? I'll come by", "Where is it by now?", "Shall we meet on Sunday about it?")

    @way
    def after_reading_it_all(self, user: User) -> None:
        self.read(user)
        write_to(user, self.chat.name, self.text)


class WhichBookWasIt(Told, Task):
    """Which book was passed on for reading?"""

    goals = [
        "Which book did {person.name} and I pass from one to the other? Give me its title, as we wrote it in Chatter.",
        "One of us, {person.name} or I, took home a book of the other's to read. What is it called? See Chatter.",
        "I've talked with {person.name} on Chatter about a book that was lent between us. Its title?",
    ]
    tags = ["told"]
    apps = ["messenger"]

    known: Known = told("novel")

    def answer(self, store: Store) -> str:
        return self.known.value.strip("“”")

    def solution(self, user: User) -> None:
        user.say(self.said(user))


class ADayForTheBook(Told, Task):
    """A day is marked on which to talk to somebody about the book that was lent."""

    goals = [
        "I lent or was lent {value}, a book. Look in Chatter with whom that was, and mark {on} in Almanac, all day, "
        "in the {calendar.name} calendar: “Book talk with …”, with their full name for the dots. Leave the reminder.",
        "With whom did I write about borrowing the book {value} in Chatter? Add “Book talk with …” and their full "
        "name to {calendar.name}, all day on {on}, reminder as preset.",
        "Put an all-day “Book talk with …” into my {calendar.name} calendar on {on}, reminder untouched. The dots are "
        "the full name of the one with whom, by Chatter, I shared the book {value}.",
    ]
    tags = ["told"]
    apps = ["calendar", "messenger"]

    known: Known = told("novel")
    on: date = day(2, 25)
    calendar: Calendar = pick(Calendar)

    def effects(self, store: Store) -> Commands:
        yield noted(store, f"Book talk with {self.chat.name}", self.calendar, self.on)

    def solution(self, user: User) -> None:
        user.do(noted(self.calendar.store, f"Book talk with {self.find(user)}", self.calendar, self.on))


class PayWhoTold(Told):
    """Whoever has told something, who is to be found out, gets money."""

    if TYPE_CHECKING:
        amount: Money
        account: Account
        note: str

    def effects(self, store: Store) -> Commands:
        yield bank.SendMoney(store.get(Person, self.known.of), self.account, self.amount, self.note)

    def solution(self, user: User) -> None:
        name = self.find(user)
        go(user, "Pay & transfer", "Send money")
        show_all(user)
        user.click(link(name))
        pay_person(user, self.account, self.amount, self.note)


class PayForTheLoan(PayWhoTold, Task):
    """Whoever lent one something gets money for it."""

    goals = [
        "I once borrowed a {value}. See in Chatter from whom, and send that person {amount} from {account.name}, with "
        "“{note}” as the note.",
        "Whoever lent me their {value} should get {amount} out of {account.name}; the note is “{note}”. We arranged "
        "it in Chatter.",
        "Find out who had a {value} for me, by my chats, and pay them {amount} from {account.name}, note “{note}”.",
    ]
    tags = ["told"]
    apps = ["bank", "messenger"]

    known: Known = told("lent")
    amount: Money = money(4, 30)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))
    note: str = phrase("For the wear and tear", "A thank you for the loan", "For a new one, some day")
