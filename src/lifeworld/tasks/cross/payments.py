"""Money at Harbour Bank that other apps ask for."""

from datetime import date

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Bill
from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Calendar, Settings
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.apps.todo.models import TaskList
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Items,
    Outcomes,
    Setup,
    Task,
    User,
    button,
    days,
    field,
    link,
    money,
    observed,
    phrase,
    pick,
    way,
)
from lifeworld.tasks.bank import OPEN_BILL, holds, known, open_bill
from lifeworld.tasks.bank import send as pay_person
from lifeworld.tasks.cross.screens import mark_day
from lifeworld.tasks.todo import BROWSE


class PayForTask(Task):
    """A task says whom to pay how much; it is done and ticked off."""

    goals = [
        "Ticked has a task about paying {person.name} back. Do what it says from {account.name}, with “{what}” as "
        "the note, and tick it off.",
        "Look at the to-do that says I owe {person.name} money. Pay it out of {account.name} (note: “{what}”), then "
        "mark the task as done.",
        "I wrote down in Ticked what {person.name} gets from me for {what}. Send it from {account.name} with the note "
        "“{what}” and complete the task.",
    ]
    apps = ["bank", "todo"]

    amount: Money = money(5, 60)
    person: Person = pick(Person, known)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))
    what: str = phrase("concert tickets", "the taxi", "flowers", "Sunday lunch", "printer ink")

    @property
    def title(self) -> str:
        return f"Pay {self.person.name} back for {self.what}"

    def setup(self, store: Store) -> Setup:
        inbox = store.one(TaskList, "inbox")
        yield todo.AddTask(f"Ask {self.person.first} about {self.what}", inbox, note="How much was it?")
        yield todo.AddTask(self.title, inbox, note=f"It was {self.amount + self.amount} for both, so {self.amount}.")

    def effects(self, store: Store) -> Commands:
        yield bank.SendMoney(self.person, self.account, self.amount, self.what)
        yield todo.Complete(store.one(TodoTask, "title = ? AND done_at IS NULL", self.title))

    def items(self) -> Items:
        yield observed("Read the task", showing="for both", kind="search")

    @way
    def ticked_off_first_on_its_own_page(self, user: User) -> None:
        user.open("Ticked")
        user.click(link("Search"))
        user.fill(field("Search tasks"), self.person.name)
        user.click(button("Search"))
        user.click(link(self.title))
        user.click(button(f"Complete {self.title}"))
        pay_person(user, self.person, self.account, self.amount, self.what)


class RememberTheBill(Task):
    """The day that a bill falls due is noted, as a task or as an event."""

    goals = [
        "So that I don't forget the {bill.business.name} bill: note the day it is due, either as a task in the Inbox "
        "of Ticked or as an all-day event in the {calendar.name} calendar of Almanac (preset reminder). The title is "
        "“Pay {bill.business.name}”.",
        "When is the open {bill.business.name} bill due? Put “Pay {bill.business.name}” down for that day: a to-do in "
        "the Inbox with that due date, or an all-day entry in Almanac's {calendar.name} calendar with the usual "
        "reminder.",
        "Remind me of the {bill.business.name} bill on the day it's due. A task in Ticked's Inbox or an all-day event "
        "in {calendar.name} will do (leave its reminder); call it “Pay {bill.business.name}”.",
    ]
    tags = ["look-up", "choice"]
    apps = ["bank", "calendar", "todo"]
    optional_apps = ["calendar", "todo"]

    bill: Bill = pick(Bill, among=lambda row: row.open, where=OPEN_BILL)
    calendar: Calendar = pick(Calendar)

    @property
    def title(self) -> str:
        return f"Pay {self.bill.business.name}"

    def outcomes(self) -> Outcomes:
        store = self.bill.store
        reminder = store.one(Settings).reminder
        return [
            [todo.AddTask(self.title, store.one(TaskList, "inbox"), due=self.bill.due)],
            [almanac.AddEvent(self.title, self.calendar, self.bill.due, all_day=True, reminder=reminder)],
        ]

    def items(self) -> Items:
        yield observed("Found the bill", showing=self.bill.business.name, kind="search")

    def due(self, user: User) -> date:
        open_bill(user, self.bill)
        return days(user.page.fact("Due"), user.today)[0]

    @way
    def as_a_task(self, user: User) -> None:
        due = self.due(user)
        user.open("Ticked")
        user.click(link("Inbox"), via=BROWSE)
        user.click(link("Add task"))
        user.fill(field("Title"), self.title)
        user.fill(field("Due date"), due)
        user.click(button("Add task"))

    def solution(self, user: User) -> None:
        due = self.due(user)
        mark_day(user, self.title, due, self.calendar)
