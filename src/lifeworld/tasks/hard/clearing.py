"""What has been done to one's books is undone, and what billers write of their bills is done, each as they say."""

from collections.abc import Iterator
from datetime import date, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Category, Entry, Scheduled
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.mail.models import Thread
from lifeworld.apps.todo import commands as todo
from lifeworld.apps.todo.models import TaskList
from lifeworld.life.models import Business
from lifeworld.taskkit import (
    Commands,
    Events,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    amounts,
    button,
    days,
    derived,
    link,
    money,
    number,
    observed,
    phrase,
    pick,
    when,
)
from lifeworld.tasks.bank import debit, holds, pay_now, see_bill
from lifeworld.tasks.cross.beforehand import InChat, dated, mailed, paid_at, ticked
from lifeworld.tasks.cross.screens import letter, payments, quotes, tick_off
from lifeworld.tasks.hard.bookkeeping import billers, three_quiet
from lifeworld.tasks.hard.budget import bill_of, issued
from lifeworld.tasks.hard.company import task_of, turned
from lifeworld.tasks.hard.hands import file_under, put_down, reopen
from lifeworld.tasks.memory.told import shown
from lifeworld.tasks.messenger import open_named

FILED: tuple[Category, ...] = ("Giving", "Travel", "Transport")  # by them, by them, by the owner


def from_and_to(store: Store, turn: int, amount: Money) -> tuple[Account, Account] | None:
    """Return two accounts of which the first one holds an amount, by any number."""
    found = turned([one for one in store.all(Account) if debit(one)], turn)[:2]
    return (found[0], found[1]) if len(found) == 2 and holds(found[0], amount * 2) else None


class UndoTheBookkeeping(InChat, Task):
    """Somebody has tidied up one's money and tells how; all that is taken back, and what one did oneself stays."""

    goals = [
        "{chat.name} did my books as a surprise and confesses on Chatter what they changed. Undo it all: file the "
        "payments under what they were before, move the money back with the memo “{memo}”, cancel the payment that "
        "they scheduled (the bill stays open), and open the task in {list.name} again. What I did myself isn't "
        "theirs, so leave it.",
        "Take back what {chat.name} has done at Harbour Bank and in Ticked, by their Chatter messages: the two "
        "payments get their old categories, the sum goes back to the account from which it came (memo “{memo}”), the "
        "scheduled bill payment is called off, and what they ticked off on {list.name} is open. One thing in the chat "
        "was my own doing; that stays.",
        "Look in Chatter at how {chat.name} rearranged my money, and put everything right: categories as they had "
        "been, the transfer reversed under the memo “{memo}”, no scheduled payment for the bill that they name, and "
        "their tick in {list.name} removed. They mention something of mine as well, which must not change.",
    ]
    tags = ["hard", "look-up", "long", "distractor"]
    apps = ["bank", "messenger", "todo"]

    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    turn: int = number(0, 5000)
    places: tuple[Business, ...] = derived(three_quiet)
    billed: Business = derived(
        lambda store, turn, places: next((one for one in billers(store, turn) or () if one not in places), None)
    )
    amount: Money = money(12, 60)
    accounts: tuple[Account, Account] = derived(lambda store, turn, amount: from_and_to(store, turn, amount))
    chore: str = phrase("Sort the receipts", "Ask about the tax form", "Check the meter", "Find the warranty")
    memo: str = phrase("Back where it was", "Never meant to move", "As before")

    def talk(self) -> Iterator[tuple[int, str]]:
        one, two, mine = (business.name for business in self.places)
        first, second = (business.category for business in self.places[:2])
        source, target = self.accounts
        yield 97, f"At your bank “{one}” is filed as “{FILED[0]}” now, not as “{first}”"
        yield 96, f"Also “{two}” is filed as “{FILED[1]}” now, not as “{second}”"
        yield 95, f"“{mine}” was under “{FILED[2]}” already, that was you"
        yield 92, f"And {self.amount} went from “{source.name}” to “{target.name}”, it looked so lonely there"
        yield 90, f"The bill of “{self.billed.name}” gets paid by itself, and “{self.chore}” is ticked off. All right?"

    def setup(self, store: Store) -> Setup:
        today = store.now.date()
        for place, (business, filing) in enumerate(zip(self.places, FILED, strict=True), 1):
            yield paid_at(today - timedelta(days=3 * place), 12, business, self.amount + Money(135 * place))
            yield bank.Recategorise(self._entry(store, business), filing)
        yield bank.Transfer(*self.accounts, self.amount)
        yield issued(store, self.billed, self.amount, today + timedelta(days=20), 1)
        yield bank.SchedulePayment(bill_of(store, self.billed), self.accounts[0], today + timedelta(days=9))
        yield todo.AddTask(self.chore, self.list)
        yield ticked(store, self.chore)
        yield from super().setup(store)

    def _entry(self, store: Store, business: Business) -> Entry:
        return store.one(Entry, "business_id = ?", business.id, order="at DESC")

    def effects(self, store: Store) -> Commands:
        for business in self.places[:2]:
            yield bank.Recategorise(self._entry(store, business), business.category)  # type: ignore[arg-type]
        source, target = self.accounts
        yield bank.Transfer(target, source, self.amount, self.memo)
        yield bank.CancelScheduled(store.one(Scheduled, "bill_id = ?", bill_of(store, self.billed).id))
        yield todo.Reopen(task_of(store, self.chore))

    def items(self) -> Items:
        yield observed("Read what was filed", showing="At your bank", kind="search")
        yield observed("Read what was moved", showing="it looked so lonely", kind="search")

    def solution(self, user: User) -> None:
        open_named(user, self.chat.name)
        said = shown(user)
        filed = [quotes(one) for one in said if " is filed as “" in one]
        moved = next(one for one in said if "it looked so lonely" in one)
        rest = next(quotes(one) for one in said if "is ticked off" in one)
        for name, _, filing in filed:
            user.click(link(payments(user, name)[0].link))
            file_under(user, filing)
        by_name = {one.name: one for one in self.accounts}
        source, target = (by_name[name] for name in quotes(moved))
        user.do(bank.Transfer(target, source, amounts(moved)[0], self.memo))
        see_bill(user, rest[0])
        user.click(button("Cancel scheduled payment"))
        reopen(user, self.list, rest[1])


