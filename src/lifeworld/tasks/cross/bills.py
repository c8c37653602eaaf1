"""What is due: bills, debts and a dinner, noted as tasks or paid."""

from collections.abc import Iterator
from datetime import date, time, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Bill, Entry
from lifeworld.apps.calendar.models import Calendar
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.events import BillIssued
from lifeworld.life.models import Business, Person
from lifeworld.taskkit import (
    Commands,
    Days,
    Items,
    Money,
    Outcomes,
    Setup,
    Store,
    Task,
    User,
    amounts,
    clocks,
    day,
    days,
    derived,
    link,
    money,
    number,
    observed,
    phrase,
    pick,
    sure,
    way,
)
from lifeworld.taskkit.wording import spoken
from lifeworld.tasks.bank import OPEN_BILL, bills_found, holds, known, open_bill, see_bill
from lifeworld.tasks.cross.beforehand import InChat, dated, inbox, noted, ticked
from lifeworld.tasks.cross.letters import billed_by_hand, invoice, open_invoice
from lifeworld.tasks.cross.screens import tick_off


class HowTheInvoiceWasPaid(Task):
    """When, how and from what was an invoice paid that came by mail?"""

    goals = [
        "I had an invoice from {bill.business.name} in the mail on {bill.issued}. {question}",
        "Look up the invoice that {bill.business.name} mailed me on {bill.issued}, by its number, at Harbour Bank. "
        "{question}",
        "The {bill.business.name:bare} invoice of {bill.issued} is in Post, and its payment at the bank. {question}",
    ]
    tags = ["look-up"]
    apps = ["bank", "mail"]

    bill: Bill = pick(
        Bill,
        lambda bill, store: (
            (letter := invoice(store, bill)) is not None
            and store.now.date() - bill.issued < timedelta(days=150)
            and sure(letter.sent_at).date() == bill.issued
            and store.count(Entry, "kind = 'bill' AND reference = ?", bill.number) == 1
        ),
        where="paid_at IS NOT NULL",
    )
    question: str = phrase(
        "On what day did I pay it?",
        "From which of my accounts did the bank take it?",
        "How many days before it was due was it paid?",
        "At what time of day was it paid?",
    )

    def answer(self, store: Store) -> time | date | Days | str:
        paid = store.one(Entry, "kind = 'bill' AND reference = ?", self.bill.number)
        if "many" in self.question:
            return (self.bill.due - paid.at.date()).days
        if "accounts" in self.question:
            return paid.account.name
        return paid.at.time().replace(second=0) if "time" in self.question else paid.at.date()

    def items(self) -> Items:
        yield observed("Found the invoice", showing=self.bill.number, kind="search")
        yield observed("Looked at the bank's bills", at="/bank/bills", kind="search")

    def solution(self, user: User) -> None:
        on = self.bill.issued
        dates = f"after:{on} before:{on + timedelta(days=1)}"
        number_of = open_invoice(user, f'from:"{self.bill.business.name}" "Due date" {dates}')
        user.click(link(bills_found(user, "Paid", number_of)[0].names[0]))
        paid, due = (days(user.page.fact(label), user.today)[0] for label in ("Paid", "Due"))
        user.click(link("Show payment"))
        account, at = user.page.fact("Account").split(" …")[0], clocks(user.page.text)[0]
        answers = {"On what day": paid, "From which": account, "How many": (due - paid).days, "At what time": at}
        user.say(next(one for words, one in answers.items() if self.question.startswith(words)))


