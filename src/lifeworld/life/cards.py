"""The numbers on the owner's bank cards: the bank prints them, the shop remembers them."""

from datetime import date

from lifeworld.life.events import Purse
from lifeworld.life.lived import Life


def number(life: Life, purse: Purse) -> str:
    """Return the sixteen digits of the card that pays from `purse`.

    The check digit is wrong on purpose, so that no such card can exist.
    """
    rng = life.rng(f"card {purse}")
    digits = [rng.randrange(10) for _ in range(14)]
    body = [9, *digits]
    doubled = [2 * digit - 9 if digit > 4 else 2 * digit for digit in body[::2]]
    right = -sum((*doubled, *body[1::2])) % 10
    return "".join(map(str, [*body, (right + 5) % 10]))


def ending(life: Life, purse: Purse) -> str:
    """Return the last four digits, as receipts show them."""
    return number(life, purse)[-4:]


def expiry(life: Life, purse: Purse) -> date:
    """Return the first day of the month after which the card no longer pays."""
    rng = life.rng(f"card expiry {purse}")
    return date(life.now.year + rng.randint(1, 4), rng.randint(1, 12), 1)
