"""Payments and bills are gone through one by one: noted, filed by what a letter says, paid, scheduled, or left."""

from collections.abc import Iterator
from datetime import date, timedelta

from lifeworld.apps.bank import commands as bank
from lifeworld.apps.bank.models import Account, Bill, Category, Entry
from lifeworld.apps.mail import commands as mail
from lifeworld.apps.messenger import commands as messenger
from lifeworld.apps.messenger.models import Chat
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
from lifeworld.tasks.bank import (
    InMonth,
    added,
    amount_of,
    came_in,
    filtered,
    holds,
    known,
    month_dates,
    pay_now,
    search,
    see_bill,
)
from lifeworld.tasks.cross.beforehand import InChat, dated, evening, mailed, newest, paid_at
from lifeworld.tasks.cross.letters import billed_by_hand
from lifeworld.tasks.cross.screens import letter, open_titled, payments, quotes, reply_to, write_to
from lifeworld.tasks.hard.company import quiet, turned
from lifeworld.tasks.hard.hands import annotate, file_under, put_down
from lifeworld.tasks.messenger import PEOPLE, send

FEWEST, MOST = 4, 6  # payments of a month
DAYS_AGO = (4, 7, 9, 13, 16)  # on which something was paid, at the first place or the second by turns, then the third


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


def three_quiet(store: Store, turn: int) -> tuple[Business, ...] | None:
    """Return three businesses of one's going out at which nothing was paid lately, by any number."""
    found = [one for one in store.all(Business) if one.kind in ("health", "leisure", "restaurant") and quiet(one)]
    return turned(found, turn)[:3] if len(found) > 2 else None


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


class PaidForACause(Task):
    """A letter says which payments of some weeks were for one thing: these are filed and noted, their sum is told."""

    goals = [
        "{person.name} has mailed me which of my payments were for the {what}, and under which category they belong. "
        "At Harbour Bank give each of these that category and the note “{what}”; leave what the mail excepts, and what "
        "is older. Then reply with what they come to altogether, just the figure.",
        "Go by the mail from {person.name} about the {what}: the payments at the places that it names, from the day "
        "given there on and without the one that wasn't for it, get another category at the bank, the mail has it, and "
        "“{what}” as their note. The answer to the mail is their sum and nothing else.",
        "What have I paid for the {what}? {person.name} wrote by mail where and since when, with an exception. File "
        "those payments in Harbour Bank under the category named in the mail, note “{what}” on every one of them, add "
        "them up, and send the total, only that, as a reply.",
    ]
    tags = ["hard", "look-up", "collect", "sum", "distractor", "long"]
    apps = ["bank", "mail"]

    person: Person = pick(Person, known)
    turn: int = number(0, 5000)
    places: tuple[Business, ...] = derived(three_quiet)
    what: str = phrase("school fair", "jubilee", "garden project", "choir journey", "neighbours' day")
    filing: Category = phrase("Education", "Giving", "Travel", "Home")
    least: Money = money(8, 40)

    def _paid(self, store: Store) -> dict[date, tuple[Business, Money]]:
        one, two, other = self.places
        places = zip(DAYS_AGO, (one, two, one, two, other), strict=True)
        today = store.now.date()
        return {
            today - timedelta(days=ago): (place, self.least + Money(375 * turn))
            for turn, (ago, place) in enumerate(places)
        }

    def _meant(self, store: Store) -> Iterator[Entry]:
        """Yield the payments that were for it: those at the first two places but for the latest at the second."""
        _, mine, *_ = paid = self._paid(store)
        for on, (place, amount) in paid.items():
            if on != mine and place != self.places[2]:
                yield store.one(Entry, "business_id = ? AND amount = ? AND date(at) = ?", place.id, -amount, f"{on}")

    def setup(self, store: Store) -> Setup:
        one, two, other = (place.name for place in self.places)
        paid = self._paid(store)
        for hour, (on, (place, amount)) in enumerate(paid.items(), 11):
            yield paid_at(on, hour, place, amount)
        _, mine, *_, first = paid
        body = (
            f"Hello,\n\nI've been through the receipts. All that you have paid since {dated(first)} at “{one}” and "
            f"“{two}” was for the {self.what}.\n\nOnly on {dated(mine)} you were there for yourself.\n\n"
            f"What you had at “{other}” was your own.\n\nPlease file it all under “{self.filing}”. What does it make?"
        )
        yield mailed(store, self.person, f"Costs of the {self.what}", body, hours=14)

    def effects(self, store: Store) -> Commands:
        found = [*self._meant(store)]
        for entry in found:
            yield bank.Recategorise(entry, self.filing)
            yield bank.Annotate(entry, self.what)
        asked = newest(store, f"Costs of the {self.what}")
        yield mail.Reply(asked, str(added(-entry.amount for entry in found)))

    def items(self) -> Items:
        yield observed("Read which are meant", showing="been through the receipts", kind="search")

    def solution(self, user: User) -> None:
        told = letter(user, f"Costs of the {self.what}", "been through the receipts")
        (since, mine), (one, two, _, filing) = days(told, user.today), quotes(told)
        sums = []
        for name in (one, two):
            there = [paid for paid in payments(user, name) if paid.who == name]  # others tell of it in their notes
            found = [paid for paid in there if since <= paid.at.date() != mine]
            for paid in found:
                if paid != found[0]:
                    search(user, name)
                user.click(link(paid.link))
                file_under(user, filing)
                annotate(user, self.what)
                sums.append(-paid.amount)
        reply_to(user, f"Costs of the {self.what}", str(added(sums)))
