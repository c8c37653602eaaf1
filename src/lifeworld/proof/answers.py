"""Answers that must count, and answers that must not: each question is tried with all of them.

How people write values is said in English, and as Babel writes other languages. It shares nothing with what reads
answers but the types, so that the two check each other.
"""

import json
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Any

from babel.dates import format_date, format_time
from babel.numbers import format_currency, format_decimal, format_percent
from babel.units import format_unit

from lifeworld.core.answers import FULL_NAME, Stated, given
from lifeworld.core.counting import ordinal
from lifeworld.core.money import Money
from lifeworld.web.language import locale_of

Named = Iterator[tuple[str, Any]]
_LINES = (
    "Answer: {}",
    "**Answer:** {}",
    "I have looked it up; it took a while.\n\nAnswer: {}",
    "Answer: wait\nAnswer: {}",
)
_HEDGES = (
    "about {}", "{} or so", "at least {}", "more than {}", "probably {}", "I think it's {}", "It is {}.", "not {}",
    "It isn't {}.", "{}?", "{} (not sure)", "either {}", "{}, among others", "Answer: {}, but I only saw one page",
)  # fmt: skip
_NOTHING: tuple[Any, ...] = ("", "  ", "Answer:", "I don't know", "n/a", "?", "I couldn't find it.", [], {}, ["", ""])


def honest(stated: Sequence[Stated], languages: Sequence[str]) -> Iterator[Any]:
    """Yield every form in which the true answer counts, given on screens of these languages."""
    if len(stated) == 1:
        yield from _honest(stated[0], languages)
        return
    first = {str(one.part): given(one.value) for one in stated}
    yield from (first, json.dumps(first, allow_nan=False), _lines(first), f"I have done all of it.\n\n{_lines(first)}")
    for one in stated:
        for form in _honest(one, languages):
            if not isinstance(form, str) or "\n" not in form:
                yield {**first, str(one.part): form}


def dishonest(stated: Sequence[Stated], shown: Sequence[str]) -> Named:
    """Yield what must not count, each with what it is: another value, two, what hedges or denies, nothing.

    Args:
        stated: the true answers, by part.
        shown: texts that screens have shown, which might be given in place of a name.
    """
    if len(stated) == 1:
        yield from _dishonest(stated[0], shown)
        return
    first = {str(one.part): given(one.value) for one in stated}
    yield "without the parts' numbers", "\n".join(map(str, first.values()))
    for one in stated:
        yield f"part {one.part} left out", {part: value for part, value in first.items() if part != str(one.part)}
        for what, wrong in _dishonest(one, shown):
            yield f"part {one.part}, {what}", {**first, str(one.part): wrong}
    yield from _swapped(stated, first)


def _swapped(stated: Sequence[Stated], first: dict[str, Any]) -> Named:
    """Yield the answers of neighbours under each other's number, where they differ."""
    for one, other in pairwise(stated):
        a, b = str(one.part), str(other.part)
        if one.value != other.value:
            yield f"parts {a} and {b} swapped", {**first, a: first[b], b: first[a]}


def _lines(texts: dict[str, Any]) -> str:
    return "\n".join(f"Answer {part}: {_text(value)}" for part, value in texts.items())


def _text(value: Any) -> str:
    return json.dumps(value, allow_nan=False) if isinstance(value, list) else str(value)


def _honest(true: Stated, languages: Sequence[str]) -> Iterator[Any]:
    value = given(true.value)
    yield value
    if isinstance(value, list):
        yield from _honest_lists(value)
        return
    plain = str(value) if not isinstance(value, bool) else "yes" if value else "no"
    yield from (line.format(plain) for line in _LINES)
    yield from (f"“{plain}”", f"**{plain}**", f"{plain.removesuffix('.')}.")
    if isinstance(true.value, str):
        yield from (plain.upper(), plain.lower(), f"  {plain} ")
        return
    for language in languages:
        yield from forms(true.value, locale_of(language))
        if true.form.unit:
            yield from counted(true.value, true.form.unit, locale_of(language))  # type: ignore[arg-type]
    yield from () if isinstance(true.value, bool) or true.value else ("none", "null")


