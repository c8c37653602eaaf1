"""Goals in other languages: gettext catalogues keyed by the English text, and values as each language writes them.

A folder of tasks may have a `locale`; what all tasks share is said by the one beside this file.
"""

import inspect
import re
from calendar import day_name, month_name
from collections.abc import Mapping
from datetime import date, time
from functools import lru_cache
from pathlib import Path
from typing import Any

from babel.dates import get_day_names, get_month_names

from lifeworld import apps
from lifeworld.core.money import Money, written
from lifeworld.taskkit.wording import Shown, shown
from lifeworld.web import dates
from lifeworld.web.language import LOCALES, messages, speaking

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
    """Return the folder that holds the translations of a task's words."""
    return Path(inspect.getfile(template)).parent


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
