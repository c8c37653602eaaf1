"""Times of day: with half of the day or in 24 hours; “2 o'clock” alone says neither and is no answer."""

import re
from collections.abc import Iterator
from datetime import date, time
from functools import partial

from lifeworld.verify.answers import dates, durations
from lifeworld.verify.answers.candidates import sole
from lifeworld.verify.answers.known import Known, Said
from lifeworld.verify.answers.numbers import WORDS, number
from lifeworld.verify.answers.scan import compiled, scanned
from lifeworld.verify.answers.text import masked

Clock = tuple[int, int, bool]  # hour, minute, whether the half of the day is known

_HALF = (
    r"(?:\s*(?P<half>[ap])(?:\.\s?m\b\.?|m\b)"
    r"|,?\s+(?:(?:in the|this)\s+)?(?P<part>morning|afternoon|evening)\b|,?\s+(?P<night>at night)\b)"
)
_HOUR = rf"(?P<h>\d{{1,2}}|{WORDS})"
_MINUTE = rf"(?P<m>\d{{1,2}}|a quarter|quarter|half|{WORDS})"
_PATTERNS = (
    rf"\b{_MINUTE}(?:\s+minutes?)?\s+(?P<way>past|to|after|before|till)\s+(?P<word>noon|midday|midnight)\b",
    rf"\b{_MINUTE}(?:\s+minutes?)?\s+(?P<way>past|to|after|before|till)\s+{_HOUR}\b(?!:)(?:\s*o'?clock)?{_HALF}?",
    rf"(?<![\d:.,$])(?P<h>\d{{1,2}})[:.](?P<m>\d{{2}})(?!\d)(?::\d\d)?(?:\s*o'?clock)?{_HALF}",
    r"(?<![\d:.,$])(?P<h>\d{1,2})(?::|h)(?P<m>\d{2})(?!\d)(?::\d\d)?(?!\s?(?:hours|hrs))",
    r"(?<![\d:.,$])(?P<h>[01]\d|2[0-3])\.(?P<m>[0-5]\d)(?![\d.]|\s*(?:%|usd|dollars))",
    r"(?<![\d:.,$])(?P<h>[01]\d|2[0-3])(?P<m>[0-5]\d)\s?(?:hours|hrs|h)\b",
    r"(?<=\dT)(?P<h>\d{2}):(?P<m>\d{2})(?::\d\d)?",
    rf"(?<![\d:.,$])(?P<h>\d{{1,2}})(?P<m>[0-5]\d){_HALF}",
    rf"\b{_HOUR}[\s-]+(?:oh[\s-]+)?(?P<m>{WORDS})(?:\s+o'?clock)?{_HALF}",
    rf"(?<![\d:.,$]){_HOUR}(?:\s*o'?clock)?{_HALF}",
    r"\b(?P<h>1[3-9]|2[0-3])\s*o'?clock\b",
    rf"\b{_HOUR}\s*o'?clock\b",
    r"\b(?:12(?::00)?\s*)?(?P<word>noon|midday|midnight)\b",
)
_WHOLE = re.compile(r"^\W*(?:at )?(\d{1,2}(?=\.)|[01]\d|2[0-3])\.?([0-5]\d)(?: ?h)?\W*$", re.IGNORECASE)  # “1300” alone
_IN_HOURS = re.compile(r"\b(\d{1,2}[:.][0-5]\d) ?(?:h|hrs?|hours)\b\.?", re.IGNORECASE)  # “13:00 h” is no duration here
_JOIN = r"\s*,?\s*(?:-|/|\b(?:or|to|till|until|and|maybe|perhaps|possibly)\b\s*)+\s*(?:maybe |perhaps |even |at )?"
_NEXT = rf"{_JOIN}(?P<h>\d{{1,2}})\b(?![:./]\d|\s*(?:[ap]\.?m\b|\w))(?!\d)"
_BEFORE = rf"(?<![\d:.$])\b(?P<h>\d{{1,2}}(?:[:.]\d\d)?|{WORDS}){_JOIN}$"
_HALVES = re.compile(r"\s*(?:/|,|\bor\b)+\s*(?:maybe |perhaps )?(?P<half>[ap])\.?m\b", re.IGNORECASE)
_CLOCK = re.compile(r"\d{1,2}h\d\d\b|\d{4} ?(?:hours|hrs|h)\b|[\w ]+? minutes? (?:past|to|before|after|till)\b", re.I)
_DOTTED = re.compile(r"\b\d{1,2}:\d{2}\b")


