"""What a goal names: its telling words, and the texts, names, sums, days, times and numbers in it.

Plain English only; nothing here knows an app or a task.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import cached_property, lru_cache
from typing import Self

_COMMON = frozenset(
    "a an and are as at be but by do does for from give go has have i if in into is it its just let like me my of "
    "off on or out over please so some than that the their them then there these they this those to too up was want "
    "what when which who will with would you your i'd i'm i've it's they're down".split()
)
# Words that one may stand for another in everyday English. The first of a line stands for all of it.
_KIN = """
add create new make insert put start another
delete remove erase drop discard bin trash throw rid gone clear
edit change modify update correct rename reword adjust replace reschedule
complete completed finish finished tick check done
cancel revoke withdraw undo
pay settle paid
hide conceal mask cover
show display open view see look bring
reply answer respond
title name called headline nickname subject
note description comment
move shift put
due deadline
star favourite favourites starred
mute silence quiet
colour color
date day
time hour
amount sum price cost much limit total
buy order purchase
cart basket
start starts begin
end ends until
accept yes
decline no reject
settings preferences options
photo picture image media
invite guest uninvite
write message text send
reopen unarchive restore back
"""
_MONTHS = "January February March April May June July August September October November December".split()
_WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_MONTH = "|".join(f"{name}|{name[:3]}" for name in _MONTHS)
_DAY = re.compile(rf"(?:(?:{'|'.join(_WEEKDAYS)}), )?\b({_MONTH})\b\.? (\d{{1,2}})\b(?:, (\d{{4}}))?")
_KINDS = {
    "text": re.compile(r"[“\"]([^”\"]+)[”\"]"),
    "money": re.compile(r"\$[\d,]*\d(?:\.\d\d)?"),
    "day": re.compile(rf"{_DAY.pattern}|\b(?:today|tomorrow)\b"),
    "time": re.compile(r"\b\d{1,2}(?::\d\d)? ?[AP]M\b|\bnoon\b|\bmidnight\b"),
    "code": re.compile(r"\b(?=[A-Z-]*\d)[A-Z0-9]+(?:-[A-Z0-9]+)+\b"),
    "name": re.compile(r"\b[A-Z][\w'’]*(?:(?: & | of | de |[ -])[A-Z0-9][\w'’]*)*"),
    "number": re.compile(r"\b\d+\b"),
}
_CUES = 5  # words before something that may say what it is
_APPROVAL = re.compile(
    r"\b(yes|ok|okay|consent|approv\w+|confirm\w*|blessing|nod\w*|go-ahead|final (?:say|word|decision)|last word|"
    r"another word|talk to me|hear (?:from|me|it)|final decision|very last|last moment|say no|mind)\b",
    re.IGNORECASE,
)
_PROVISO = re.compile(  # sentences on what to do in doubt, which name nothing
    r"[^.?!“”]*\b(?:if you need|if (?:that|this|it|you)\b[^.?!“”]*\b(?:\w+n't|cannot|not)|"
    r"should (?:something|anything|that)|"
    r"(?:ask|check with|tell) me (?:if|before you do anything|first if)|if any\b|if anything|if something|"
    r"without asking me)\b[^.?!“”]*[.?!]",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Mention:
    """Something that a goal names.

    Attributes:
        kind: text (in quotation marks), name, money, day, time, code or number.
        before: the words that lead up to it; prepositions count.
        after: the words that follow.
    """

    kind: str
    text: str
    at: int
    before: frozenset[str]
    after: frozenset[str]

    @property
    def is_given(self) -> bool:
        """Whether it is to be written down, going by what leads up to it, rather than to be found."""
        return self.kind == "text" and bool(self.before & _GIVEN)

    def is_in(self, words: str) -> bool:
        """Return whether a text says it, whatever the case."""
        return f" {plain(self.text)} " in f" {plain(words)} "


@dataclass(frozen=True)
class Goal:
    """A goal as read.

    Attributes:
        words: telling words, each as the first of its kin.
        wants_asking: it says that the person wants to be asked before it acts.
    """

    text: str
    mentions: tuple[Mention, ...]
    words: frozenset[str]
    wants_asking: bool

    @classmethod
    def read(cls, text: str) -> Self:
        said = _PROVISO.sub("", text).strip() or text
        return cls(said, tuple(_mentions(said)), words(said), bool(_APPROVAL.search(said)))

    @property
    def is_to_show(self) -> bool:
        """Whether a screen is to be brought up, and nothing else done."""
        return bool(_SHOWING & words(self.text.partition(" ")[0])) or "leave it" in self.text

    @cached_property
    def orders(self) -> frozenset[str]:
        """The first words of its sentences, which mostly say what to do."""
        return words(
            " ".join(sentence.split()[0] for sentence in re.split(r"[.?!:;,]\s", self.text) if sentence.split())
        )

    def less(self, names: Collection[str]) -> Self:
        """Return the goal without these names, which say where and not what."""
        low = {name.casefold() for name in names}
        left = tuple(one for one in self.mentions if one.kind != "name" or one.text.casefold() not in low)
        said = re.sub("|".join(rf"\b{re.escape(name)}\b" for name in names) or r"(?!)", " ", self.text)
        return replace(self, mentions=left, words=words(said))

    def knowing(self, name: str) -> Self:
        """Return the goal as one reads it who has seen that there is something of this name."""
        found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", self.text)
        if found is None or any(
            one.at <= found.start() and found.end() <= one.at + len(one.text) + 2 for one in self.mentions
        ):
            return self
        start, end = found.span()
        made = Mention("name", name, start, self.cues(start), frozenset(_spelled(self.text[end:])[:3]))
        left = [one for one in self.mentions if one.at + len(one.text) <= start or one.at >= end]
        return replace(self, mentions=tuple(sorted([*left, made], key=lambda one: one.at)))

    def of(self, *kinds: str) -> list[Mention]:
        """Return its mentions of these kinds, in order."""
        return [one for one in self.mentions if one.kind in kinds]

    @cached_property
    def verbs(self) -> frozenset[str]:
        """Its words less those of what it names: what is to be done, and with what kind of thing."""
        named = words("\n".join(one.text for one in self.mentions))
        return self.words - named

    def unnamed(self, text: str) -> frozenset[str]:
        """Return the telling words of a text less those of what the goal names."""
        return words(text) - (self.words - self.verbs)

    def cues(self, at: int, most: int = 3) -> frozenset[str]:
        """Return the words that lead up to a place of its text."""
        return frozenset(_spelled(self.text[:at])[-most:])


def words(text: str) -> frozenset[str]:
    """Return the telling words of a text, each as the first of its kin."""
    return frozenset(word for word in _spelled(text) if word not in _COMMON and not word.isdigit())


def plain(text: str) -> str:
    """Return a text without case, punctuation and spaces at its ends, to compare with."""
    return " ".join(re.findall(r"[^\s“”\"…,.!?()]+", text.casefold()))


def day_of(text: str, now: datetime) -> date | None:
    """Return the day that a text names; without a year, the one nearest to now."""
    low = text.lower()
    if low in ("today", "tomorrow"):
        return now.date() + timedelta(days=low == "tomorrow")
    found = _DAY.search(text)
    if not found:
        return None
    month, day, year = 1 + [name[:3] for name in _MONTHS].index(found[1][:3]), int(found[2]), found[3]
    years = [int(year)] if year else [now.year - 1, now.year, now.year + 1]
    days = [made for one in years if (made := _made(one, month, day))]
    return min(days, key=lambda one: abs(one - now.date()), default=None)


def _made(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _taken(text: str) -> list[tuple[int, int, str, str]]:
    """Return what a text names, in its order: where it starts and ends, its kind, its words."""
    taken: list[tuple[int, int, str, str]] = []
    for kind, pattern in _KINDS.items():
        for found in pattern.finditer(text):
            start, end = found.span()
            free = all(end <= first or start >= last for first, last, _, _ in taken)
            named = found[1] if kind == "text" else found[0]
            if kind == "name" and _begins(text, start):  # the capital of a sentence's first word tells nothing
                named = named.partition(" ")[2]
            if free and named and named.partition("'")[0] != "I":
                taken.append((start, end, kind, named))
    return sorted(taken)


def _mentions(text: str) -> Iterator[Mention]:
    taken = _taken(text)
    for place, (start, end, kind, named) in enumerate(taken):
        since = taken[place - 1][1] if place else 0
        till = taken[place + 1][0] if place + 1 < len(taken) else len(text)
        before, after = _spelled(text[since:start])[-_CUES:], _spelled(text[end:till])[:3]
        yield Mention(kind, named.strip(" .,"), start, frozenset(before), frozenset(after))


def _begins(text: str, at: int) -> bool:
    before = text[:at].rstrip(" ")
    return not before or before[-1] in ".?!:;”"


def _spelled(text: str) -> list[str]:
    return [_kin(word) for word in re.findall(r"[^\W_]+(?:['’][^\W_]+)?", text.lower())]


@lru_cache(maxsize=65536)
def _kin(word: str) -> str:
    return word if word in _COMMON else _FIRST.get(_stem(word), _stem(word))


def _stem(word: str) -> str:
    word = re.sub(r"['’]s$", "", word)
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


# By stem; a word of several lines stands for the first of the first.
_FIRST = {_stem(word): _stem(line.split()[0]) for line in reversed(_KIN.splitlines()) for word in line.split()}
_GIVEN = words("called named title subject note says text message worded caption description answer")
_SHOWING = words("show open")
