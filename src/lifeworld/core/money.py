"""Amounts of money: whole cents, never floats."""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Self

from babel.numbers import format_currency

_WRITTEN = re.compile(r"[-+−]?\s*\$?\s*(\d{1,3}(,\d{3})+|\d+)(\.\d{1,2})?|[-+−]?\s*\$?\s*\.\d{1,2}")


@dataclass(frozen=True, order=True)
class Money:
    """An amount in the world's currency (US dollars), held as whole cents."""

    cents: int = 0

    @classmethod
    def of(cls, written: str) -> Self:
        """Return the amount that a person wrote, such as "$1,240.50" or "12.5".

        Raises:
            ValueError: the text is no amount with at most two decimals.
        """
        text = written.strip().removesuffix("USD").strip()
        if not _WRITTEN.fullmatch(text):
            raise ValueError(f"“{written}” is not an amount; write it like 12.50")
        negative = text[0] in "-−"
        digits = re.sub(r"[^\d.]", "", text)
        cents = int(Decimal(digits) * 100)
        return cls(-cents if negative else cents)

    def __add__(self, other: "Money") -> "Money":
        return Money(self.cents + other.cents)

    def __sub__(self, other: "Money") -> "Money":
        return Money(self.cents - other.cents)

    def __mul__(self, times: int) -> "Money":
        return Money(self.cents * times)

    def __neg__(self) -> "Money":
        return Money(-self.cents)

    def __abs__(self) -> "Money":
        return Money(abs(self.cents))

    def __bool__(self) -> bool:
        return self.cents != 0

    def __str__(self) -> str:
        return written(self.cents)

    @property
    def plain(self) -> str:
        """The amount without sign of currency, as one types it into a field: "1240.50"."""
        return f"{self.cents / 100:.2f}"


@lru_cache(maxsize=65536)
def written(cents: int, locale: str = "en_US") -> str:
    """Return cents as the locale writes them: "$1,240.50"."""
    return str(format_currency(Decimal(cents) / 100, "USD", locale=locale))
