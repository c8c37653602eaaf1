"""The values that a free text holds: amounts, days, times, numbers, addresses, people and what is beside a thing.

That is all that code reads of prose: whether each fact that is asked for is there, and no other value. It reads
neither numbers in words nor what a sentence means.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, time, timedelta
from functools import lru_cache
from typing import Any

from lifeworld.core.money import Money
from lifeworld.store import PART, Column
from lifeworld.verify.expectation import MARK, Prose, Setting

Value = tuple[str, Any]  # what kind of value it is, and the value

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = r"(?P<m>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?" + (
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?\b"
_LINK = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b\w+://\S+|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b(?:/\S*)?")
_AMOUNT = re.compile(
    r"(?<![\w$.-])(?:(?:us)?\$|usd)\s?(?P<a>\d[\d,]*(?:\.\d{1,2})?)(?![\d.]*\d|[^\W\d])"
    r"|(?<![\w$.-])(?P<b>\d[\d,]*(?:\.\d{1,2})?)\s?(?:us )?(?:\$|(?:dollars?|usd|bucks)\b)"
    r"(?:(?: and|,)? (?P<c>\d\d?) cents?\b)?"
)
_DAYS = tuple(
    re.compile(pattern)
    for pattern in (
        r"\b(?P<y>\d{4})[-/](?P<m>\d\d)[-/](?P<d>\d\d)\b",
        rf"\b{_MONTH}\s*(?:the )?{_DAY}(?:,? (?P<y>\d{{4}})\b)?(?!:\d)",
        rf"\b{_DAY}[ -](?:of )?{_MONTH}(?:,? (?P<y>\d{{4}})\b)?",
        r"(?<![\d/.])(?P<m>\d{1,2})/(?P<d>\d{1,2})(?:/(?P<y>\d{2,4}))?(?![\d/])",
        r"\bthe (?P<d>\d{1,2})(?:st|nd|rd|th)\b",
    )
)
_HALF = r"[ap]\.?\s?m\b\.?"
_TIME = re.compile(
    rf"(?<![\d:.])(?P<h>\d{{1,2}})(?::|\.(?=\d\d\s?{_HALF}))(?P<min>\d\d)(?!\d)(?:\s?(?P<half>{_HALF}))?(?![:.]?\d)"
    rf"|(?<![\d:.])(?P<hour>\d{{1,2}})(?:\s?(?P<part>{_HALF})|\s?o'clock\b)|\b(?P<word>noon|midday|midnight)\b"
)
_PLAIN = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "…": "..."})
_UNITS = {"minutes": "min", "minute": "min", "mins": "min", "hours": "h", "hour": "h", "hrs": "h", "hr": "h"}
_UNIT = re.compile(rf"(?<=\d)\s*({'|'.join(_UNITS)}|min|h)\b")
_ENDING = re.compile(r"[\s.,;:!]+$")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_SHORT = 3  # letters of a wording that is a whole word; of a longer one the word may have an ending


def facts_missing(text: str, facts: tuple[Any, ...], setting: Setting) -> list[Any]:
    """Return the facts that a text does not hold: a value in any usual writing, or one of a fact's wordings.

    A fact is not told by a word of a name that the task has anyway.
    """
    own, values = plain(text), values_of(text, setting)
    wordings = [plain(one) for fact in facts if isinstance(fact, tuple) for one in fact]
    for name in sorted(map(plain, setting.names), key=len, reverse=True):
        if not any(name.removeprefix("the ") in wording for wording in wordings):
            own = own.replace(name, "…")
    return [fact for fact in facts if not _is_told(fact, own, values)]


def _is_told(fact: Any, text: str, values: frozenset[Value]) -> bool:
    if isinstance(fact, tuple):
        return any(stands(text, wording) for wording in fact)
    return not values.isdisjoint(_writings(fact))


def _writings(fact: Any) -> Iterator[Value]:
    """Yield the values that stand for a fact in a text."""
    if isinstance(fact, Money):
        yield from (("amount", abs(fact.cents)), ("number", abs(fact).plain))
        yield from [("number", f"{abs(fact.cents) // 100}")] if fact.cents % 100 == 0 else []
    elif isinstance(fact, time):
        yield from (("time", (fact.hour, fact.minute)), ("half", (fact.hour % 12, fact.minute)))
    else:
        yield from (("day", (fact.month, fact.day)), ("date", (fact.year, fact.month, fact.day)))


def stands(text: str, wording: str) -> bool:
    """Return whether words stand in a plain text, from the beginning of a word on; short ones are whole words."""
    wanted = plain(wording).rstrip(" .,;:!")
    start = r"(?<!\w)" if wanted[:1].isalnum() else ""
    end = r"(?![\d]|[.,:]\d)" if wanted[-1:].isdigit() else r"(?!\w)" if len(wanted) <= _SHORT else ""
    return re.search(start + re.escape(wanted) + end, text) is not None


def unasked(text: str, setting: Setting) -> frozenset[Value]:
    """Return the values that a text holds and neither the task nor the thread does."""
    return values_of(text, setting) - _known(setting)


def strangers(setting: Setting | None) -> frozenset[str]:
    """Return the things that a free text must not name: of a kind that is asked for, and in neither task nor thread."""
    found = setting.things if setting else frozenset()
    return frozenset(name for name in found if setting and unasked(name, setting))


def taken_back(text: str, setting: Setting) -> frozenset[Value]:
    """Return the values of a text that the person has taken back."""
    return values_of(text, setting) & _withdrawn(setting) if setting.withdrawn else frozenset()


@lru_cache(maxsize=64)
def _withdrawn(setting: Setting) -> frozenset[Value]:
    return _known(replace(setting, said=setting.withdrawn)) - _known(replace(setting, said=setting.kept))


@lru_cache(maxsize=64)
def _known(setting: Setting) -> frozenset[Value]:
    """Return every value of the task and the thread; a number may be told as an amount, a time without its half."""
    found = set(values_of(setting.said, setting))
    digits = {number.replace(",", "") for number in _NUMBER.findall(plain(setting.said))}
    found |= {("number", number) for number in digits} | {("number", part) for one in digits for part in one.split(".")}
    found |= {("amount", round(100 * float(number))) for number in digits if len(number) < 12}
    found |= {("half", (at[0] % 12, at[1])) for kind, at in found if kind == "time"}
    found |= {("number", str(amount // 100)) for kind, amount in found if kind == "amount"}
    found |= {("day", day[1:]) for kind, day in found if kind == "date"}
    years = (setting.today.year, setting.today.year + 1)
    found |= {("date", (year, *day)) for kind, day in found if kind == "day" for year in years}
    return frozenset(found)


@lru_cache(maxsize=4096)
def values_of(text: str, setting: Setting) -> frozenset[Value]:
    """Return every value that a text holds; of one stretch of letters the first reading counts."""
    found: set[Value] = set()
    rest = plain(text)
    for pattern, read in _READ:
        for match in pattern.finditer(rest):
            found |= {value for value in [read(match, setting.today)] if value}
        rest = pattern.sub(lambda match: " " * len(match[0]), rest)
    named = (*_people(text, setting.people), *_things(text, setting.things))
    return frozenset(found) | {("name", name) for name in named}


def _amount(match: re.Match[str], today: date) -> Value:
    whole = (match["a"] or match["b"]).replace(",", "")
    return "amount", round(100 * float(whole)) + int(match["c"] or 0)


def _day(match: re.Match[str], today: date) -> Value | None:
    """Return the month and the day, with the year where it is told; “the 14th” alone is the next one."""
    parts = match.groupdict()
    if not parts.get("m"):
        coming = (today + timedelta(days=n) for n in range(62))
        return next((("day", (day.month, day.day)) for day in coming if day.day == int(parts["d"])), None)
    month = int(parts["m"]) if parts["m"].isdigit() else _MONTHS.index(parts["m"][:3]) + 1
    year = int(parts.get("y") or 0)
    return ("date", (year + 2000 * (year < 100), month, int(parts["d"]))) if year else ("day", (month, int(parts["d"])))


def _time(match: re.Match[str], today: date) -> Value:
    """Return the hour and the minute, of 24 hours where the half of the day is known."""
    if match["word"]:
        return "time", (0 if match["word"] == "midnight" else 12, 0)
    hour, minute, half = int(match["h"] or match["hour"]), int(match["min"] or 0), match["half"] or match["part"]
    if half:
        return "time", (hour % 12 + 12 * half.startswith("p"), minute)
    whole = hour > 12 or (match["h"] or "").startswith("0")  # “06:30” is written in 24 hours
    return ("time", (hour, minute)) if whole else ("half", (hour % 12, minute))


_READ: tuple[tuple[re.Pattern[str], Any], ...] = (
    (_LINK, lambda match, today: ("link", match[0].rstrip("."))),
    (_AMOUNT, _amount),
    *((pattern, _day) for pattern in _DAYS),
    (_TIME, _time),
    (_NUMBER, lambda match, today: ("number", match[0].replace(",", ""))),
)


def _people(text: str, people: frozenset[str]) -> Iterator[str]:
    """Yield the people whom a text names: in full, or by a first or last name that is written like one."""
    words = _seen(text)
    yield from (name for name, pattern in _names(people) if pattern.search(words))


@lru_cache(maxsize=256)
def _names(people: frozenset[str]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, re.compile(rf"(?<![^\W_])(?:{_called(name)})(?![^\W_])")) for name in sorted(people))


def _called(name: str) -> str:
    parts = name.split()
    either = {parts[0], parts[-1], parts[0].upper(), parts[-1].upper()}
    return "|".join([f"(?i:{re.escape(name)})", *sorted(map(re.escape, either))])


def _things(text: str, things: frozenset[str]) -> Iterator[str]:
    """Yield the things that a text names, each in whole words; where one name holds another, the longer one.

    A name of one word counts as it is written: a street “Mill” is no mill. One that is a common word is none.
    """
    flat = plain(text)
    near = {even(name) for name in things if plain(name) in flat and not (name.isalpha() and name.islower())}
    each = (
        f"(?i:{re.escape(name)})" if " " in name else re.escape(name) for name in sorted(near, key=len, reverse=True)
    )
    pattern = rf"(?<!\w)(?:{'|'.join(each)})(?!\w)"
    yield from (plain(match[0]) for match in re.finditer(pattern, even(text)) if near)


def _seen(text: str) -> str:
    """Return a text as it is seen: without differences of width, and without what has none."""
    return "".join(one for one in unicodedata.normalize("NFKC", text) if unicodedata.category(one) != "Cf")


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Return a text without differences of case, width, white space, quotation marks, dashes and hyphens."""
    return even(text).casefold()


