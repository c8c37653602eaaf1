"""Nobody writes to somebody beside whom they sit: the calendar and the messages of a life, held against each other."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime, timedelta

import pytest
from tests.life.lives import lived
from tests.life.test_things import planned

from lifeworld.core.choices import PEOPLE
from lifeworld.core.rhythm import rhythm
from lifeworld.life import Life
from lifeworld.life.events import Messaged, Planned
from lifeworld.life.words.plans import plans

_LATE = timedelta(minutes=45)  # by which one comes at most


def of_plans(life: Life) -> Iterator[tuple[Messaged, str, bool]]:
    """Yield what plans say, the plan, and whether it is said around the beginning of something."""
    for message, cause in zip(life.events, life.causes, strict=True):
        if isinstance(message, Messaged) and cause.startswith("plans: "):
            plan, _, step = cause.removeprefix("plans: ").partition("/")
            yield message, plan, bool(plans()[plan.rpartition("-")[0]].steps[step].around)


def together(life: Life) -> Iterator[tuple[Messaged, str]]:
    """Yield what a plan says while the calendar has speaker and owner at one place, and the entry's title.

    What is said around an entry's own beginning, as by who comes late, is what one writes just then.
    """
    there = defaultdict(list)
    for event in life.events:
        if isinstance(event, Planned) and not event.all_day and event.answer in ("", "accepted"):
            for start in _starts(event, life):
                for person, answer in event.guests:
                    there[person].append((start, start + (event.end - event.start), event, answer))
    for message, plan, around in of_plans(life):
        other = message.chat.removeprefix("direct:")
        for start, end, entry, answer in there[int(other) if other.isdigit() else message.sender_id]:
            late = around and message.at - start < _LATE
            if answer == "accepted" and start <= message.at < end and entry.key != f"plan-{plan}" and not late:
                yield message, entry.title


def out(life: Life) -> Iterator[tuple[Messaged, str]]:
    """Yield what the owner says for a plan while the calendar has them at another place, other than at work."""
    on = [one for one in planned(life) if one[0].place and one[0].calendar != "Work" and not one[0].all_day]
    for message, plan, around in of_plans(life):
        for entry, start, end in on if message.sender_id == life.me.id else ():
            late = around and message.at - start < _LATE
            if start <= message.at < end and entry.key != f"plan-{plan}" and not late:
                yield message, entry.title


def not_at_home(life: Life) -> Iterator[tuple[Messaged, str]]:
    """Yield what the owner says of the light at home, of which all speak at once, while they have something on."""
    on = [one for one in planned(life) if not one[0].all_day]
    for message, plan, _ in of_plans(life):
        at = message.at if plan.startswith("lights-out") else None
        yield from ((message, one.title) for one, start, end in on if at and start <= at < end)


def _starts(event: Planned, life: Life) -> Iterator[datetime]:
    first = event.start.date()
    since: date = life.now.date() - timedelta(days=380)
    days = rhythm(first, event.repeats, since, event.until or life.now.date()) if event.repeats else (first,)
    return (event.start + (day - first) for day in days if day not in event.skips)


@pytest.mark.parametrize("name", [*PEOPLE, "person-301", "person-777"])
def test_nobody_writes_to_somebody_beside_whom_they_sit(name: str) -> None:
    assert list(together(lived(name, None))) == []
    assert list(out(lived(name, None))) == []


@pytest.mark.parametrize("name", ["wilma", "rosalind", "person-7", "person-17"])
def test_who_speaks_of_the_light_at_home_is_there(name: str) -> None:
    assert list(not_at_home(lived(name, None))) == []
