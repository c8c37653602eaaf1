"""What people type into fields, as values: amounts, days, times, choices, rows."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from typing import Any, Literal, TypeVar, get_args, get_origin

from lifeworld.core.money import Money
from lifeworld.core.typed import plain_type
from lifeworld.store import Row, Store
from lifeworld.web.dates import read_day, typed_day, typed_time, without_weekday
from lifeworld.web.language import SPEECH, _, pgettext

D = TypeVar("D", bound=date)

_DAYS = ("%Y-%m-%d", "%b %d, %Y", "%B %d, %Y", "%b %d %Y", "%B %d %Y", "%d %b %Y", "%d %B %Y", "%m/%d/%Y", "%m/%d/%y")
_DAYS_OF_THIS_YEAR = ("%b %d", "%B %d", "%d %b", "%d %B", "%m/%d")
_ORDINAL = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)\b", re.IGNORECASE)  # “May 3rd”
_TIME = r"(\d{{1,2}})(?:(?:[:.]|\s?h\s?)(\d\d)(?::(\d\d))?)?\s?(?:([ap])(?:\.\s?)?m\.?|({clock}))?"
_MOST, _MOST_WHOLE = Money(99_999_999_999), 999_999_999  # no sum or product of them is too large for the database
EXAMPLE = datetime.fromisoformat("2026-03-14T14:30")
_LONGEST = 10_000  # characters
_YEARS = range(1900, 2101)  # the days, months and years next to them are days, too


def parse(hint: Any, texts: Sequence[str], store: Store) -> Any:
    """Return the value of type `hint` that a field's texts stand for.

    Raises:
        ValueError: they stand for none; the message is what the person reads beside the field.
    """
    if get_origin(hint) is tuple:
        each = (parse(get_args(hint)[0], [text], store) for text in texts if text.strip())
        return tuple(dict.fromkeys(each))  # what is chosen twice is chosen
    text = texts[-1].strip() if texts else ""
    if (plain := plain_type(hint)) is not hint:
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
    found = _known_day(" ".join(text.split()), today)
    if found is None:
        raise ValueError(_("Enter a date, like %(example)s.", example=typed_day(EXAMPLE)))
    return _near(found)


def parse_amount(text: str) -> Money:
    """Return the amount that a person wrote: “12.50”, “$1,240”; as the page's language writes it, too: “1.240,50 $”.

    Raises:
        ValueError: it is none, or larger than anybody pays.
    """
    try:
        found = Money.of(text, SPEECH.locale)
    except ValueError:
        example = Money(1250).typed(SPEECH.locale)
        raise ValueError(_("Enter an amount, like %(example)s.", example=example)) from None
    if abs(found) > _MOST:
        raise ValueError(_("That is more than can be entered here. Enter an amount up to %(most)s.", most=_MOST))
    return found


def parse_time(text: str) -> time:
    """Return the time that a person wrote: “14:30”, “2.30 PM”, “14h30”, “14 o'clock”; “14 Uhr” on a page in German.

    Raises:
        ValueError: it is no time.
    """
    clock, said = pgettext("after an hour", "o'clock"), " ".join(text.replace("’", "'").split())
    found = re.fullmatch(_TIME.format(clock=clock), said, re.IGNORECASE)
    if found and (found[2] or found[4] or found[5]):
        hour, minute, second = (int(found[number] or 0) for number in (1, 2, 3))
        half = (found[4] or "").lower()
        with suppress(ValueError):
            if not half or 1 <= hour <= 12:
                return time(hour % 12 + 12 * (half == "p") if half else hour, minute, second)
    raise ValueError(_("Enter a time, like %(example)s.", example=typed_time(EXAMPLE.time())))


def moment_of(text: str) -> datetime | None:
    """Return a moment written as machines write it, in the world's own time; None where the text is none."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return None if found.tzinfo else found


def _known_day(text: str, today: date) -> date | None:
    written = _ORDINAL.sub(r"\1", without_weekday(text, "en_US"))
    words = {"today": 0, "tomorrow": 1, "yesterday": -1}
    if written.lower() in words:
        return today + timedelta(days=words[written.lower()])
    own = read_day(text, today) if SPEECH.locale != "en_US" else None  # “3/4” is the third of April elsewhere
    forms = [(written, form) for form in _DAYS]
    forms += [(f"{written} {today.year}", f"{form} %Y") for form in _DAYS_OF_THIS_YEAR]
    found = next(filter(None, (_tried(text, form) for text, form in forms)), None)
    return own or (found.date() if found else read_day(text, today))


def _near(day: D) -> D:
    if day.year not in _YEARS:
        raise ValueError(_("Enter a date between %(first)s and %(last)s.", first=_YEARS[0], last=_YEARS[-1]))
    return day


def _tried(text: str, form: str) -> datetime | None:
    try:
        return datetime.strptime(text, form)  # noqa: DTZ007 (the world's times are local and naive)
    except ValueError:
        return None


def _text(texts: Sequence[str]) -> str:
    text = (texts[-1] if texts else "").replace("\r\n", "\n")
    if len(text) > _LONGEST:
        raise ValueError(_("That is too long: no more than %(most)s characters fit here.", most=f"{_LONGEST:,}"))
    return text


def _choice(text: str, choices: tuple[str, ...]) -> str:
    if text not in choices:
        raise ValueError(_("Choose one of the options."))
    return text


def _row(model: type[Row], text: str, store: Store) -> Row:
    if not text.isdecimal() or len(text) > 15:
        raise ValueError(_("Choose one of the options."))
    try:
        return store.get(model, int(text))
    except KeyError:
        raise ValueError(_("This is no longer there. Choose another.")) from None


def _whole(text: str, store: Store) -> int:
    if not re.fullmatch(r"-?\d+", text):
        raise ValueError(_("Enter a whole number."))
    if len(text) > len(f"-{_MOST_WHOLE}") or abs(int(text)) > _MOST_WHOLE:
        most = f"{_MOST_WHOLE:,}"
        raise ValueError(_("That is more than can be entered here. Enter a number up to %(most)s.", most=most))
    return int(text)


def _day(text: str, store: Store) -> date:
    return parse_day(text, store.now.date())


def _moment(text: str, store: Store) -> datetime:
    """A date and a time in one text, joined by “T” or a space before the time."""
    found = moment_of(text)
    if found is None:
        day, clock = text.partition("@")[::2]
        return datetime.combine(parse_day(day, store.now.date()), parse_time(clock))
    return _near(found)


_PARSERS: dict[Any, Callable[[str, Store], Any]] = {
    bool: lambda text, store: text not in ("", "0", "off", "false"),
    int: _whole,
    Money: lambda text, store: parse_amount(text),
    date: _day,
    time: lambda text, store: parse_time(text),
    datetime: _moment,
}
