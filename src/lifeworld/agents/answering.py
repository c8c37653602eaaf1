"""Answers from what was read: the value of the form asked for that stands nearest to what the goal names."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from lifeworld.agents.goal import Goal, plain, words

_MONTH = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_DAY = rf"\b(?:{_MONTH})[a-z]*\.? \d{{1,2}}\b(?:, \d{{4}})?|\b\d{{4}}-\d\d-\d\d\b|\b(?:Today|Yesterday|Tomorrow)\b"
_TIME = r"\b\d{1,2}:\d\d(?: ?[AP]M)?"
_NAME = r"\b[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)+"
_VALUES = (  # by how the form that is asked for begins
    ("an amount", r"[−-]?\$[\d,]+(?:\.\d\d)?"),
    ("a date and a time", rf"(?:{_DAY}),? (?:at )?{_TIME}"),
    ("a date", _DAY),
    ("a time", _TIME),
    ("a duration", r"\b\d+ (?:h|hours?|min|minutes?)\b(?: (?:and )?\d+ (?:min|minutes?)\b)?"),
    ("a number", r"\b\d+\b"),
    ("a name", _NAME),
)


@dataclass(frozen=True)
class Line:
    """A piece of text as read.

    Attributes:
        near: what stands in the same row.
        about: what the page says that it is about.
    """

    text: str
    near: str = ""
    about: str = ""


def answer(goal: Goal, form: str, lines: Iterable[Line], weight: Callable[[str], float]) -> str:
    """Return the answer of this form that the lines give; "" where they give none.

    `weight` says how much a word tells.
    """
    every = list(lines)
    if form.startswith("yes"):
        return "yes" if any(_worth(goal, line, weight) > 2 for line in every) else "no"
    if form.startswith("a list"):
        return ", ".join(_listed(goal, every, weight))
    pattern = next((one for begins, one in _VALUES if form.startswith(begins)), "")
    found = [
        (_worth(goal, line, weight) + _closeness(goal, line.text, value), -place, value[0])
        for place, line in enumerate(every)
        for value in (re.finditer(pattern, line.text) if pattern else _whole(line.text))
        if plain(value[0]) not in plain(goal.text)
    ]
    return max(found)[2].lstrip("−-") if found else ""


def _whole(text: str) -> Iterator[re.Match[str]]:
    return re.finditer(r"^.*\d.*$", text)


def _worth(goal: Goal, line: Line, weight: Callable[[str], float]) -> float:
    """Return how much of the goal stands in a line, in its row, and in what its page is about."""
    worth = 0.0
    for text, share in ((line.text, 1.0), (line.near, 0.6), (line.about, 0.8)):
        worth += share * sum(weight(word) for word in words(text) & goal.words)
        worth += share * 2 * sum(one.is_in(text) for one in goal.mentions if one.kind != "number")
    return worth - 0.1 * len(words(line.text) - goal.words)


def _closeness(goal: Goal, text: str, value: re.Match[str]) -> float:
    """Return more the closer a word of the goal stands before or after a value."""
    beside = words(text[max(0, value.start() - 24) : value.start()] + " " + text[value.end() : value.end() + 16])
    return 0.8 * len(beside & goal.words)


def _listed(goal: Goal, lines: list[Line], weight: Callable[[str], float]) -> list[str]:
    """Return the names that stand on the page that is most about the goal."""
    best = max(lines, key=lambda line: _worth(goal, line, weight), default=None)
    if best is None:
        return []
    names = [line.text for line in lines if line.about == best.about and re.fullmatch(_NAME, line.text)]
    return [name for name in dict.fromkeys(names) if plain(name) not in plain(goal.text)]
