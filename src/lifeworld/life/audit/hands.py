"""Days and times that letters and messages by hand name, and whether something is in the calendar then."""

import re
from calendar import day_name
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from lifeworld.life.audit.flaw import with_causes
from lifeworld.life.audit.places import times
from lifeworld.life.audit.texts import dates
from lifeworld.life.events import Mailed, Messaged, Noted, Planned
from lifeworld.life.lived import Life
from lifeworld.store import Event

Moment = tuple[date, int, int]  # a day, an hour of its half, a minute
_TIMED = re.compile(rf"\b({'|'.join(day_name)})\b[^.?!\d]{{0,30}}\b([01]?\d|2[0-3])[:.]([0-5]\d)\b")
_AHEAD = timedelta(days=200)  # from now on, for which the calendar is looked at
_HALF = 12  # hours: who writes 7:30 may mean the evening


@dataclass(frozen=True)
class Named:
    """A day or a moment that a text by hand names: when the text was written, the words, whether anything is then."""

    at: datetime
    words: str
    kept: bool


def named(life: Life) -> list[Named]:
    """Return the days to come that letters and messages by hand name with a date, and the moments with a weekday.

    Of a day it counts what is there once, in the calendar or to be done; at a moment also what comes back.
    """
    every = (*life.events, *life.ahead)
    planned = [one for one in every if isinstance(one, Planned)]
    spans = [span for one in planned for span in times(one, life.now + _AHEAD)]
    once = [(one.start.date(), (one.end - one.start).days) for one in planned if not one.repeats]
    days = {first + timedelta(days=day) for first, length in once for day in range(length + 1)}
    days |= {one.due for one in every if isinstance(one, Noted) and one.due}
    every_time = (*(start for start, _ in spans), *(event.at for event in life.events))
    moments = {(at.date(), at.hour % _HALF, at.minute) for at in every_time}
    found = []
    for event, text in _by_hand(life):
        on = event.at.date()
        found += [Named(event.at, words, day in days) for words, day in dates(text, on) if day and day > on]
        found += [Named(event.at, words, bool(meant & moments)) for words, meant in _timed(text, on)]
    return found


def _by_hand(life: Life) -> Iterator[tuple[Event, str]]:
    for event, cause in with_causes(life):
        if isinstance(event, Messaged) and cause.endswith("by hand"):
            yield event, event.text
        elif isinstance(event, Mailed) and event.thread.startswith("own-"):
            yield event, event.body


def _timed(text: str, on: date) -> Iterator[tuple[str, set[Moment]]]:
    """Yield each weekday with a clock, and the moments of a week before or after that it can be."""
    for found in _TIMED.finditer(text):
        near = (on + timedelta(days=days) for days in range(-7, 8))
        clock = int(found[2]) % _HALF, int(found[3])
        yield found[0], {(day, *clock) for day in near if day_name[day.weekday()] == found[1]}
