"""How people write values: amounts, days, times, durations, numbers; in English, and as Babel writes other languages.

It shares nothing with what reads answers but the types, so that the two check each other.
"""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from babel.dates import format_date, format_time
from babel.numbers import format_currency, format_decimal, format_percent
from babel.units import format_unit

from lifeworld.core.money import Money

_SHORT = {"day": "d", "hour": "h", "minute": "min", "percent": "%"}


def forms(value: Any, locale: str) -> Iterator[str]:
    """Yield how a locale writes a value that is no text, in ISO form first."""
    if isinstance(value, bool):
        yield from ("yes", "Yes", "YES.", "true") if value else ("no", "No", "NO.", "false")
    elif isinstance(value, Money):
        yield from _money(value, locale)
    elif isinstance(value, datetime):
        yield from (f"{value:%Y-%m-%dT%H:%M}", f"{value:%Y-%m-%d %H:%M}", f"{value:%Y-%m-%d %H:%M:00}")
        yield from (f"{day}, {clock}" for day, clock in zip(_days(value, locale), _times(value, locale), strict=False))
    elif isinstance(value, date):
        yield from _days(value, locale)
    elif isinstance(value, time):
        yield from _times(value, locale)
    elif isinstance(value, timedelta):
        yield from _durations(value)
    else:
        yield from (str(value), format_decimal(value, locale=locale), f"{value}.", f" {value} ")


def _money(true: Money, locale: str) -> Iterator[str]:
    amount = Decimal(abs(true.cents)) / 100
    yield from (f"{amount:.2f}", format_currency(amount, "USD", locale=locale))
    yield format_decimal(amount, "#,##0.00", locale=locale)
    if locale == "en_US":
        yield from (f"${amount:.2f}", f"{amount:,.2f} USD", f"US${amount:,.2f}", f"${amount:,.2f}.", f"-${amount:,.2f}")
        yield from [f"${amount:,.0f}", f"{amount:.0f}", f"{amount:.0f} dollars"] if true.cents % 100 == 0 else []


def _days(true: date, locale: str) -> Iterator[str]:
    yield f"{true:%Y-%m-%d}"
    for width in ("long", "medium"):
        yield format_date(true, width, locale=locale)
    if locale == "en_US":
        yield from (
            f"{true:%B} {true.day}",
            f"{true:%b} {true.day}",
            f"{true.day} {true:%B}",
            f"{true.month}/{true.day}",
            f"{true:%A}, {true:%B} {true.day}",
            f"{true:%m/%d/%Y}",
            f"{true:%m/%d/%y}",
            f"{true.day} {true:%b %Y}",
            f"{true:%B} {true.day}{_ending(true.day)}",
        )


def _ending(number: int) -> str:
    return "th" if number in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _times(true: time | datetime, locale: str) -> Iterator[str]:
    clock = true.time() if isinstance(true, datetime) else true
    yield from (
        f"{clock:%H:%M}",
        format_time(clock, "short", locale=locale).replace("\u202f", " "),
        f"{clock:%H:%M:00}",
    )
    yield from _american(clock) if locale == "en_US" else ()


def _american(clock: time) -> Iterator[str]:
    hour, half = clock.hour % 12 or 12, "pm" if clock.hour >= 12 else "am"
    yield from (
        f"{hour}:{clock:%M}{half}",
        f"{hour}:{clock:%M} {half[0]}.m.",
        f"{hour:02}:{clock:%M} {half.upper()}",
        f"{hour}.{clock:%M} {half}",
        f"{clock.hour}h{clock:%M}",
        *([] if clock.minute else [f"{hour} {half}"]),
    )


def _durations(true: timedelta) -> Iterator[str]:
    minutes = round(true.total_seconds() / 60)
    hours, rest = divmod(minutes, 60)
    yield from (f"PT{minutes}M", f"{minutes} min", f"{minutes} minutes", f"{minutes}min", f"{minutes} mins")
    if hours:
        both = [f"{hours} h {rest} min", f"{hours}h {rest}min", f"{hours} hours {rest} minutes", f"PT{hours}H{rest}M"]
        yield from both if rest else [f"{hours} h", f"{hours} hours", f"{hours}h", f"PT{hours}H"]


def counted(number: int, unit: str, locale: str) -> Iterator[str]:
    """Yield how a locale writes a number of a unit, as Babel names it: “12 min”, “12 Minuten”."""
    if unit == "percent":
        yield from (format_percent(number / 100, locale=locale), f"{number}%", f"{number} %")
    else:
        yield from (format_unit(number, f"duration-{unit}", width, locale=locale) for width in ("long", "short"))
        yield from [f"{number} mins"] if unit == "minute" else []
        yield from (f"{number} {unit}s", f"{number}{_SHORT[unit]}", f"{number} {_SHORT[unit]}")


def of_another_unit(number: int, unit: str) -> Iterator[str]:
    """Yield a number with the units that it is none of."""
    yield from (f"{number} {other}" for own, other in _SHORT.items() if number and own != unit)


def later(true: Any, step: int) -> Any:
    """Return another value of the type of one, some steps on."""
    if isinstance(true, Money):
        return Money(abs(true.cents) + 100 * step + 7)
    if isinstance(true, datetime | date):
        return true + timedelta(days=step)
    if isinstance(true, time):
        return (datetime.combine(date(2026, 1, 1), true) + timedelta(minutes=11 * step)).time()
    return true + timedelta(minutes=7 * step) if isinstance(true, timedelta) else true + step
