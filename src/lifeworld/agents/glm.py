"""GLM-4.5V and its successors: one call between box marks, then a memory that the model keeps."""

import re
from dataclasses import replace
from typing import Any

from lifeworld.agents.functions import functions
from lifeworld.agents.model import Call
from lifeworld.agents.reading import NOTCH, Arguments, Named, Seen, Verb, finished, scrolled, stopped, understood
from lifeworld.agents.toolcall import spoken
from lifeworld.core.actions import Action, Click, Drag, Invalid, Key, Move, Text, Wait

_PARAMETERS = ("start_box", "end_box", "element_info", "direction", "step", "keys", "content")
_BOX = re.compile(r"<\|begin_of_box\|>(.*?)(?:<\|end_of_box\|>|\Z)", re.DOTALL)


def _clicked(count: int = 1, button: Any = "left") -> Verb:
    return lambda given: Click(target=given.point("start_box"), count=count, button=button)


def _scrolled(given: Arguments) -> Action:
    return scrolled(given.direction(), given.number("step", default=5) * NOTCH, given.point_if_any("start_box"))


VERBS: dict[str, Verb] = {
    "left_click": _clicked(),
    "right_click": _clicked(button="right"),
    "middle_click": _clicked(button="middle"),
    "left_double_click": _clicked(2),
    "hover": lambda given: Move(target=given.point("start_box")),
    "left_drag": lambda given: Drag(path=(given.point("start_box"), given.point("end_box"))),
    "key": lambda given: Key(chord=given.keys("keys")),
    "type": lambda given: Text(text=given.text("content")),
    "scroll": _scrolled,
    "WAIT": lambda given: Wait(seconds=5),
    "DONE": lambda given: finished(None, given.seen.words),
    "FAIL": lambda given: stopped("failure", None, given.seen.words),
}
_LINE = re.compile(rf"^\W*((?:{'|'.join(VERBS)})\s*\(.*\))\s*$", re.MULTILINE)


def read(text: str, seen: Seen) -> tuple[Call, ...]:
    """Return the call of an answer: between its marks, or else on a line of its own."""
    said = re.split(r"^\W*Memory:", spoken(text), maxsplit=1, flags=re.MULTILINE)[0]
    boxes = _BOX.findall(said)
    calls = boxes or _LINE.findall(said)
    words = _BOX.sub("", said) if boxes else _LINE.sub("", said)
    return understood(_called(calls[0]) if calls else [], VERBS, replace(seen, words=words.strip()))


def _called(source: str) -> list[Named | Invalid]:
    bare = source.strip()
    return [Named(bare, {})] if bare in VERBS else functions(bare, _PARAMETERS)[:1]
