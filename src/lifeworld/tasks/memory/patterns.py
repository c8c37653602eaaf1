"""What a year of rows adds up to: habits, who pays, what got dearer. Read from the tables, never from a biography."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from lifeworld.apps.bank.models import Account, Bill, Entry
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.shop.orders import Order
from lifeworld.life.models import Business, Person, me
from lifeworld.taskkit import Money, Store

LATELY = timedelta(weeks=12)
LATEST = "most recently"
PARTS = (("morning", 5, 11), ("lunchtime", 11, 15), ("afternoon", 15, 18), ("evening", 18, 24))
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_PAID = "kind = 'deposit' AND memo LIKE ?"


@dataclass(frozen=True)
class Habit:
    """A place that one goes to at a certain time of the week."""

    place: Business
    weekday: int
    part: str

    @property
    def when(self) -> str:
        return f"{DAYS[self.weekday]} {self.part}"

    @property
    def words(self) -> str:
        """Return the place's name as people say it, without its article."""
        return self.place.name.removeprefix("The ")


@dataclass(frozen=True)
class Rise:
    """A bill that was the same each time until it got dearer."""

    business: Business
    last: Bill
    since: Bill

    @property
    def before(self) -> Money:
        return self.last.amount

    @property
    def more(self) -> Money:
        return self.since.amount - self.before


def mostly(found: Iterable[int], share: float, least: int) -> int | None:
    """Return what makes up that share of what was found, if it was found often enough."""
    counted = Counter(found)
    top, times = counted.most_common(1)[0] if counted else (0, 0)
    return top if times >= least and times >= share * counted.total() else None


def _meals(store: Store, since: date) -> dict[tuple[int, str], list[tuple[int, date]]]:
    """Return by weekday and part of the day where one ate or drank, and on which days."""
    slots = defaultdict(list)
    for entry in store.all(Entry, "kind = 'card' AND category = 'Eating out' AND at > ?", since, order="at"):
        if (part := part_of(entry.at.hour)) and entry.business_id:
            slots[entry.at.weekday(), part].append((entry.business_id, entry.at.date()))
    return dict(sorted(slots.items()))


def places(store: Store) -> list[Habit]:
    """Return where one eats or drinks at which time of the week, as things are lately."""
    lately = _meals(store, store.now - LATELY)
    usual = {slot: mostly((place for place, _ in found), 0.7, 4) for slot, found in lately.items()}
    return [Habit(store.get(Business, place), *slot) for slot, place in usual.items() if place]


def given_up(store: Store) -> list[tuple[Habit, date]]:
    """Return where one went regularly at a time of the week and has stopped, with the last day there."""
    found = []
    for slot, visits in _meals(store, date.min).items():
        days = {place: [day for there, day in visits if there == place] for place, _ in visits}
        over = [place for place in days if _stopped(days[place], store.now.date())]
        if len(over) == 1:
            found.append((Habit(store.get(Business, over[0]), *slot), days[over[0]][-1]))
    return found


def _stopped(days: list[date], today: date) -> bool:
    """Return whether there were visits in every second week until some day, and none since."""
    last = days[-1]
    return today - last > LATELY and sum(last - day < LATELY for day in days) > 5


def part_of(hour: int) -> str:
    """Return the part of the day, or nothing at night."""
    return next((name for name, first, end in PARTS if first <= hour < end), "")


def shopping_day(store: Store, business: Business) -> int | None:
    """Return the weekday on which one usually pays at a business."""
    where = "kind = 'card' AND business_id = ? AND at > ?"
    paid = store.all(Entry, where, business.id, store.now - timedelta(weeks=16))
    return mostly((entry.at.weekday() for entry in {entry.at.date(): entry for entry in paid}.values()), 0.8, 5)


def next_day(after: date, weekday: int) -> date:
    """Return the first day after another that falls on a weekday."""
    return after + timedelta(days=(weekday - after.weekday() - 1) % 7 + 1)


def presented(store: Store) -> Person | None:
    """Return the one to whom an order goes on the same day of every month."""
    days: dict[str, set[int]] = defaultdict(set)
    months: Counter[str] = Counter()
    for order in store.all(Order, "recipient <> ?", me(store).name):
        if order.placed_at:
            days[order.recipient].add(order.placed_at.day)
            months[order.recipient] += 1
    name = next((who for who, times in months.most_common() if times > 8 and len(days[who]) == 1), "")
    return store.first(Person, "name = ?", name)


def next_present(store: Store) -> date | None:
    """Return the day after today on which the monthly order is due again."""
    person = presented(store)
    last = store.first(Order, "recipient = ?", person.name, order="placed_at DESC") if person else None
    return _nearest(store.now.date(), 1, {last.placed_at.day}) if last and last.placed_at else None


