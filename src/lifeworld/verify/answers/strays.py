"""Words around a name that look like one more name."""

import re
from collections.abc import Iterable, Iterator

from lifeworld.verify.answers.known import Said
from lifeworld.verify.answers.text import HIDDEN, masked

_PLAIN = frozenset(
    """
    a an the of in on at to from by for with as is are was were be been am has have had do does did that this these
    those which who whom whose it its it's he she they you i we me him her them us my your their his our not no yes
    all both only just there also too please total respectively most more last first latest next one here
    then than when where what how why so but because since until about
    """.split()
)
_SMALL_TALK = frozenset(
    """
    however sure ok okay well done hi hello thanks thank cheers finally result results answer answers found right
    indeed so checked sorry namely i'm i've i'd
    """.split()
)
_CALENDAR = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day'?s?|january|february|march|april|may|june|july|august|september|october"
    r"|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|am|pm|ok|i|i'\w+",
    re.IGNORECASE,
)
_SEPARATOR = r"(?:\s*(?:[,;/|&+\n]|\b(?:and|or|plus|nor)\b)\s*(?:- |\d{1,2}[.)] )?)+"
_AFTER = re.compile(rf"{HIDDEN}{_SEPARATOR}(?P<rest>[^,;/|&+\n{HIDDEN}.!?:()]{{1,80}})", re.IGNORECASE)
_BEFORE = re.compile(
    rf"(?:^|[,;/|&+\n{HIDDEN}.!?:]|\b(?:and|or)\b)(?P<rest>[^,;/|&+\n{HIDDEN}.!?:()]{{1,80}}?){_SEPARATOR}{HIDDEN}",
    re.IGNORECASE,
)
_SENTENCE = re.compile(rf"[^.!?\n{HIDDEN}]+(?=[.!?\n]|$)")
_WORD = re.compile(r"[^\W\d_][\w'-]*(?:@[\w.-]+)?")
_START = re.compile(r"(?:^|[.!?:\n]|^- )\W*$")


def strays(text: str, said: list[Said], goal: str, *, known: bool) -> bool:
    """Return whether words are left that look like a name more.

    Args:
        text: the answer, clean.
        said: the names found in it.
        goal: the goal, clean, whose words are none.
        known: whether all names are known, so that only words with a capital in a name's place can be one more.
    """
    own = set(map(_bare, _WORD.findall(goal)))
    rest = masked(text, said)
    if any(_item(words, own, known=known) for words in _places(rest)):
        return True
    return not known and any(_loose(rest, own))


def numbered_otherwise(text: str, true: Iterable[str], goal: str) -> bool:
    """Return whether one of these names is said with other numbers too, like “Payslip 2026-08.pdf” beside 2026-09."""
    own = {name.casefold() for name in true}
    kinds = {re.sub(r"\d+", r"\\d+", re.escape(name)) for name in own if re.search(r"\d", name)}
    said = {match[0] for kind in kinds for match in re.finditer(rf"(?<!\d){kind}(?!\d)", text.casefold())}
    return any(one not in goal.casefold() for one in said - own)


def _bare(word: str) -> str:
    return word.lower().removesuffix("'s")


def _places(rest: str) -> Iterator[list[str]]:
    """Yield the words that stand beside a name as another name would."""
    for pattern in (_AFTER, _BEFORE):
        for match in pattern.finditer(rest):
            words = re.split(r"\b(?:and|or)\b", match["rest"], flags=re.IGNORECASE)
            yield from (_WORD.findall(part) for part in words)


def _item(words: list[str], own: set[str], *, known: bool) -> bool:
    lower = list(map(_bare, words))
    if not 1 <= len(words) <= 4 or own.issuperset(lower):
        return False
    if any(word in _PLAIN or word in _SMALL_TALK or word.endswith("ly") for word in lower):
        return False
    if any(_CALENDAR.fullmatch(word) for word in words):
        return False
    return all(word[0].isupper() for word in words) or not known


def _loose(rest: str, own: set[str]) -> Iterator[bool]:
    """Yield whether each word with a capital, other than a sentence's first, is one that the goal lacks."""
    for match in _WORD.finditer(rest):
        first = _START.search(rest[: match.start()])
        if match[0][0].isupper() and not first and not _CALENDAR.fullmatch(match[0]):
            yield _bare(match[0]) not in own
    for sentence in _SENTENCE.findall(rest):
        words = _WORD.findall(sentence)
        yield bool(words) and all(word[0].isupper() for word in words) and _item(words, own, known=True)
