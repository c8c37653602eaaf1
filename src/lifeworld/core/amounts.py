"""Amounts as other languages write them: “1.240,50 $” is "$1,240.50"."""

import re
from functools import lru_cache

from babel.numbers import get_decimal_symbol, get_group_symbol

from lifeworld.core.money import Money

_ENGLISH = "en_US"
_SIGN = re.compile(r"\s*(?:US)?\$(?:US)?\s*")
_SPACES = "[ \u00a0\u202f]"


def in_english(text: str, locale: str) -> str:
    """Return an amount in the form that `Money.of` reads; a text that is no amount of the locale's comes back as is.

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


def typed(amount: Money, locale: str) -> str:
    """Return an amount as one types it into a field: "1240.50", in German "1240,50"."""
    return amount.plain.replace(".", get_decimal_symbol(locale))


def number(locale: str) -> str:
    """Return the pattern of a locale's amounts: `whole`, in groups or in one piece, and `cents`."""
    whole = rf"\d{{1,3}}(?:{between(locale)}\d{{3}})+|\d+"
    return rf"(?P<whole>{whole})(?:{re.escape(get_decimal_symbol(locale))}(?P<cents>\d{{1,2}}))?"


def between(locale: str) -> str:
    """Return the pattern of what stands between the thousands."""
    group = get_group_symbol(locale)
    return _SPACES if group.isspace() else re.escape(group)


@lru_cache(maxsize=16)
def _own(locale: str) -> re.Pattern[str]:
    return re.compile(rf"(?P<sign>[-+−]?)\s*{number(locale)}")