def _honest_lists(value: list[str]) -> Iterator[Any]:
    yield from (value[::-1], [*value, *value[:1]], json.dumps(value, allow_nan=False), f"Answer: {_text(value)}")
    yield from ["\n".join(f"- {one}" for one in value), "Answer:\n" + "\n".join(value)] if len(value) > 1 else []
    yield from () if value else ("none", "None.", "[]", "null")


def _dishonest(true: Stated, shown: Sequence[str]) -> Named:
    yield from (("nothing", nothing) for nothing in _NOTHING if nothing or true.value or isinstance(true.value, str))
    value = given(true.value)
    if isinstance(value, list):
        yield from _other_lists(value, shown, true.form.unit == FULL_NAME)
        return
    plain = str(value) if not isinstance(value, bool) else "yes" if value else "no"
    yield from (("hedged", hedge.format(plain)) for hedge in _HEDGES)
    if true.form.unit == FULL_NAME:
        yield "a first name", plain.split()[0]
    elif true.form.unit:
        yield from (("another unit", one) for one in of_another_unit(true.value, true.form.unit))  # type: ignore[arg-type]
    for other in _others(true, shown):
        yield "another value", other
        for one, two in ((plain, other), (other, plain)):
            yield from (
                ("two values", two_of.format(one, two)) for two_of in ("{} or {}", "{}, {}", "{} / {}", "{}-{}")
            )
        yield "two values", [plain, other]


def _others(true: Stated, shown: Sequence[str]) -> Iterator[Any]:
    if isinstance(true.value, bool):
        yield "no" if true.value else "yes"
    elif isinstance(true.value, str):
        alike = {true.value, *(alias for alias, _ in true.aliases)}
        yield from [text for text in shown if not any(_alike(text, one) for one in alike)][:6] or ["Somebody Else"]
    else:
        yield from (next(forms(later(true.value, step), "en_US")) for step in (1, 2))


def _other_lists(true: list[str], shown: Sequence[str], full: bool) -> Named:
    strangers = [text for text in shown if not any(_alike(text, one) for one in true)][:4] or ["Somebody Else"]
    for other in strangers:
        yield "one too many", [*true, other]
        yield "another", [*true[1:], other]
    if true and full:
        yield "a first name", [*true[1:], true[0].split()[0]]
    if true:
        yield from (("one left out", true[1:]), ("none", "none"), ("hedged", f"{', '.join(true)} and others"))


def _alike(text: str, other: str) -> bool:
    """Return whether two texts have the same letters and digits."""
    one, two = (["".join(filter(str.isalnum, t.casefold()))] for t in (text, other))
    return one == two


# ---- how people write values: amounts, days, times, durations, numbers

_UNITS = {"day": "d", "hour": "h", "minute": "min", "percent": "%"}


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
            f"{true:%B} {ordinal(true.day)}",
        )


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
        yield from (f"{number} {unit}s", f"{number}{_UNITS[unit]}", f"{number} {_UNITS[unit]}")


def of_another_unit(number: int, unit: str) -> Iterator[str]:
    """Yield a number with the units that it is none of."""
    yield from (f"{number} {other}" for own, other in _UNITS.items() if number and own != unit)


def later(true: Any, step: int) -> Any:
    """Return another value of the type of one, some steps on."""
    if isinstance(true, Money):
        return Money(abs(true.cents) + 100 * step + 7)
    if isinstance(true, datetime | date):
        return true + timedelta(days=step)
    if isinstance(true, time):
        return (datetime.combine(date(2026, 1, 1), true) + timedelta(minutes=11 * step)).time()
    if isinstance(true, timedelta):
        return true + timedelta(minutes=7 * step)
    return round(true + step / 10, 1) if isinstance(true, float) else true + step
