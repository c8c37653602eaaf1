"""What is wrong with a life and what it is made of, read from its events by none of the code that wrote them.

Here a flaw, and what all who look for one read of a life.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from lifeworld.life.events import Messaged
from lifeworld.life.lived import Life
from lifeworld.store import Event


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
