"""What a free text says that nobody asked for: another sum, day or time, somebody else's name, a number, an address.

A person who words a letter freely may be polite, but promises and tells nothing of their own: each value in it must
stand in what the task says, in the facts that are asked for, or in the thread.
"""

import re
from calendar import day_name
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

from lifeworld.scenarios.setting import Setting
from lifeworld.verify.answers import dates, money, names, times
from lifeworld.verify.answers.known import Said
from lifeworld.verify.answers.scan import TooManyError
from lifeworld.verify.answers.text import clean, masked

_RELATIVE = re.compile(r"today|tonight|tomorrow|yesterday", re.IGNORECASE)
_LONG = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?!\d)|\d{3,}")
_LINK = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b(?:https?://|www\.)\S+", re.IGNORECASE)
_SUM = re.compile(r"(?<![\d.,$])\d{1,9}\.\d\d(?![\d.,]*\d)")  # “12.31” might be a day or a time as well
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_NEXT = re.compile(rf"\bnext ({'|'.join(day_name)})\b")
_SURE = frozenset({"100", "1000"})  # “100 % sure”, “1000 thanks”


def unasked(text: str, setting: Setting) -> bool:
    """Return whether a text holds a value that neither the task nor the thread does."""
    own, plain = _known(setting), clean(text)
    sums = [Said(None, *one.span()) for one in _SUM.finditer(plain) if ("amount", round(100 * float(one[0]))) in own]
    try:
        return not _values(masked(plain, sums, by=" "), setting) <= own
    except TooManyError:
        return True


@lru_cache(maxsize=64)
def _known(setting: Setting) -> frozenset[tuple[str, object]]:
    """Return every value that the task and the thread hold; a bare number may be told as an amount."""
    found: set[tuple[str, Any]] = set()
    for line in clean(setting.said).split("\n"):
        for part in (line[at : at + 2000] for at in range(0, len(line), 2000)):
            found |= _read(part, setting)
            numbers = [number.replace(",", "") for number in _NUMBER.findall(part)]
            found |= {("amount", round(100 * float(number))) for number in numbers if len(number) < 12}
            found |= {("number", digits) for number in numbers for digits in re.findall(r"\d+", number)}
            found |= {("day", (day.month, day.day)) for day in _next(part, setting.today)}
    return frozenset(found | {("day", (None, one[1])) for kind, one in found if kind == "day"})


def _next(text: str, today: date) -> Iterator[date]:
    """Yield the days that “next Friday” may mean: the one that comes, or that of the week after."""
    for match in _NEXT.finditer(text):
        first = next(day for day in (today + timedelta(days=n) for n in range(1, 8)) if f"{day:%A}" == match[1])
        yield from (first, first + timedelta(days=7))


def _read(text: str, setting: Setting) -> frozenset[tuple[str, object]]:
    try:
        return _values(text, setting)
    except TooManyError:
        return frozenset()


def _values(text: str, setting: Setting) -> frozenset[tuple[str, object]]:
    """Return every value that a text says, with what kind of value it is."""
    links = [Said(match[0].casefold().rstrip("."), *match.span()) for match in _LINK.finditer(text)]
    text = masked(text, links, by=" ")
    amounts = [one for one in money.marked(text) if one.value >= 0]
    rest = masked(text, amounts, by=" ")
    days = [one for one in dates.days(rest, setting.today) if not _RELATIVE.search(rest[one.start : one.end])]
    rest = masked(rest, days, by=" ")
    clocks = times.times(rest, setting.today)
    rest = masked(rest, clocks, by=" ")
    found: set[tuple[str, object]] = {("link", one.value) for one in links}
    found |= {("amount", one.value) for one in amounts}
    found |= {("day", one.value[1:]) for one in days}
    found |= {("time", (one.value[0] % 12, one.value[1])) for one in clocks}
    found |= {("number", digits.replace(",", "")) for digits in _LONG.findall(rest)}
    found -= {("number", digits) for digits in _SURE}
    found |= {("name", name) for one in _people(text, setting) for name in one.value}
    return frozenset(found)


def _people(text: str, setting: Setting) -> list[Said]:
    """Return the people whom a text names; a first name that begins a sentence may be a plain word."""
    return [one for one in names.mentions(text, setting.people) if text[one.start].isupper()]
