"""Dates, in any notation that a person uses; a day that is linked to one, like “March 14 or 15”, is another."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial

from lifeworld.verify.answers.candidates import sole
from lifeworld.verify.answers.known import Known, Said
from lifeworld.verify.answers.scan import scanned
from lifeworld.verify.answers.text import clean

Day = tuple[int | None, int | None, int]  # year and month as far as they are said

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth "
    "twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
).split()
_RELATIVE = {
    r"(?:the )?day after tomorrow": 2,
    r"(?:the )?day before yesterday": -2,
    "tomorrow": 1,
    "yesterday": -1,
    "today|tonight": 0,
}
_M = (
    r"(?P<m>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_D = rf"(?:(?P<d>\d{{1,2}})(?:st|nd|rd|th)?|(?P<word>{'|'.join(sorted(_ORDINALS, key=len, reverse=True))}))\b(?![:.]\d)"
_Y = r"(?:(?:,\s*|\s+|[-/])(?P<y>\d{4})\b(?!:)|,?\s+'(?P<yy>\d\d)\b|\s+(?P<y2>\d\d)(?=[.,;!]?$))?"
_PATTERNS = (
    r"\b(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)",
    r"(?<![\d/.$-])(?P<m>\d{1,2})/(?P<d>\d{1,2})(?:/(?P<y>\d{4}|\d{2}))?(?![\d/]|\.\d)",
    r"(?<![\d/.$-])(?P<m>\d{1,2})-(?P<d>\d{1,2})-(?P<y>\d{4})(?!\d)",
    r"(?<![\d/.$-])(?P<d>\d{1,2})\.\s?(?P<m>\d{1,2})\.(?:\s?(?P<y>\d{4}|\d{2})(?![\d:]))?(?!\d)",
    rf"\b{_M}(?:\s*[-/,]?\s*)(?:the\s+)?{_D}{_Y}",
    rf"(?<![\d.:$]){_D}\.?(?:\s*[-/]?\s*)(?:day\s+)?(?:of\s+)?{_M}{_Y}",
)
_JOIN = r"\s*(?:[-/&,]|\.\.+|,?\s*\b(?:or|and|to|till|until|through|maybe|perhaps|possibly)\b|or)+\s*"
_SKIP = r"(?:(?:or|and|maybe|perhaps|possibly|even|on|the)\s+)*"
_NOT_TIME = r"(?!\s*(?::|[ap]\.?m\b))"
_NEXT = re.compile(
    rf"{_JOIN}{_SKIP}{_D}{_NOT_TIME}(?:(?<=[a-z])|(?!\s*[a-z])|(?=\s*(?:or|and)\b))"
    r"|\s*,?\s*(?:[-/]|\.\.+|\b(?:or|to|till|until|through|maybe|perhaps|possibly)\b)\s*"
    rf"{_SKIP}{_D.replace('<d>', '<d2>').replace('<word>', '<word2>')}{_NOT_TIME}",
    re.IGNORECASE,
)
_NEXT_YEAR = re.compile(rf"{_JOIN}{_SKIP}(?P<y>(?:19|20)\d\d)\b(?!-)", re.IGNORECASE)
_BEFORE = re.compile(rf"(?<![\d:.$]){_D}{_JOIN}{_SKIP}$", re.IGNORECASE)
_AT_MONTH = re.compile(rf"\b{_M}\s*$", re.IGNORECASE)
_BEFORE_MONTH = re.compile(rf"\b{_M}{_JOIN}$", re.IGNORECASE)
_ALONE = re.compile(r"\bthe (?P<d>\d{1,2})(?:st|nd|rd|th)\b", re.IGNORECASE)
_WEEKDAY = re.compile(
    r"\b(?P<name>mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?P<short>mon|tue|wed|thu|fri|sat|sun|tues|thur|thurs)\b"
    r"(?=\.?,?\s*\(?(?:the\s|\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"^\W*(?:(?P<all>(?:19|20)\d{6})|(?P<a>\d{1,2})(?P<mark>[-.])(?P<b>\d{1,2}))\W*$")
_GLUED = re.compile(rf"\b(\d{{1,2}})({'|'.join(_MONTHS)})[a-z]*\.?(\d{{4}})?\b", re.IGNORECASE)  # “14Mar2026”
_DASHED = re.compile(rf"\b(\d{{1,2}})-({'|'.join(_MONTHS)})-(\d\d)\b", re.IGNORECASE)  # “14-Mar-26”
_PASSING = re.compile(
    r"\b(?:as of|until|of|since|from) (?:today|yesterday|tomorrow)\b|\b(?:today|tomorrow|yesterday)'s\b", re.I
)


def is_day(text: str, true: date, known: Known) -> bool:
    """Return whether a text says the date, and no other than the goal's."""
    text = _DASHED.sub(r"\1 \2 '\3", text)
    text = _GLUED.sub(r"\1 \2 \3", _WHOLE.sub(_slashed, text))
    fits = partial(_fits, true=true)
    return sole(text, partial(days, today=known.today), fits, known, sort="moment") and not _wrong_weekday(
        text, true, known
    )


