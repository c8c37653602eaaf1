"""Answers as values: what JSON or a text stands for, by full match.

A text is read in ISO form, or as a form field of these screens takes it. Nothing here reads a sentence. What the
languages at hand read differently stands for nothing.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, time, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple, NoReturn

from babel.numbers import get_decimal_symbol
from babel.units import format_unit

from lifeworld.core.answers import Form, Kind
from lifeworld.core.money import Money, between_thousands
from lifeworld.web.answer_forms import line_of, none_words, yes_no_words
from lifeworld.web.dates import weekday_of
from lifeworld.web.language import SPEECH, pgettext, speaking
from lifeworld.web.parse import parse_day, parse_time
from lifeworld.web.text_matching import folded, squeezed, stands

LONGEST = 2000  # characters of one answer
_LONGEST_TALK = 20_000
_LARGEST = 10**15
_AROUND = " \t*_`\"'“”„«»‘’"
_DOLLARS = r"(?:US\$|\$US|\$|USD|(?:US )?dollars?)"
_CURRENCY = re.compile(rf"([-+−]?)\s?{_DOLLARS}\s?([-+−]?.*)|(.*?)\s?{_DOLLARS}", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
_CODE = re.compile(r"[#(+]{0,2}\w(?:[\w\s#()+./:@-]{0,78}\w)?")
_DURATION = re.compile(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?", re.IGNORECASE)
_SECONDS = {"day": 86400, "hour": 3600, "minute": 60, "second": 1}
_SYMBOLS = {"day": "d", "hour": "h", "minute": "min", "second": "s", "percent": "%"}


class NotOfFormError(ValueError):
    """What was given stands for no value of the form that is asked for."""


class Day(NamedTuple):
    """A day as it was given; without a year it is that day of any year."""

    month: int
    day: int
    year: int | None = None


@dataclass(frozen=True)
class Context:
    """What a value is read by.

    Attributes:
        today: the world's date.
        languages: what the screens speak, and the person.
        screens: the words of each screen that was shown.
    """

    today: date
    languages: tuple[str, ...] = ("en",)
    screens: tuple[str, ...] = ()


def value_of(given: Any, form: Form, context: Context, aliases: Iterable[str] = ()) -> Any:
    """Return the value that an answer stands for; None is that there is nothing.

    Args:
        given: a value of JSON, or a text.
        form: what is asked for.
        context: what it is read by.
        aliases: texts that count though no screen shows them.

    Raises:
        NotOfFormError: it stands for none.
    """
    given = _line(given, form.kind) if isinstance(given, str) else given
    if given is None or (isinstance(given, str) and _is_none(given, context.languages)):
        return None if form.kind != "yes_no" else _refuse("yes or no is asked for")
    if form.kind in _SHOWN:
        return _SHOWN[form.kind](given, context, frozenset(map(folded, aliases)))
    if not isinstance(given, str | int | float) or len(str(given)) > LONGEST:
        _refuse("one value is asked for")
    if not isinstance(given, str) and isinstance(given, bool) != (form.kind == "yes_no"):
        _refuse("it is a value of another type")
    languages = context.languages if isinstance(given, str) else ()  # JSON writes numbers in one way
    return _agreed(str(given), form, context.today, (*languages, "en"))


def _refuse(why: str) -> NoReturn:
    raise NotOfFormError(why)


def _line(text: str, kind: Kind) -> Any:
    """Return the part of a text that counts, without marks around it; JSON as what it holds.

    After “Answer:” that is all up to a blank line.
    """
    if len(text) > _LONGEST_TALK:
        _refuse("it is too long")
    rest = line_of(text)[0]
    rest = (rest if rest == text else re.split(r"\n\s*\n", rest.strip())[0]).strip().strip("*").strip()
    if rest == "null" or rest[:1] in ("[", "{"):
        with suppress(ValueError, RecursionError):
            return json.loads(rest)
    return rest if kind == "list" else rest.strip(_AROUND)


def _is_none(text: str, languages: Iterable[str]) -> bool:
    for language in {*languages, "en"}:
        with speaking(language):
            if folded(text) in none_words():
                return True
    return False


# What has a value of its own


def _agreed(text: str, form: Form, today: date, languages: Iterable[str]) -> Any:
    """Return the value that the languages read in a text; all that read one must read the same."""
    found: list[Any] = []
    for language in dict.fromkeys(languages):
        with speaking(language), suppress(ValueError, ArithmeticError):
            if (value := _READ[form.kind](text.removesuffix(".").strip(), form, today)) not in found:
                found.append(value)
    if len(found) > 1:
        _refuse("it means two things in the languages at hand; give it in ISO form")
    return found[0] if found else _refuse("it stands for no such value")


def _day(day: date) -> Day:
    return Day(day.month, day.day, day.year)


def _number_of(text: str) -> Decimal:
    """Return the number that a text is in the language spoken now.

    Raises:
        ValueError: it is none.
    """
    between, point = between_thousands(SPEECH.locale), get_decimal_symbol(SPEECH.locale)
    pattern = rf"([-+−]?)\s?([0-9]{{1,3}}(?:{between}[0-9]{{3}})+|[0-9]+)(?:{re.escape(point)}([0-9]+))?"
    found = re.fullmatch(pattern, unicodedata.normalize("NFKC", text).strip())
    if not found:
        raise ValueError(text)
    sign = "-" if found[1] in ("-", "−") else ""
    return Decimal(f"{sign}{re.sub('[^0-9]', '', found[2])}" + (f".{found[3]}" if found[3] else ""))


def _whole(number: Decimal) -> int:
    if number != number.to_integral_value() or abs(number) > _LARGEST:
        raise ValueError(str(number))
    return int(number)


def _money(text: str, form: Form, today: date) -> Money:
    marked = _CURRENCY.fullmatch(text)
    amount = _number_of("".join(filter(None, marked.groups())) if marked else text)
    if amount.as_tuple().exponent < -2:  # type: ignore[operator]
        raise ValueError(text)
    return Money(_whole(100 * amount))


def _number(text: str, form: Form, today: date) -> int:
    """Return a number; of units of time also what a length of time comes to in them: “1 h 5 min”, “65 minutes”."""
    if form.unit in _SECONDS:
        with suppress(ValueError):
            return _whole(Decimal(_duration(text, form, today) // timedelta(seconds=1)) / _SECONDS[form.unit])
    return _whole(_number_of(re.sub(rf"\s*(?:{_unit(form.unit, SPEECH.locale)})$", "", text, flags=re.IGNORECASE)))


def _date(text: str, form: Form, today: date) -> Day:
    """Return a day as a field takes it; one that goes with the year of today was given without a year."""
    first, later = parse_day(text, today), parse_day(text, date(today.year + 4, 1 + today.month % 12, 9))
    yearless = first != later and (first.month, first.day) == (later.month, later.day)
    named = weekday_of(text)
    if named is None:
        return Day(first.month, first.day) if yearless else _day(first)
    near = [first, *(parse_day(text, date(today.year + more, 1, 9)) for more in ((-1, 1) if yearless else ()))]
    meant = [day for day in near if day.weekday() == named]
    return _day(meant[0]) if meant else _refuse("that day is another weekday")


def _time(text: str, form: Form, today: date) -> time:
    return parse_time(text)


def _moment(text: str, form: Form, today: date) -> tuple[Day, time]:
    """Return a day and a time that stand one after the other, in either order."""
    joint = pgettext("between a day and a time", ",|at")
    for gap in re.finditer(rf"\s*(?:{joint})?\s+|(?<=\d)T(?=\d)", text, re.IGNORECASE):
        sides = text[: gap.start()], text[gap.end() :]
        for day, clock in (sides, sides[::-1]):
            with suppress(ValueError):
                return _date(day, form, today), parse_time(clock)
    raise ValueError(text)


def _duration(text: str, form: Form, today: date) -> timedelta:
    """Return a duration in units, from large to small: “1 h 30 min”, “90 minutes”, “1,5 Stunden”, “PT1H30M”."""
    if (iso := _DURATION.fullmatch(text)) and any(iso.groups()):
        days, hours, minutes, seconds = (int(one or 0) for one in iso.groups())
        return timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
    rest, total = text, Decimal()
    for unit, length in _SECONDS.items():
        pattern = rf"([0-9.,]+)\s*(?:{_unit(unit, SPEECH.locale)})(?![^\W\d_])\.?[\s,]*"
        if match := re.match(pattern, rest, re.IGNORECASE):
            total += _number_of(match[1]) * length
            rest = rest[match.end() :]
    if rest or rest == text or total > _LARGEST:
        raise ValueError(text)
    return timedelta(seconds=_whole(total))


@lru_cache(maxsize=64)
def _unit(unit: str, locale: str) -> str:
    """Return the pattern of the words for a unit, as Babel knows them: h, hr, hour, hours; "" for none."""
    name = unit if unit == "percent" else f"duration-{unit}"
    told = (format_unit(n, name, width, locale=locale) for width in ("long", "short", "narrow") for n in (1, 2))
    found = (
        {re.sub(r"^\d+\s*", "", one).rstrip(".") for one in told if name not in one or unit == "percent"}
        if unit
        else set()
    )
    if locale == "en_US" and unit in _SECONDS:  # where several have an “s”, of what is cut short, too: “mins”
        found |= {f"{one}s" for one in found if len(one) > 1 and not one.endswith("s")}
    return "|".join(sorted(map(re.escape, found | {_SYMBOLS.get(unit, "")}), key=len, reverse=True))


def _yes_no(text: str, form: Form, today: date) -> bool:
    yes, no = yes_no_words()
    words = {"true": True, "false": False, folded(yes): True, folded(no): False}
    if folded(text) not in words:
        raise ValueError(text)
    return words[folded(text)]


_READ: dict[Kind, Callable[[str, Form, date], Any]] = {
    "money": _money,
    "number": _number,
    "decimal": lambda text, form, today: _number_of(text),
    "date": _date,
    "time": _time,
    "moment": _moment,
    "duration": _duration,
    "yes_no": _yes_no,
}


# What counts because a screen shows it


def _text(given: Any, context: Context, aliases: frozenset[str]) -> str:
    text = given if isinstance(given, str) and len(given) <= LONGEST else ""
    if not folded(text) or not (
        folded(text) in aliases or stands(re.escape(folded(text)), map(folded, context.screens))
    ):
        _refuse("no screen that was shown has this text")
    return text


def _code(given: Any, context: Context, aliases: frozenset[str]) -> str:
    text = str(given).removesuffix(".") if isinstance(given, str | int) and not isinstance(given, bool) else ""
    own = squeezed(text)
    pattern = r"[\W_]*".join(map(re.escape, own))
    screens = (unicodedata.normalize("NFKC", screen) for screen in context.screens if own in squeezed(screen))
    if not own or not _CODE.fullmatch(text) or not stands(pattern, screens):
        _refuse("no screen that was shown has this code")
    return text


def _list(given: Any, context: Context, aliases: frozenset[str]) -> tuple[str, ...]:
    if isinstance(given, str):
        given = [_BULLET.sub("", line).strip(_AROUND) for line in given.splitlines() if line.strip()]
        if not given:
            _refuse("nothing is given")
        if len(given) == 1 and re.search("[,;]", given[0]):
            _refuse("several on one line can't be told apart; give an array, or one a line")
    if not isinstance(given, list | tuple):
        _refuse("a list of texts is asked for")
    return tuple(_text(one, context, aliases) for one in given)


_SHOWN: dict[Kind, Callable[[Any, Context, frozenset[str]], Any]] = {"text": _text, "code": _code, "list": _list}