def is_time(text: str, true: time, known: Known) -> bool:
    """Return whether a text says the time of day, and no other than the goal's."""
    text = _IN_HOURS.sub(r"\1", _WHOLE.sub(r"\1:\2", text))
    wanted = (true.hour, true.minute, True)
    return sole(text, partial(times, today=known.today), lambda clock: clock == wanted, known, sort="moment")


def times(text: str, today: date) -> list[Said]:
    """Return each time of day that a text says; one without a half of the day counts if none has it at that hour."""
    hidden = [one for one in dates.days(text, today) if not _DOTTED.search(text[one.start : one.end])]
    hidden += [one for one in durations.durations(text) if not _CLOCK.match(text, one.start)]
    hidden = [one for one in hidden if not re.search(r"noon|morning|night", text[one.start : one.end], re.IGNORECASE)]
    found = list(_written(masked(text, hidden)))
    sure = {(one.value[0] % 12, one.value[1]) for one in found if one.value[2]}
    return [one for one in found if one.value[2] or (one.value[0] % 12, one.value[1]) not in sure]


def _written(text: str) -> Iterator[Said]:
    for clock, match in scanned(_PATTERNS, text, _clock):
        one = Said(clock, *match.span())
        yield one
        yield from _around(text, one)


def _clock(match: re.Match[str]) -> Clock | None:
    parts = match.groupdict()
    hour, half = _hour(parts)
    minute = _minute(parts.get("m") or "0")
    if hour > 24 or minute > 59:
        return None
    if parts.get("way") in ("to", "before", "till"):
        hour, minute = (hour - 1) % 24 if half or hour != 1 else 12, 60 - minute
        minute %= 60
    bare = re.fullmatch(r"\W*\w+\W+(?:o'?clock)\W*", match[0], re.IGNORECASE) or parts.get("way")
    return hour % 24, minute, half or not (bare and hour <= 12)


def _hour(parts: dict[str, str | None]) -> tuple[int, bool]:
    word = (parts.get("word") or "").lower()
    if word:
        return 0 if word == "midnight" else 12, True
    hour = number(parts["h"] or "0")
    late = _late(parts, hour)
    if late is None or hour > 12:
        return hour, False
    return hour % 12 + 12 * late, True


def _late(parts: dict[str, str | None], hour: int) -> bool | None:
    """Return whether it is in the second half of the day, or None where that is not said."""
    if parts.get("half"):
        return parts["half"] in ("p", "P")
    if parts.get("night"):
        return 5 <= hour < 12
    part = (parts.get("part") or "").lower()
    return part != "morning" if part else None


def _minute(written: str) -> int:
    named = {"quarter": 15, "a quarter": 15, "half": 30}
    return named.get(written.lower()) or number(written)


def _around(text: str, one: Said) -> Iterator[Said]:
    """Yield what is linked to a time: “or 3”, “2 or …”, “am/pm”."""
    hour, minute, known = one.value
    for match in filter(None, [_HALVES.match(text, one.end)]):
        yield Said(
            ((hour + 12) % 24 if (match["half"].lower() == "p") != (hour >= 12) else hour, minute, known),
            *match.span("half"),
        )
    for match in filter(None, [compiled(_NEXT).match(text, one.end)]):
        yield Said((int(match["h"]) % 24, 0, True), *match.span("h"))
    for match in filter(None, [compiled(_BEFORE).search(text[: one.start])]):
        said = re.split("[:.]", match["h"])
        other = number(said[0]) % 12 + (12 if hour >= 12 else 0)
        yield Said((other, int(said[1]) if len(said) > 1 else 0, True), *match.span("h"))
