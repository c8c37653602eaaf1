"""Answers in the language of the screens: their days, times and amounts as English writes them, and what hedges them.

Names stay as they are. What is English already is left as it is.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from babel.dates import get_day_names, get_month_names

from lifeworld.core import amounts
from lifeworld.core.money import Money, written
from lifeworld.verify.answers.text import UNSPACED, clean, foreign
from lifeworld.web import dates
from lifeworld.web.language import LOCALES, speaking

Rule = tuple[re.Pattern[str], Callable[[re.Match[str]], str]]

_EXAMPLE = datetime.fromisoformat("2026-03-14T14:30")
_NUMBERED = "zh"  # its months have numbers
_NO_HAY = re.compile(r"\bno(?= (?:hay|se|l[oa]s?|puedo|pude|encontre|he|tengo|quedan?|faltan?|es)\b)", re.IGNORECASE)
_COUNTED = re.compile(r"(?<=[有是共])(?=\d)|(?<=\d)(?=[个条项件位人次张封场])")
_MONTHS, _DAYS = get_month_names("wide", locale="en_US"), get_day_names("wide", locale="en_US")
_CLOCKS = {
    "de": r"\b(?P<h>\d{1,2})(?::(?P<m>\d\d))? uhr(?: (?P<m2>\d\d))?\b",
    "fr": r"\b(?P<h>\d{1,2}) ?h(?:eures?)?(?: ?(?P<m>\d\d))?\b",
    "es": r"\b(?P<h>\d{1,2})[:.](?P<m>\d\d) ?h\b\.?",
    "zh": r"(?:(?P<half>上午|下午|晚上) ?|(?=\d{1,2}[点时]))(?P<h>\d{1,2})[点时:](?P<m>\d\d)?分?",
}


def in_english(text: str, true: Any, languages: Iterable[str]) -> str:
    """Return a clean answer with its values, of the type of the true one, and its hedges as English writes them."""
    others = foreign(languages)
    if any(_says_none(text, true, language) for language in others):
        return "none"
    if "es" in others:
        text = _NO_HAY.sub("not", text)
    if not others or not isinstance(true, int | Money | date | time | timedelta):
        return text
    kind: type = type(true)
    for pattern, put in chain.from_iterable(_rules(language, kind) for language in others):
        text = pattern.sub(put, text)
    return re.sub(r"[^\S\n]+", " ", text).strip()


def _says_none(text: str, true: Any, language: str) -> bool:
    """Return whether an answer is, all of it, that there is nothing, where there is nothing to name or to count."""
    nothing = not (true or isinstance(true, bool | str)) and isinstance(true, int | Sequence)
    return nothing and _pattern(rf"\W*(?:{_vocabulary()[language]['none']})\W*").fullmatch(text) is not None


def example(true: Any, language: str) -> str:
    """Return a value of the type of the true one as the language writes it: “14. März”; "" where it writes no other."""
    with speaking(language):
        if isinstance(true, Money):
            return written(1250, LOCALES[language])
        if isinstance(true, datetime):
            return f"{dates.day_and_month(_EXAMPLE)}, {dates.clock(_EXAMPLE)}"
        if isinstance(true, date):
            return dates.day_and_month(_EXAMPLE)
        return dates.clock(_EXAMPLE) if isinstance(true, time) else ""


@lru_cache(maxsize=64)
def _rules(language: str, kind: type) -> tuple[Rule, ...]:
    rules = []
    if issubclass(kind, date):
        rules += [_day(language), *_weekdays(language)]
    if issubclass(kind, time | datetime):
        rules.append((_pattern(_CLOCKS[language]), _clock))
    if kind is Money:
        rules.append(_amount(language))
    if kind in (int, Money):
        rules.append(_grouped(language))
    if kind is int:
        rules.append((_COUNTED, _always(" ")))
    return (*rules, *_words(language, kind))


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


def _words(language: str, kind: type) -> list[Rule]:
    """Return what puts words into English; “no” is in Spanish a no where yes or no is asked, else a not."""
    vocabulary = _vocabulary()[language]
    found = dict(vocabulary["words"])
    if kind is int:
        found |= {str(number): said for number, said in enumerate(vocabulary["numbers"].split()) if said != "-"}
    if language == "es" and kind is bool:
        del found["not"]
    if language == UNSPACED and kind is bool:
        found["no"] += "|" + found.pop("not")
        found = {"no": found.pop("no"), **found}
    if kind is not bool:
        found.pop("yes")
    edge = "" if language == UNSPACED else r"(?<!\w)"
    end = "" if language == UNSPACED else r"(?![\w'])"
    gap = " " if language == UNSPACED else ""
    return [(_pattern(f"{edge}(?:{said}){end}"), _always(gap + english + gap)) for english, said in found.items()]


def _always(text: str) -> Callable[[re.Match[str]], str]:
    return lambda match: text


@lru_cache(maxsize=1)
def _vocabulary() -> dict[str, dict[str, Any]]:
    return tomllib.loads((Path(__file__).parent / "languages.toml").read_text(encoding="utf-8"))


def _day(language: str) -> Rule:
    """Return what puts a day into English: “14. Marz 2026”, “14 de marzo de 2026”, “2026年3月14日”."""
    if language == _NUMBERED:
        return _pattern(r"(?:(?P<y>\d{4}) ?年 ?)?(?P<m>\d{1,2}) ?月 ?(?P<d>\d{1,2}) ?[日号]"), _numbered
    names = _months(language)
    either = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    pattern = rf"\b(?P<d>\d{{1,2}})(?:\.|er)? ?(?:de )?(?P<m>{either})\b\.?(?: (?:de )?(?P<y>\d{{4}})\b)?"
    return _pattern(pattern), lambda match: _english(names[match["m"].lower()], match)


def _numbered(match: re.Match[str]) -> str:
    month = int(match["m"])
    return f" {_english(month, match)} " if month in _MONTHS else match[0]


def _english(month: int, match: re.Match[str]) -> str:
    return f"{_MONTHS[month]} {match['d']}" + (f", {match['y']}" if match["y"] else "")


def _months(language: str) -> dict[str, int]:
    """Return the number of each name of a month; a short form that means a day of the week as well is none."""
    locale = LOCALES[language]
    widths = [get_month_names(width, "format", locale) for width in ("wide", "abbreviated")]
    return {clean(name).rstrip(".").lower(): number for names in widths for number, name in names.items()}


def _weekdays(language: str) -> list[Rule]:
    own = get_day_names("wide", locale=LOCALES[language])
    edge = "" if language == UNSPACED else r"\b"
    return [(_pattern(edge + clean(name) + edge), _always(f" {_DAYS[number]} ")) for number, name in own.items()]


def _clock(match: re.Match[str]) -> str:
    parts = match.groupdict()
    late = parts.get("half") in ("下午", "晚上") and int(match["h"]) < 12
    return f" {int(match['h']) + 12 * late}:{parts.get('m') or parts.get('m2') or '00'} "


def _amount(language: str) -> Rule:
    """Return what puts an amount into English: “1.234,50 $”, “448,31 US$”, “US$12.50”."""
    before, after = r"(?<![\w.,])(?P<a>(?:us)?\$ ?)?", r"(?P<b> ?(?:us)?\$(?:us\b)?)?(?![\w$]|[.,]\d)"
    pattern = before + amounts.number(LOCALES[language]) + after

    def put(match: re.Match[str]) -> str:
        if not (match["a"] or match["b"] or match["cents"]):
            return match[0]
        number = re.sub(r"\D", "", match["whole"]) + (f".{match['cents']}" if match["cents"] else "")
        return f"${number}" if match["a"] or match["b"] else number

    return _pattern(pattern), put


def _grouped(language: str) -> Rule:
    """Return what takes the marks out of “1.240” where they part thousands."""
    between = amounts.between(LOCALES[language])
    return _pattern(rf"(?<![\w.,$])\d{{1,3}}(?:{between}\d{{3}})+(?![\w]|[.,]\d)"), lambda m: re.sub(r"\D", "", m[0])
