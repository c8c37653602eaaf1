"""Several goals as one, the way a person would say it; each place is told which part it is of."""

import string
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, cycle

from lifeworld import apps

_FIRST_PERSON = ("I", "I'm", "I'd", "I've", "I'll", "I’m", "I’d", "I’ve", "I’ll")
_TIMES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight")


def joined(goals: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the phrasings of several parts as one goal each; `goals` holds the phrasings of each part, in order."""
    return tuple(join(list(_turn(goals, number))) for number, join in enumerate(_JOINS))


def root(part: int) -> str:
    """Return what a composed goal calls a part where it shows something of it."""
    return f"part{part}"


def _turn(goals: Sequence[Sequence[str]], number: int) -> Iterator[str]:
    """Yield a phrasing of each part, others for each way of joining, with its places made those of the part."""
    for place, own in enumerate(goals):
        yield _of_part(own[(number + place) % len(own)], place + 1)


def _of_part(goal: str, part: int) -> str:
    return "".join(_literal(text) + _place(name, spec, part) for text, name, spec, _ in string.Formatter().parse(goal))


def _literal(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _place(name: str | None, spec: str | None, part: int) -> str:
    return "" if name is None else f"{{{root(part)}.{name}{f':{spec}' if spec else ''}}}"


def _after(word: str, goal: str) -> str:
    """Return a goal after a word that leads to it: “Then add …”, “Then: I've finished …”."""
    start = goal.split(maxsplit=1)[0]
    if not start[0].isalpha() or start in _FIRST_PERSON or start.strip(",.:;") in _names():
        return f"{word}: {goal}"
    return f"{word}, {goal[0].lower()}{goal[1:]}"


def _names() -> set[str]:
    """Return the words that begin apps' names, which keep their capital."""
    return {app.name.split()[0] for app in apps.installed()}


def _step_by_step(goals: list[str]) -> str:
    words = chain(("First", *("Then",) * (len(goals) - 2)), ("Then" if len(goals) == 2 else "Finally",))
    return " ".join(map(_after, words, goals))


def _listed(goals: list[str]) -> str:
    lines = "\n".join(f"{number}. {goal}" for number, goal in enumerate(goals, 1))
    return f"Please do these one after the other:\n{lines}"


def _following(goals: list[str]) -> str:
    return " ".join([goals[0], *map(_after, cycle(("After that", "Next")), goals[1:])])


def _when_done(goals: list[str]) -> str:
    return " ".join([goals[0], *map(_after, cycle(("And when that's done", "Once you have that")), goals[1:])])


def _counted(goals: list[str]) -> str:
    told = (f"The {nth} one: {goal}" for nth, goal in zip(_TIMES, goals, strict=False))
    return " ".join([f"I have {_NUMBERS[len(goals) - 2]} things for you today.", *told])


_JOINS: tuple[Callable[[list[str]], str], ...] = (_step_by_step, _listed, _following, _when_done, _counted)
