"""What letters ask for: invoices that are paid at Harbour Bank, things that one brings."""

from datetime import datetime, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Bill, Payee
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Line, Message, Thread
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.events import BillIssued
from lifeworld.life.models import Business, Person
from lifeworld.taskkit import (
    Commands,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    amounts,
    derived,
    link,
    money,
    number,
    observed,
    phrase,
    pick,
    way,
)
from lifeworld.tasks.bank import OPEN_BILL, go, holds, known, look_for, open_account, pay_bill, pay_now
from lifeworld.tasks.cross.beforehand import inbox, mailed, ticked
from lifeworld.tasks.cross.screens import letter, tick_off
from lifeworld.tasks.cross.words import in_reverse
from lifeworld.tasks.mail import search


def invoice(store: Store, bill: Bill) -> Message | None:
    """Return the mail that a bill came with, if it can still be read."""
    line = store.first(Line, "text = 'Invoice number' AND value = ?", bill.number)
    found = store.get(Message, line.message_id) if line else None
    return found if found and found.layout == "invoice" and not found.thread.binned else None


def in_inbox(letter: Message | None) -> Thread | None:
    """Return a letter's conversation if it lies in the inbox."""
    return letter.thread if letter and letter.thread.place == "inbox" else None


def open_invoice(user: User, words: str) -> str:
    """Find an invoice in the mail, open it and return its number."""
    search(user, words)
    user.click(link(user.page.lines()[0].names[0]))
    return user.page.fact("Invoice number")


def billed_by_hand(store: Store, business: Business, *kinds: str) -> bool:
    """Return whether a business of one of these kinds has neither an open bill nor an automatic payment."""
    open_bills = store.count(Bill, "business_id = ? AND paid_at IS NULL", business.id)
    automatic = store.count(Payee, "business_id = ? AND autopay_id IS NOT NULL", business.id)
    return business.kind in kinds and not open_bills and not automatic


class PayMailedInvoice(Task):
    """An invoice that came by mail is paid, and its mail put away."""

    goals = [
        "{bill.business.name} has mailed me an invoice that is still open. Pay it from {account.name}, then archive "
        "the mail that it came with.",
        "Pay the open invoice in my mail from {bill.business.name} out of {account.name}. The mail with this invoice's "
        "number can go to the archive afterwards.",
        "There is an unpaid {bill.business.name} invoice in Post: settle it from {account.name} at Harbour Bank and "
        "archive the mail with that very invoice.",
    ]
    tags = ["long"]
    apps = ["bank", "mail"]

    bill: Bill = pick(Bill, among=lambda row: row.open, where=OPEN_BILL)
    account: Account = pick(Account, lambda account, bill: holds(account, bill.amount))
    thread: Thread = derived(lambda store, bill: in_inbox(invoice(store, bill)))

    def effects(self) -> Commands:
        yield bank.PayBill(self.bill, self.account)
        yield mail.Archive(self.thread)

    def items(self) -> Items:
        yield observed("Found the invoice in the mail", showing=self.bill.number, kind="search")

    def solution(self, user: User) -> None:
        pay_bill(user, self.bill, self.account)
        user.do(mail.Archive(self.thread))

    @way
    def mail_first(self, user: User) -> None:
        user.do(mail.Archive(self.thread))
        pay_bill(user, self.bill, self.account)


class TheInvoiceThatCounts(Task):
    """Of two invoices by one sender, a letter says which is the right one."""

    goals = [
        "{business.name} made a mess of it: two invoices, and then a mail that says which one counts. Pay that one "
        "from {account.name}, and only that one.",
        "I got two invoices from {business.name} and a mail explaining the mix-up. Pay the valid one out of "
        "{account.name}, leave the other alone.",
        "Read what {business.name} wrote about its two invoices, then pay the one that is right from {account.name}.",
    ]
    tags = ["look-up", "distractor"]
    apps = ["bank", "mail"]

    business: Business = pick(
        Business, lambda business, store: billed_by_hand(store, business, "health", "leisure", "school")
    )
    amount: Money = money(30, 90)
    more: Money = money(5, 40)
    serial: int = number(10_000, 88_000)
    later: int = number(0, 1)
    account: Account = pick(Account, lambda account, amount: holds(account, amount))

    def number_of(self, now: datetime, wrong: bool) -> str:
        """Return the number of the right invoice, or of the wrong one."""
        return f"{self.business.name[:2].upper()}-{now:%y%m}-{self.serial + 7 * (self.later != wrong)}"

    def setup(self, store: Store) -> Setup:
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
        body = (
            f"Hello,\n\nwe are sorry, you got two invoices from us for one and the same thing.\n\n"
            f"Please disregard {void}, it was made out by mistake. Only {right} is to be paid.\n\n{self.business.name}"
        )
        yield mailed(store, self.business, "About our two invoices", body, hours=4)

    def effects(self, store: Store) -> Commands:
        yield bank.PayBill(store.one(Bill, "number = ?", self.number_of(store.now, False)), self.account)

    def items(self) -> Items:
        yield observed("Read the letter", showing="Please disregard", kind="search")

    def solution(self, user: User) -> None:
        right = letter(user, "About our two invoices", "Only ").split()[0]
        go(user, "Pay & transfer", "Pay bills")
        self.pay(user, f"Bill {right} from {self.business.name}")

    @way
    def looked_for_at_the_bank(self, user: User) -> None:
        void = letter(user, "About our two invoices", "Please disregard ").split(",")[0]
        go(user, "Pay & transfer", "Pay bills")
        look_for(user, "Search bills", self.business.name)
        self.pay(user, next(line.names[0] for line in user.page.lines("Open bills") if void not in line.text))

    def pay(self, user: User, bill: str) -> None:
        user.click(link(bill))
        pay_now(user, self.account)


