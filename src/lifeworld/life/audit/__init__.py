"""What is wrong with a life and what it is made of, read from its events by none of the code that wrote them.

Here a flaw, and what all who look for one read of a life.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from lifeworld.life.events import Messaged, Planned
from lifeworld.life.lived import Life
from lifeworld.store import Event

_STEPS = {"weekly": 7, "weekdays": 1, "daily": 1}  # days from one time to the next
_SATURDAY = 5


@dataclass(frozen=True)
class Flaw:
    """Something in a life that can't be: its kind, when, and what there is."""

    kind: str
    at: datetime
    what: str


def with_causes(life: Life) -> Iterator[tuple[Event, str]]:
    """Yield events with their causes, "" where the life is not as it was lived."""
    return zip(life.events, life.causes or [""] * len(life.events), strict=True)


def talk(life: Life) -> list[tuple[Messaged, str]]:
    """Return the messages with their causes."""
    return [(event, cause) for event, cause in with_causes(life) if isinstance(event, Messaged)]


def told(event: Event) -> str:
    """Return what an event says, in quotes."""
    said = (getattr(event, name, "") for name in ("text", "title", "subject"))
    return f"“{next(filter(None, said), '')}”"


def times(event: Planned, last: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Yield from when to when something in the calendar is on, each time up to `last`."""
    if event.start.date() not in event.skips:
        yield event.start, event.end
    step = _STEPS.get(event.repeats)
    start, length = event.start, event.end - event.start
    while step and (start := start + timedelta(days=step)) <= last and not (event.until and start.date() > event.until):
        if (event.repeats != "weekdays" or start.weekday() < _SATURDAY) and start.date() not in event.skips:
            yield start, start + length