def _slashed(match: re.Match[str]) -> str:
    """Return digits alone with slashes: “3-14” has the month first, “14.3” the day, “20260314” is all of it."""
    if match["all"]:
        return f"{match['all'][:4]}-{match['all'][4:6]}-{match['all'][6:]}"
    return f"{match['b']}/{match['a']}" if match["mark"] == "." else f"{match['a']}/{match['b']}"


def days(text: str, today: date) -> list[Said]:
    """Return each date that a text says, as far as it says it."""
    found = list(_written(text))
    found += [one for pattern in _RELATIVE for one in _relative(text, pattern, today, found)]
    return found + list(_alone(text, found))


def _written(text: str) -> Iterator[Said]:
    taken = [Said(day, *match.span()) for day, match in scanned(_PATTERNS, text, _day)]
    starts = {one.start for one in taken}
    for one in taken:
        yield one
        yield from _around(text, one, starts)


def _day(match: re.Match[str]) -> Day | None:
    parts = match.groupdict()
    month = int(match["m"]) if match["m"].isdigit() else _MONTHS.index(match["m"][:3].lower()) + 1
    day = _number(match)
    year = parts.get("y") or parts.get("yy") or parts.get("y2")
    if month > 12 >= day:
        month, day = day, month
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return (int(year) + (2000 if len(year) == 2 else 0) if year else None), month, day


def _number(match: re.Match[str]) -> int:
    parts = match.groupdict()
    word = parts.get("word") or parts.get("word2")
    return _ORDINALS.index(word.lower()) + 1 if word else int(parts.get("d") or parts["d2"])


def _span(match: re.Match[str]) -> tuple[int, int]:
    return next(match.span(name) for name in ("d", "word", "d2", "word2") if match.groupdict().get(name))


def _around(text: str, one: Said, starts: set[int]) -> Iterator[Said]:
    """Yield what is linked to a date: “or 15”, “-15”, “14 or …”, “March or …”, “or 2025”."""
    year, month, day = one.value
    rest = _NEXT.match(text, one.end)
    if rest and _number(rest) and not any(one.end < start < rest.end() for start in starts):
        yield Said((year, month, _number(rest)), *_span(rest))
    for match in filter(None, [_NEXT_YEAR.match(text, one.end)]):
        yield Said((int(match["y"]), month, day), *match.span("y"))
    for match in filter(None, [_BEFORE.search(text[: one.start])]):
        if not _AT_MONTH.search(text[: match.start()]):
            yield Said((year, month, _number(match)), *_span(match))
    for match in filter(None, [_BEFORE_MONTH.search(text[: one.start])]):
        yield Said((year, _MONTHS.index(match["m"][:3].lower()) + 1, day), *match.span("m"))


def _relative(text: str, pattern: str, today: date, found: list[Said]) -> Iterator[Said]:
    passing = [Said(None, *match.span()) for match in _PASSING.finditer(text)] if found else []
    longer = [Said(None, *match.span()) for match in re.finditer(r"day (?:after|before) \w+", text, re.IGNORECASE)]
    for match in re.finditer(rf"\b(?:{pattern})\b", text, re.IGNORECASE):
        hidden = passing if "day " in pattern else passing + longer
        if not any(one.start <= match.start() < one.end for one in hidden):
            day = today + timedelta(days=_RELATIVE[pattern])
            yield Said((day.year, day.month, day.day), *match.span())


def _alone(text: str, found: list[Said]) -> Iterator[Said]:
    """Yield “the 14th” without a month, unless it is said in full elsewhere."""
    for match in _ALONE.finditer(text):
        inside = any(one.start < match.end() and match.start() < one.end for one in found)
        if not inside and int(match["d"]) not in {one.value[2] for one in found}:
            yield Said((None, None, int(match["d"])), *match.span())


def _fits(day: Day, true: date) -> bool:
    return day[0] in (None, true.year) and day[1:] == (true.month, true.day)


def _wrong_weekday(text: str, true: date, known: Known) -> bool:
    own = set(weekdays(clean(known.goal)))
    return not set(weekdays(text)) - own <= {true.weekday()}


def weekdays(text: str) -> Iterator[int]:
    """Yield the weekdays that a text names."""
    for match in _WEEKDAY.finditer(text):
        yield _WEEKDAYS.index((match["name"] or match["short"])[:3].lower())
