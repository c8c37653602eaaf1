"""Invoices in the mail that are paid at Harbour Bank."""

from datetime import datetime, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Bill, Payee
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Line, Message, Thread
from lifeworld.core.money import Money
from lifeworld.life.events import BillIssued, Mailed
from lifeworld.life.models import Business
from lifeworld.store import Store
from lifeworld.taskkit import (
    Commands,
    Items,
    Setup,
    Task,
    User,
    button,
    derived,
    field,
    link,
    money,
    number,
    observed,
    pick,
    way,
)
from lifeworld.tasks.bank import OPEN_BILL, choose, go, holds, pay_bill
from lifeworld.tasks.mail import search


def invoice(store: Store, bill: Bill) -> Message | None:
    """Return the mail that a bill came with, if it can still be read."""
    line = store.first(Line, "text = 'Invoice number' AND value = ?", bill.number)
    found = store.get(Message, line.message_id) if line else None
    return found if found and found.layout == "invoice" and not found.thread.binned else None


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
        self.put_away(user, self.bill.number)

    @way
    def mail_first(self, user: User) -> None:
        go(user, "Pay & transfer", "Pay bills")
        self.put_away(user, user.page.line(self.bill.business.name).names[0].split()[1])
        pay_bill(user, self.bill, self.account)

    def put_away(self, user: User, invoice_number: str) -> None:
        search(user, f'"{invoice_number}"')
        user.click(link(self.thread.subject))
        user.click(button("Archive"))


def in_inbox(letter: Message | None) -> Thread | None:
    """Return a letter's conversation if it lies in the inbox."""
    return letter.thread if letter and letter.thread.place == "inbox" else None


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
        yield Mailed(
            at=store.now - timedelta(hours=4),
            thread="given-two-invoices",
            business_id=self.business.id,
            subject="About our two invoices",
            body=f"Hello,\n\nwe are sorry, you got two invoices from us for one and the same thing.\n\n"
            f"Please disregard {void}, it was made out by mistake. Only {right} is to be paid.\n\n{self.business.name}",
            read=False,
        )

    def effects(self, store: Store) -> Commands:
        yield bank.PayBill(store.one(Bill, "number = ?", self.number_of(store.now, False)), self.account)

    def items(self) -> Items:
        yield observed("Read the letter", showing="Please disregard", kind="search")

    def solution(self, user: User) -> None:
        search(user, 'subject:"About our two invoices"')
        user.click(link("About our two invoices"))
        right = user.page.after("Only ").split()[0]
        go(user, "Pay & transfer", "Pay bills", f"Bill {right} from {self.business.name}")
        self.pay(user)

    @way
    def looked_for_at_the_bank(self, user: User) -> None:
        search(user, f'from:"{self.business.name}" disregard')
        user.click(link("About our two invoices"))
        void = user.page.after("Please disregard ").split(",")[0]
        go(user, "Pay & transfer", "Pay bills")
        user.fill(field("Search bills"), self.business.name)
        user.click(button("Search"))
        user.click(link(next(line.names[0] for line in user.page.lines("Open bills") if void not in line.text)))
        self.pay(user)

    def pay(self, user: User) -> None:
        user.click(link("Pay now"))
        choose(user, "From", self.account)
        user.click(button("Confirm payment"))


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
