"""Bills between the mail that brings them, the bank that pays them, and the task that stands for them."""

from datetime import date, time, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Account, Bill, Entry, Payee
from lifeworld.apps.messenger.models import Chat
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import Task as TodoTask
from lifeworld.apps.todo.models import TaskList
from lifeworld.core.money import Money
from lifeworld.life.events import BillIssued
from lifeworld.life.models import Business
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Days,
    Items,
    Setup,
    Task,
    User,
    amounts,
    button,
    clocks,
    days,
    derived,
    field,
    link,
    money,
    number,
    observed,
    phrase,
    pick,
    sure,
    way,
)
from lifeworld.tasks.bank import OPEN_BILL, choose, go, holds, open_account
from lifeworld.tasks.cross.invoices import invoice
from lifeworld.tasks.cross.screens import said, tick_off
from lifeworld.tasks.cross.words import add_task
from lifeworld.tasks.mail import search
from lifeworld.tasks.messenger import PEOPLE, open_chat
from lifeworld.tasks.messenger.news import earlier, says


def find_paid(user: User, number_of: str) -> None:
    """Open a paid bill by its number."""
    go(user, "Pay & transfer", "Pay bills", "Paid")
    user.fill(field("Search bills"), number_of)
    user.click(button("Search"))
    user.click(link(user.page.line(number_of).names[0]))


def payment(store: Store, bill: Bill) -> Entry:
    """Return the payment of a bill."""
    return store.one(Entry, "kind = 'bill' AND reference = ?", bill.number)


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
    tags = ["effects and answer", "look-up", "distractor"]
    apps = ["bank", "mail", "todo"]

    bill: Bill = pick(
        Bill, lambda bill, store: invoice(store, bill) is not None, among=lambda row: row.open, where=OPEN_BILL
    )
    account: Account = pick(Account, lambda account, bill: holds(account, bill.amount))
    wording: str = phrase("Pay {}", "Settle the bill of {}", "Money for {}", "Don't forget {}")
    title: str = derived(lambda bill, wording: wording.format(bill.business.name))

    def setup(self, store: Store) -> Setup:
        inbox = store.one(TaskList, "inbox")
        yield todo.AddTask(f"File the receipt from {self.bill.business.name}", inbox)
        yield todo.AddTask(self.title, inbox, due=self.bill.due)

    def effects(self, store: Store) -> Commands:
        yield bank.PayBill(self.bill, self.account)
        yield todo.Complete(store.one(TodoTask, "title = ? AND done_at IS NULL", self.title))

    def answer(self, store: Store) -> Money:
        return ledger.available(store, self.account)

    def items(self) -> Items:
        yield observed("Found the invoice", showing=self.bill.number, kind="search")
        yield observed("Saw the task", showing=self.title, kind="search")

    def solution(self, user: User) -> None:
        self._pay(user)
        tick_off(user, self.bill.store.one(TaskList, "inbox"), self.title)
        self._tell(user)

    @way
    def task_first(self, user: User) -> None:
        tick_off(user, self.bill.store.one(TaskList, "inbox"), self.title)
        self._pay(user)
        self._tell(user)

    def _pay(self, user: User) -> None:
        sender = self.bill.business.name
        go(user, "Pay & transfer", "Pay bills")
        asked = user.page.line(sender).names[0]
        search(user, f'"{asked.split()[1]}"')
        user.click(link(user.page.lines()[0].names[0]))
        go(user, "Pay & transfer", "Pay bills", f"Bill {user.page.fact('Invoice number')} from {sender}", "Pay now")
        choose(user, "From", self.account)
        user.click(button("Confirm payment"))

    def _tell(self, user: User) -> None:
        open_account(user, self.account)
        user.say(amounts(user.page.text.split("Available balance")[1])[0])


def _sent_at_once(store: Store, bill: Bill) -> bool:
    """Return whether a bill's invoice came by mail on the day that it was issued."""
    letter = invoice(store, bill)
    return letter is not None and sure(letter.sent_at).date() == bill.issued


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
            store.now.date() - bill.issued < timedelta(days=150)
            and _sent_at_once(store, bill)
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
        paid = payment(store, self.bill)
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
        search(user, f'from:"{self.bill.business.name}" "Due date" after:{on} before:{on + timedelta(days=1)}')
        user.click(link(user.page.lines()[0].names[0]))
        find_paid(user, user.page.fact("Invoice number"))
        paid, due = (days(user.page.fact(label), user.today)[0] for label in ("Paid", "Due"))
        user.click(link("Show payment"))
        account, at = user.page.fact("Account").split(" …")[0], clocks(user.page.text)[0]
        answers = {"On what day": paid, "From which": account, "How many": (due - paid).days, "At what time": at}
        user.say(next(one for words, one in answers.items() if self.question.startswith(words)))


def billed_by_hand(store: Store, business: Business) -> bool:
    """Return whether somebody might have something repaired or taught there, and no bill of theirs is open."""
    count = store.count
    return (
        business.kind in ("health", "leisure", "school", "utility")
        and not count(Bill, "business_id = ? AND paid_at IS NULL", business.id)
        and not count(Payee, "business_id = ? AND autopay_id IS NOT NULL", business.id)
    )


class DearerThanAgreed(Task):
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
    tags = ["effects and answer", "compare", "sum", "distractor"]
    apps = ["bank", "mail", "messenger", "todo"]
    optional_apps = ["mail"]

    chat: Chat = pick(Chat, where=PEOPLE)
    business: Business = pick(Business, lambda business, store: billed_by_hand(store, business))
    quote: Money = money(40, 160)
    more: Money = money(3, 45)
    serial: int = number(10_000, 88_000)
    left: int = number(4, 24)
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    title: str = phrase("Ask why it got dearer", "Complain about the bill", "Call about the price", "Query the invoice")

    @property
    def number_of(self) -> str:
        return f"{self.business.name[:2].upper()}-{self.serial}"

    def setup(self, store: Store) -> Setup:
        words = (
            (280, f"I called {self.business.name}. First they said {self.quote + self.more + self.more}"),
            (275, f"But I haggled. It's {self.quote} for you, all included"),
            (270, "You're welcome"),
        )
        yield BillIssued(
            at=store.now - timedelta(hours=3),
            business_id=self.business.id,
            amount=self.quote + self.more,
            number=self.number_of,
            due=store.now.date() + timedelta(days=self.left),
        )
        for minutes, text in words:
            yield earlier(store, says(store, self.chat, text), minutes)

    def effects(self, store: Store) -> Commands:
        yield todo.AddTask(self.title, self.list, due=store.now.date() + timedelta(days=self.left))

    def answer(self) -> Money:
        return self.more

    def items(self) -> Items:
        yield observed("Read the chat", showing="But I haggled", kind="search")
        yield observed("Found the bill", showing=self.number_of, kind="search")

    def solution(self, user: User) -> None:
        open_chat(user, self.chat)
        quote = amounts(said(user, "But I haggled"))[0]
        go(user, "Pay & transfer", "Pay bills")
        user.click(link(user.page.line(self.business.name).names[0]))
        asked, due = amounts(user.page.text)[0], days(user.page.fact("Due"), user.today)[0]
        add_task(user, self.list, self.title, due)
        user.say(asked - quote)
