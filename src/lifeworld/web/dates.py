"""How days and times are written on screen, in the language of the page, and how people type them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache

from babel import Locale
from babel.dates import format_date, format_time, get_day_names, get_month_names

from lifeworld.web.language import SPEECH, _
from lifeworld.web.own_words import PSEUDO, base, written

MEMORY = 65536
_FORMS = ("day", "date", "long", "stated", "whole", "short", "month", "coming")
_WRITTEN = {
    "en": ("MMM d", "EEE, MMM d, y", "EEEE, MMMM d", "MMMM d", "MMMM d, y", "MMM d, y", "MMMM y", "EEE, MMM d"),
    "de": ("d. MMM", "EEE, d. MMM y", "EEEE, d. MMMM", "d. MMMM", "d. MMMM y", "d. MMM y", "MMMM y", "EEE, d. MMM"),
    "fr": ("d MMM", "EEE d MMM y", "EEEE d MMMM", "d MMMM", "d MMMM y", "d MMM y", "MMMM y", "EEE d MMM"),
    "es": (
        *("d MMM", "EEE, d MMM y", "EEEE, d 'de' MMMM", "d 'de' MMMM", "d 'de' MMMM 'de' y", "d MMM y", "MMMM 'de' y"),
        "EEE, d MMM",
    ),
    "zh": ("M月d日", "y年M月d日 EEE", "M月d日 EEEE", "M月d日", "y年M月d日", "y年M月d日", "y年M月", "M月d日 EEE"),
}
PATTERNS = {language: dict(zip(_FORMS, forms, strict=True)) for language, forms in _WRITTEN.items()}
_NUMBERS = {  # what stands for a day in figures, whole and within this year
    "de": (r"(?P<d>\d{1,2})\.\s?(?P<m>\d{1,2})\.\s?(?P<y>\d{4}|\d\d)?",),
    "fr": (r"(?P<d>\d{1,2})/(?P<m>\d{1,2})(/(?P<y>\d{4}|\d\d))?",),
    "es": (r"(?P<d>\d{1,2})/(?P<m>\d{1,2})(/(?P<y>\d{4}|\d\d))?",),
    "zh": (r"((?P<y>\d{4})年)?(?P<m>\d{1,2})月(?P<d>\d{1,2})日", r"(?P<y>\d{4})/(?P<m>\d{1,2})/(?P<d>\d{1,2})"),
}
_WORDED = re.compile(r"(?P<d>\d{1,2})(\.|er)? (de )?(?P<word>[^\W\d]+)\.?( (de )?(?P<y>\d{4}))?")


def _language() -> str:
    return "en" if SPEECH.language == PSEUDO else base(SPEECH.language)


@lru_cache(maxsize=MEMORY)
def _day(value: date, pattern: str, language: str, locale: str) -> str:
    return str(format_date(value, PATTERNS[language].get(pattern, pattern), locale=locale))


@lru_cache(maxsize=MEMORY)
def _clock(value: time, locale: str) -> str:
    return str(format_time(value, "short", locale=locale)).replace("\u202f", " ")


def _date(value: date | datetime) -> date:
    return value.date() if isinstance(value, datetime) else value


def _time(value: datetime | time) -> time:
    return value.time() if isinstance(value, datetime) else value


def shown(text: str) -> str:
    """Return what the language writes as the page shows it."""
    return written(text) if SPEECH.language == PSEUDO else text


# Days and times. A moment is taken for its day where a day is asked for.


def _by_pattern(name: str, meaning: str) -> Callable[[date | datetime | None], str]:
    def said(value: date | datetime | None) -> str:
        return shown(_day(_date(value), name, _language(), SPEECH.locale)) if value else ""

    said.__doc__ = meaning
    return said


day = _by_pattern("day", "Return “Mar 14”.")
full_date = _by_pattern("date", "Return “Sat, Mar 14, 2026”.")
long_day = _by_pattern("long", "Return “Saturday, March 14”.")
short_date = _by_pattern("short", "Return “Mar 14, 2026”.")
day_and_month = _by_pattern("stated", "Return “March 14”.")
stated_date = _by_pattern("whole", "Return “March 14, 2026”.")
month = _by_pattern("month", "Return “March 2026”.")
month_short = _by_pattern("LLL", "Return “Mar”.")
coming_day = _by_pattern("coming", "Return “Sat, Mar 14”.")
weekday = _by_pattern("EEE", "Return “Sat”.")
weekday_narrow = _by_pattern("EEEEE", "Return “S”.")
weekday_long = _by_pattern("EEEE", "Return “Saturday”.")


@dataclass(frozen=True)
class Stated:
    """A day that is written as “March 14” when it is said, in the language of then."""

    day: date

    def __str__(self) -> str:
        return day_and_month(self.day)


def clock(value: datetime | time | None) -> str:
    """Return “9:41 AM”."""
    return "" if value is None else shown(_clock(_time(value), SPEECH.locale))


def clock_short(value: datetime | time) -> str:
    """Return “9:41”, as a status bar shows it."""
    return re.sub(r"\s*[AP]M$", "", _clock(_time(value), SPEECH.locale))


def near(value: date, today: date) -> str:
    """Return a day as it is called from today: “Yesterday”, “Mon”, “Mar 3”, “Mar 3, 2025”."""
    away = (value - today).days
    if -1 <= away <= 1:
        return (_("Yesterday"), _("Today"), _("Tomorrow"))[away + 1]
    if 1 < abs(away) < 7:
        return weekday(value)
    return day(value) if value.year == today.year else short_date(value)


def when(value: datetime | date, now: datetime) -> str:
    """Return how a list dates a row: its time today, else its day."""
    if _date(value) == now.date() and isinstance(value, datetime):
        return clock(value)
    return near(_date(value), now.date())


def moment(value: datetime) -> str:
    """Return “Sat, Mar 14, 2026, 9:41 AM”."""
    return _("%(day)s, %(time)s", day=full_date(value), time=clock(value))


def short_moment(value: datetime) -> str:
    """Return “Mar 14, 2026, 9:41 AM”."""
    return _("%(day)s, %(time)s", day=short_date(value), time=clock(value))


def named_day(value: date, today: date) -> str:
    """Return a day by its name and its date: “Tomorrow, Mar 15”, “Mon, Mar 16”."""
    if abs((value - today).days) > 1:
        return coming_day(value)
    return _("%(near)s, %(day)s", near=near(value, today), day=day(value))


def weeks(month: date) -> list[list[date]]:
    """Return six weeks from a month's first one on, as the language begins them: as many elements in each language."""
    first = month.replace(day=1)
    first -= timedelta(days=(first.weekday() - Locale.parse(SPEECH.locale).first_week_day) % 7)
    return [[first + timedelta(days=7 * week + day) for day in range(7)] for week in range(6)]


