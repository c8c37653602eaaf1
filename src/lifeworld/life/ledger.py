"""What moves between the owner's accounts, so that no balance is ever implausible."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from itertools import takewhile

from lifeworld.core.money import Money
from lifeworld.life import events
from lifeworld.life.diary import Diary
from lifeworld.store import Event

COMFORT = Money(90_000)  # what stays in checking when the rest is put aside
BANK = "harbour"
_EARNED = "Salary"  # with overtime in some months


@dataclass(frozen=True)
class Flow:
    """A change of one account's balance; a credit card that owes has a balance below zero."""

    at: datetime
    purse: events.Purse
    amount: Money
    event: Event


def flows(happened: Iterable[Event]) -> Iterator[Flow]:
    """Yield what each event does to the owner's accounts, in the order of the events."""
    bills: dict[str, Money] = {}
    for event in happened:
        if isinstance(event, events.BillIssued):
            bills[event.number] = event.amount
        for purse, amount in _changes(event, bills):
            yield Flow(event.at, purse, amount, event)


def _changes(event: Event, bills: dict[str, Money]) -> list[tuple[events.Purse, Money]]:
    match event:
        case events.CardPayment():
            return [(event.purse, -event.amount)]
        case events.Deposit() | events.Cancelled() | events.Returned():
            return [(event.purse, event.amount)]
        case events.BillPaid():
            return [(event.purse, -bills[event.number])]
        case events.MoneyMoved():
            return [(event.source, -event.amount), (event.target, event.amount)]
        case events.PeerPayment():
            return [(event.purse, -event.amount if event.outgoing else event.amount)]
        case events.Purchase():
            return [(event.purse, -event.total)]
    return []


def write(diary: Diary) -> dict[events.Purse, Money]:
    """Write salary, interest, card settlements and savings; return the opening balances."""
    _salaries(diary)
    diary.events.sort(key=lambda event: event.at)
    book = _Book(diary)
    for day in diary.days(-364, 0):
        book.until(datetime.combine(day, time(8)))
        book.settle(datetime.combine(day, time(8, 5)))
    book.until(diary.now)
    diary.events.extend(book.made)
    return book.opening


class _Book:
    """Balances day by day, from which settlements and savings follow."""

    def __init__(self, diary: Diary) -> None:
        self.diary = diary
        self.rng = diary.rng("ledger")
        some = Money(round(diary.bio.salary * 100) * 3 // 4 + self.rng.randint(20_000, 60_000))
        self.opening: dict[events.Purse, Money] = {
            "checking": some if diary.bio.checking is None else Money(round(diary.bio.checking * 100)),
            "savings": Money(round(diary.bio.savings * 100) + self.rng.randint(0, 9_999)),
            "credit": Money(-self.rng.randint(22_000, 61_000)),
        }
        self.balance = dict(self.opening)
        self.made: list[events.MoneyMoved | events.Deposit] = []
        self._flows = [flow for flow in flows(diary.events) if flow.at <= diary.now]
        self._next = 0

    def until(self, moment: datetime) -> None:
        while self._next < len(self._flows) and self._flows[self._next].at <= moment:
            flow = self._flows[self._next]
            self.balance[flow.purse] += flow.amount
            self._next += 1

    def settle(self, at: datetime) -> None:
        """Do what this day of the month asks for."""
        if at > self.diary.now:
            return
        checking = self.balance["checking"].cents
        owed = -self.balance["credit"].cents
        if at.day in (2, 17) and owed > 5_000:  # or as much of it as can be spared
            spare = max(0, checking - self._dues(at, 2) - 25_000)
            amount = Money(owed if owed <= spare else spare // 1000 * 1000)
            self._move(at, "checking", "credit", amount, "Card payment, thank you")
        interest = Money(self.balance["savings"].cents * 3 // 1200 // 2)
        if at.day == 28 and interest.cents > 0:
            bank = self.diary.business(BANK).id
            self.made.append(events.Deposit(at=at, business_id=bank, amount=interest, purse="savings", memo="Interest"))
            self.balance["savings"] += interest
        if at.day in (3, 18):
            later = at + timedelta(minutes=self.rng.randint(5, 200))
            spare = checking - COMFORT.cents - self._dues(later, 12)
            if spare > 10_000:
                self._move(later, "checking", "savings", Money(spare // 5_000 * 5_000 // 2), "Set aside")
        short = 15_000 + self._dues(at, 2) - self.balance["checking"].cents
        if short > 0:
            amount = Money(min((short // 10_000 + 2) * 10_000, self.balance["savings"].cents // 100 * 100))
            self._move(at + timedelta(minutes=self.rng.randint(2, 19)), "savings", "checking", amount, "Top-up")

    def _dues(self, at: datetime, days: int) -> int:
        """Return what will leave checking in the coming days."""
        soon = takewhile(lambda flow: flow.at <= at + timedelta(days=days), self._flows[self._next :])
        return -sum(flow.amount.cents for flow in soon if flow.purse == "checking" and flow.amount.cents < 0)

    def _move(self, at: datetime, source: events.Purse, target: events.Purse, amount: Money, memo: str) -> None:
        if amount.cents <= 0 or at > self.diary.now:
            return
        self.made.append(events.MoneyMoved(at=at, source=source, target=target, amount=amount, memo=memo))
        self.balance[source] -= amount
        self.balance[target] += amount


def _salaries(diary: Diary) -> None:
    rng = diary.rng("salary")
    employer = diary.business(diary.bio.me.employer)
    for day in diary.days(-364, 42):
        if day.day not in diary.bio.pay_days and not (day.month == 2 and day.day == 28 and 30 in diary.bio.pay_days):
            continue
        extra = 0 if rng.random() < 0.8 or diary.bio.income != _EARNED else rng.randint(40, 310) * 100
        diary.events.append(
            events.Deposit(
                at=datetime.combine(day, time(5, 30)),
                business_id=employer.id,
                amount=Money(round(diary.bio.salary * 100) + extra),
                purse="checking",
                memo=f"{diary.bio.income} and overtime" if extra else diary.bio.income,
            )
        )
