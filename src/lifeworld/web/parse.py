"""What people type into fields, as values: amounts, days, times, choices, rows."""

import re
import types
from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, Literal, Union, get_args, get_origin

from lifeworld.core.money import Money
from lifeworld.store import Row, Store

_DAYS = ("%Y-%m-%d", "%b %d, %Y", "%B %d, %Y", "%b %d %Y", "%B %d %Y", "%d %b %Y", "%d %B %Y", "%m/%d/%Y")
_DAYS_OF_THIS_YEAR = ("%b %d", "%B %d", "%d %b", "%d %B", "%m/%d")
_TIMES = ("%H:%M", "%I:%M %p", "%I:%M%p", "%I %p", "%I%p", "%H:%M:%S")
_WEEKDAY = re.compile(r"^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+", re.IGNORECASE)


def parse(hint: Any, texts: Sequence[str], store: Store) -> Any:
    """Return the value of type `hint` that a field's texts stand for.

    Raises:
        ValueError: they stand for none; the message is what the person reads beside the field.
    """
    if get_origin(hint) is tuple:
        return tuple(parse(get_args(hint)[0], [text], store) for text in texts if text.strip())
    text = texts[-1].strip() if texts else ""
    if get_origin(hint) in (Union, types.UnionType):
        plain = next(member for member in get_args(hint) if member is not type(None))
        return parse(plain, texts, store) if text else None
    if get_origin(hint) is Literal:
        return _choice(text, get_args(hint))
    if isinstance(hint, type) and issubclass(hint, Row):
        return _row(hint, text, store)
    if hint is str:
        return _text(texts)
    return _PARSERS[hint](text, store)


def parse_day(text: str, today: date) -> date:
    """Return the day that a person wrote: “Mar 14, 2026”, “2026-03-14”, “14 March”, “tomorrow”.

    Raises:
        ValueError: it is no day.
    """
    written = _WEEKDAY.sub("", " ".join(text.split()))
    words = {"today": 0, "tomorrow": 1, "yesterday": -1}
    if written.lower() in words:
        return today + timedelta(days=words[written.lower()])
    for form in _DAYS:
        if found := _tried(written, form):
            return found.date()
    for form in _DAYS_OF_THIS_YEAR:
        if found := _tried(f"{written} {today.year}", f"{form} %Y"):
            return found.date()
    raise ValueError("Enter a date, like Mar 14, 2026.")


def parse_time(text: str) -> time:
    """Return the time that a person wrote: “14:30”, “2:30 PM”.

    Raises:
        ValueError: it is no time.
    """
    for form in _TIMES:
        if found := _tried(" ".join(text.upper().replace(".", "").split()), form):
            return found.time()
    raise ValueError("Enter a time, like 2:30 PM.")


def _tried(text: str, form: str) -> datetime | None:
    try:
        return datetime.strptime(text, form)  # noqa: DTZ007 (the world's times are local and naive)
    except ValueError:
        return None


def _text(texts: Sequence[str]) -> str:
    return (texts[-1] if texts else "").replace("\r\n", "\n")


def _choice(text: str, choices: tuple[str, ...]) -> str:
    if text not in choices:
        raise ValueError("Choose one of the options.")
    return text


def _row(model: type[Row], text: str, store: Store) -> Row:
    if not text.isdecimal() or len(text) > 15:
        raise ValueError("Choose one of the options.")
    try:
        return store.get(model, int(text))
    except KeyError:
        raise ValueError("This is no longer there. Choose another.") from None


def _whole(text: str, store: Store) -> int:
    if not re.fullmatch(r"-?\d{1,15}", text):
        raise ValueError("Enter a whole number.")
    return int(text)


def _amount(text: str, store: Store) -> Money:
    try:
        return Money.of(text)
    except (ValueError, IndexError):
        raise ValueError("Enter an amount, like 12.50.") from None


def _day(text: str, store: Store) -> date:
    return parse_day(text, store.now.date())


def _moment(text: str, store: Store) -> datetime:
    """A date and a time in one text, joined by “T” or a space before the time."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        day, _, clock = text.partition("@")
        return datetime.combine(parse_day(day, store.now.date()), parse_time(clock))


_PARSERS: dict[Any, Callable[[str, Store], Any]] = {
    bool: lambda text, store: text not in ("", "0", "off", "false"),
    int: _whole,
    Money: _amount,
    date: _day,
    time: lambda text, store: parse_time(text),
    datetime: _moment,
}
