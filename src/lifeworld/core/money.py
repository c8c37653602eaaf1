"""Amounts of money: whole cents, never floats; as English writes them, and as other languages do: “1.240,50 $”."""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Self

from babel.numbers import format_currency, get_decimal_symbol, get_group_symbol

_WRITTEN = re.compile(r"[-+−]?\s*\$?\s*(\d{1,3}(,\d{3})+|\d+)(\.\d{1,2})?|[-+−]?\s*\$?\s*\.\d{1,2}")
_ENGLISH = "en_US"
_SIGN = re.compile(r"\s*(?:US)?\$(?:US)?\s*")
_SPACES = "[ \u00a0\u202f]"


@dataclass(frozen=True, order=True)
class Money:
    """An amount in the world's currency (US dollars), held as whole cents."""

    cents: int = 0

    @classmethod
    def of(cls, written: str, locale: str = _ENGLISH) -> Self:
        """Return the amount that a person wrote: "$1,240.50", "12.5", or as the locale writes it, like "1.240,50 $".

        Raises:
            ValueError: the text is no amount with at most two decimals, or means another one in English.
        """
        text = _in_english(written, locale).strip().removesuffix("USD").strip()
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

    def typed(self, locale: str) -> str:
        """Return the amount as one types it where the locale is spoken: in German "1240,50"."""
        return self.plain.replace(".", get_decimal_symbol(locale))


@lru_cache(maxsize=65536)
def written(cents: int, locale: str = _ENGLISH) -> str:
    """Return cents as the locale writes them: "$1,240.50"."""
    return str(format_currency(Decimal(cents) / 100, "USD", locale=locale))


def _in_english(text: str, locale: str) -> str:
    """Return an amount as English writes it; a text that is no amount of the locale's comes back as is.

    English forms mean in every language what they mean in English, but for those that are an amount of the language's
    own: “1.240” is in German more than a thousand.

    Raises:
        ValueError: it is one amount in English and another, of three decimals, in the locale: “1,240”.
    """
    if locale == _ENGLISH:
        return text
    bare = _SIGN.sub("", text.strip(), count=1)
    own = _own(locale).fullmatch(bare)
    if not own and re.search(rf"^\D*\d+{re.escape(get_decimal_symbol(locale))}\d{{3}}$", bare):
        raise ValueError(f"“{text}” means one amount in English and another in {locale}")
    if not own:
        return text if bare == text.strip() else bare
    return f"{own['sign']}{re.sub(r'[^0-9]', '', own['whole'])}.{own['cents'] or '00'}"


def between_thousands(locale: str) -> str:
    """Return the pattern of what a locale writes between the thousands."""
    group = get_group_symbol(locale)
    return _SPACES if group.isspace() else re.escape(group)


@lru_cache(maxsize=16)
def _own(locale: str) -> re.Pattern[str]:
    """Return the pattern of a locale's amounts: `sign`, `whole`, in groups or in one piece, and `cents`."""
    whole = rf"\d{{1,3}}(?:{between_thousands(locale)}\d{{3}})+|\d+"
    cents = rf"{re.escape(get_decimal_symbol(locale))}(?P<cents>\d{{1,2}})"
    return re.compile(rf"(?P<sign>[-+−]?)\s*(?P<whole>{whole})(?:{cents})?")
