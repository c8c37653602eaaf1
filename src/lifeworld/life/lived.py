"""A life as it was lived: what apps fill their tables from."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from random import Random

from lifeworld.core.money import Money
from lifeworld.life.biography import Circle, Tastes
from lifeworld.life.events import Purse
from lifeworld.life.models import Business, Person
from lifeworld.store import Event


@dataclass(frozen=True)
class Life:
    """One life: who, what happened until `now` (`events`), and what is going to happen (`ahead`), both by time."""

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

    def rng(self, purpose: str) -> Random:
        """Return a generator for an app's own additions: the same for the same purpose."""
        return Random(f"{self.seed}/app/{purpose}")
