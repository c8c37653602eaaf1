"""Further phrasings of a goal: its own words as people of other habits would wrap them, so that nothing else is asked.

After the hand-written goals, of which the shortest is the terse one, come a polite and a talkative one and one with
irrelevant context. What is added names no row, date, amount or app, and quotes stay word for word. Last comes the
indirect one, written by hand, where there is one.
"""

import re
import zlib
from collections.abc import Sequence

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
ADDED = (*_HELLO, *_BYE, *_BEFORE, *_AFTER, *_ASIDES)


def styled(goals: Sequence[str]) -> tuple[tuple[str, ...], ...]:
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
