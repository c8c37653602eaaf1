"""How values are written on screen: template filters and the pictures that templates show by name."""

import json
import re
import zlib
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from functools import cache, lru_cache
from pathlib import Path

from babel.dates import format_date, format_time
from babel.numbers import format_decimal
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from lifeworld.core.money import Money, written
from lifeworld.core.nearest import hint
from lifeworld.web.parse import moment_of

VENDOR = Path(__file__).parent / "vendor"
TINTS = 12
MEMORY = 65536


def _locale(context: Context) -> str:
    return {"de": "de_DE", "fr": "fr_FR", "es": "es_ES", "zh": "zh_CN"}.get(
        str(context.get("language") or "en"), "en_US"
    )


# Money and numbers


@pass_context
def money(context: Context, amount: Money, sign: bool = False) -> str:
    """Return an amount as the locale writes it; `sign` writes a plus too: "+$12.00", "−$3.50"."""
    text = written(abs(amount.cents), _locale(context))
    if amount.cents < 0:
        return "−" + text
    return "+" + text if sign and amount.cents else text


@pass_context
def number(context: Context, value: float) -> str:
    """Return a number with the locale's separators: "1,240"."""
    return _number(value, _locale(context))


@lru_cache(maxsize=MEMORY)
def _number(value: float, locale: str) -> str:
    return str(format_decimal(value, locale=locale))


def plural(count: int, one: str, many: str) -> str:
    """Return the count with its word: {{ 3|plural("task", "tasks") }} is "3 tasks"."""
    return f"{count} {one if count == 1 else many}"


# Days and times. A datetime is taken for its day where a day is asked for.


@lru_cache(maxsize=MEMORY)
def _day(value: date, pattern: str, locale: str) -> str:
    return str(format_date(value, pattern, locale=locale))


@lru_cache(maxsize=MEMORY)
def _clock(value: time, locale: str) -> str:
    return str(format_time(value, "short", locale=locale)).replace("\u202f", " ")


def _date(value: date | datetime) -> date:
    return value.date() if isinstance(value, datetime) else value


PATTERNS = {
    "en_US": {"day": "MMM d", "date": "EEE, MMM d, y", "long": "EEEE, MMMM d", "short": "MMM d, y", "month": "MMMM y"},
    "de_DE": {
        "day": "d. MMM",
        "date": "EEE, d. MMM y",
        "long": "EEEE, d. MMMM",
        "short": "d. MMM y",
        "month": "MMMM y",
    },
    "zh_CN": {"day": "M月d日", "date": "y年M月d日 EEE", "long": "M月d日 EEEE", "short": "y年M月d日", "month": "y年M月"},
}
OTHER = {"day": "d MMM", "date": "EEE d MMM y", "long": "EEEE d MMMM", "short": "d MMM y", "month": "MMMM y"}


def _by_pattern(name: str, meaning: str) -> Callable[[Context, date | datetime | None], str]:
    @pass_context
    def shown(context: Context, value: date | datetime | None) -> str:
        if value is None:
            return ""
        locale = _locale(context)
        return _day(_date(value), PATTERNS.get(locale, OTHER).get(name, name), locale)

    shown.__doc__ = meaning
    return shown


day = _by_pattern("day", "Return “Mar 14”.")
full_date = _by_pattern("date", "Return “Sat, Mar 14, 2026”.")
long_day = _by_pattern("long", "Return “Saturday, March 14”.")
short_date = _by_pattern("short", "Return “Mar 14, 2026”, as one types it into a date field.")
month = _by_pattern("month", "Return “March 2026”.")
weekday = _by_pattern("EEE", "Return “Sat”.")
weekday_long = _by_pattern("EEEE", "Return “Saturday”.")


@pass_context
def clock(context: Context, value: datetime | time | None) -> str:
    """Return “9:41 AM”."""
    if value is None:
        return ""
    return _clock(value.time() if isinstance(value, datetime) else value, _locale(context))


@pass_context
def clock_short(context: Context, value: datetime | time) -> str:
    """Return “9:41”, as a status bar shows it."""
    return re.sub(r"\s*[AP]M$", "", clock(context, value))


def _said(context: Context, text: str, **values: object) -> str:
    return str(context.call(context["_"], text, **values))


def _now(context: Context) -> datetime:
    now = context["now"]
    assert isinstance(now, datetime)
    return now


@pass_context
def when(context: Context, value: datetime | date | None) -> str:
    """Return how a list dates a row, seen from now: “9:41 AM”, “Yesterday”, “Mon”, “Mar 3”, “Mar 3, 2025”."""
    if value is None:
        return ""
    today = _now(context).date()
    if _date(value) == today and isinstance(value, datetime):
        return clock(context, value)
    return _near(context, _date(value), today)


