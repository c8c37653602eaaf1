"""Card payments of every day: habits that have exceptions, drift and seasons."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from random import Random

from lifeworld.core.money import Money
from lifeworld.life.biography import Habit
from lifeworld.life.diary import Diary
from lifeworld.life.events import CardPayment
from lifeworld.life.whereabouts import GONE_TO
from lifeworld.life.words.figures import WEEKDAYS

_PENDING = timedelta(hours=40)


def write(diary: Diary) -> None:
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
    """Yield the days that are nearer to a day than a third of the time after which somebody has a habit again."""
    days = int(7 / (sum(one in habit.days for one in WEEKDAYS) * habit.chance) / 3) if habit.chance else 0
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
