"""The numbers on the owner's bank cards: the bank prints them, the shop remembers them."""

from datetime import date, datetime
from random import Random
from typing import Protocol

from lifeworld.life.events import Purse


class Seeded(Protocol):
    """A life, as far as this module needs one."""

    @property
    def now(self) -> datetime: ...

    def rng(self, purpose: str) -> Random: ...


def number(life: Seeded, purse: Purse) -> str:
    """Return the sixteen digits of the card that pays from `purse`.

    The check digit is wrong on purpose, so that no such card can exist.
    """
    rng = life.rng(f"card {purse}")
    digits = [rng.randrange(10) for _ in range(14)]
    body = [9, *digits]
    right = -sum(_doubled(digit) if place % 2 == 0 else digit for place, digit in enumerate(body)) % 10
    return "".join(map(str, [*body, (right + 5) % 10]))


def ending(life: Seeded, purse: Purse) -> str:
    """Return the last four digits, as receipts show them."""
    return number(life, purse)[-4:]


def expiry(life: Seeded, purse: Purse) -> date:
    """Return the first day of the month after which the card no longer pays."""
    rng = life.rng(f"card expiry {purse}")
    return date(life.now.year + rng.randint(1, 4), rng.randint(1, 12), 1)


def _doubled(digit: int) -> int:
    return digit * 2 - 9 if digit > 4 else digit * 2
