"""What chance brings: a double charge, a refund, a lost parcel, a cancelled class."""

from datetime import date, datetime, time, timedelta
from random import Random

from lifeworld.life import goods, orders
from lifeworld.life.biography import Habit
from lifeworld.life.diary import Begin, Diary
from lifeworld.life.events import CardPayment, Deposit, Purchase
from lifeworld.life.spending import cents, clock, goes, pay
from lifeworld.life.words.letters import mishaps

_DEAR = (15, 90)  # dollars: who is charged so much twice sees it
_AT_THE_TILL = timedelta(minutes=6)


def write(diary: Diary) -> None:
    _charged_twice(diary)
    if diary.bio.orders:
        _lost_parcel(diary)
    _cancelled_class(diary)


def _charged_twice(diary: Diary) -> None:
    """Charge two payments twice: one long ago, which came back, and one of late that has not yet."""
    rng = diary.rng("charged twice")
    for first, last, refunded in ((-300, -120, True), (-8, -4, False)):
        some = [
            (day, habit)
            for habit in diary.bio.habits
            for day in diary.days(max(first, -habit.since), min(last, -habit.until))
            if goes(diary, habit, day) and habit.dollars[0] < _DEAR[1] and habit.dollars[1] > _DEAR[0]
        ]
        if some:
            _twice(diary, *rng.choice(some), refunded)


def _twice(diary: Diary, day: date, habit: Habit, refunded: bool) -> None:
    """Charge a payment twice; the owner writes to the house and tells a friend, and tells when the money is back."""
    rng = diary.rng(f"charged twice {day}")
    name = diary.business(habit.business).name
    at = diary.next_free(clock(day, rng.uniform(*habit.hours), rng))
    diary.occupy(at - _AT_THE_TILL, at + _AT_THE_TILL, name)
    amount = cents((max(habit.dollars[0], _DEAR[0]), min(habit.dollars[1], _DEAR[1])), rng)
    for moment in (at, at + timedelta(seconds=rng.randint(19, 55))):
        payment = pay(diary, habit.business, moment, amount, habit.purse)
    _complain(diary, payment, habit.business)
    words = {"place": name, "amount": str(amount)}
    diary.given.append(Begin("charged-twice", payment.at + timedelta(hours=20), {"b": diary.confidant}, words))
    if refunded:
        at = payment.at + timedelta(days=5, hours=3)
        memo = "Refund: charged twice"
        diary.events.append(
            Deposit(at=at, business_id=payment.business_id, amount=amount, purse=payment.purse, memo=memo)
        )
        diary.given.append(Begin("refund", at + timedelta(hours=9), {"b": diary.confidant}, words))


def _complain(diary: Diary, payment: CardPayment, business: str) -> None:
    """Write to the house that charged twice; its answer comes on the next day."""
    facts = {
        "amount": str(payment.amount),
        "day": f"{payment.at:%A}",
        "clock": f"{payment.at:%H:%M}",
        "place": diary.business(business).name,
        "first": diary.me.first,
    }
    thread = f"twice-{payment.business_id}-{payment.at:%y%m%d}"
    answered = payment.at + timedelta(days=1, hours=2, minutes=17)
    long_ago = diary.now - payment.at > timedelta(days=30)
    if answered < diary.now:
        letter = mishaps().refund_promised if long_ago else mishaps().charged_twice
        house, old = diary.business(business), diary.now - answered > timedelta(days=40)
        diary.events.append(letter.sent(answered, house, thread, facts, archived=old))


def _lost_parcel(diary: Diary) -> None:
    """Lose one parcel for good: sent, never delivered, looked for, refunded."""
    rng = diary.rng("lost parcel")
    order = _lost_order(diary, rng)
    left = datetime.combine((order.at + timedelta(days=1)).date(), time(7, rng.randint(0, 59)))
    parcel = goods.shipped(order.number, left, rng)
    thing = order.lines[0].name
    facts = {"number": order.number, "tracking": parcel.tracking, "first": diary.me.first, "thing": thing}
    at, thread = left + timedelta(days=12, hours=3), f"lost-{order.number}"
    letter = mishaps().lost.sent(at, diary.business("courier"), thread, facts, archived=True)
    refund = Deposit(
        at=left + timedelta(days=15),
        business_id=order.business_id,
        amount=order.total,
        purse=order.purse,
        memo=f"Refund: order {order.number} was lost",
    )
    diary.events.extend((order, parcel, letter, refund))


def _lost_order(diary: Diary, rng: Random) -> Purchase:
    departments = diary.bio.tastes.departments
    product = rng.choice(
        [p for p in goods.of_use(diary.bio.me.facts) if p.department in departments and 2500 < p.price.cents < 6000]
    )
    at = diary.moment(-rng.randint(60, 130), f"{rng.randint(18, 21)}:{rng.randint(10, 59)}")
    lost = orders.line(product, 1, rng)
    return orders.bought(diary, at, orders.order_number(at, rng), (lost,), diary.me, 4, "credit")


def _cancelled_class(diary: Diary) -> None:
    """Cancel a standing appointment once, by a letter of the house, and let the owner tell somebody."""
    if diary.bio.cancelled is None:
        return
    key, business, friend = diary.bio.cancelled
    standing = next(entry for entry in diary.bio.standing if entry.key == key)
    day = next(d for d in diary.days(-33, -12) if d.weekday() == standing.day)
    facts = {"title": standing.title, "day": f"{day:%A}", "time": standing.start, "first": diary.me.first}
    at = datetime.combine(day, time(10, 20)) - timedelta(days=1)
    diary.events.append(mishaps().cancelled.sent(at, diary.business(business), f"cancelled-{key}", facts))
    start = datetime.combine(day, time.fromisoformat(standing.start))
    words = {"what": standing.title.rpartition(": ")[2]}  # “orchestra”, where the calendar has whose
    diary.given.append(Begin("no-class", at + timedelta(hours=2), {"b": friend}, words, start=start))
