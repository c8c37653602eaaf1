"""What the steps of a plan do beside talk: an entry, a payment, a note."""

import re
from collections import ChainMap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, time, timedelta
from itertools import chain
from random import Random

from lifeworld.core.counting import ordinal
from lifeworld.core.money import Money
from lifeworld.life.agenda import guests
from lifeworld.life.diary import Diary
from lifeworld.life.events import Messaged, Noted, PeerPayment, Planned, Rang
from lifeworld.life.grammar import Slots, fill
from lifeworld.life.spending import cents, clock, pay
from lifeworld.life.words.kinds import OF_WHOM, START, Kind, Step, gone, rings
from lifeworld.life.words.kinds import pays as who_pays
from lifeworld.life.words.placeholders import slots
from lifeworld.life.words.vocabulary import vocabulary

_WEEKEND = 5  # its first day
_RINGS = timedelta(seconds=30)  # until nobody picks up
_ALWAYS = (0, 23)  # hours
_ERRAND = 5  # days within which one has been to a shop
_ASKED = re.compile(r"\?[^\w.]*$")  # with an emoji behind it, too


@dataclass
class Plan:
    """One plan under way.

    Attributes:
        people: keys of people by letter.
        at: the key of the business where it takes place; `place` is its name.
        start: when that is which the plan is about; None where it is about nothing that has a time.
        said: its messages so far, and of what step each is (`told`).
        missing: keys of those who have said that they will not be there.
        ways: the other ways, by weight, that there were to the step that is due.
    """

    key: str
    kind: Kind
    chat: str
    people: Mapping[str, str]
    words: Slots
    rng: Random
    way: tuple[str, ...]
    at: str = ""
    place: str = ""
    start: datetime | None = None
    sum: Money | None = None
    entry: Planned | None = None
    noted: Noted | None = None
    said: list[Messaged] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    missing: set[str] = field(default_factory=set)
    ways: dict[str, float] = field(default_factory=dict)

    def others(self) -> tuple[str, ...]:
        return tuple(key for key in self.people.values() if key != "me")

    def facts_of(self, line: str) -> dict[str, tuple[str, str]]:
        """Return by slot whose fact of what relation a line tells."""
        found = {slot: OF_WHOM.fullmatch(slot.removesuffix("_c")) for slot in slots(line)}
        return {slot: (self.people[m[1]], m[2]) for slot, m in found.items() if m and m[1] in self.people}

    def asked(self) -> bool:
        """Return whether what was said last is a question."""
        return any(_ASKED.search(last.text) for last in self.said[-1:])

    def must_precede(self, step: Step) -> bool:
        """Return whether a step is of no use once that has begun which the plan is about."""
        return START in self.kind.given and not step.around

    def begins(self, start: datetime) -> None:
        """Settle when that is which it is about, and how friends write it: “Friday”, “March 6”, “7:30”."""
        clock = f"{start.hour % 12 or 12}" + (f":{start:%M}" if start.minute else "")
        self.start = start
        self.words.update(day=f"{start:%A}", date=f"{start:%B} {start.day}", clock=clock)

    def names_day(self, line: str, at: datetime) -> None:
        """Say in a line of that time which weekday is meant: “Thursday the 26th” from a week ahead on."""
        if self.start:
            ahead = (self.start.date() - at.date()).days
            dated = ahead > 6 and "{date}" not in line
            self.words["day"] = f"{self.start:%A}" + f" the {ordinal(self.start.day)}" * dated

    def timely(self, line: str, at: datetime, moves: bool) -> bool:
        """Return whether a line fits the hour, and calls the day that it is by no weekday, unless a week ahead.

        What `moves` to another day will name that one.
        """
        named, today = slots(line) - {"day"} if moves else slots(line), f"{at:%A}"
        hours = (vocabulary().clock.get(slot.removesuffix("_c"), _ALWAYS) for slot in named)
        day = f"{self.start:%A}" if self.start and self.start.date() <= at.date() else self.words.get("day")
        called = {day if slot == "day" else self.words.get(slot) for slot in named}
        return today not in line and today not in called and all(low <= at.hour <= high for low, high in hours)


