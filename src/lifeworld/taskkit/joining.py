"""Several goals as one, the way a person would say it; each place is told which part it is of."""

import string
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, cycle

from lifeworld import apps
from lifeworld.taskkit.wording import ENGLISH, gap, said

_FIRST_PERSON = ("I", "I'm", "I'd", "I've", "I'll", "I’m", "I’d", "I’ve", "I’ll")
_GOAL = "{goal}"  # where a goal goes in a text that leads to it
_LIST = "Please do these one after the other:"
_LEADS = ("First", "Then", "Finally", "After that", "Next", "And when that's done", "Once you have that")
_TIMES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_TOLD = tuple(f"The {nth} one" for nth in _TIMES)
_COUNTS = tuple(
    f"I have {number} things for you today." for number in ("two", "three", "four", "five", "six", "seven", "eight")
)
ADDED = (_LIST, *_COUNTS, *(f"{word}: {_GOAL}" for word in (*_LEADS, *_TOLD)))  # all that joining says


def joined(goals: Sequence[Sequence[str]], language: str = ENGLISH) -> tuple[str, ...]:
    """Return the phrasings of several parts as one goal each; `goals` holds the phrasings of each part, in order."""
    return tuple(join(list(_turn(goals, number)), language) for number, join in enumerate(_JOINS))


def counted(goals: Sequence[str], language: str = ENGLISH) -> str:
    """Return one goal of each part as one, each told by its number; so each begins as it was written."""
    return _counted([_of_part(goal, part) for part, goal in enumerate(goals, 1)], language)


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


def _after(word: str, goal: str, language: str) -> str:
    """Return a goal after a word that leads to it: “Then add …”, “Then: I've finished …”."""
    start = goal.split(maxsplit=1)[0]
    stays = not start[0].isalpha() or start in _FIRST_PERSON or start.strip(",.:;") in _names()
    if language != ENGLISH or stays or word in _TOLD:
        return said(f"{word}: {_GOAL}", language).replace(_GOAL, goal)
    return f"{word}, {goal[0].lower()}{goal[1:]}"


def _names() -> set[str]:
    """Return the words that begin apps' names, which keep their capital."""
    return {app.name.split()[0] for app in apps.installed()}


def _step_by_step(goals: list[str], language: str) -> str:
    words = chain(("First", *("Then",) * (len(goals) - 2)), ("Then" if len(goals) == 2 else "Finally",))
    return _led(words, goals, language)


def _listed(goals: list[str], language: str) -> str:
    lines = "\n".join(f"{number}. {goal}" for number, goal in enumerate(goals, 1))
    return f"{said(_LIST, language)}\n{lines}"


def _following(goals: list[str], language: str) -> str:
    return _led(cycle(("After that", "Next")), goals[1:], language, goals[0])


def _when_done(goals: list[str], language: str) -> str:
    return _led(cycle(("And when that's done", "Once you have that")), goals[1:], language, goals[0])


def _counted(goals: list[str], language: str) -> str:
    return _led(_TOLD, goals, language, said(_COUNTS[len(goals) - 2], language))


def _led(words: Iterable[str], goals: list[str], language: str, *before: str) -> str:
    """Return each goal after its word, what comes before them first."""
    told = (_after(word, goal, language) for word, goal in zip(words, goals, strict=False))
    return gap(language).join([*before, *told])


_JOINS: tuple[Callable[[list[str], str], str], ...] = (_step_by_step, _listed, _following, _when_done, _counted)