class PaidLongAgo(Task):
    """An invoice in the mail was paid before, so it can't be paid again."""

    goals = [
        "Pay invoice {bill.number} from my mail out of {account.name}.",
        "There's a mail with invoice {bill.number}. Settle it from {account.name} at Harbour Bank.",
        "{bill.business.name} mailed me invoice {bill.number}. Take {account.name} to pay it.",
    ]
    apps = ["bank", "mail"]
    optional_apps = ["bank"]

    bill: Bill = pick(
        Bill,
        lambda bill, store: invoice(store, bill) is not None and store.now.date() - bill.issued < timedelta(days=120),
        where="paid_at IS NOT NULL",
    )
    account: Account = pick(Account, lambda account, bill: holds(account, bill.amount))

    def impossible(self) -> Commands:
        yield bank.PayBill(self.bill, self.account)

    def items(self) -> Items:
        yield observed("Found the invoice or its payment", showing=self.bill.number, kind="search")

    def solution(self, user: User) -> None:
        search(user, f'"{self.bill.number}"')
        user.give_up()


class BillOffTheList(Task):
    """A bill that came by mail is paid, its task done, and what is left on the account told."""

    goals = [
        "{bill.business.name} has sent me an invoice by mail that's still to be paid. Pay it from {account.name}, tick "
        "off “{title}” in Ticked, and tell me what is available on {account.name} then.",
        "“{title}” is on my to-do list, and the {bill.business.name} invoice for it lies in Post. Settle it out of "
        "{account.name} at Harbour Bank, complete the task, and let me know how much can still be spent from that "
        "account.",
        "Do what “{title}” in Ticked asks: the open invoice from {bill.business.name} in my mail has to be paid from "
        "{account.name}. When that's done, check the task off. What's left on {account.name}?",
    ]
    tags = ["look-up", "distractor"]
    apps = ["bank", "mail", "todo"]

    bill: Bill = pick(
        Bill, lambda bill, store: invoice(store, bill) is not None, among=lambda row: row.open, where=OPEN_BILL
    )
    account: Account = pick(Account, lambda account, bill: holds(account, bill.amount))
    wording: str = phrase("Pay {}", "Settle the bill of {}", "Money for {}", "Don't forget {}")
    title: str = derived(lambda bill, wording: wording.format(bill.business.name))

    def setup(self, store: Store) -> Setup:
        yield todo.AddTask(f"File the receipt from {self.bill.business.name}", inbox(store))
        yield todo.AddTask(self.title, inbox(store), due=self.bill.due)

    def effects(self, store: Store) -> Commands:
        yield bank.PayBill(self.bill, self.account)
        yield ticked(store, self.title)

    def answer(self, store: Store) -> Money:
        return ledger.available(store, self.account)

    def items(self) -> Items:
        yield observed("Found the invoice", showing=self.bill.number, kind="search")
        yield observed("Saw the task", showing=self.title, kind="search")

    def solution(self, user: User) -> None:
        go(user, "Pay & transfer", "Pay bills")
        open_invoice(user, f'"{user.page.line(self.bill.business.name).names[0].split()[1]}"')
        user.follow(self)
        open_account(user, self.account)
        user.say(amounts(user.page.text.split("Available balance")[1])[0])

    @way
    def task_first(self, user: User) -> None:
        tick_off(user, inbox(self.bill.store), self.title)
        user.do(bank.PayBill(self.bill, self.account))
        open_account(user, self.account)
        user.say(amounts(user.page.text.split("Available balance")[1])[0])


class TasksFromLetter(Task):
    """What a letter asks one to bring becomes tasks, one for each thing."""

    goals = [
        "{person.name} mailed me what I should bring to the street party. Add each thing to {list.name} in Ticked as a "
        "task of its own, worded as in the mail.",
        "Find {person.name}'s letter about the street party and turn the things that I'm to bring into tasks on my "
        "list {list.name}. Keep the exact words.",
        "There is a mail from {person.name} with a list of things for the street party. Each of mine should become a "
        "task in {list.name}, word for word.",
    ]
    tags = ["long", "distractor"]
    apps = ["mail", "todo"]

    person: Person = pick(Person, known)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    first: str = phrase("a folding table", "two benches", "the big parasol")
    second: str = phrase("paper lanterns", "a string of lights", "chalk for the pavement")
    third: str = phrase("lemonade for twenty", "a tray of sandwiches", "a cake without nuts")

    the_last_first = in_reverse

    def setup(self, store: Store) -> Setup:
        body = (
            "Hello,\n\nthe others take care of the music and the grill.\n\n"
            f"You would bring these three:\n\n{self.first}\n\n{self.second}\n\n{self.third}\n\nThank you!"
        )
        yield mailed(store, self.person, "Street party: who brings what", body, hours=26)

    def effects(self) -> Commands:
        for thing in (self.first, self.second, self.third):
            yield todo.AddTask(thing, self.list)

    def items(self) -> Items:
        yield observed("Read the letter", showing="You would bring", kind="search")

    def solution(self, user: User) -> None:
        told = letter(user, "Street party: who brings what", "You would bring these three:\n")
        for thing in told.splitlines()[:3]:
            user.do(todo.AddTask(thing, self.list))