def timed(diary: Diary, plan: Plan, at: datetime, days: int | None = None) -> bool:
    """Find a time at which the owner is free, after so many `days` or as the kind says; return whether there is one.

    What has a time gets another day.
    """
    entry = plan.kind.entry
    if entry is None:
        return False
    works = "deskless" not in diary.bio.me.facts and not entry.alone and entry.calendar == "Personal"
    low, high = (part.days for part in entry.ahead)
    offsets = plan.rng.sample(range(low, high + 1), high - low + 1) if days is None else [days]
    for offset, hour in ((day, hour) for day in offsets for hour in plan.rng.sample(entry.clocks, len(entry.clocks))):
        start = datetime.combine(at.date() + timedelta(days=offset), time.fromisoformat(hour))
        over = start + timedelta(minutes=entry.minutes)
        meant = start.weekday() in entry.weekdays and start > at + timedelta(hours=2) and over < diary.end
        other = plan.start is None or start.date() != plan.start.date()
        meant = meant and other and not (works and _in_hours(start))
        if meant and diary.at_home(start.date()) and diary.where.free(start, over, plan.place):
            plan.begins(start)
            diary.where.occupy(start, over, plan.place)
            return True
    return False


def _in_hours(at: datetime) -> bool:
    """Return whether whoever works at a desk sits there, or has only just come back from lunch."""
    return at.weekday() < _WEEKEND and (9 <= at.hour < 12 or 13 <= at.hour < 16)


def _pays(diary: Diary, plan: Plan, letters: tuple[str, ...], at: datetime) -> None:
    """Let one pay another what was named, just before it is said."""
    _sum(diary, plan, at)
    source, target = (plan.people[letter] for letter in letters)
    if "me" not in (source, target):  # what others pay one another is in no bank of the owner's
        return
    diary.events.append(
        PeerPayment(
            at=at - timedelta(seconds=plan.rng.randint(15, 50)),
            person_id=diary.people[target if source == "me" else source].id,
            amount=plan.sum or Money(0),
            outgoing=source == "me",
            purse="checking",
            note=fill(plan.kind.money.note, plan.words, plan.rng) if plan.kind.money else "",
        )
    )


