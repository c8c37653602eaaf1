"""Nobody writes to somebody beside whom they sit: the calendar and the messages of a life, held against each other."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from tests.life.lives import lived

from lifeworld.core.choices import PEOPLE
from lifeworld.core.rhythm import rhythm
from lifeworld.life import Life
from lifeworld.life.events import Messaged, Planned
from lifeworld.life.words.plans import plans


def together(life: Life) -> Iterator[tuple[Messaged, str]]:
    """Yield what a plan between two says while both are where the calendar has them, and the entry's title.

    Lateness, and what else is said around the beginning of an entry, is what one writes just then.
    """
    there = defaultdict(list)
    for event in life.events:
        if isinstance(event, Planned) and not event.all_day and event.answer in ("", "accepted"):
            for start in _starts(event, life):
                for person, answer in event.guests:
                    there[person].append((start, start + (event.end - event.start), event, answer))
    for message, cause in zip(life.events, life.causes, strict=True):
        if not isinstance(message, Messaged) or not cause.startswith("plans: "):
            continue
        plan, _, step = cause.removeprefix("plans: ").partition("/")
        if not message.chat.startswith("direct:") or plans()[plan.rpartition("-")[0]].steps[step].around:
            continue
        for start, end, entry, answer in there[int(message.chat.removeprefix("direct:"))]:
            if answer == "accepted" and start <= message.at < end and entry.key != f"plan-{plan}":
                yield message, entry.title


def _starts(event: Planned, life: Life) -> Iterator:
    first = event.start.date()
    since: date = life.now.date() - timedelta(days=380)
    days = rhythm(first, event.repeats, since, event.until or life.now.date()) if event.repeats else (first,)
    return (event.start + (day - first) for day in days if day not in event.skips)


@pytest.mark.parametrize("name", [*PEOPLE, "person-301", "person-777"])
def test_nobody_writes_to_somebody_beside_whom_they_sit(name: str) -> None:
    assert list(together(lived(name, None))) == []
