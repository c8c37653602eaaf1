"""Counts: numbers in digits or words that stand in nothing else, such as a date, a time or a name."""

import re
from collections.abc import Iterable
from datetime import date
from functools import partial

from lifeworld.verify.answers import dates, durations, money, names, times
from lifeworld.verify.answers.candidates import sole
from lifeworld.verify.answers.known import Known, Said
from lifeworld.verify.answers.numbers import DIGITS, WORDS, number
from lifeworld.verify.answers.scan import few
from lifeworld.verify.answers.text import clean, masked

_ALONE = re.compile(
    rf"\s*(?:[#x×(\[]\s?|no\.? )?(?P<n>{DIGITS})\s?(?:x|×|ea|pcs)?[\s.!)\]]*", re.IGNORECASE
)  # “#5”, “5x”
_NUMBER = re.compile(rf"(?<![\w.])(?P<n>{DIGITS})(?P<tail>\.\d+)?(?![\w%]|:\d|\s?%)", re.IGNORECASE)
_WORD = re.compile(
    rf"(?<![\w])(?P<n>(?:half a dozen|a dozen|dozen|once|twice|thrice|a single|none|nil|nobody|no one|nothing)"
    rf"|{WORDS})\b(?!-\d)",
    re.I,
)
_NAMED = {"half a dozen": 6, "a dozen": 12, "dozen": 12, "once": 1, "twice": 2, "thrice": 3}
_NAMED |= {"a single": 1, "none": 0, "nil": 0, "nobody": 0, "no one": 0, "nothing": 0}
_NO = re.compile(
    r"\bno\b(?!\s*[,.;:!]| idea| more than| less than| longer)|n't (?:\w+ ){0,2}any\b|\bnot any\b|\bnot (?:a single"
    r"|one\b)|\bnever\b|^no[.!]?$",
    re.I,
)
_PRONOUN = re.compile(
    r"\b(?:the|this|that|every|each|any|some|which|no|last|next|first|latest|the only)\s+$", re.IGNORECASE
)
_AFTER_ONE = re.compile(
    r"\s+(?:of (?:them|these|those|the|my|your)\b|by one\b|on\b|in\b|from\b"
    r"|with\b|that\b|more\b)",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"\b(?:[A-Za-z]+[-#/])+\d[\w-]*|\+?\(?\d{3}\)?[\s.-]\d{3}-\d{4}|#\s?\d+"
    r"|\d+(?:st|nd|rd|th)\b|\bone (?:by one|(?:to|from|after) the other)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(
    r"\b(?:in|since|of|during|jan\w*|feb\w*|mar\w*|apr\w*|may|june?|july?|aug\w*|sep\w*|oct\w*|nov\w*"
    r"|dec\w*)\.?,?\s+(?:19|20)\d\d\b",
    re.I,
)
_PERCENT = re.compile(r"\bper ?cent(?:age)?\b|%", re.IGNORECASE)
_SIGN = re.compile(r"(?<=\w) ?(?:%|\bper ?cent\b)", re.IGNORECASE)
_TITLE = re.compile(r"“([^“”]* [^“”]*)”")
_DAYS = re.compile(r"\b(?:many|the) (?:days|weeks|hours|minutes)\b", re.IGNORECASE)
_ITEM = re.compile(r"^\s*\d{1,2}[.)]\s+(?=\S)", re.MULTILINE)


def is_count(text: str, true: int, known: Known) -> bool:
    """Return whether a text says the number, and no other than the goal's; “%” is a unit where it is asked for."""
    if _PERCENT.search(known.goal):
        text = _SIGN.sub("", text)
    alone = _ALONE.fullmatch(text)
    if alone:
        return number(alone["n"]) == true
    plain = partial(counts, known=known, zero=not true)
    read = plain if plain(text) and not _DAYS.search(known.goal) else partial(plain, units=True)
    return sole(text, read, lambda value: value == true, known, counted=True)


def counts(text: str, known: Known, *, zero: bool, units: bool = False) -> list[Said]:
    """Return each number in a text; “no …” as a zero and those with a unit of time only on demand."""
    rest = masked(text, _hidden(text, known, units=units))
    none = [Said(0, *match.span()) for match in _NO.finditer(rest)] if zero else []
    rest = masked(rest, none)  # “not a single one” holds no one
    found = [Said(_value(match), *match.span()) for match in _NUMBER.finditer(rest)]
    found += [Said(_value(match), *match.span()) for match in _WORD.finditer(rest)]
    found += none
    few(found)
    return [one for one in found if one.value != 1 or not _pronoun(rest, one, found)]


def _value(match: re.Match[str]) -> float:
    if match.groupdict().get("tail"):
        return float(re.sub("[,']", "", match[0]))
    written = " ".join(match["n"].lower().split())
    return _NAMED[written] if written in _NAMED else number(written)


def _hidden(text: str, known: Known, *, units: bool) -> Iterable[Said]:
    yield from _dates(text, known.today)
    yield from (Said(None, *m.span()) for pattern in (_CODE, _YEAR) for m in pattern.finditer(text))
    yield from (one for one in times.times(text, known.today) if re.search(r"[:.a-z]", text[one.start : one.end], re.I))
    yield from money.marked(text)
    yield from names.mentions(text, frozenset(name for name in known.names if re.search(r"\d|\s", name)))
    yield from _titles(text, known.goal)
    items = list(_ITEM.finditer(text))
    yield from (Said(None, *m.span()) for m in items if len(items) > 1)
    yield from durations.durations(text) if not units else ()


def _dates(text: str, today: date) -> Iterable[Said]:
    return (one for one in dates.days(text, today) if re.search(r"\w", text[one.start : one.end]))


def _titles(text: str, goal: str) -> Iterable[Said]:
    """Yield the titles that the goal quotes: “round three” is no number of its own."""
    for title in set(_TITLE.findall(goal)):
        yield from (Said(None, *m.span()) for m in re.finditer(re.escape(clean(title)), text, re.IGNORECASE))


def _pronoun(text: str, one: Said, found: list[Said]) -> bool:
    """Return whether “one” stands for a thing, as in “the last one” or, where a number is said, “one of them”."""
    if text[one.start : one.end].lower() != "one":
        return False
    if _PRONOUN.search(text[: one.start]):
        return True
    return any(other.value != 1 for other in found) and bool(_AFTER_ONE.match(text, one.end))
