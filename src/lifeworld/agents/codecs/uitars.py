"""UI-TARS's vocabulary: `click(point='…')` after a thought (1.5), or `<seed:tool_call>` around functions (2)."""

import re
from collections.abc import Sequence
from typing import Any

from lifeworld.agents.arguments import NOTCH, Named
from lifeworld.agents.briefing import as_text
from lifeworld.agents.call_text import as_function, as_xml, besides, functions, spoken, tool_calls
from lifeworld.agents.codecs.grammar import Grammar, Parsed, after, question, result
from lifeworld.agents.codecs.parts import at, choice, number, path, short_keys, submitted, target, text, toward
from lifeworld.agents.codecs.rows import Codec, Part, row
from lifeworld.core.actions import (
    Button,
    Click,
    Done,
    Drag,
    Key,
    Message,
    Move,
    Observe,
    OpenApp,
    Scroll,
    System,
    Text,
    Wait,
)

_ACTION, _INLINE = re.compile(r"^[ \t]*Action[:：]", re.MULTILINE), re.compile("Action:")
_CALL = re.compile(r"\s*[A-Za-z_]\w*\s*\(")
_CLICKS = 5  # of the wheel, for a scroll
_PLACES = ("point", "start_box", "start_point")
_PARAMETERS = (*_PLACES, "end_box", "end_point", "key", "content", "direction", "app_name", "button", "time", "hotkey")
_BUTTONS = {"left": "left", "right": "right"}


def _spot(*names: str) -> Any:
    return at(*names, spell="<point>{} {}</point>".format)


def _keys(*names: str) -> Part:
    """Keys apart by spaces."""
    return Part(
        ("chord",),
        lambda given: {"chord": given.text(*names).split()},
        lambda action, _: {names[0]: " ".join(short_keys(action.chord))},
    )


_POINT, _START = _spot(*_PLACES), _spot("start_point", *_PLACES[:2])
_TARGET, _BUTTON = target(_POINT), choice("button", "button", _BUTTONS, default="left")
_CODEC = Codec(
    (
        row("click,left_single", Click, _TARGET),
        row("left_double", Click, _TARGET, count=2),
        row("right_single", Click, _TARGET, button="right"),
        row("long_press", Click, _TARGET, hold_ms=1000),
        row("move_to,hover", Move, target(_POINT, needed=True)),
        row("mouse_down", Button, _BUTTON, _TARGET, state="down"),
        row("mouse_up", Button, _BUTTON, _TARGET, state="up"),
        row("drag,select", Drag, path(_START, _spot("end_point", "end_box"))),
        row("scroll", Scroll, toward(_CLICKS * NOTCH), _TARGET),
        row("hotkey", Key, _keys("key", "hotkey")),
        row("press,keydown", Key, _keys("key", "press"), state="down"),
        row("release,keyup", Key, _keys("key", "release"), state="up"),
        row("type", Text, submitted("content", "text", end=r"(?:\n|\\n)+\Z")),
        row("open_app", OpenApp, text("name", "app_name")),
        row("press_home", System, name="home"),
        row("press_back", System, name="back"),
        row("wait", Wait, number("seconds", "time", default=5)),
        row("take_screenshot,open_computer", Observe),
        row("call_user", Message, question("content"), expects_reply=True),
        row("finished", Done, result("content", blank="", spell=as_text)),
    )
)


def _parsed(answer: str) -> Parsed:
    """Return the calls of an answer, in whichever of the two forms it is written.

    Of several lines “Action: …” the last that has a call is played, as by its authors' own parsers.
    """
    said = spoken(answer)
    if "<function=" in said:
        return tool_calls(said), besides(answer)
    marks = [*_ACTION.finditer(said)] or [*_INLINE.finditer(said)][:1]
    played = next((mark for mark in reversed(marks) if _CALL.match(said, mark.end())), marks[-1] if marks else None)
    if played is None:
        return [], said.strip().removeprefix("Thought:")
    ends = next((mark.start() for mark in marks if mark.start() > played.start()), len(said))
    words = said[: played.start()].strip().removeprefix("Thought:")
    return functions(said[played.end() : ends], _PARAMETERS), words


def _thought(calls: Sequence[Named], words: str) -> str:
    lines = (as_function(one.name, {key: str(value) for key, value in one.arguments.items()}) for one in calls)
    return after(words, lines, "Thought: ", "Action: ", between="\n\n")


def _seed(calls: Sequence[Named], words: str) -> str:
    return after(words, (as_xml("seed:tool_call", one.name, one.arguments, "") for one in calls))


UITARS = {
    "1.5": Grammar(_CODEC, "pixels", _parsed, _thought),
    "2": Grammar(_CODEC, "1000", _parsed, _seed),
}
