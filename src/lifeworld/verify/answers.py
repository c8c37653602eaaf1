"""Answers: tolerant of format, never of value.

The last `Answer:` line counts, else the whole text. Every value of the wanted type that stands in it must be the
true one, so that listing several never pays.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from lifeworld.core.money import Money
from lifeworld.scenarios.kit import Answer
from lifeworld.scenarios.prose import folded

_LAST = re.compile(r"^\W*answer\W*[:：]\s*(.+?)\s*$", re.IGNORECASE | re.MULTILINE)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(?P<{0}>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DAYS = (
    re.compile(r"\b(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})\b"),
    re.compile(r"\b(?P<m>\d{1,2})/(?P<d>\d{1,2})(?:/(?P<y>\d{4}|\d{2}))?\b"),
    re.compile(rf"\b{_MONTH.format('m')}\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<y>\d{{4}}))?"),
    re.compile(rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH.format('m')}(?:,?\s+(?P<y>\d{{4}}))?"),
)
_TIMES = re.compile(
    r"\b(?P<h>\d{1,2})(?:[:.](?P<m>\d{2}))?\s*(?P<half>[ap])\.?m\b\.?|\b(?P<h24>\d{1,2}):(?P<m24>\d{2})\b"
)
_AMOUNT = re.compile(
    r"(?P<sign>[-−])?\s*(?P<mark>\$|usd\s?)?\s*(?P<n>\d{1,3}(?:,\d{3})+|\d+)(?P<c>\.\d{1,2})?(?!\d)(?!\.\d)"
)
_COUNT = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?![\w])|(?<![\w.,:/-])\d+(?![\w:/]|[.,]\d)")
_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*(d|day|h|hr|hour|m|min|minute|s|sec|second)s?\b")
_SECONDS = {"d": 86400, "h": 3600, "m": 60, "s": 1}
_CHOICE = re.compile(r"\b(or|and|either|nor|maybe|perhaps|not)\b|[/;|]", re.IGNORECASE)
_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve"
_WORDS = {word: number for number, word in enumerate(_NUMBERS.split())}


@dataclass(frozen=True)
class Known:
    today: date
    goal: str = ""
    names: frozenset[str] = frozenset()


def form(true: Answer) -> str:
    return next(text for kind, text in _FORMS if isinstance(true, kind))


def right(said: str | None, true: Answer, known: Known) -> bool:
    """Return whether what the agent said gives the true answer and no other of its type."""
    text = final(said or "")
    if not text:
        return False
    kind = next(check for known, check in _CHECKS if isinstance(true, known))
    return kind(text, true, known.today)


def final(said: str) -> str:
    """Return the part that counts: the last `Answer:` line, else all of it."""
    lines = _LAST.findall(said)
    return str(lines[-1]) if lines else said.strip()


def days(text: str, today: date) -> set[tuple[int | None, int, int]]:
    """Return each date in a text as (year or None, month, day)."""
    lower = text.lower()
    found = {_day(match) for pattern in _DAYS for match in pattern.finditer(lower)}
    words = {"today": 0, "tomorrow": 1, "yesterday": -1}
    said = [today + timedelta(days=n) for word, n in words.items() if re.search(rf"\b{word}\b", lower)]
    return {day for day in found if day} | {(day.year, day.month, day.day) for day in said}


def _day(match: re.Match[str]) -> tuple[int | None, int, int] | None:
    month = match["m"]
    number = int(month) if month.isdigit() else _MONTHS.index(month[:3]) + 1
    year = int(match["y"]) if match["y"] else None
    day = (year + 2000 if year is not None and year < 100 else year, number, int(match["d"]))
    return day if 1 <= day[1] <= 12 and 1 <= day[2] <= 31 else None


def _is_day(text: str, true: Any, today: date) -> bool:
    said = days(text, today)
    return bool(said) and all(
        month == true.month and day == true.day and y in (None, true.year) for y, month, day in said
    )


def _is_time(text: str, true: time, today: date) -> bool:
    said = {_time(match) for match in _TIMES.finditer(text.lower())}
    return said == {(true.hour, true.minute)}


def _time(match: re.Match[str]) -> tuple[int, int]:
    if match["h24"]:
        return int(match["h24"]), int(match["m24"])
    hour = int(match["h"]) % 12 + (12 if match["half"] == "p" else 0)
    return hour, int(match["m"] or 0)


def _is_moment(text: str, true: datetime, today: date) -> bool:
    return _is_day(text, true.date(), today) and _is_time(text, true.time(), today)


def _is_money(text: str, true: Money, today: date) -> bool:
    found = list(_AMOUNT.finditer(text.lower()))
    marked = [m for m in found if m["mark"] or re.match(r"\s*(dollars|usd)", text.lower()[m.end() :])]
    return {_cents(match) for match in marked or found} == {abs(true.cents)}


def _cents(match: re.Match[str]) -> int:
    cents = (match["c"] or ".0")[1:].ljust(2, "0")
    return int(match["n"].replace(",", "")) * 100 + int(cents)


def _is_duration(text: str, true: timedelta, today: date) -> bool:
    found = _DURATION.findall(text.lower())
    return bool(found) and sum(float(n) * _SECONDS[unit[0]] for n, unit in found) == true.total_seconds()


def _is_yes(text: str, true: bool, today: date) -> bool:
    said = set(re.findall(r"\b(yes|no|true|false|not)\b", text.lower()))
    return said in ({"yes"}, {"true"}) if true else bool(said) and not said & {"yes", "true"}


def _is_count(text: str, true: int, today: date) -> bool:
    lower = text.lower()
    said = {int(number.replace(",", "")) for number in _COUNT.findall(lower)}
    said |= {value for word, value in _WORDS.items() if re.search(rf"\b{word}\b", lower)} if not said else set()
    return said == {true}


def _is_name(text: str, true: str, today: date) -> bool:
    """Accept the name with plain words around it; another name, or a choice between several, is refused."""
    if _plain(text) == _plain(true):
        return True
    flat = " ".join(text.split())
    found = re.search(rf"(?<!\w){re.escape(_flat(true))}(?!\w)", _flat(flat), re.IGNORECASE)
    if not found:
        return False
    before, after = _flat(flat)[: found.start()], _flat(flat)[found.end() :]
    rest = f"{before} {after}"
    return not _CHOICE.search(rest) and not _named(before, first=True) and not _named(after, first=False)


def _named(rest: str, *, first: bool) -> bool:
    """Return whether words with a capital are left over, other than a sentence's first one and “I”."""
    words = re.findall(r"[^\W\d_][\w’']*", rest)
    if first:
        words = words[1:]
    return any(word[0].isupper() and word != "I" and not word.startswith(("I'", "I’")) for word in words)


def _is_list(text: str, true: Sequence[str], today: date) -> bool:
    parts = [
        part for part in re.split(r"\s*(?:[,;\n•]|\band\b|&|^\s*[-*\d.]+\s)\s*", _plain(text)) if part.strip(" .-*")
    ]
    said = sorted(part.strip(" .-*") for part in parts)
    whole = sorted(piece for name in true for piece in re.split(r"\s*(?:[,;]|\band\b|&)\s*", _plain(name)))
    return said == whole


def _plain(text: str) -> str:
    return folded(text).strip(" .!\"'“”‘’")


_CHECKS: tuple[tuple[Any, Callable[[str, Any, date], bool]], ...] = (
    (bool, _is_yes),
    (Money, _is_money),
    (datetime, _is_moment),
    (date, _is_day),
    (time, _is_time),
    (timedelta, _is_duration),
    (int, _is_count),
    (str, _is_name),
    (Sequence, _is_list),
)


def _flat(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


_FORMS = (
    (bool, "yes or no"),
    (Money, "an amount of money"),
    (datetime, "a date and a time"),
    (date, "a date"),
    (time, "a time"),
    (timedelta, "a duration"),
    (int, "a number"),
    (str, "a name"),
    (Sequence, "a list of names"),
)