class DearerThanAgreed(InChat, Task):
    """A bill asks for more than a friend had said it would; a task is made of it, and the difference told."""

    goals = [
        "{chat.name} had asked {business.name} for me what it would cost and wrote it to me on Chatter. Now the bill "
        "is at Harbour Bank, and it's higher. Add “{title}” to {list.name} in Ticked, due on the day that the bill "
        "is, and tell me by how much they ask too much.",
        "How much more than {chat.name} told me in Chatter does {business.name} want, by the open bill at the bank? I "
        "need the difference, and a task “{title}” in {list.name} with the bill's due date.",
        "Compare the open {business.name} bill with the price that {chat.name} gave me in our chat. Put “{title}” on "
        "{list.name}, due when the bill is, and let me know what the bill is above that price.",
    ]
    tags = ["compare", "sum", "distractor"]
    apps = ["bank", "messenger", "todo"]

    business: Business = pick(
        Business, lambda business, store: billed_by_hand(store, business, "health", "leisure", "school", "utility")
    )
    quote: Money = money(40, 160)
    more: Money = money(3, 45)
    serial: int = number(10_000, 88_000)
    left: int = number(4, 24)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    title: str = phrase("Ask why it got dearer", "Complain about the bill", "Call about the price", "Query the invoice")
    due: date = derived(lambda now, left: now.date() + timedelta(days=left))
    number_of: str = derived(lambda business, serial: f"{business.name[:2].upper()}-{serial}")

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 280, f"I called {self.business.name}. First they said {self.quote + self.more + self.more}"
        yield 275, f"But I haggled. It's {self.quote} for you, all included"
        yield 270, "You're welcome"

    def setup(self, store: Store) -> Setup:
        yield BillIssued(
            at=store.now - timedelta(hours=3),
            business_id=self.business.id,
            amount=self.quote + self.more,
            number=self.number_of,
            due=self.due,
        )
        yield from super().setup(store)

    def effects(self) -> Commands:
        yield todo.AddTask(self.title, self.list, due=self.due)

    def answer(self) -> Money:
        return self.more

    def items(self) -> Items:
        yield observed("Read the chat", showing="But I haggled", kind="search")
        yield observed("Found the bill", showing=self.number_of, kind="search")

    def solution(self, user: User) -> None:
        quote = amounts(self.said(user, "But I haggled"))[0]
        see_bill(user, self.business.name)
        asked, due = amounts(user.page.text)[0], days(user.page.fact("Due"), user.today)[0]
        user.do(todo.AddTask(self.title, self.list, due=due))
        user.say(asked - quote)


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
    title: str = derived(lambda bill: f"Pay {bill.business.name}")

    def outcomes(self) -> Outcomes:
        store = self.bill.store
        return [
            [todo.AddTask(self.title, inbox(store), due=self.bill.due)],
            [noted(store, self.title, self.calendar, self.bill.due)],
        ]

    def items(self) -> Items:
        yield observed("Found the bill", showing=self.bill.business.name, kind="search")

    def due(self, user: User) -> date:
        open_bill(user, self.bill)
        return days(user.page.fact("Due"), user.today)[0]

    @way
    def as_a_task(self, user: User) -> None:
        user.do(todo.AddTask(self.title, inbox(self.bill.store), due=self.due(user)))

    def solution(self, user: User) -> None:
        user.do(noted(self.calendar.store, self.title, self.calendar, self.due(user)))


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
    title: str = derived(lambda person, what: f"Pay {person.name} back for {what}")

    def setup(self, store: Store) -> Setup:
        told = f"It was {self.amount + self.amount} for both, so {self.amount}."
        yield todo.AddTask(f"Ask {self.person.first} about {self.what}", inbox(store), note="How much was it?")
        yield todo.AddTask(self.title, inbox(store), note=told)

    def effects(self, store: Store) -> Commands:
        yield bank.SendMoney(self.person, self.account, self.amount, self.what)
        yield ticked(store, self.title)

    def items(self) -> Items:
        yield observed("Read the task", showing="for both", kind="search")

    @way
    def ticked_off_first(self, user: User) -> None:
        tick_off(user, inbox(self.person.store), self.title)
        user.do(bank.SendMoney(self.person, self.account, self.amount, self.what))


class DinnerIntoTasks(InChat, Task):
    """A dinner that was arranged, and moved, in a chat becomes a task with its day."""

    goals = [
        "{chat.name} and I are arranging a dinner in Chatter. Put it into my {list.name} list in Ticked as "
        "“{title}”, due on the day that {chat.name} named last.",
        "Add “{title}” to {list.name} in Ticked, due on the day of the dinner that {chat.name} proposes in our chat. "
        "Mind that the day was moved.",
        "Look up in Chatter on which day {chat.name} wants to have dinner after all. Then add the task “{title}” to "
        "my list {list.name}, due that day.",
    ]
    tags = ["look-up", "distractor"]
    apps = ["messenger", "todo"]

    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    first: date = day(6, 12)
    last: date = day(13, 25)
    place: str = phrase("the harbour", "my place", "the old mill", "the new Georgian place")
    title: str = derived(lambda chat: f"Dinner with {chat.person.first}")

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 190, f"Dinner at {self.place}? I could do {spoken(self.first)}"
        yield 160, "Or is that too early for you"
        yield 75, f"Sorry, I have to move it, I'm away then. {dated(self.last)} at seven?"
        yield 70, "You needn't bring anything"

    def effects(self) -> Commands:
        yield todo.AddTask(self.title, self.list, due=self.last)

    def items(self) -> Items:
        yield observed("Read the chat", showing="I have to move it", kind="search")

    def solution(self, user: User) -> None:
        due = days(self.said(user, "I have to move it"), user.today)[0]
        user.do(todo.AddTask(self.title, self.list, due=due))