def even(text: str) -> str:
    """Return a text without differences of width, white space, quotation marks, dashes and hyphens."""
    flat = " ".join(_seen(text).replace("’", "'").split())
    flat = re.sub("[‐‑‒–—−]", "-", flat).replace(" & ", " and ")
    return re.sub(r"(?<=[^\W\d_])-(?=[^\W\d_])", " ", flat)


def exactly(text: str) -> str:
    """Return a text as verdicts compare code: to the letter, but for how lines and the last one end."""
    return text.replace("\r\n", "\n").removesuffix("\n")


@lru_cache(maxsize=65536)
def loosely(text: str) -> str:
    """Return a text as verdicts compare it, part by part: what a person who dictated it would call the same.

    Free are width, white space, the kind of quotation marks and dashes, punctuation at the end, “$” and “.00” of an
    amount, and “15 minutes” or “15 min”.
    """
    if PART in text:
        return PART.join(map(loosely, text.split(PART)))
    flat = " ".join(unicodedata.normalize("NFKC", text).translate(_PLAIN).split())
    flat = re.sub(r"\$ ?(?=\d)", "", flat)
    flat = re.sub(r"(?<![.\d])(\d[\d,]*)\.00(?!\.?\d)", r"\1", flat)
    flat = _UNIT.sub(lambda match: f" {_UNITS.get(match[1], match[1])}", flat)
    return _ENDING.sub("", flat) or flat


