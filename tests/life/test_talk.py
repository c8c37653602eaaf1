"""What people write fits what happens: who knows it, when they are awake, what is asked and answered."""

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from lifeworld.life import Life, company, live
from lifeworld.life import plans as talk
from lifeworld.life.audit import with_causes
from lifeworld.life.audit.agreed import agreed
from lifeworld.life.biographies import NAMES
from lifeworld.life.diary import Begin, Diary
from lifeworld.life.events import CardPayment, Messaged, Noted, PeerPayment, Planned
from lifeworld.life.words.agenda import agenda
from lifeworld.life.words.kinds import Kind
from lifeworld.life.words.plans import plans

_UNPROMPTED = timedelta(hours=2)
_ARRANGED = timedelta(days=14)  # ahead is what is asked about
_ASKS = re.compile(r"\?[^\w.]*$")


def of(life: Life, kind: type) -> list:
    return [event for event in life.events if isinstance(event, kind)]


@pytest.mark.parametrize("kind", plans().values(), ids=list(plans()))
def test_a_no_is_no_yes(kind: Kind) -> None:
    """A step in which somebody refuses has no line that agrees, and puts nothing into the calendar."""
    for name, step in kind.steps.items():
        if any("{no}" in line for line in step.lines):
            assert "entry" not in step.does and not any("{yes}" in line for line in step.lines), name


def test_nobody_tells_twice_what_they_cannot_eat(written: Life) -> None:
    said = [(event, cause) for event, cause in with_causes(written) if isinstance(event, Messaged)]
    told = [event.sender_id for event, cause in said if re.search(r"allergy-told-\d+/tells", cause)]
    assert len(set(told)) == len(told)


def test_who_asks_is_answered(life: Life) -> None:
    """In words, unless the answer is still to come."""
    for plan in agreed(life):
        _, step, last = plan.said[-1]
        if step.next and _ASKS.search(last.text):
            waits = [plan.kind.steps[name].around or plan.kind.steps[name].after for name in step.next]
            assert last.at + max(wait[1] for wait in waits) + _ARRANGED > life.now, f"{plan.key}: {last.text}"


@pytest.mark.parametrize("kind", plans().values(), ids=list(plans()))
def test_a_line_that_asks_can_be_answered(kind: Kind) -> None:
    for name, step in kind.steps.items():
        asks = any(_ASKS.search(way) for line in step.lines for way in line.split(" ~ "))
        assert not (asks and step.next) or not all(kind.steps[other].mute for other in step.next), name


def test_who_stays_away_from_a_picnic_is_not_there(life: Life) -> None:
    said: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for event, cause in with_causes(life):
        if isinstance(event, Messaged) and cause.startswith("plans: picnic"):
            plan, _, step = cause.partition("/")
            said[plan].append((event.sender_id, step))
    for steps in said.values():
        away = {who for who, step in steps if step == "cannot"}
        assert not [step for who, step in steps if who in away and step != "cannot"]


