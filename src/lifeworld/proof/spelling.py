"""How people write values: money, dates, times, durations, counts."""

import unicodedata
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from lifeworld.core.money import Money

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()


def bare(text: str) -> str:
    """Return the letters of a text, without case, accents and marks."""
    spread = unicodedata.normalize("NFKD", text).casefold().removeprefix("the ").replace("&", "and")
    return "".join(letter for letter in spread if letter.isalnum())


def words(number: int) -> str:
    """Return a number below a thousand in words."""
    if number >= 100:
        rest = f" and {words(number % 100)}" if number % 100 else ""
        return f"{_ONES[number // 100]} hundred{rest}"
    if number < 20:
        return _ONES[number]
    return _TENS[number // 10] + (f"-{_ONES[number % 10]}" if number % 10 else "")


def money(true: Money) -> Iterator[str]:
    """Yield ways to write an amount."""
    whole, cents = divmod(abs(true.cents), 100)
    grouped = f"{whole:,}.{cents:02}"
    yield from (f"${grouped}", f"{whole}.{cents:02}", grouped, f"${whole}.{cents:02}", f"{grouped} dollars")
    yield from (f"USD {grouped}", f"{grouped} USD", f"US${grouped}", f"-${grouped}", f"It was ${grouped}.")
    yield from (f"The total is {grouped} dollars.", f"{whole:,}.{cents:02}".replace(",", " ") + " USD")
    if cents:
        yield from (f"${whole:,} and {cents} cents", f"{whole} dollars and {words(cents)} cents")
    else:
        yield from (f"${whole}", f"{whole} dollars", str(whole))


def dates(true: date) -> Iterator[str]:
    """Yield ways to write a date."""
    day = true.day
    ending = "th" if 10 < day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    yield from (f"{true:%B} {day}", f"{true:%b} {day}", f"{day} {true:%B}", f"{true:%B} {day}{ending}")
    yield from (f"{true:%B} {day}, {true.year}", f"{day} {true:%b} {true.year}", f"the {day}{ending} of {true:%B}")
    yield from (true.isoformat(), f"{true:%m/%d/%Y}", f"{true.month}/{day}", f"{true:%d.%m.%Y}", f"{true:%m/%d/%y}")
    yield from (f"{true:%A}, {true:%B} {day}", f"{true:%a}, {true:%b} {day}, {true.year}", f"On {true:%B} {day}.")
    yield from (f"It's {true:%A}, {true:%B} {day}{ending}, {true.year}.", f"{true:%B} {day} ({true.isoformat()})")


def times(true: time) -> Iterator[str]:
    """Yield ways to write a time of day."""
    hour, half = true.hour % 12 or 12, "PM" if true.hour >= 12 else "AM"
    minutes = f"{true.minute:02}"
    yield from (f"{hour}:{minutes} {half}", f"{hour}:{minutes}{half.lower()}", f"{true.hour:02}:{minutes}")
    yield from (
        f"{hour}:{minutes} {half[0].lower()}.m.",
        f"{hour}.{minutes} {half.lower()}",
        f"At {hour}:{minutes} {half}.",
    )
    yield from (f"It begins at {true.hour:02}:{minutes}.", f"{hour}:{minutes} {half} ({true.hour:02}:{minutes})")
    yield from (f"{true.hour:02}:{minutes}:00", f"from {hour}:{minutes} {half} on", f"{hour:02}:{minutes} {half}")
    if not true.minute:
        yield from (f"{hour} {half}", f"{hour}{half.lower()}", f"{words(hour)} {half.lower()}")
    if true in (time(0), time(12)):
        yield "noon" if true.hour else "midnight"


def moments(true: datetime) -> Iterator[str]:
    """Yield ways to write a date with a time."""
    clock, digits = next(times(true.time())), f"{true:%H:%M}"
    day = f"{true:%B} {true.day}"
    yield from (f"{day}, {clock}", f"{day} at {clock}", f"{clock} on {day}", f"{true:%Y-%m-%d} {digits}")
    yield from (f"{true:%Y-%m-%dT%H:%M}", f"{true:%A}, {day}, {true.year} at {clock}", f"{true:%m/%d/%Y} {digits}")
    yield from (f"{true:%d.%m.%Y}, {digits}", f"{true.day} {true:%B}, {digits}", f"It is on {day} at {clock}.")
    yield f"{day} ({true:%A}), {digits}"


def durations(true: timedelta) -> Iterator[str]:
    """Yield ways to write a duration."""
    minutes = round(true.total_seconds() / 60)
    hours, rest = divmod(minutes, 60)
    yield from (f"{minutes} minutes", f"{minutes} min", f"{minutes}min", f"{minutes}m", f"It takes {minutes} minutes.")
    yield from (f"{hours}h{rest}m", f"{hours} h {rest} min", f"{hours}:{rest:02} h", f"{minutes * 60} seconds")
    if hours:
        plural = "s" if hours > 1 else ""
        yield from (
            f"{hours} hour{plural} and {rest} minutes",
            f"{hours} hour{plural}, {rest} minutes",
            f"{hours}h{rest:02}",
        )
    if minutes % 30 == 0:
        yield from (
            f"{minutes / 60:g} hours",
            f"{minutes / 60:g}h",
            f"It lasts {minutes / 60:g} hours ({minutes} min).",
        )
    if hours and rest == 30:
        yield (
            "an hour and a half"
            if hours == 1
            else f"{words(hours)} and a half hours"
            if hours < 20
            else f"{minutes} mins"
        )


def counts(true: int) -> Iterator[str]:
    """Yield ways to write a number."""
    yield from (str(true), f"{true:,}", f"{true}.", f"It is {true}.", f"There are {true} of them.", f"I count {true}.")
    yield from (f"{true} in all", f"The number is {true}.", f"**{true}**", f"= {true}")
    if true < 1000:
        said = words(true)
        yield from (said, said.capitalize(), f"{said} ({true})", f"There are {said}.", f"{true} ({said})")
    if not true:
        yield from ("none", "None.", "There are none.", "zero")


def later(true: Any, step: int) -> tuple[Any, set[int]]:
    """Return another value, some steps off, and the numbers by which one knows it."""
    if isinstance(true, Money):
        cents = abs(true.cents) + 100 * step
        return Money(cents), {cents // 100}
    if isinstance(true, time):
        other = time((true.hour + step) % 24, true.minute if step < 24 else (true.minute + step) % 60)
        return other, {other.hour, other.hour % 12 or 12}
    if isinstance(true, date):
        day = true + timedelta(days=step)
        return day, {day.day}
    if isinstance(true, timedelta):
        longer = true + timedelta(minutes=15 * step)
        minutes = round(longer.total_seconds() / 60)
        return longer, {minutes, minutes // 60}
    return true + step, {true + step}


def shortened(true: Any, other: Any) -> Iterator[str]:
    """Yield hedges that say the second value in short, and parts that somebody else would have to add up."""
    if isinstance(true, Money):
        yield from (f"{true} or {abs(other.cents) // 100}", f"{true}-{abs(other.cents) // 100}")
        yield from (f"${abs(true.cents) // 100 + 1} and another ${abs(true.cents) / 100:.2f}", f"{true} + {other}")
    elif isinstance(true, timedelta):
        minutes, more = (round(one.total_seconds() / 60) for one in (true, other))
        yield from (f"{minutes} or {more} minutes", f"{minutes}-{more} minutes", f"{minutes} minutes or {more}")
        part = max(minutes // 3, 1)
        yield from (f"{part} minutes and another {minutes - part} minutes", f"{part} min + {minutes - part} min")
    elif isinstance(true, time):
        hour, half = true.hour % 12 or 12, "PM" if true.hour >= 12 else "AM"
        yield from (f"{hour}:{true.minute:02} AM or PM", f"{hour}:{true.minute:02} {half} or {other.hour % 12 or 12}")
    elif isinstance(true, date):
        if true.month == other.month:
            yield from (f"{true:%B} {true.day} or {other.day}", f"{true:%B} {true.day}-{other.day}")
            yield f"{true.day} or {other.day} {true:%B}"
        yield f"{true:%B} {true.day}, {true.year - 1}"
    elif true < 900:
        yield from (
            f"{true}-{other}",
            f"{true} or {words(other)}",
            f"{words(true)} or {other}",
            f"{other}/{true}",
            f"{true}+",
        )
