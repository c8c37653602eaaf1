"""Money at Harbour Bank that other apps ask for."""

from datetime import datetime, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Bill, Payee
from lifeworld.apps.calendar import commands as almanac
from lifeworld.apps.calendar.models import Calendar, Settings
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Line, Message, Thread
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task, TaskList
from lifeworld.core.money import Money
from lifeworld.life.events import BillIssued, Mailed
from lifeworld.life.models import Business, Person
from lifeworld.scenarios import (
    Scenario,
    box,
    button,
    containing,
    derived,
    field,
    link,
    money,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.scenarios.bank import OPEN_BILL, choose, go, holds, known, open_bill
from lifeworld.scenarios.mail import search
from lifeworld.scenarios.todo import BROWSE
from lifeworld.scenarios.user import User
from lifeworld.store import Store


def invoice(store: Store, bill: Bill) -> Message | None:
    """Return the mail that a bill came with, if it can still be read."""
    line = store.first(Line, "text = 'Invoice number' AND value = ?", bill.number)
    found = store.get(Message, line.message_id) if line else None
    return found if found and found.layout == "invoice" and not found.thread.binned else None


def pay_person(user: User, person: Person, account: Account, amount: Money, note: str) -> None:
    """Send a person money, to the last step."""
    go(user, "Pay & transfer", "Send money", person.name, "Send money")
    user.fill(field("Amount"), amount)
    choose(user, "From", account)
    user.fill(field("What is it for?"), note)
    user.click(button("Review"))
    user.click(button("Confirm"))


def pay_bill(user: User, bill: Bill, account: Account) -> None:
    """Pay a bill at once."""
    open_bill(user, bill)
    user.click(link("Pay now"))
    choose(user, "From", account)
    user.click(button("Confirm payment"))


class PayMailedInvoice(Scenario):
    """An invoice that came by mail is paid, and its mail put away."""

    goals = [
        "{bill.business.name} has mailed me an invoice that is still open. Pay it from {account.name}, then archive "
        "the mail.",
        "Pay the open invoice in my mail from {bill.business.name} out of {account.name}. Its mail can go to the "
        "archive afterwards.",
        "There is an unpaid {bill.business.name} invoice in Post: settle it from {account.name} at Harbour Bank and "
        "archive that mail.",
    ]
    apps = ("bank", "mail")
    tags = ["long"]

    bill: Bill = pick(Bill, among=lambda row: row.open, where=OPEN_BILL)
    account: Account = pick(Account, lambda account, bill: holds(account, bill.amount))
    thread: Thread = derived(lambda store, bill: in_inbox(invoice(store, bill)))

    def effects(self):
        yield bank.PayBill(self.bill, self.account)
        yield mail.Archive(self.thread)

    def items(self):
        yield observed("Found the invoice in the mail", showing=self.bill.number, kind="search")

    def solution(self, user):
        pay_bill(user, self.bill, self.account)
        search(user, f'"{self.bill.number}"')
        user.click(link(self.thread.subject))
        user.click(button("Archive"))


def in_inbox(letter: Message | None) -> Thread | None:
    """Return a letter's conversation if it lies in the inbox."""
    return letter.thread if letter and letter.thread.place == "inbox" else None


class TheInvoiceThatCounts(Scenario):
    """Of two invoices by one sender, a letter says which is the right one."""

    goals = [
        "{business.name} made a mess of it: two invoices, and then a mail that says which one counts. Pay that one "
        "from {account.name}, and only that one.",
        "I got two invoices from {business.name} and a mail explaining the mix-up. Pay the valid one out of "
        "{account.name}, leave the other alone.",
        "Read what {business.name} wrote about its two invoices, then pay the one that is right from {account.name}.",
    ]
    apps = ("bank", "mail")
    tags = ["look-up", "distractor"]

    business: Business = pick(
        Business,
        lambda business, store: (
            business.kind in ("health", "leisure", "school")
            and not store.count(Bill, "business_id = ? AND paid_at IS NULL", business.id)
            and not store.count(Payee, "business_id = ? AND autopay_id IS NOT NULL", business.id)
        ),
    )
    amount: Money = money(30, 90)
    more: Money = money(5, 40)
    serial: int = number(10_000, 88_000)
    later: int = number(0, 1)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))

    def number_of(self, now: datetime, wrong: bool) -> str:
        """Return the number of the right invoice, or of the wrong one."""
        return f"{self.business.name[:2].upper()}-{now:%y%m}-{self.serial + 7 * (self.later != wrong)}"

    def given(self, store: Store):
        for wrong in (False, True):
            first = (self.later == 0) != wrong
            yield BillIssued(
                at=store.now - timedelta(days=3 if first else 1, hours=3),
                business_id=self.business.id,
                amount=self.amount + self.more if wrong else self.amount,
                number=self.number_of(store.now, wrong),
                due=store.now.date() + timedelta(days=11 if first else 13),
            )
        right, void = (self.number_of(store.now, wrong) for wrong in (False, True))
        yield Mailed(
            at=store.now - timedelta(hours=4),
            thread="given-two-invoices",
            business_id=self.business.id,
            subject="About our two invoices",
            body=f"Hello,\n\nwe are sorry, you got two invoices from us for one and the same thing.\n\n"
            f"Please disregard {void}, it was made out by mistake. Only {right} is to be paid.\n\n{self.business.name}",
            read=False,
        )

    def effects(self, store: Store):
        yield bank.PayBill(store.one(Bill, "number = ?", self.number_of(store.now, False)), self.account)

    def items(self):
        yield observed("Read the letter", showing="Please disregard", kind="search")

    def solution(self, user):
        search(user, 'subject:"About our two invoices"')
        user.click(link("About our two invoices"))
        right = self.number_of(self.business.store.now, False)
        go(user, "Pay & transfer", "Pay bills", f"Bill {right} from {self.business.name}")
        user.click(link("Pay now"))
        choose(user, "From", self.account)
        user.click(button("Confirm payment"))


