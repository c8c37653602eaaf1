"""A life as it was lived: what apps fill their tables from."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from lifeworld.core.money import Money
from lifeworld.life.biography import Circle, Tastes
from lifeworld.life.events import Purse
from lifeworld.life.facts import Known
from lifeworld.life.models import Business, Person
from lifeworld.store import Event

YEAR = timedelta(days=364)  # so that weekdays stay


@dataclass(frozen=True)
class Life:
    """One life: who, what happened in so many `years` until `now` (`events`), what is going to (`ahead`), by time.

    Attributes:
        causes: of each event that happened, in their order, the chapter that wrote it; of a message also what it is
            about, as `plans: lending-2606091530/ask`. Empty where it is not as it was lived.
    """

    name: str
    seed: int
    now: datetime
    story: str
    me: Person
    people: tuple[Person, ...]
    businesses: tuple[Business, ...]
    events: tuple[Event, ...]
    ahead: tuple[Event, ...]
    tastes: Tastes
    opening: Mapping[Purse, Money]
    pay_days: tuple[int, ...]
    circles: tuple[Circle, ...]
    years: int = 1
    facts: tuple[Known, ...] = ()
    causes: tuple[str, ...] = ()

    @property
    def begun(self) -> datetime:
        """Before all that happened with money."""
        return self.now - self.years * YEAR - timedelta(days=2)

    def rng(self, purpose: str) -> Random:
        """Return a generator for an app's own additions: the same for the same purpose."""
        return Random(f"{self.seed}/app/{purpose}")
