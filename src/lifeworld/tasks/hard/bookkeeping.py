"""Payments and bills are gone through one by one: noted for somebody, paid at once, scheduled, or left."""

from collections.abc import Iterator
from datetime import date, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Bill, Entry
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
from lifeworld.life.events import BillIssued
from lifeworld.life.models import Business
from lifeworld.taskkit import (
    Commands,
    Items,
    Money,
    Setup,
    Store,
    Task,
    User,
    days,
    derived,
    link,
    money,
    number,
    observed,
    phrase,
    pick,
)
from lifeworld.taskkit.months import month_after
from lifeworld.tasks.bank import InMonth, added, amount_of, came_in, filtered, holds, month_dates, pay_now
from lifeworld.tasks.cross.beforehand import InChat, evening
from lifeworld.tasks.cross.letters import billed_by_hand
from lifeworld.tasks.cross.screens import open_titled, write_to
from lifeworld.tasks.hard.hands import annotate, put_down, see_bill
from lifeworld.tasks.messenger import PEOPLE, send

FEWEST, MOST = 4, 6  # payments of a month


def paid_in(store: Store, business: Business, first: date) -> list[Entry]:
    """Return what a card paid at a business in the month that begins on a day."""
    where = "kind = 'card' AND NOT pending AND amount < 0 AND note = '' AND title = ? AND at >= ? AND at < ?"
    return store.all(Entry, where, business.name, f"{first}", f"{month_after(first)}")


def all_by_card(store: Store, business: Business, first: date) -> bool:
    """Return whether some payments of a month at a business can be told from a list: none of them is a bill's."""
    every = store.count(
        Entry, "amount < 0 AND title = ? AND at >= ? AND at < ?", business.name, f"{first}", f"{month_after(first)}"
    )
    return FEWEST <= len(paid_in(store, business, first)) == every <= MOST


class NotesForTheBooks(InMonth, Task):
    """Each of a month's payments at a business gets a note, and somebody is told what they come to."""

    goals = [
        "Go through what my cards paid at {business.name} in {month}, by Harbour Bank: every single one of these "
        "payments gets the note “{note}”. Then write {chat.name} on Chatter what they come to altogether, only the "
        "figure.",
        "Put the note “{note}” on all card payments of {month} at {business.name} in Harbour Bank, one after the "
        "other, add them up, and send {chat.name} the sum in Chatter and nothing besides.",
        "{chat.name} wants to know what I spent at {business.name} in {month}. Sum up the card payments at the bank, "
        "mark each of them with the note “{note}”, and let {chat.name} have the total on Chatter, just the amount.",
    ]
    tags = ["hard", "collect", "sum", "long"]
    apps = ["bank", "messenger"]

    back: int = number(1, 5)
    business: Business = pick(Business, lambda business, store, first: all_by_card(store, business, first))
    chat: Chat = pick(Chat, where=PEOPLE)
    note: str = phrase("checked", "for the books", "shared costs", "reckoned up", "household")

    def effects(self, store: Store) -> Commands:
        found = paid_in(store, self.business, self.first)
        for entry in found:
            yield bank.Annotate(entry, self.note)
        yield messenger.Send(self.chat, str(added(-entry.amount for entry in found)))

    def items(self) -> Items:
        for entry in paid_in(self.business.store, self.business, self.first):
            yield observed(f"Saw the payment of {-entry.amount}", at=f"/bank/entry/{entry.id}")

    def solution(self, user: User) -> None:
        found = filtered(user, month_dates(self.first), self.business.name)
        lines = [line for line in found if not came_in(line)]
        for line in lines:
            user.click(link(line.names[0]))
            annotate(user, self.note)
            for _ in ("the form", "the payment", "the list"):
                user.back()
        write_to(user, self.chat.name, str(added(amount_of(line) for line in lines)))


def billers(store: Store, turn: int) -> tuple[Business, ...] | None:
    """Return four businesses whose bills are paid by hand, and of which none is open, by any number."""
    there = [one for one in store.all(Business) if billed_by_hand(store, one, "health", "leisure", "school")]
    return tuple(there[(turn + 2 * step) % len(there)] for step in range(4)) if len(there) > 7 else None


class BillsInTime(InChat, Task):
    """Of four bills one is somebody else's, those due before a day are paid, and the last is scheduled for its day."""

    goals = [
        "I have bills from {names} to pay. What is due before “{title}” in Almanac, pay now from {account.name}; what "
        "is due later, schedule for the day it's due, from there, too. But {chat.name} wrote on Chatter that they "
        "take one of them: leave that alone, and answer “{words}” in our chat.",
        "See to the four bills of {names} at Harbour Bank. {chat.name} pays one, see our chat; write “{words}” back "
        "and don't touch it. The others come out of {account.name}: at once if they're due before the day of "
        "“{title}” in my calendar, else scheduled for exactly their due date.",
        "From {account.name}, pay those of the bills by {names} that fall due before “{title}” (it's in Almanac) and "
        "schedule any later one for its due date. The one that {chat.name} has promised in Chatter to pay isn't my "
        "business; just send “{words}” for it.",
    ]
    tags = ["hard", "compare", "look-up", "distractor", "long"]
    apps = ["bank", "calendar", "messenger"]

    turn: int = number(0, 5000)
    businesses: tuple[Business, ...] = derived(billers)
    names: str = derived(lambda businesses: ", ".join(sorted(business.name for business in businesses)))
    amount: Money = money(20, 70)
    account: Account = pick(Account, lambda account, amount: holds(account, amount * 4))
    title: str = phrase("Start of the journey", "Week at the coast", "Moving day", "Summer camp begins")
    ahead: int = number(12, 20)
    words: str = phrase("That's very kind of you", "Thank you, I owe you one", "Are you sure? Thank you!")

    def _due(self, store: Store, place: int) -> date:
        return store.now.date() + timedelta(days=self.ahead + (-7, -3, 6, -5)[place])

    def talk(self) -> Iterator[tuple[int, str]]:
        yield 90, "I've been thinking about your bills"
        yield 88, f"The one from {self.businesses[3].name} is on me, I'll pay it for you"

    def setup(self, store: Store) -> Setup:
        yield evening(store, self.title, store.now.date() + timedelta(days=self.ahead), ())
        for place, business in enumerate(self.businesses):
            yield BillIssued(
                at=store.now - timedelta(hours=4 + 19 * place),
                business_id=business.id,
                amount=self.amount + Money(315 * place),
                number=f"{business.name[:2].upper()}-{40117 + self.turn + 1009 * place}",
                due=self._due(store, place),
            )
        yield from super().setup(store)

    def effects(self, store: Store) -> Commands:
        first, second, third, _ = (
            store.one(Bill, "business_id = ? AND paid_at IS NULL", business.id) for business in self.businesses
        )
        yield bank.PayBill(first, self.account)
        yield bank.PayBill(second, self.account)
        yield bank.SchedulePayment(third, self.account, self._due(store, 2))
        yield messenger.Send(self.chat, self.words)

    def items(self) -> Items:
        yield observed("Read which bill isn't mine", showing="I'll pay it for you", kind="search")
        yield observed("Saw when it is", showing=self.title, kind="search")

    def solution(self, user: User) -> None:
        told = self.said(user, "is on me, I'll pay it")
        send(user, self.words)
        open_titled(user, self.title)
        limit = days(user.page.text, user.today)[0]
        for name in (one for one in self.names.split(", ") if one not in told):
            see_bill(user, name)
            due = days(user.page.fact("Due"), user.today)[0]
            if due < limit:
                pay_now(user, self.account)
            else:
                put_down(user, self.account, due)