def _near(context: Context, value: date, today: date) -> str:
    away = (value - today).days
    if -1 <= away <= 1:
        return _said(context, ("Yesterday", "Today", "Tomorrow")[away + 1])
    if 1 < abs(away) < 7:
        return weekday(context, value)
    return day(context, value) if value.year == today.year else short_date(context, value)


@pass_context
def relative_day(context: Context, value: datetime | date | None) -> str:
    """Return the day alone, seen from now: “Today”, “Tomorrow”, “Mon”, “Mar 3”."""
    return "" if value is None else _near(context, _date(value), _now(context).date())


@pass_context
def ago(context: Context, value: datetime) -> str:
    """Return “just now”, “5 min ago”, “3 h ago”, then as `when`."""
    past = _now(context) - value
    if past < timedelta(minutes=1):
        return _said(context, "just now")
    if past < timedelta(hours=1):
        return _said(context, "%(n)d min ago", n=past // timedelta(minutes=1))
    if past < timedelta(hours=12):
        return _said(context, "%(n)d h ago", n=past // timedelta(hours=1))
    return when(context, value)


def typed_day(value: str) -> str:
    """Return the day of an ISO moment as one types it: “Mar 14, 2026”."""
    moment = moment_of(value)
    return f"{moment:%b} {moment.day}, {moment.year}" if moment else ""


def typed_time(value: str) -> str:
    """Return the time of an ISO moment as one types it: “9:30 AM”."""
    moment = moment_of(value)
    return f"{moment.hour % 12 or 12}:{moment:%M %p}" if moment else ""


# Names and pictures


@lru_cache(maxsize=MEMORY)
def initials(name: str) -> str:
    """Return “MO” for “Maya Okafor”, one letter for one word."""
    words = [word for word in re.split(r"[\s_-]+", name) if word and word[0].isalnum()]
    return "".join(word[0] for word in (words[:1] + words[-1:] if len(words) > 1 else words[:1])).upper()


@lru_cache(maxsize=MEMORY)
def tint(value: int | str) -> int:
    """Return which of the twelve tints stands for a text; a number is taken round."""
    return (value if isinstance(value, int) else zlib.crc32(value.encode())) % TINTS


@cache
def icons() -> dict[str, str]:
    """Return the drawing of each icon, by its Lucide name."""
    found: dict[str, str] = json.loads((VENDOR / "icons.json").read_text())
    return found


@cache
def icon_svg(name: str, size: int = 0) -> Markup:
    """Return a Lucide icon as a decorative <svg> in the colour of the text around it.

    Raises:
        KeyError: Lucide has no icon of that name.
    """
    style = f' style="inline-size:{size}px;block-size:{size}px"' if size else ""
    return Markup(f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"{style}>{_picture(name)}</svg>')


def _picture(name: str) -> str:
    if name not in icons():
        raise KeyError(f"there is no icon “{name}”; {hint(name, icons())}")
    return icons()[name]


@cache
def _characters() -> tuple[dict[str, str], re.Pattern[str]]:
    names: dict[str, str] = json.loads((VENDOR / "emoji/characters.json").read_text())
    names |= {text.replace("\ufe0f", ""): name for text, name in names.items()}
    longest_first = sorted(names, key=lambda text: (-len(text), text))
    return names, re.compile("(" + "|".join(map(re.escape, longest_first)) + ")[\ufe0f\U0001f3fb-\U0001f3ff]*")


_PLAIN = re.compile(r"[\x00-\u203b\u2040-\u20ff]*")  # no emoji lives here but ‼ and ⁉; most text is only this


@pass_context
def emojis(context: Context, text: str, size: int = 0) -> Markup:
    """Return a text with its emoji characters drawn, each an <img> whose alternative text is the character."""
    safe = escape(text)
    if _PLAIN.fullmatch(str(safe)):
        return safe
    return _drawn(str(safe), context["static"], size)


@lru_cache(maxsize=8192)
def _drawn(safe: str, static: Callable[[str], str], size: int) -> Markup:
    names, pattern = _characters()
    sizes = f' style="--size:{size}px"' if size else ""

    def drawing(match: re.Match[str]) -> str:
        address = static(f"vendor/emoji/{names[match[1]]}.svg")
        return f'<img class="emoji inline" src="{address}" alt="{match[1]}"{sizes}>'

    return Markup(pattern.sub(drawing, safe))


FILTERS: dict[str, Callable[..., object]] = {
    "money": money,
    "number": number,
    "plural": plural,
    "day": day,
    "date": full_date,
    "long_day": long_day,
    "short_date": short_date,
    "month": month,
    "weekday": weekday,
    "weekday_long": weekday_long,
    "clock": clock,
    "clock_short": clock_short,
    "when": when,
    "relative_day": relative_day,
    "ago": ago,
    "typed_day": typed_day,
    "typed_time": typed_time,
    "initials": initials,
    "tint": tint,
    "icon_svg": icon_svg,
    "emojis": emojis,
}
