"""What tokens cost: by the settings, else by the table of published prices."""

import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from lifeworld.agents.settings import Settings
from lifeworld.core.trajectory import Usage

_MILLION = 1_000_000


class Price(NamedTuple):
    """Dollars for a million tokens: read, read again, written."""

    fresh: float
    cached: float
    out: float


def price(settings: Settings) -> Price | None:
    """Return the price of a model; None where neither the settings nor the table say it.

    The table is for the providers' own endpoints; elsewhere the same model has another price, or none.
    """
    if settings.price_in is not None and settings.price_out is not None:
        cached = settings.price_in if settings.price_cached is None else settings.price_cached
        return Price(settings.price_in, cached, settings.price_out)
    found = (price for pattern, price in _table().items() if fnmatchcase(settings.model, pattern))
    return None if settings.base_url else next(found, None)


@dataclass(frozen=True)
class Taken:
    """Tokens of an answer: read (those read again among them), and written."""

    read: int = 0
    written: int = 0
    cached: int = 0

    def usage(self, settings: Settings) -> Usage:
        """Return them with what they cost; 0 where the price is not known."""
        known = price(settings)
        if known is None:
            return Usage(self.read, self.written)
        fresh = (self.read - self.cached) * known.fresh + self.cached * known.cached
        return Usage(self.read, self.written, (fresh + self.written * known.out) / _MILLION)


@cache
def _table() -> dict[str, Price]:
    written = files("lifeworld.agents").joinpath("prices.toml").read_text()
    return {pattern: Price(*price) for pattern, price in tomllib.loads(written).items()}
