"""A life as it was lived: what apps fill their tables from."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
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

    def card_number(self, purse: Purse) -> str:
        """Return the sixteen digits of the bank card that pays from `purse`, which the bank prints on it.

        The check digit is wrong on purpose, so that no such card can exist.
        """
        rng = self.rng(f"card {purse}")
        digits = [rng.randrange(10) for _ in range(14)]
        body = [9, *digits]
        doubled = [2 * digit - 9 if digit > 4 else 2 * digit for digit in body[::2]]
        right = -sum((*doubled, *body[1::2])) % 10
        return "".join(map(str, [*body, (right + 5) % 10]))

    def card_expires(self, purse: Purse) -> date:
        """Return the first day of the month after which that card no longer pays."""
        rng = self.rng(f"card expiry {purse}")
        return date(self.now.year + rng.randint(1, 4), rng.randint(1, 12), 1)
