"""What comes back gives way to what the same people do together once: nobody runs long on the morning of a race."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from tests.life.lives import lived

from lifeworld.core.choices import PEOPLE
from lifeworld.core.rhythm import rhythm
from lifeworld.life import Life
from lifeworld.life.events import Planned


def _people(event: Planned) -> set[int | None]:
    return {person for person, _ in event.guests} | {event.organiser_id} - {None}


def doubled(life: Life) -> Iterator[tuple[str, str]]:
    """Yield what comes back beside something that a hand wrote, on the same day, with the same people, within hours."""
    every = [event for event in (*life.events, *life.ahead) if isinstance(event, Planned) and not event.all_day]
    once = [event for event in every if event.key.startswith("once-") and event.calendar != "Work"]
    for comes in (event for event in every if event.repeats and event.guests):
        for one in (event for event in once if _people(comes) <= _people(event)):
            day = one.start.date()
            start = datetime.combine(day, comes.start.time())
            apart = max(one.start - (start + (comes.end - comes.start)), start - one.end)
            on = comes.start.date() <= day <= (comes.until or day) and day not in comes.skips
            if on and apart < timedelta(hours=4) and [*rhythm(comes.start.date(), comes.repeats, day, day)]:
                yield comes.title, one.title


@pytest.mark.parametrize("name", [*PEOPLE, "person-17", "person-3", "person-41"])
def test_what_comes_back_gives_way_to_what_happens_once(name: str) -> None:
    assert [*doubled(lived(name, None))] == []
