"""Goals as texts: their places, and how values are written into them."""

import re
import string
from collections.abc import Iterator, Mapping
from datetime import date, time
from typing import Any

from lifeworld.store import Row

_AN = re.compile(r"(?!(?:one|once|uni|use|usu|eur|ukulele)|u[snt]\b|us[ab]\b)[aeiou]|hour|honest|heir", re.IGNORECASE)


class Shown(string.Formatter):
    """Writes values into goals as people write them: $45.00, March 14, 2:30 PM.

    After a colon: `{due:weekday}` is “Saturday, March 14”, `{product.name:a}` puts “a” or “an” before a name, and
    `{business.name:bare}` leaves out its “The”, for use after “my”.
    """

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, date) and format_spec in ("", "weekday"):
            return f"{value:%A, %B} {value.day}" if format_spec else f"{value:%B} {value.day}"
        if isinstance(value, time) and not format_spec:
            return f"{value.hour % 12 or 12}:{value.minute:02} {'PM' if value.hour >= 12 else 'AM'}"
        if isinstance(value, Row):
            raise TypeError(f"a {type(value).__name__} can't be shown as a whole; name a column, like .name")
        return _as_name(str(value), format_spec)


def _as_name(text: str, spec: str) -> str:
    if spec == "a":
        return f"{'an' if _AN.match(text) else 'a'} {text}"
    if spec not in ("", "bare"):
        raise ValueError(f"“:{spec}” is no way to show {text!r}; there are weekday (for days), a and bare (for names)")
    return text.removeprefix("The ") if spec else text


def shown(text: str, bound: Mapping[str, Any]) -> str:
    """Return a text with its parameters filled in."""
    return Shown().vformat(text, (), bound)


def spoken(value: Any) -> str:
    """Return a value as goals show it: a time, a day, an amount."""
    return shown("{value}", {"value": value})


def places(text: str) -> Iterator[str]:
    """Yield the places of a text, like `source.name`."""
    for _, name, _, _ in string.Formatter().parse(text):
        if name:
            yield name


def root(place: str) -> str:
    """Return the parameter that a place shows something of."""
    return re.split(r"[.\[]", place, maxsplit=1)[0]
