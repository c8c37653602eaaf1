"""The plain prompt's vocabulary, which is ours: one JSON action an answer, aimed at a reference, a mark or a place."""

import json
from typing import Any

from lifeworld.agents.arguments import Arguments, Frame, Misread, whole
from lifeworld.agents.briefing import nulled
from lifeworld.agents.call_decoding import guarded
from lifeworld.agents.call_text import objects, spoken
from lifeworld.agents.codecs.grammar import Grammar, Parsed, after, by_action, named, question, result
from lifeworld.agents.codecs.parts import (
    Spot,
    at,
    choice,
    chord,
    count,
    flag,
    number,
    path,
    short_keys,
    target,
    text,
    wheel,
    x_y,
)
from lifeworld.agents.codecs.rows import Codec, Fields, Part, never_written, row
from lifeworld.core.actions import (
    Click,
    Done,
    Drag,
    Key,
    Message,
    Move,
    Navigate,
    OpenApp,
    Point,
    Ref,
    Scroll,
    SetValue,
    System,
    Text,
    Wait,
    parse_action,
)

_BUTTONS = {"left": "left", "right": "right", "middle": "middle"}


def _aimed(given: Arguments) -> Point | Ref:
    """Return what an action is aimed at: a mark's control, a reference, or a place."""
    if given.has("mark"):
        return Ref(id=_marked(given))
    if given.has("ref", "id"):
        return Ref(id=given.text("ref", "id"))
    return given.point("coordinate", "point") if given.has("coordinate", "point") else x_y().read(given)


def _marked(given: Arguments) -> str:
    mark, marks = given.count("mark"), given.frame.marks
    if not 0 < mark <= len(marks):
        raise Misread("stale_ref", f"There is no mark {mark}; there are {f'1 to {len(marks)}' if marks else 'none'}.")
    return marks[mark - 1]


def _named(place: Any, frame: Frame) -> Fields:
    return {"ref": place.id} if isinstance(place, Ref) else x_y().write(place, frame)


_SPOT = Spot(lambda given: given.has("mark", "ref", "id", "coordinate", "point", "x", "y"), _aimed, _named)
_THERE, _ANYWHERE = target(_SPOT, needed=True), target(_SPOT)
_CLEAR, _SUBMIT = flag("clear", "clear", default=False), flag("submit", "submit", default=False)


def _click(times: int = 1, hold: float = 0) -> tuple[Part, ...]:
    button = choice("button", "button", _BUTTONS, default="left")
    held = count("hold_ms", "hold", scale=1000, default=hold)
    return (_ANYWHERE, button, count("count", "count", default=times), held)


_CODEC = Codec(
    (
        row("click", Click, *_click()),
        never_written(row("double_click", Click, *_click(2))),
        never_written(row("long_press", Click, *_click(hold=1))),
        row("move", Move, _THERE),
        row("drag", Drag, path(at("from", "start"), at("to", "end"))),
        row("scroll", Scroll, wheel("direction", "amount", 1, default=0.5, whole=False), _ANYWHERE, unit="viewport"),
        row("type", Text, text("text", "text"), _ANYWHERE, _CLEAR, _SUBMIT),
        row("select", SetValue, _THERE, text("value", "value")),
        row("key", Key, chord("keys", "key", spell=short_keys)),
        row("back", System, name="back"),
        row("home", System, name="home"),
        row("reload", System, name="reload"),
        row("open", OpenApp, text("name", "app", "name")),
        row("go", Navigate, text("url", "url")),
        row("wait", Wait, number("seconds", "seconds", default=1)),
        row("ask", Message, question("question", "text"), expects_reply=True),
        row("done", Done, result("answer", blank=None)),
        row("infeasible", Done, text("note", "reason", default=""), status="infeasible"),
    )
)


def _parsed(answer: str) -> Parsed:
    """Return the first action of an answer; Lifeworld's own form of actions is understood, too."""
    said = spoken(answer)
    found = [one for one in objects(said) if "action" in one or "type" in one][:1]
    words = said.partition("{")[0] if found else said
    if found and "action" not in found[0]:
        return guarded(lambda: parse_action(json.dumps(nulled(found[0]), allow_nan=False)), whole(said)), words
    return map(named, found), words


PROMPT = Grammar(
    _CODEC,
    "1000",
    _parsed,
    lambda calls, words: after(words, (json.dumps(by_action(one), allow_nan=False) for one in calls)),
)
