"""What tokens cost: by the settings, else by the table of published prices."""

import re
import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from lifeworld.agents.settings import Settings
from lifeworld.core.trajectory import Usage

_OWN = ("api.anthropic.com", "api.openai.com", "generativelanguage.googleapis.com")  # addresses that the table is for
_DATE = re.compile(r"-20\d\d-?\d\d-?\d\d$")
_MILLION = 1_000_000
_KEPT = 1.25  # what a token costs that is written to a cache, in tokens read: with every provider that charges for it


class Price(NamedTuple):
    """Dollars for a million tokens: read, read again, written."""

    fresh: float
    cached: float
    out: float


def price(settings: Settings, read: int = 0) -> Price | None:
    """Return the price of a model in a request of so many tokens; None where neither settings nor table say it.

    The table is for the providers' own endpoints; elsewhere the same model has another price, or none.
    """
    if settings.price_in is not None and settings.price_out is not None:
        cached = settings.price_in if settings.price_cached is None else settings.price_cached
        return Price(settings.price_in, cached, settings.price_out)
    own = not settings.base_url or urlsplit(settings.base_url).hostname in _OWN
    known = _fitting(_table(), settings.model) if own else None
    limit = _fitting(_written()["beyond"], settings.model)
    if known is None:
        return None
    reading, writing = limit[1:] if limit and read > limit[0] else (1.0, 1.0)
    return Price(known[0] * reading, known[1] * reading, known[2] * writing)


@dataclass(frozen=True)
class Taken:
    """Tokens of an answer: read (those read again, and those written to a cache, among them), and written."""

    read: int = 0
    written: int = 0
    cached: int = 0
    kept: int = 0

    def usage(self, settings: Settings) -> Usage:
        """Return them with what they cost; 0 where the price is not known."""
        known = price(settings, self.read)
        if known is None:
            return Usage(self.read, self.written)
        fresh = self.read - self.cached + self.kept * (_KEPT - 1)
        dollars = fresh * known.fresh + self.cached * known.cached + self.written * known.out
        return Usage(self.read, self.written, dollars / _MILLION)


def _fitting(table: dict[str, list[float]], model: str) -> list[float] | None:
    """Return the numbers for a model; one with a date is what has its name without the date."""
    name = _DATE.sub("", model)
    return next((numbers for pattern, numbers in table.items() if fnmatchcase(name, pattern)), None)


def _table() -> dict[str, list[float]]:
    today = datetime.now(UTC).date().isoformat()
    later = [prices for day, prices in _written()["from"].items() if day <= today]
    return {name: price for prices in (_written()["models"], *later) for name, price in prices.items()}


@cache
def _written() -> dict[str, Any]:
    return tomllib.loads(files("lifeworld.agents").joinpath("prices.toml").read_text())
