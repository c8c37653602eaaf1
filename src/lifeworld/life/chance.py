"""What chance brings: a double charge, a refund, a cancelled class."""

from datetime import datetime, time, timedelta

from lifeworld.life.agenda import called_off
from lifeworld.life.biography import Habit
from lifeworld.life.diary import BED, GROWN, Begin, Diary
from lifeworld.life.events import CardPayment, Deposit
from lifeworld.life.spending import cents, goes, pay, visit
from lifeworld.life.words.letters import mishaps
from lifeworld.life.words.plans import plans

_ILL, _TOLD = "illness", ("friend", "family", "club", "neighbour")
_YEAR = 365
_ARRANGED = 10  # days within which that is which a plan of the plot is about
_DEAR = (15, 90)  # dollars: who is charged so much twice sees it


def write(diary: Diary) -> None:
    _charged_twice(diary)
    _cancelled_class(diary)


def illness(diary: Diary) -> None:
    """Choose when the owner is ill, beside the plot: in days for which hands wrote nothing, if they live alone."""
    bio, rng, wanted = diary.bio, diary.rng(_ILL), plans()[_ILL].often * diary.bio.plans
    by_hand = (one for one in bio.plot if one.plan == _ILL and one.people.get("a", "me") == "me")
    diary.ill += [Begin(_ILL, diary.moment(one.day, one.clock)) for one in by_hand]
    known = ((key, diary.people[key]) for key, _ in bio.closeness if key not in (*diary.home, *diary.foreign))
    told = [key for key, who in known if who.relation in _TOLD and who.birthday <= diary.start.date() - GROWN]
    fixed = {*(one.day for one in bio.appointments), *(one.days for one in bio.talk if one.sender == "me")}
    fixed |= {one.day + days for one in bio.plot for days in range(_ARRANGED)}
    fixed |= {day for day in range(-_YEAR, 0) if not diary.at_home(diary.day(day)) or diary.hushed(diary.day(day))}
    some = [day for day in range(14 - _YEAR, -9 - BED.days) if fixed.isdisjoint(range(day, day + BED.days + 1))]
    some = some if told and not diary.at_home_with() else []
    for day in rng.sample(some, min(len(some), int(wanted + rng.random()))):
        at = diary.moment(day, f"{rng.randint(8, 10):02}:{rng.randint(0, 59):02}")
        diary.ill.append(Begin(_ILL, at, {"a": "me", "b": rng.choice(told)}, way=("better",), sure=True))


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
        for day, habit in rng.sample(some, len(some)):
            if at := visit(diary, habit, day, rng):
                _twice(diary, at, habit, refunded)
                break


def _twice(diary: Diary, at: datetime, habit: Habit, refunded: bool) -> None:
    """Charge a payment twice; the owner writes to the house and tells a friend, and tells when the money is back."""
    rng = diary.rng(f"charged twice {at:%F}")
    name = diary.business(habit.business).name
    amount = cents((max(habit.dollars[0], _DEAR[0]), min(habit.dollars[1], _DEAR[1])), rng)
    for moment in (at, at + timedelta(seconds=rng.randint(19, 55))):
        payment = pay(diary, habit.business, moment, amount, habit.purse)
    _complain(diary, payment, habit.business)
    words = {"place": name, "amount": str(amount)}
    diary.given.append(Begin("charged-twice", payment.at + timedelta(hours=20), {"b": diary.confidant}, words))
    if refunded:
        at = _refund(diary, payment)
        diary.given.append(Begin("refund", at + timedelta(hours=9), {"b": diary.confidant}, words))


def _refund(diary: Diary, payment: CardPayment) -> datetime:
    """Pay back what was charged twice, and return when."""
    at, memo = payment.at + timedelta(days=5, hours=3), "Refund: charged twice"
    diary.events.append(
        Deposit(at=at, business_id=payment.business_id, amount=payment.amount, purse=payment.purse, memo=memo)
    )
    return at


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


def _cancelled_class(diary: Diary) -> None:
    """Cancel a standing appointment once, by a letter of the house, and let the owner tell somebody."""
    if diary.bio.cancelled is None:
        return
    key, business, friend = diary.bio.cancelled
    standing = next(entry for entry in diary.bio.standing if entry.key == key)
    if (day := called_off(diary, standing)) is None:
        return
    facts = {"title": standing.title, "day": f"{day:%A}", "time": standing.start, "first": diary.me.first}
    at = datetime.combine(day, time(10, 20)) - timedelta(days=1)
    diary.events.append(mishaps().cancelled.sent(at, diary.business(business), f"cancelled-{key}", facts))
    start = datetime.combine(day, time.fromisoformat(standing.start))
    whose, _, what = standing.title.rpartition(": ")  # “Amara: orchestra”, and “Physio: calf”
    family = {"", *map(diary.called, diary.people), *diary.bio.me.facts.values()}  # a child is a fact
    words = {"what": what if whose in family else whose.lower()}
    diary.given.append(Begin("no-class", at + timedelta(hours=2), {"b": friend}, words, start=start))
