"""What is shared by habit, and favours: one who pays, and what the others owe."""

from datetime import date, datetime, timedelta
from random import Random

from lifeworld.core.money import Money
from lifeworld.life.biography import Split
from lifeworld.life.diary import Diary
from lifeworld.life.events import PeerPayment, Planned
from lifeworld.life.spending import cents, clock, pay
from lifeworld.life.whereabouts import AT_THE_TILL


def write(diary: Diary) -> None:
    """Write what was shared and what was paid back."""
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
    at = min(after + timedelta(minutes=rng.choice((55, 75, 110, 620, 800, 1500))), diary.now - timedelta(minutes=25))
    at = at.replace(second=rng.randint(0, 59))
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
    named = (e for e in diary.events if isinstance(e, Planned) and e.key.startswith(f"{split.key}-20"))
    planned = [event for event in named if not event.repeats]
    if planned:
        return sorted(event.start.date() for event in planned if event.end < diary.now)
    return [day for day in diary.days(-360, -1) if day.weekday() == split.weekday]


def _share(diary: Diary, split: Split, at: datetime, rng: Random) -> None:
    """Pay once for those who came: the owner does, or mostly the first of the others."""
    present = [key for key in split.who if rng.random() < 0.8] or [split.who[0]]
    total = cents(split.dollars, rng)
    part = Money(total.cents // (len(split.who) + 1))
    if rng.random() < split.owner_pays:
        pay(diary, split.business, at, part * (len(present) + 1))
        for key in present:
            settle(diary, key, part, False, at, _note(split, rng))
        return
    payer = split.who[0] if split.who[0] in present and rng.random() < 0.8 else rng.choice(present)
    settle(diary, payer, part, True, at, _note(split, rng))


def _note(split: Split, rng: Random) -> str:
    return rng.choice(
        (split.note, f"{split.note} {split.emoji}".strip(), split.note.lower(), split.emoji or split.note)
    )