def shared(store: Store) -> list[tuple[str, Person]]:
    """Return what is shared again and again, with the one who mostly lays out the money for it."""
    payers: dict[str, list[int]] = defaultdict(list)
    for entry in store.all(Entry, "kind = 'person' AND amount < 0", order="at"):
        what = "".join(letter for letter in entry.memo if letter.isalpha() or letter in " ,’'").strip().casefold()
        if what and entry.person_id:
            payers[what].append(entry.person_id)
    usual = {what: mostly(found, 0.6, 3) for what, found in sorted(payers.items())}
    return [(what, store.get(Person, person)) for what, person in usual.items() if person]


def rises(store: Store) -> list[Rise]:
    """Return the bills that ask for the same sum each time and went up once, the latest rise first."""
    issued: dict[int, list[Bill]] = defaultdict(list)
    for bill in store.all(Bill, "issued <= ?", store.now.date(), order="issued"):
        issued[bill.business_id].append(bill)
    found = [rise for bills in issued.values() if (rise := _rise(bills))]
    return sorted(found, key=lambda rise: rise.since.issued, reverse=True)


def rise_of(store: Store, business: Business) -> Rise | None:
    """Return by how much and when the bills of a business got dearer, if they did so once."""
    return next((rise for rise in rises(store) if rise.business.id == business.id), None)


def outermost(store: Store, when: str) -> Rise | None:
    """Return the latest rise or the earliest, if no other came on the same day."""
    found = rises(store)[:: 1 if when == LATEST else -1]
    first = [rise for rise in found if rise.since.issued == found[0].since.issued]
    return first[0] if len(first) == 1 else None


def _rise(bills: list[Bill]) -> Rise | None:
    first, last = bills[0].amount, bills[-1].amount
    low = [bill for bill in bills if bill.amount == first]
    once = first < last and all(bill.amount == last for bill in bills[len(low) :]) and bills[: len(low)] == low
    dearer = bills[len(low) :]
    return Rise(bills[0].business, low[-1], dearer[0]) if once and len(low) > 2 and len(dearer) > 1 else None


def usual_account(store: Store, business: Business) -> Account | None:
    """Return the account that has paid every bill of a business."""
    paid = store.all(Entry, "kind = 'bill' AND business_id = ?", business.id)
    account = mostly((entry.account_id for entry in paid), 1.0, 3)
    return store.get(Account, account) if account else None


def latest_amount(store: Store, business: Business) -> Money:
    """Return what the last bill of a business asked for."""
    return store.all(Bill, "business_id = ?", business.id, order="issued DESC")[0].amount


def pay(store: Store) -> str | None:
    """Return what comes every month, as the bank calls it: a salary or a pension; a draw from a till is neither."""
    return next((one for one in ("Salary", "Pension") if store.count(Entry, _PAID, f"{one}%")), None)


def next_payday(store: Store, after: date) -> date | None:
    """Return the first day after another on which one is paid, by the days of the last months."""
    return _nearest(after, 1, _paydays(store))


def last_payday(store: Store, before: date) -> date | None:
    """Return the last day before another on which one is paid, by the days of the last months."""
    return _nearest(before, -1, _paydays(store))


def _nearest(start: date, step: int, numbers: set[int]) -> date | None:
    """Return the nearest day after another, or before it, that has one of these numbers in its month."""
    there = (start + timedelta(days=step * n) for n in range(1, 32))
    return next((day for day in there if day.day in numbers), None)


def _paydays(store: Store) -> set[int]:
    """Return the days of the month on which one was paid in the last months."""
    since = store.now - timedelta(days=100)
    came = Counter(entry.at.day for entry in store.all(Entry, f"{_PAID} AND at > ?", f"{pay(store)}%", since))
    return {day for day, times in came.items() if times > 1}


def top(found: Iterable[int], least: int, ahead: int) -> int | None:
    """Return what was found most often, if it leads by so much."""
    (first, most), (_, second) = [*Counter(found).most_common(2), (None, 0), (None, 0)][:2]
    return first if most >= least and most - second >= ahead else None


def companion(store: Store, since: date) -> Person | None:
    """Return with whom one was in restaurants most often since a day, by the calendar, bars counted or not."""
    of_kinds = "SELECT name FROM life_business WHERE kind IN (%s)"
    where = f"repeats = '' AND starts >= ? AND starts < ? AND place IN ({of_kinds})"
    found = set()
    for kinds in ("'restaurant'", "'restaurant', 'bar', 'cafe', 'bakery'"):
        meals = store.all(Event, where % kinds, since, store.now)
        found.add(top((guest.person_id for meal in meals for guest in meal.guests), 2, 1))
    person = found.pop() if len(found) == 1 else None
    return store.get(Person, person) if person else None


def paid_most(store: Store, since: date) -> Person | None:
    """Return whom one has paid most often since a day."""
    went = store.all(Entry, "kind = 'person' AND amount < 0 AND at >= ?", since)
    person = top((entry.person_id for entry in went if entry.person_id), 3, 1)
    return store.get(Person, person) if person else None