class WordFromTheBillers(Task):
    """Three businesses are about to write of their bills: one is paid, one put off, one withdrawn, as each says."""

    goals = [
        "In a few minutes {names} will have mailed me about their bills. Wait for all three, then do as each says: "
        "pay at once, or schedule the payment for the day that they name, from {account.name}, or, where it is "
        "withdrawn, nothing at the bank. In each case tick off “Bill of …” in {list.name} and archive the mail.",
        "{names} are about to write by mail what becomes of the bills that I've complained of. Once all three are "
        "there: a bill that stands is paid right away out of {account.name}, one that may wait is scheduled for just "
        "the day given there, from the same account, and one that falls away is left alone. The three “Bill of …” "
        "tasks on {list.name} are done then, and the mails go to the archive.",
        "Wait until {names} have answered me by mail, it won't take ten minutes. Then settle their bills as they "
        "write, from {account.name}: now, on a day to be scheduled, or not at all. Complete “Bill of …” on "
        "{list.name} for each of the three and move their mails to the archive.",
    ]
    trigger = when(minutes=7)
    tags = ["hard", "wait", "long"]
    apps = ["bank", "mail", "todo"]

    turn: int = number(0, 5000)
    businesses: tuple[Business, ...] = derived(lambda store, turn: (billers(store, turn) or ())[:3] or None)
    roles: tuple[Business, ...] = derived(lambda businesses, turn: turned(businesses, turn // 3))
    names: str = derived(lambda businesses: f"{businesses[0].name}, {businesses[1].name} and {businesses[2].name}")
    list: TaskList = pick(TaskList, lambda list: not list.inbox)
    amount: Money = money(25, 80)
    account: Account = pick(Account, lambda account, amount: holds(account, amount * 2))
    ahead: int = number(6, 30)

    def _until(self, store: Store) -> date:
        return store.now.date() + timedelta(days=self.ahead)

    def setup(self, store: Store) -> Setup:
        for place, business in enumerate(self.businesses):
            due = store.now.date() + timedelta(days=9 + 2 * place)
            yield issued(store, business, self.amount + Money(315 * place), due, place)
            yield todo.AddTask(f"Bill of {business.name}", self.list)

    def scheduled_events(self, store: Store) -> Events:
        stands, waits, gone = self.roles
        told = {
            stands: "we have checked it. Our bill is right, please pay it at once.",
            waits: f"we are sorry for the trouble. You may pay our bill on {dated(self._until(store))}, not before.",
            gone: "you are right. Our bill was a mistake and is withdrawn, please don't pay it.",
        }
        for business in self.businesses:
            body = f"Hello,\n\n{told[business]}\n\n{business.name}"
            yield mailed(store, business, f"Your complaint to {business.name}", body, hours=0)

    def effects(self, store: Store) -> Commands:
        stands, waits, _ = self.roles
        yield bank.PayBill(bill_of(store, stands), self.account)
        yield bank.SchedulePayment(bill_of(store, waits), self.account, self._until(store))
        for business in self.businesses:
            yield ticked(store, f"Bill of {business.name}")
        for business in self.businesses:
            yield mail.Archive(store.one(Thread, "subject = ?", f"Your complaint to {business.name}"))

    def items(self) -> Items:
        yield observed("Read which bill stands", showing="Our bill is right", kind="search")
        yield observed("Read which one is withdrawn", showing="is withdrawn", kind="search")

    def solution(self, user: User) -> None:
        user.wait(420)
        told = {}
        for name in (business.name for business in self.businesses):
            told[name] = letter(user, f"Your complaint to {name}")
            user.click(button("Archive"))
        for name, said in told.items():
            if "is withdrawn" not in said:
                see_bill(user, name)
            if "at once" in said:
                pay_now(user, self.account)
            elif "You may pay" in said:
                put_down(user, self.account, days(said.split("our bill on")[1], user.today)[0])
            tick_off(user, self.list, f"Bill of {name}")