def _sum(diary: Diary, plan: Plan, at: datetime) -> None:
    """Settle how much it is."""
    if plan.sum is None and plan.kind.money is not None:
        found = cents(plan.kind.money.dollars, plan.rng)
        plan.sum = Money(found.cents // 100 * 100) if plan.kind.money.whole else found
        plan.words["sum"] = str(plan.sum)


def _visit(diary: Diary, plan: Plan, at: datetime) -> None:
    """Pay one's own part at the house where one was, as one leaves it."""
    if plan.kind.money:
        alone = plan.kind.entry and plan.kind.entry.alone
        usual = (habit.dollars for habit in diary.bio.habits if alone and habit.business == plan.at)
        _leave(diary, plan, at, cents(next(usual, plan.kind.money.dollars), plan.rng))


def _treat(diary: Diary, plan: Plan, at: datetime) -> None:
    """Pay there for all; what each owes is settled with it."""
    _sum(diary, plan, at)
    if plan.sum:
        _leave(diary, plan, at, plan.sum * len(plan.people))


def _buy(diary: Diary, plan: Plan, at: datetime) -> None:
    """Have paid twice what it comes to for each, at the house, on that day or one of those before."""
    _sum(diary, plan, at)
    for back in range(_ERRAND):
        day = at.date() - timedelta(days=back)
        meant = clock(day, plan.rng.uniform(10, 18), plan.rng)
        till = diary.where.visit(meant, plan.place, plan.rng) if diary.at_home(day) and diary.has_card(day) else None
        if till and plan.sum and plan.said[0].at < till < at:
            pay(diary, plan.at, till, plan.sum * 2)
            return


def _leave(diary: Diary, plan: Plan, at: datetime, amount: Money) -> None:
    if plan.kind.entry and plan.start and diary.has_card(at.date()):
        over = plan.start + timedelta(minutes=plan.kind.entry.minutes)
        pay(diary, plan.at, min(over - timedelta(seconds=plan.rng.randint(40, 240)), at), amount)


def _entry(diary: Diary, plan: Plan, at: datetime) -> None:
    entry, start = plan.kind.entry, plan.start
    if entry is None or start is None:
        return
    plan.entry = Planned(
        at=at + timedelta(seconds=plan.rng.randint(40, 200)),
        key=f"plan-{plan.key}",
        title=_filled(diary, plan, entry.title),
        start=start,
        end=start + timedelta(minutes=entry.minutes),
        place=plan.place,
        guests=() if entry.alone else _guests(diary, plan),
        calendar=entry.calendar,
        reminder=plan.rng.choice((30, 60, 1440)),
    )
    diary.events.append(plan.entry)


def _guests(diary: Diary, plan: Plan) -> tuple[tuple[int, str], ...]:
    told = (guests(diary, (key,), "declined" if key in plan.missing else "accepted") for key in plan.others())
    return tuple(chain(*told))


def _misses(diary: Diary, plan: Plan, key: str) -> None:
    """Let somebody have said that they will not be there, in the calendar as well."""
    plan.missing.add(key)
    if plan.entry is not None and plan.entry.guests:
        diary.events.remove(plan.entry)
        plan.entry = replace(plan.entry, guests=_guests(diary, plan))
        diary.events.append(plan.entry)


def _drop(diary: Diary, plan: Plan, at: datetime) -> None:
    if plan.entry is not None:
        diary.events.remove(plan.entry)
        plan.entry = None


def _move(diary: Diary, plan: Plan, at: datetime) -> None:
    """Put what stood at another time to the one that was found (`timed`)."""
    if plan.entry is not None:
        _drop(diary, plan, at)
        _entry(diary, plan, at)


def _note(diary: Diary, plan: Plan, at: datetime) -> None:
    note = plan.kind.note
    if note is None or not diary.bio.tastes.lists:  # who keeps no lists
        return
    due = at + note.due[0] if note.due else plan.start
    plan.noted = Noted(
        at=at + timedelta(seconds=plan.rng.randint(50, 300)),
        title=_filled(diary, plan, note.title),
        list="Inbox",
        due=due.date() if due else None,
    )
    diary.events.append(plan.noted)


def _done(diary: Diary, plan: Plan, at: datetime) -> None:
    if plan.noted is not None:
        diary.events.remove(plan.noted)
        plan.noted = replace(plan.noted, done_at=max(at, plan.noted.at + timedelta(minutes=1)))
        diary.events.append(plan.noted)


def _filled(diary: Diary, plan: Plan, text: str) -> str:
    """Fill in what the owner writes for themselves: Mum, not Adwoa."""
    own = {letter: diary.called(key) for letter, key in plan.people.items()}
    own["them"] = " and ".join(diary.called(key) for key in plan.others())
    return fill(text, ChainMap(own, plan.words), plan.rng)


def _rings(diary: Diary, plan: Plan, found: tuple[str, ...], at: datetime) -> None:
    """Let one ring another as was agreed, before it is talked about."""
    caller, answered, other = plan.people[found[0]], found[1] == "calls", plan.people[found[2]]
    agreed = [one.at for one in plan.said[-1:]] + [plan.start for _ in plan.said if plan.start and plan.start < at]
    begun = max(agreed) + timedelta(seconds=plan.rng.randint(60, 200))
    ended = begun + (timedelta(minutes=plan.rng.randint(22, 52)) if answered else _RINGS)
    who, ended = diary.people[other if caller == "me" else caller].id, min(ended, at - _RINGS)
    diary.events.append(Rang(at=begun, person_id=who, outgoing=caller == "me", ended=ended, missed=not answered))


_ONES_OWN = ("visit", "treat", "buy", "note", "done")  # which only the owner's hand does
_DEEDS: Mapping[str, Callable[[Diary, Plan, datetime], None]] = {
    "sum": _sum,
    "visit": _visit,
    "treat": _treat,
    "buy": _buy,
    "entry": _entry,
    "drop": _drop,
    "move": _move,
    "note": _note,
    "done": _done,
}


def do(diary: Diary, plan: Plan, deed: str, speaker: str, at: datetime) -> None:
    """Do what a step of a plan does; what only the owner's hand does is left to the owner."""
    if paying := who_pays(deed):
        _pays(diary, plan, paying, at)
    elif calling := rings(deed):
        _rings(diary, plan, calling, at)
    elif found := gone(deed):
        _misses(diary, plan, plan.people[found[0]])
    elif speaker == "me" or deed not in _ONES_OWN:
        _DEEDS[deed](diary, plan, at)
