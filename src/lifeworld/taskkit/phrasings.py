"""A task's phrasings in each language: written by hand, wrapped as people of other habits would, and joined of parts.

After the hand-written goals, of which the shortest is the terse one, come a polite and a talkative one and one with
irrelevant context. What is added names no row, date, amount or app, and quotes stay word for word. Last comes the
indirect one, written by hand, where there is one.
"""

import re
import string
import tomllib
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, cycle
from pathlib import Path
from typing import Any

from lifeworld import apps
from lifeworld.core.errors import TaskError, UserError
from lifeworld.core.typed import remembered
from lifeworld.taskkit.wording import ENGLISH, folder_of, gap, said

FILE = "indirect.toml"  # beside the files of the tasks


@remembered(16384)
def phrased(template: Any, language: str) -> tuple[str, ...]:
    """Return a task's goals by number: those written, one in each of `STYLES`, the indirect one; of parts, joined.

    Raises:
        UserError: nobody has written them in this language.
    """
    if template.parts:
        return _of_parts(template.parts, language)
    own = dict(zip(texts(template), written(template, language), strict=True))
    made = (*_styled(template.goals), *((text,) for text in indirect(template)))
    return tuple(gap(language).join(own.get(text) or said(text, language) for text in each) for each in made)


def _of_parts(parts: Sequence[Any], language: str) -> tuple[str, ...]:
    """Return the goals of several parts as one, joined in each way; then the indirect ones, where each part has one."""
    every = [(written(part, language), len(part.goals)) for part in parts]
    needs = [need for goals, direct in every for need in goals[direct:]]
    own = [_of_part(need, part) for part, need in enumerate(needs, 1)]  # by its number, so that each begins as written
    last = (_counted(own, language),) if len(needs) == len(every) else ()
    return (*joined([goals[:direct] for goals, direct in every], language), *last)


def written(template: Any, language: str) -> tuple[str, ...]:
    """Return the goals that are written by hand, as somebody has written them in a language.

    Raises:
        UserError: nobody has.
    """
    own = texts(template)
    found = tuple(said(goal, language, folder_of(template)) for goal in own)
    if language != ENGLISH and any(goal in own for goal in found):
        where = folder_of(template) / "locale" / language / "LC_MESSAGES" / "messages.po"
        raise UserError(f"{template.id} has no goals in “{language}”; write them into {where} (see docs/languages.md)")
    return found


def texts(template: Any) -> tuple[str, ...]:
    """Return the goals that are written by hand in English: `goals`, and the indirect one where there is one."""
    return (*template.goals, *indirect(template))


def indirect(template: Any) -> tuple[str, ...]:
    """Return the goal that names the need, not the app or what is done there; none where nobody has written it."""
    found = () if template.parts else (indirect_in(folder_of(template)).get(template.__name__),)
    return tuple(text for text in found if text)


@lru_cache(maxsize=64)
def indirect_in(folder: Path) -> Mapping[str, str]:
    """Return the indirect goals of a folder's tasks, by the names of the tasks.

    Raises:
        TaskError: the file can't be read, or holds something else than texts.
    """
    path = folder / FILE
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except (tomllib.TOMLDecodeError, UnicodeError) as problem:
        raise TaskError(f"{path}: can't be read: {problem}") from None
    for name, text in found.items():
        if not isinstance(text, str):
            raise TaskError(f'{path}: {name} is no text; write {name} = "…", a goal of the task {name}')
    return found


# ---- in the style of other people