# ---- against what the reference run holds, where some of it is left to the agent's own words

_WORD = re.compile(r"\w+")
_BETWEEN = frozenset(" .,;:!?'\"()/&-\n")  # what may stand between words of the goal


class Texts:
    """Tells whether a found value is the wanted one, free words included; each text is read once."""

    def __init__(self, prose: Sequence[Prose] = (), setting: Setting | None = None) -> None:
        self._prose, self._setting = prose, setting
        self._told: dict[tuple[str, str], bool] = {}
        self.asked = ""  # what the person has said, in the words that the agent read

    def __call__(self, wanted: Any, found: Any) -> bool:
        if isinstance(wanted, str) and isinstance(found, str) and MARK.search(wanted):
            if (wanted, found) not in self._told:
                self._told[wanted, found] = self._fits(wanted, found)
            return self._told[wanted, found]
        return type(wanted) is type(found) and bool(wanted == found)

    def free(self, found: Any, column: Column) -> bool:
        """Return whether a value is good enough for a column that is left open: any, but words only of the goal."""
        if not column.worded or not isinstance(found, str):
            return True
        asked, said = plain(self.asked), plain(found)
        strange = set(_WORD.sub("", said)) - _BETWEEN - set(asked)
        withdrawn = self._setting is not None and taken_back(found, self._setting)
        return not strange and not withdrawn and set(_WORD.findall(said)) <= set(_WORD.findall(asked))

    def _fits(self, wanted: str, found: str) -> bool:
        """Match the fixed parts to the letter and each free part by its facts."""
        split = MARK.split(wanted)
        pattern = "".join(re.escape(part) if n % 2 == 0 else f"([^{PART}]*?)" for n, part in enumerate(split))
        match = re.fullmatch(pattern, found)
        parts = zip(map(int, split[1::2]), match.groups(), strict=True) if match else ()
        return match is not None and all(self._tells(text, self._prose[n]) for n, text in parts)

    def _tells(self, text: str, prose: Prose) -> bool:
        """Return whether a text holds the facts that are asked for, and no value that nobody asks for."""
        assert self._setting
        missing = facts_missing(text, prose.facts, self._setting)
        strange = unasked(text, self._setting) | taken_back(text, self._setting)
        return bool(text.strip()) and not missing and not strange
