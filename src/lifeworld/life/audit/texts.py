"""Flaws of what is written: said twice, a gap that nothing has filled, a date that there is not."""

import re
from calendar import day_name, month_name
from collections.abc import Iterator
from datetime import date, timedelta

from lifeworld.life.audit import Flaw, talk, told
from lifeworld.life.lived import Life

LONG = 5  # words from which on a message is no reply that anybody gives
_GAP = re.compile(r"[\[\]{}|]|\b(?:None|nan)\b|  |\s[,;]| \.(?!\.)")
_WEEKDAY, _MONTH = "|".join(day_name), "|".join(month_name[1:])
_NUMBER = r"(?P<number>\d{1,2})(?:st|nd|rd|th)?"
_DATED = (
    re.compile(rf"\b(?P<day>{_WEEKDAY}),? (?:the )?{_NUMBER} (?:of )?(?P<month>{_MONTH})\b"),
    re.compile(rf"\b(?P<day>{_WEEKDAY}),? (?P<month>{_MONTH}) {_NUMBER}\b"),
    re.compile(rf"\b(?P<day>{_WEEKDAY}),? (?:the )?(?P<number>\d{{1,2}})(?:st|nd|rd|th)\b(?! (?:of )?(?:{_MONTH}))"),
)
_READ = ("text", "subject", "body", "title", "place", "note")  # parts of events
_NEAR = timedelta(days=200)  # nobody names a date with its weekday that is further away
_SOON = timedelta(days=45)  # or without its month


def unreadable(life: Life) -> Iterator[Flaw]:
    """Yield gaps that nothing has filled, and dates that there are not."""
    for event in (*life.events, *life.ahead):
        for text in (getattr(event, name, "") for name in _READ):
            if gap := _GAP.search(text):
                yield Flaw("a gap", event.at, f"“{text[max(0, gap.start() - 20) : gap.end() + 20]}”")
            named = dates(text, event.at.date())
            yield from (Flaw("no such date", event.at, f"“{words}”") for words, day in named if day is None)


def said_twice(life: Life) -> Iterator[Flaw]:
    """Yield messages of some length whose very words somebody has written before."""
    seen: set[str] = set()
    for message, _ in talk(life):
        if len(message.text.split()) >= LONG and message.text in seen:
            yield Flaw("said twice", message.at, told(message))
        seen.add(message.text)


def dates(text: str, on: date) -> Iterator[tuple[str, date | None]]:
    """Yield each date that a text of a day names with a weekday, and which it is; None where near it there is none."""
    for found in (match for pattern in _DATED for match in pattern.finditer(text)):
        month = found.groupdict().get("month")
        near = (_NEAR if month else _SOON).days
        days = (on + timedelta(days=days) for days in sorted(range(-near, near + 1), key=abs))
        meant = (day for day in days if (day.day, day_name[day.weekday()]) == (int(found["number"]), found["day"]))
        yield found[0], next((day for day in meant if month in (None, month_name[day.month])), None)
