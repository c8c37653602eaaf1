"""Card payments of every day, by habits with exceptions, drift and seasons; what is shared by habit, and favours."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from random import Random

from lifeworld.core.money import Money
from lifeworld.life.biography import Habit, Split
from lifeworld.life.diary import Diary
from lifeworld.life.events import CardPayment, PeerPayment, Planned
from lifeworld.life.whereabouts import AT_THE_TILL, GONE_TO
from lifeworld.life.words.figures import WEEKDAYS

_PENDING = timedelta(hours=40)
_UP = range(7, 23)  # hours at which one sends money
_SELDOM = 7  # days that lie between two times of it at least


def habits(diary: Diary) -> None:
    """Write what each habit cost over the year; what is seldom done is not done twice at once, whatever led to it."""
    paid = [event for event in diary.events if isinstance(event, CardPayment)]
    for number, habit in enumerate(diary.bio.habits):
        rng = diary.rng(f"habit {number} {habit.business}")
        house = diary.business(habit.business).id
        had = {event.at.date() for event in paid if event.business_id == house}
        for day in diary.days(-habit.since, -habit.until):
            if goes(diary, habit, day) and rng.random() < habit.chance and not had & {*_around(habit, day)}:
                at = visit(diary, habit, day, rng)
                if at and at < diary.now:
                    had.add(day)
                    pay(diary, habit.business, at, cents(habit.dollars, rng), habit.purse, habit.memo)


def _around(habit: Habit, day: date) -> Iterator[date]:
    """Yield the day, and of what is seldom done those nearer than a third of the time between two times of it."""
    days = int(7 / (sum(one in habit.days for one in WEEKDAYS) * habit.chance) / 3) if habit.chance else 0
    days = days if days >= _SELDOM else 1
    yield from (day + timedelta(days=offset) for offset in range(1 - days, days))


def visit(diary: Diary, habit: Habit, day: date, rng: Random) -> datetime | None:
    """Return when a habit is paid on a day: where the owner goes, once they are there; None if they can't be."""
    house, at = diary.business(habit.business), clock(day, rng.uniform(*habit.hours), rng)
    there = (house.kind in GONE_TO or habit.business in ("brightfuel", "parkwright")) and not habit.memo
    return diary.where.visit(at, house.name, rng) if there else at


def pay(diary: Diary, business: str, at: datetime, amount: Money, purse: str = "credit", memo: str = "") -> CardPayment:
    """Write a card payment and return it; the bank has booked it unless it is of these days."""
    payment = CardPayment(
        at=at,
        business_id=diary.business(business).id,
        amount=amount,
        purse="checking" if purse == "checking" else "credit",
        pending=diary.now - at < _PENDING,
        memo=memo,
    )
    diary.events.append(payment)
    return payment


def clock(day: date, hour: float, rng: Random) -> datetime:
    """Return the moment of that day, to a second that nobody chose."""
    return datetime.combine(day, time()) + timedelta(seconds=int(hour * 3600) + rng.randint(0, 59))


def cents(dollars: tuple[float, float], rng: Random) -> Money:
    low, high = (int(value * 100) for value in dollars)
    return Money(low if low == high else int(rng.triangular(low, high, low + (high - low) * 0.4)))


def goes(diary: Diary, habit: Habit, day: date) -> bool:
    """Return whether a day is one on which the owner has a habit, and is in town."""
    meant = WEEKDAYS[day.weekday()] in habit.days and (not habit.months or day.month in habit.months)
    return meant and diary.at_home(day) and diary.has_card(day)


def outings(diary: Diary) -> None:
    """Write what is shared by habit, and favours: one who pays, and what the others owe."""
    for split in diary.bio.splits:
        _split(diary, split)
    for favour in diary.bio.favours:
        at, amount = diary.moment(favour.day, favour.clock), Money(round(favour.dollars * 100))
        _paid(diary, at, favour.person, amount, favour.outgoing, favour.note)


def _paid(diary: Diary, at: datetime, key: str, amount: Money, outgoing: bool, note: str) -> None:
    who = diary.people[key].id
    paid = PeerPayment(at=at, person_id=who, amount=amount, outgoing=outgoing, purse="checking", note=note)
    diary.events.append(paid)


def settle(diary: Diary, key: str, amount: Money, outgoing: bool, after: datetime, note: str) -> None:
    """Write what one owes the other, hours later."""
    rng = diary.rng(f"settle {key} {after.isoformat()} {note}")
    at = after + timedelta(minutes=rng.choice((55, 75, 110, 620, 800, 1500)))
    at += timedelta() if at.hour in _UP else timedelta(hours=24 - len(_UP))  # nobody pays back at night
    at = min(at, diary.now - timedelta(minutes=25)).replace(second=rng.randint(0, 59))
    _paid(diary, at, key, amount, outgoing, note)


def _split(diary: Diary, split: Split) -> None:
    rng = diary.rng(f"split {split.key}")
    for day in _split_days(diary, split):
        at = clock(day, split.hour + rng.uniform(-0.1, 0.1), rng)
        meant = rng.random() < split.chance and diary.at_home(day)
        place = diary.business(split.business).name
        if meant and diary.where.free(at - AT_THE_TILL, at, place, within=True):
            diary.where.occupy(at - AT_THE_TILL, at, place)
            _share(diary, split, at, rng)


def _split_days(diary: Diary, split: Split) -> list[date]:
    """Return the days of the calendar's single entries of that key, or else all of its weekday."""
    named = [e for e in diary.events if isinstance(e, Planned) and e.key.startswith(f"{split.key}-20")]
    planned = [event for event in named if not event.repeats]
    if planned:
        return sorted(event.start.date() for event in planned if event.end < diary.now)
    off = {day for event in named for day in event.skips}
    return [day for day in diary.days(-360, -1) if day.weekday() == split.weekday and day not in off]


def _share(diary: Diary, split: Split, at: datetime, rng: Random) -> None:
    """Pay once for those who came: the owner does, or mostly the first of the others."""
    present = [key for key in split.who if rng.random() < 0.8] or [split.who[0]]
    total = cents(split.dollars, rng)
    part = Money(total.cents // (len(split.who) + 1))
    notes = split.note, f"{split.note} {split.emoji}".strip(), split.note.lower(), split.emoji or split.note
    if rng.random() < split.owner_pays:
        pay(diary, split.business, at, part * (len(present) + 1))
        for key in present:
            settle(diary, key, part, False, at, rng.choice(notes))
        return
    payer = split.who[0] if split.who[0] in present and rng.random() < 0.8 else rng.choice(present)
    settle(diary, payer, part, True, at, rng.choice(notes))