class PaidLongAgo(Scenario):
    """An invoice in the mail was paid before, so it can't be paid again."""

    goals = [
        "Pay invoice {bill.number} from my mail out of {account.name}. If it can't be paid, tell me and leave it.",
        "There's a mail with invoice {bill.number}. Settle it from {account.name}; if that's impossible, just say so.",
        "I'm not sure about invoice {bill.number} that {bill.business.name} mailed me. Pay it from {account.name} or "
        "tell me that it can't be paid any more.",
    ]
    apps = ("bank", "mail")

    bill: Bill = pick(
        Bill,
        lambda bill, store: invoice(store, bill) is not None and store.now.date() - bill.issued < timedelta(days=120),
        where="paid_at IS NOT NULL",
    )
    account: Account = pick(Account, lambda account, bill: holds(account, bill.amount))

    def impossible(self):
        yield bank.PayBill(self.bill, self.account)

    def items(self):
        yield observed("Found the invoice or its payment", showing=self.bill.number, kind="search")

    def solution(self, user):
        search(user, f'"{self.bill.number}"')
        user.give_up()


class PayForTask(Scenario):
    """A task says whom to pay how much; it is done and ticked off."""

    goals = [
        "Ticked has a task about paying {person.name} back. Do what it says from {account.name}, with “{what}” as "
        "the note, and tick it off.",
        "Look at the to-do that says I owe {person.name} money. Pay it out of {account.name} (note: “{what}”), then "
        "mark the task as done.",
        "I wrote down in Ticked what {person.name} gets from me for {what}. Send it from {account.name} with the note "
        "“{what}” and complete the task.",
    ]
    apps = ("bank", "todo")

    amount: Money = money(5, 60)
    person: Person = pick(Person, known)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))
    what: str = phrase("concert tickets", "the taxi", "flowers", "Sunday lunch")

    @property
    def title(self) -> str:
        return f"Pay {self.person.name} back for {self.what}"

    def given(self, store: Store):
        inbox = store.one(TaskList, "inbox")
        yield todo.AddTask(f"Ask {self.person.first} about {self.what}", inbox, note="How much was it?")
        yield todo.AddTask(self.title, inbox, note=f"It was {self.amount + self.amount} for both, so {self.amount}.")

    def effects(self, store: Store):
        yield bank.SendMoney(self.person, self.account, self.amount, self.what)
        yield todo.Complete(store.one(Task, "title = ? AND done_at IS NULL", self.title))

    def items(self):
        yield observed("Read the task", showing="for both", kind="search")

    def solution(self, user):
        user.open("Ticked")
        user.click(link("Inbox"), via=BROWSE)
        user.click(link(self.title))
        pay_person(user, self.person, self.account, self.amount, self.what)
        user.open("Ticked")
        user.click(link("Inbox"), via=BROWSE)
        user.click(button(f"Complete {self.title}"))


class RememberTheBill(Scenario):
    """The day that a bill falls due is noted, as a task or as an event."""

    goals = [
        "So that I don't forget the {bill.business.name} bill: note the day it is due, either as a task in the Inbox "
        "of Ticked or as an all-day event in the {calendar.name} calendar of Almanac (preset reminder). The title has "
        "to name {bill.business.name}.",
        "When is the open {bill.business.name} bill due? Put “{bill.business.name}” down for that day: a to-do in the "
        "Inbox with that due date, or an all-day entry in Almanac's {calendar.name} calendar with the usual reminder.",
        "Remind me of the {bill.business.name} bill on the day it's due. A task in Ticked's Inbox or an all-day event "
        "in {calendar.name} will do (leave its reminder); {bill.business.name} should be in the title.",
    ]
    apps = ("bank", "calendar", "todo")
    tags = ["look-up", "choice", "prose"]

    bill: Bill = pick(Bill, among=lambda row: row.open, where=OPEN_BILL)
    calendar: Calendar = pick(Calendar)

    def outcomes(self):
        store, title = self.bill.store, containing(self.bill.business.name)
        reminder = store.one(Settings).reminder
        return [
            [todo.AddTask(title, store.one(TaskList, "inbox"), due=self.bill.due)],
            [almanac.AddEvent(title, self.calendar, self.bill.due, all_day=True, reminder=reminder)],
        ]

    def items(self):
        yield observed("Found the bill", showing=self.bill.business.name, kind="search")

    def solution(self, user):
        open_bill(user, self.bill)
        user.open("Almanac")
        user.click(link("New event"))
        user.fill(field("Title"), f"Pay {self.bill.business.name}")
        user.check(box("All day"))
        user.fill(field("Date"), self.bill.due)
        user.choose(field("Calendar"), self.calendar.name)
        user.click(button("Save"))
