"""Answers from what was read: the value of the form asked for that stands nearest to what the goal names."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from lifeworld.agents.goal import Goal, plain, words
from lifeworld.core.answers import NONE

_MONTH = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_DAY = rf"\b(?:{_MONTH})[a-z]*\.? \d{{1,2}}\b(?:, \d{{4}})?|\b\d{{4}}-\d\d-\d\d\b|\b(?:Today|Yesterday|Tomorrow)\b"
_TIME = r"\b\d{1,2}:\d\d(?: ?[AP]M)?"
_NAME = r"\b[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)+"
_VALUES = (  # by the shape of the example that a schema gives
    (r"\d+\.\d\d", r"[−-]?\$[\d,]+(?:\.\d\d)?"),
    (r"\d{4}-\d\d-\d\d \d\d:\d\d", rf"(?:{_DAY}),? (?:at )?{_TIME}"),
    (r"\d{4}-\d\d-\d\d", _DAY),
    (r"\d\d:\d\d", _TIME),
    (r"\d+ h \d+ min", r"\b\d+ (?:h|hours?|min|minutes?)\b(?: (?:and )?\d+ (?:min|minutes?)\b)?"),
    (r"\d+", r"\b\d+\b"),
    (r"[A-Z]+-\d+", r"^.*\d.*$"),
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


def answer(goal: Goal, asked: Mapping[str, Any], lines: Iterable[Line], weight: Callable[[str], float]) -> Any:
    """Return the answer of this schema that the lines give; that there is nothing, where they give none.

    `weight` says how much a word tells.
    """
    every = list(lines)
    if "properties" in asked:
        return {part: answer(goal, one, every, weight) for part, one in asked["properties"].items()}
    if "enum" in asked:
        return asked["enum"][0 if any(_worth(goal, line, weight) > 2 for line in every) else 1]
    if "array" in asked["type"]:
        return _listed(goal, every, weight)
    found = [
        (_worth(goal, line, weight) + _closeness(goal, line.text, value), -place, value[0])
        for place, line in enumerate(every)
        for value in _values(asked, line.text)
        if plain(value[0]) not in plain(goal.text)
    ]
    return _typed(asked, max(found)[2]) if found else NONE


def first(asked: Mapping[str, Any], texts: Sequence[str]) -> Any:
    """Return the first value of this schema in texts; that there is nothing, where they hold none."""
    if "properties" in asked:
        return {part: first(one, texts) for part, one in asked["properties"].items()}
    if "enum" in asked:
        return asked["enum"][0]
    found = (value[0] for text in texts for value in _values(asked, text))
    if "array" in asked["type"]:
        return list(islice(found, 1))
    return next((_typed(asked, value) for value in found), NONE)


def _values(asked: Mapping[str, Any], text: str) -> Iterator[re.Match[str]]:
    """Yield what in a text has the form asked for; names, where that is of no other shape."""
    example = str(asked["examples"][0])
    pattern = next((one for shape, one in _VALUES if re.fullmatch(shape, example)), _NAME)
    return re.finditer(pattern, text)


def _typed(asked: Mapping[str, Any], value: str) -> str | int:
    return int(value) if "integer" in asked["type"] else value.lstrip("−-")


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