def test_what_something_gives_rise_to_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over several lives; where the moment has passed before somebody is there, nothing is said."""
    given: list[Begin] = []
    said: list[Begin] = []

    def begins(diary: Diary) -> Iterator[Begin]:
        for begin in company.begins(diary):
            given.extend([begin] if plans()[begin.plan].given else [])
            yield begin

    monkeypatch.setattr(talk, "begins", begins)
    for name in [*NAMES, "person-0", "person-3"]:
        before, life = len(given), live.__wrapped__(name)
        told = {cause.partition("/")[0].removeprefix("plans: ") for cause in life.causes if cause.startswith("plans: ")}
        assert len(given) - before > 50
        said += [begin for begin in given[before:] if f"{begin.plan}-{begin.at:%y%m%d%H%M}" in told]
    assert len(said) / len(given) > 0.9, sorted({one.plan for one in given if one not in said})


def test_a_part_is_named_before_it_is_paid(life: Life) -> None:
    """A sum that somebody names when asked is paid afterwards, to the cent."""
    paid, found = of(life, PeerPayment), 0
    for message, cause in zip(life.events, life.causes, strict=True):
        if cause.startswith("plans: share-") and cause.endswith("/named"):
            person = int(message.chat.removeprefix("direct:"))
            near = [one.at for one in paid if one.person_id == person and str(one.amount) in message.text]
            near = [at for at in near if abs(at - message.at) < _UNPROMPTED]
            assert near and all(at > message.at for at in near), message
            found += 1
    assert found > 1 or life.name not in NAMES


def test_nobody_writes_in_the_dead_of_night_but_who_works_then(life: Life) -> None:
    on_nights = {person.id for person in life.people} if any(_on_nights(life)) else set()
    late = [message for message in of(life, Messaged) if 2 <= message.at.hour < 5]
    assert {message.sender_id for message in late} <= on_nights
    children = {one.id for one in life.people if (life.now.date() - one.birthday).days < 14 * 365}
    assert not [one for one in of(life, Messaged) if one.sender_id in children and not 5 <= one.at.hour < 22]
    noted = [chore.at for chore in of(life, Noted) if chore.at.date() > life.events[0].at.date()]
    assert life.me.id in on_nights or all(6 <= at.hour < 23 for at in noted)


def test_a_night_nurse_writes_at_night() -> None:
    life = live("desmond")
    nights = {start.date() for start in _on_nights(life)}
    late = [message for message in of(life, Messaged) if message.at.hour < 6]
    assert len(late) > 3
    assert sum((message.at - timedelta(hours=8)).date() in nights for message in late) / len(late) > 0.5
    mine = [message for message in late if message.sender_id == life.me.id]
    assert mine


def test_a_visit_is_paid_for(life: Life) -> None:
    prices = {business.name for business in life.businesses for key in agenda().prices if _is(life, key, business.id)}
    payments = of(life, CardPayment)
    names = {business.id: business.name for business in life.businesses}
    visits = [one for one in of(life, Planned) if one.place in prices and one.key.startswith("once-")]
    visits = [one for one in visits if one.end < life.now - timedelta(hours=1)]
    assert len(visits) >= 3 or life.name not in NAMES
    for visit in visits:
        there = [one.at for one in payments if names[one.business_id] == visit.place]
        assert [at for at in there if at > visit.end and at.date() == visit.end.date()], visit


def _is(life: Life, key: str, business: int) -> bool:
    from lifeworld.life.models import businesses

    return businesses()[key].id == business


def _on_nights(life: Life) -> list:
    """Return when the shifts begin that go on past midnight, by the calendar."""
    found = []
    for entry in of(life, Planned):
        if entry.calendar == "Work" and entry.start.hour >= 20:
            weeks = (life.now - entry.start).days // 7 if entry.repeats else 0
            found += [entry.start + timedelta(days=7 * week) for week in range(weeks + 1)]
    return found


def test_nothing_new_is_begun_with_somebody_while_something_else_is_talked_about(life: Life) -> None:
    """Of plans that a year brings, between two; what happens, and a plot, don't wait."""
    spans: dict[str, dict[str, list[datetime]]] = defaultdict(lambda: defaultdict(list))
    for message, cause in zip(life.events, life.causes, strict=True):
        if isinstance(message, Messaged) and cause.startswith("plans: "):
            spans[message.chat][cause.partition("/")[0].removeprefix("plans: ")].append(message.at)
    begun, early = 0, 0
    for plans_of in spans.values():
        for key, said in plans_of.items():
            if not plans()[key.rpartition("-")[0]].given:
                others = [times for other, times in plans_of.items() if other != key]
                begun += 1
                early += any(_in_the_midst(said[0], times) for times in others)
    assert early < max(begun, 10) / 10, f"{early} of {begun}"
    assert begun > 50 or life.name not in NAMES


def _in_the_midst(at: datetime, times: list[datetime]) -> bool:
    """Return whether something that is not over was talked about in the hours before."""
    return any(before < at < after and at - before < timedelta(hours=12) for before, after in pairwise(times))
