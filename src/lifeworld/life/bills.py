"""Bills: issued by the same few senders, dearer in winter or after a rise, paid a little before they are due."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from random import Random

from lifeworld.core.money import Money
from lifeworld.life.biography import BillPlan
from lifeworld.life.diary import Diary
from lifeworld.life.events import BillIssued, BillPaid

OPEN_AT_NOW = (3, 5)
_WINTER = {11: 18, 12: 34, 1: 42, 2: 36, 3: 16}
_SUMMER = {5: 10, 6: 26, 7: 38, 8: 32}


def write(diary: Diary) -> None:
    """Write all bills and their payments; three to five of those that are not yet due stay open."""
    rng = diary.rng("bills")
    issued = sorted((pair for plan in diary.bio.bills for pair in _issued(diary, plan)), key=lambda pair: pair[1].at)
    diary.events.extend(bill for _, bill in issued)
    pending = [bill for _, bill in issued if bill.at <= diary.now and bill.due >= diary.now.date()]
    still_open = {bill.number for bill in sorted(pending, key=lambda bill: bill.due)[-rng.randint(*OPEN_AT_NOW) :]}
    for plan, bill in issued:
        if bill.at <= diary.now and bill.number not in still_open:
            day = bill.due - timedelta(days=rng.choice((1, 1, 2, 2, 3, 4)))
            at = datetime.combine(day, time(rng.randint(7, 21), rng.randint(0, 59), rng.randint(0, 59)))
            latest = diary.now - timedelta(hours=rng.randint(9, 60))
            at = max(min(at, latest), bill.at + timedelta(hours=1))
            diary.events.append(BillPaid(at=at, number=bill.number, purse=plan.purse))


def _issued(diary: Diary, plan: BillPlan) -> Iterator[tuple[BillPlan, BillIssued]]:
    rng = diary.rng(f"bills of {plan.business} {plan.day}")
    serial = rng.randint(10_200, 88_000)
    business = diary.business(plan.business)
    letters = "".join(word[0] for word in business.name.split() if word[0].isalpha())[:2].upper()
    for day in diary.days(-364, 42):
        if day.day == plan.day and not (day.month + plan.day) % plan.every:
            serial += rng.randint(3, 61)
            at = datetime.combine(day, time(6, rng.randint(0, 59), rng.randint(0, 59)))
            amount, number = _amount(diary, plan, day, rng), f"{letters}-{day:%y%m}-{serial}"
            due = day + timedelta(days=plan.terms)
            yield plan, BillIssued(at=at, business_id=business.id, amount=amount, number=number, due=due)


def _amount(diary: Diary, plan: BillPlan, day: date, rng: Random) -> Money:
    percent = {"winter": _WINTER, "summer": _SUMMER}.get(plan.season, {}).get(day.month, 0)
    percent += rng.randint(-plan.spread, plan.spread) if plan.spread else 0
    days_before, more = plan.rise
    if days_before and day >= diary.day(-days_before):
        percent += more
    return Money(round(plan.dollars * 100) * (100 + percent) // 100)