def next_monday(today: date) -> date:
    """Return the next Monday that is not tomorrow."""
    return today + timedelta(days=7 - today.weekday() if today.weekday() < 6 else 8)


def ago(value: datetime, now: datetime) -> str:
    """Return “just now”, “5 min ago”, “3 h ago”, then as `when`."""
    past = now - value
    if past < timedelta(minutes=1):
        return _("just now")
    if past < timedelta(hours=1):
        return _("%(n)d min ago", n=past // timedelta(minutes=1))
    if past < timedelta(hours=12):
        return _("%(n)d h ago", n=past // timedelta(hours=1))
    return when(value, now)


def span(starts: datetime, ends: datetime) -> str:
    """Return a time span: “9:00 – 10:30 AM”, with its first half of the day where that is another."""
    if SPEECH.locale != "en_US":
        return f"{clock(starts)} – {clock(ends)}"
    half = f" {starts:%p}" if (starts.hour < 12) != (ends.hour < 12) else ""
    return shown(f"{starts.hour % 12 or 12}:{starts:%M}{half} – {ends.hour % 12 or 12}:{ends:%M %p}")


def hour(moment: datetime | time) -> str:
    """Return a time as short as it may be written: “9 AM”, “9:30 AM”."""
    if SPEECH.locale != "en_US":
        return clock(moment)
    return shown(f"{moment.hour % 12 or 12}{f':{moment:%M}' if moment.minute else ''} {moment:%p}")


def from_to(first: date, last: date) -> str:
    """Return the days from one to another: “Mar 8 – 14”, “Mar 29 – Apr 4”."""
    if SPEECH.locale == "en_US" and first.month == last.month:
        return shown(f"{_day(first, 'day', 'en', 'en_US')} – {last.day}")
    return f"{day(first)} – {day(last)}"


# What one types


def typed_day(value: date) -> str:
    """Return a day as one types it: “Mar 14, 2026”."""
    return _day(value, "short", _language(), SPEECH.locale)


def typed_time(value: time) -> str:
    """Return a time as one types it: “9:30 AM”."""
    return _clock(value, SPEECH.locale)


def read_day(text: str, today: date) -> date | None:
    """Return the day that somebody wrote as the language of the page writes it; None where the text is none."""
    written = without_weekday(_plain(text), SPEECH.locale)
    said = [_plain(_(word)) for word in ("Yesterday", "Today", "Tomorrow")]
    if written in said:
        return today + timedelta(days=said.index(written) - 1)
    found = next(filter(None, (re.fullmatch(one, written) for one in _NUMBERS.get(_language(), ()))), None)
    return _found(found, int(found["m"]), today) if found else _worded(written, today)


def _plain(text: str) -> str:
    """Return a text as it is compared: in small letters, with the apostrophe that keyboards have."""
    return text.strip().lower().replace("’", "'")


def _worded(text: str, today: date) -> date | None:
    found = _WORDED.fullmatch(text)
    month = _months(SPEECH.locale).get(found["word"]) if found else None
    return _found(found, month, today) if found and month else None


def _found(match: re.Match[str], month: int, today: date) -> date | None:
    try:
        year = int(match["y"] or today.year)
        return date(year + 2000 * (year < 100), month, int(match["d"]))
    except ValueError:
        return None


@lru_cache(maxsize=16)
def _months(locale: str) -> dict[str, int]:
    names = [
        get_month_names(width, context, locale)
        for width in ("abbreviated", "wide")
        for context in ("format", "stand-alone")
    ]
    return {text.rstrip(".").lower(): number for one in names for number, text in one.items()}


@lru_cache(maxsize=4096)
def without_weekday(text: str, locale: str) -> str:
    """Return a day without the weekday that it is written with in a locale."""
    return _weekday(locale).sub("", text)


def weekday_of(text: str) -> int | None:
    """Return the weekday that a day is written with, as the page's language or English calls it, from 0 for Monday."""
    for locale in (SPEECH.locale, "en_US"):
        if found := _weekday(locale).search(_plain(text)):
            return _weekdays(locale)[re.sub(r"[\s.,]", "", found[0].lower())]
    return None


@lru_cache(maxsize=16)
def _weekdays(locale: str) -> dict[str, int]:
    widths = (get_day_names("abbreviated", locale=locale), get_day_names("wide", locale=locale))
    return {name.rstrip(".").lower(): number for width in widths for number, name in width.items()}


@lru_cache(maxsize=16)
def _weekday(locale: str) -> re.Pattern[str]:
    """Return what finds the weekday before a day; in Chinese it may stand behind it."""
    either = "|".join(sorted(map(re.escape, _weekdays(locale)), key=len, reverse=True))
    last = rf"|\s*(?:{either})$" if locale == "zh_CN" else ""  # elsewhere “1 mar” is a day of March and no Tuesday
    return re.compile(rf"^(?:{either})\.?,?\s+{last}", re.IGNORECASE)
