"""Who has said no, has left town, sits at a desk, sleeps or shares a home: nobody is found where they can't be."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from tests.life.lives import lived
from tests.life.test_company import kind, talks
from tests.life.test_things import planned, there

from lifeworld.life import Life
from lifeworld.life.biographies import biography
from lifeworld.life.events import CardPayment, Planned
from lifeworld.life.words.kinds import gone
from lifeworld.life.words.plans import plans

_DECLINES = {"club-evening": "cannot", "two-films": "cannot", "family-table": "c-no", "rehearsal": "hoarse"}
_AT_HOME = ("taken-in", "share")  # what gives rise to words of who is in town
_WEEKEND = 5


def entries(life: Life) -> dict[str, Planned]:
    """Return what plans have put into the calendar, by plan."""
    found = (event for event in (*life.events, *life.ahead) if isinstance(event, Planned))
    return {one.key.removeprefix("plan-"): one for one in found if one.key.startswith("plan-")}


def there_all_the_same(life: Life) -> Iterator[str]:
    """Yield plans in which somebody who has declined is a guest, or talks of it afterwards."""
    planned = entries(life)
    for key, lines in talks(life):
        entry, step, said = planned.get(key), _DECLINES.get(kind(key), ""), dict(lines)
        if entry is None or step not in said or "moved" in said:
            continue
        who = said[step].sender_id
        after = [one for _, one in lines if one.sender_id == who and one.at > entry.start]
        if after or dict(entry.guests).get(who) != "declined":
            yield key


def from_one_home(life: Life) -> Iterator[str]:
    """Yield plans that suppose several homes, in which two who share one take part."""
    homes = {person.id: person.address for person in life.people}
    for key, lines in talks(life):
        there = {one.sender_id for _, one in lines}
        apart = any(need.startswith("not ") and need.endswith(".home") for need in plans()[kind(key)].needs)
        if plans()[kind(key)].group and apart and len({homes[who] for who in there}) < len(there):
            yield key


def off_the_desk(life: Life) -> Iterator[datetime]:
    """Yield when somebody who works at a desk meets people in its hours, other than at lunch."""
    if "deskless" in biography(life.name).me.facts:
        return
    for one in entries(life).values():
        in_hours = one.start.weekday() < _WEEKEND and (9 <= one.start.hour < 12 or 13 <= one.start.hour < 16)
        if in_hours and one.guests and one.calendar == "Personal":
            yield one.start


def twice_a_day(life: Life) -> Iterator[CardPayment]:
    """Yield what is paid a second time at one house on a day, an hour or more later."""
    first: dict[tuple[int, datetime], datetime] = {}
    for one in life.events:
        if isinstance(one, CardPayment) and not one.memo:
            before = first.setdefault((one.business_id, one.at.replace(hour=0, minute=0, second=0)), one.at)
            if (one.at - before).seconds > 3600:
                yield one


def out_of_town(life: Life) -> Iterator[tuple[str, int, datetime, datetime]]:
    """Yield plans in the course of which somebody leaves town, who, and from when until when."""
    for key, lines in talks(life):
        by = {step: gone(deed) for step, one in plans()[kind(key)].steps.items() for deed in one.does}
        left = next((at for step, at in lines if (by.get(step) or "")[1:] == ("leaves",)), None)
        if left:
            letter = plans()[kind(key)].traveller
            who = next(one.sender_id for step, one in lines if plans()[kind(key)].steps[step].by == letter)
            yield key, who, left.at + timedelta(hours=12), lines[-1][1].at - timedelta(days=1)


def away_yet_there(life: Life) -> Iterator[str]:
    """Yield what the owner meets somebody at who is out of town then, and what such people say of their home."""
    for key, who, first, last in out_of_town(life):
        for one, start, _ in planned(life):
            if first < start < last and who in there(one) and not one.all_day:
                yield f"{key}: {one.title}"
        given = (lines for other, lines in talks(life) if other != key and kind(other) in _AT_HOME)
        yield from (
            f"{key}: {one.text}"
            for said in given
            for _, one in said[:1]
            if one.sender_id == who and first < one.at < last
        )


def test_nobody_is_where_they_cannot_be(life: Life) -> None:
    assert [*there_all_the_same(life)] == []
    assert [*from_one_home(life)] == []
    assert [*off_the_desk(life)] == []
    assert [*away_yet_there(life)] == []
    assert len([*twice_a_day(life)]) < 2  # somebody may meet two friends in one café


def test_a_fault_of_absence_is_found() -> None:
    """One planted for each."""
    life = lived("nora", None)
    key = next(key for key, lines in talks(life) if _DECLINES.get(kind(key)) in dict(lines) and key in entries(life))
    entry = entries(life)[key]

    def changed(**told: Any) -> Life:
        other = replace(entry, **told)
        return replace(life, events=tuple(other if one is entry else one for one in life.events))

    assert [*there_all_the_same(life)] == []
    assert [*there_all_the_same(changed(guests=tuple((who, "accepted") for who, _ in entry.guests)))] == [key]
    monday = entry.start - timedelta(days=entry.start.weekday())
    assert [*off_the_desk(changed(start=monday.replace(hour=10), calendar="Personal"))]
    homes = tuple(replace(person, address=life.me.address) for person in life.people)
    assert [*from_one_home(replace(life, people=homes))]
    paid = next(one for one in life.events if isinstance(one, CardPayment) and one.at.hour < 20 and not one.memo)
    again = tuple(replace(one, at=one.at + timedelta(hours=2)) if one is paid else one for one in (*life.events, paid))
    assert len([*twice_a_day(replace(life, events=(paid, *again), causes=()))]) > len([*twice_a_day(life)])