STYLES = ("polite", "talkative", "with irrelevant context")
WRITTEN, TERSE, INDIRECT = "written", "terse", "indirect"
_COURTESY = re.compile(r"\b(please|kindly|thank\w*|could you|would you)\b", re.IGNORECASE)
_QUOTED = re.compile(r"“[^”]*”")
_HELLO = ("Hello!", "Hi there.", "Good to have you here.", "Hello, I could use a hand.")
_BYE = ("Thank you very much!", "Many thanks for your help!", "Thanks a lot, I really appreciate it.")
_BEFORE = (
    "Right, before it slips my mind again.",
    "So, here's something that I keep putting off, and I don't even know why.",
    "You know how it is: there's always something.",
    "I was just about to do this myself, and then I thought of you.",
    "Let me see, where was I? Ah yes.",
)
_AFTER = (
    "That would be a real load off my mind, honestly.",
    "It isn't a big thing, I know, but it keeps nagging at me.",
    "And then I can finally stop thinking about it, which will be nice.",
    "I'm sure that you are quicker at these things than I am anyway.",
)
_ASIDES = (
    "It's raining sideways here and my umbrella has just given up.",
    "The people upstairs are moving furniture again, so excuse me if I sound distracted.",
    "I'm standing in a queue that doesn't move at all.",
    "My shoes are still wet from the walk, and I can't find the dry ones.",
    "Somebody is playing the trumpet next door, and not even badly.",
    "I've slept terribly, the wind rattled at the shutters until dawn.",
)


def _styled(goals: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the goals as they are written, and then one in each of the `STYLES`; each as the texts it is made of."""
    return (*((goal,) for goal in goals), *(style(goals) for style in (_polite, _talkative, _with_context)))


def style_of(number: int, goals: Sequence[str]) -> str:
    """Return what the phrasing of this number is, where these are written by hand."""
    if number >= len(goals):
        return (*STYLES, INDIRECT)[number - len(goals)]
    return TERSE if number == _shortest(goals) else WRITTEN


def _shortest(goals: Sequence[str]) -> int:
    return min(range(len(goals)), key=lambda number: len(goals[number]))


def _polite(goals: Sequence[str]) -> tuple[str, ...]:
    """Return the first goal that is not courteous already, with a greeting and thanks."""
    goal = _plain(goals, 1)
    return (_one_of(_HELLO, goal), goal, *([] if _courteous(goal) else [_one_of(_BYE, goal)]))


def _talkative(goals: Sequence[str]) -> tuple[str, ...]:
    goal = _plain(goals, 2)
    return _one_of(_BEFORE, goal), goal, _one_of(_AFTER, goal)


def _with_context(goals: Sequence[str]) -> tuple[str, ...]:
    goal = _plain(goals, 0)
    return _one_of(_ASIDES, goal), goal


def _plain(goals: Sequence[str], first: int) -> str:
    """Return a goal without courtesies, beginning with one of them; the first where all have some."""
    turned = [goals[(first + place) % len(goals)] for place in range(len(goals))]
    return next((goal for goal in turned if not _courteous(goal)), turned[0])


def _courteous(goal: str) -> bool:
    return bool(_COURTESY.search(_QUOTED.sub("", goal)))


def _one_of(choices: Sequence[str], goal: str) -> str:
    """Return one of them, the same for the same goal in any process."""
    return choices[zlib.crc32(goal.encode()) % len(choices)]


# ---- several goals as one, the way a person would say it; each place is told which part it is of

_FIRST_PERSON = ("I", "I'm", "I'd", "I've", "I'll", "I’m", "I’d", "I’ve", "I’ll")
_GOAL = "{goal}"  # where a goal goes in a text that leads to it
_LIST = "Please do these one after the other:"
_LEADS = ("First", "Then", "Finally", "After that", "Next", "And when that's done", "Once you have that")
_TIMES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_TOLD = tuple(f"The {nth} one" for nth in _TIMES)
_COUNTS = tuple(
    f"I have {number} things for you today." for number in ("two", "three", "four", "five", "six", "seven", "eight")
)
# All that is said beside the goals themselves.
ADDED = (
    *(*_HELLO, *_BYE, *_BEFORE, *_AFTER, *_ASIDES),
    *(_LIST, *_COUNTS, *(f"{word}: {_GOAL}" for word in (*_LEADS, *_TOLD))),
)


def joined(goals: Sequence[Sequence[str]], language: str = ENGLISH) -> tuple[str, ...]:
    """Return the phrasings of several parts as one goal each; `goals` holds the phrasings of each part, in order."""
    return tuple(join(list(_turn(goals, number)), language) for number, join in enumerate(_JOINS))


def part_name(part: int) -> str:
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
    return "" if name is None else f"{{{part_name(part)}.{name}{f':{spec}' if spec else ''}}}"


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
