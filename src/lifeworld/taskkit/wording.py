"""Goals as texts: their places, and how values are written into them, in each language.

Gettext catalogues are keyed by the English text. A folder of tasks may have a `locale`; what all tasks share is said by
the one beside this file.
"""

import inspect
import re
import string
import sys
from calendar import day_name, month_name
from collections.abc import Iterator, Mapping
from datetime import date, time
from functools import lru_cache
from pathlib import Path
from typing import Any

from babel.dates import get_day_names, get_month_names

from lifeworld import apps
from lifeworld.core.money import Money, written
from lifeworld.store import Row
from lifeworld.web import dates
from lifeworld.web.language import LOCALES, messages, speaking

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


HERE = Path(__file__).parent
ENGLISH = "en"
# Ends every goal in another language: texts to others are checked for their facts, and that reads English.
IN_ENGLISH = "Whatever you write to others, please write in English."
VALUE = "value"  # the context of a value's own translation
_BETWEEN = re.compile(r"(, | or | and | (?=\d{4}$))")  # “Home, Insurance or Leisure”, “April 2026”


def said(text: str, language: str, folder: Path = HERE) -> str:
    """Return a text of a folder's tasks in a language; the English where nobody has translated it."""
    if language == ENGLISH or not text:
        return text
    found = (messages(language, place).gettext(text) for place in (folder, HERE))
    return next((one for one in found if one != text), text)


def folder_of(template: type) -> Path:
    """Return the folder that holds the translations of a task's words; the kit's, of a task that is in no file."""
    module = sys.modules.get(template.__module__)
    return Path(inspect.getfile(template)).parent if module and module.__file__ else HERE


def gap(language: str) -> str:
    """Return what stands between two sentences."""
    return "" if language == "zh" else " "


def filled(text: str, bound: Mapping[str, Any], language: str) -> str:
    """Return a translated text with its parameters filled in."""
    if language == ENGLISH:
        return shown(text, bound)
    with speaking(language):
        return str(_Local(language).vformat(text, (), bound))


class _Local(Shown):
    """Writes values as a language does: 45,00 $, 14. März, 14:30; `{repeat:said}` is a word of ours, translated."""

    def __init__(self, language: str) -> None:
        self._language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "said":
            return word(str(value), self._language)
        if isinstance(value, Money) and not format_spec:
            return written(value.cents, LOCALES[self._language])
        if isinstance(value, date) and format_spec in ("", "weekday"):
            return dates.long_day(value) if format_spec else dates.day_and_month(value)
        if isinstance(value, time) and not format_spec:
            return dates.clock(value)
        return super().format_field(value, format_spec)


def word(value: str, language: str) -> str:
    """Return a word of ours in a language, or several: a month, a day, what a catalogue of goals or an app calls it."""
    if known := _known(value, language):
        return known
    parts = _BETWEEN.split(value)
    return "".join(_known(part, language) or part for part in parts) if len(parts) > 1 else value


@lru_cache(maxsize=4096)
def _known(value: str, language: str) -> str:
    """Return what a value is called in a language; "" where nobody has said."""
    own = messages(language, HERE).pgettext(VALUE, value)
    found = (messages(language, app.folder).gettext(value) for app in apps.installed())
    names = _calendar(language).get(value, value)
    return next((one for one in (own, names, *found) if one != value), "")


@lru_cache(maxsize=8)
def _calendar(language: str) -> dict[str, str]:
    """Return the names of months and days of the week by the English ones."""
    months, days = (find("wide", locale=LOCALES[language]) for find in (get_month_names, get_day_names))
    return {month_name[n]: months[n] for n in range(1, 13)} | {day_name[n]: days[n] for n in range(7)}
