"""Qwen's vocabulary, `computer_use` and `mobile_use`, and Fara's: `computer_use` with calls for a browser."""

from collections.abc import Callable, Sequence
from typing import Any

from lifeworld.agents.arguments import Arguments, Misread, Named
from lifeworld.agents.call_text import as_tool_call, as_xml, besides, spoken, tool_calls
from lifeworld.agents.codecs.grammar import Grammar, Parsed, after, by_action, outcome, question, result
from lifeworld.agents.codecs.parts import (
    along,
    at,
    choice,
    chord,
    count,
    flag,
    held,
    number,
    path,
    short_keys,
    target,
    text,
    unwritten,
)
from lifeworld.agents.codecs.rows import Codec, Part, Row, never_written, read_only, row
from lifeworld.core.actions import (
    Action,
    Click,
    Done,
    Drag,
    Invalid,
    Key,
    Message,
    Move,
    Navigate,
    Observe,
    OpenApp,
    Scroll,
    System,
    Text,
    Wait,
)

_BUTTONS = {"Back": "back", "Home": "home", "Menu": "menu", "Enter": "enter"}
_KEY_EVENTS = {name: name for name in ("back", "home", "menu", "power", "volume_up", "volume_down")}
_GRID = 1000


def _key_event(given: Arguments) -> Action:
    """Return what a key of a phone does; only where its name stands in `text`."""
    if given.has("keys"):
        raise Misread("bad_argument", "keys are a keyboard's")
    return System(name=given.choice(_KEY_EVENTS, "text"))


def _searched(given: Arguments) -> Action:
    return Invalid(code="blocked", detail=f"There is no search engine to ask for “{given.text('query')}”.")


_PLACE = at("coordinate")
_THERE, _ANYWHERE, _HELD = target(_PLACE, needed=True), target(_PLACE), held("text", "+".join)
_WHEEL = (unwritten(_ANYWHERE), unwritten(_HELD))
_CURSOR_DRAG = path(at("start_coordinate"), at("coordinate", "end_coordinate"), from_pointer=True)


def _pointing(held: Part) -> tuple[Row, ...]:
    return (
        row("left_click", Click, _ANYWHERE, held),
        row("right_click", Click, _ANYWHERE, held, button="right"),
        row("middle_click", Click, _ANYWHERE, held, button="middle"),
        row("double_click", Click, _ANYWHERE, held, count=2),
        row("triple_click", Click, _ANYWHERE, held, count=3),
        row("mouse_move", Move, _THERE),
        never_written(row("left_click_drag", Drag, _CURSOR_DRAG)),
    )


_SCROLLS = (
    row("scroll", Scroll, along("dy", "pixels", -1), *_WHEEL),  # positive numbers scroll up
    row("hscroll", Scroll, along("dx", "pixels"), *_WHEEL),
)
_TYPE = row("type", Text, text("text", "text"))
_KEYS = (read_only("key", _key_event), row("key", Key, chord("keys", "text", spell=short_keys)))
_WAIT = row("wait", Wait, number("seconds", "time", default=1))
_END = (
    row("answer", Done, result("text")),
    row("terminate", Done, outcome("status", "answer", "text")),
)
_MOBILE = (
    row("click", Click, _THERE),
    row("long_press", Click, _THERE, count("hold_ms", "time", scale=1000, default=1)),
    row("swipe", Drag, path(_PLACE, at("coordinate2")), pointer="touch"),
    row("system_button", System, choice("name", "button", _BUTTONS)),
    row("open", OpenApp, text("name", "text")),
)
_QWEN = Codec((*_pointing(_HELD), *_SCROLLS, _TYPE, *_KEYS, _WAIT, *_END, *_MOBILE))


def _typed(submits: bool) -> tuple[Any, ...]:
    over = flag("clear", "delete_existing_text", default=False)
    return (text("text", "text", "text_value"), _ANYWHERE, over, flag("submit", "press_enter", default=submits))


_WEB = (
    row("visit_url", Navigate, text("url", "url")),
    read_only("web_search", _searched),
    row("history_back", System, name="back"),
    row("refresh", System, name="reload"),
    row("pause_and_memorize_fact", Message, text("text", "fact")),
    row("read_page_answer_question", Observe, what="text"),
    row("ask_user_question", Message, question("question"), expects_reply=True),
    row("wait", Wait, number("seconds", "time", "duration", default=3)),
)
_SHARED = (*_pointing(unwritten(_HELD)), *_KEYS, *_WEB, never_written(row("answer", Done, result("text"))))
_END_7B = row("terminate", Done, outcome("status", "answer", "text"))
_FARA_7B = Codec((*_SHARED, *_SCROLLS, row("type", Text, *_typed(submits=True)), _END_7B))
_PARTS = (  # of the screen, which Fara-1.5 counts on its grid
    row("scroll", Scroll, along("dy", "pixels", -1 / _GRID), unit="viewport"),
    row("hscroll", Scroll, along("dx", "pixels", 1 / _GRID), unit="viewport"),
)
_ENDS = (
    row("terminate", Done, outcome("status", "answer", "text", default=None)),
    row("terminate", Done, result("answer", blank=None)),
)
_FARA_15 = Codec(
    (
        *_pointing(unwritten(_HELD)),
        *_KEYS,
        *_WEB,
        *_PARTS,
        row("type", Text, *_typed(submits=False)),
        _TYPE,
        *_ENDS,
        *map(never_written, _SHARED),
    )
)


def _parsed(text: str) -> Parsed:
    calls = (one if isinstance(one, Invalid) else _by_action(one) for one in tool_calls(spoken(text)))
    return calls, besides(text)


def _by_action(call: Named) -> Named:
    """Return a call of the one tool by the name of its action."""
    arguments = dict(call.arguments)
    action = arguments.pop("action", None) or arguments.pop("type", None)  # Qwen3.5 confuses the two names
    return Named(str(action) if action else call.name, arguments)


def _json(tool: str, label: str = "") -> Callable[[Sequence[Named], str], str]:
    return lambda calls, words: after(words, (as_tool_call(tool, by_action(one)) for one in calls), label)


def _xml(tool: str) -> Callable[[Sequence[Named], str], str]:
    return lambda calls, words: after(words, (as_xml("tool_call", tool, by_action(one), "\n") for one in calls))


def qwen(form: str, tool: str) -> Grammar:
    """Return Qwen's grammar in a form, which calls `computer_use` or `mobile_use`."""
    if form == "2.5":
        return Grammar(_QWEN, "pixels", _parsed, _json(tool, "Action: "))
    return Grammar(_QWEN, "999", _parsed, _json(tool)) if form == "3" else Grammar(_QWEN, "1000", _parsed, _xml(tool))


QWEN = {"2.5": qwen("2.5", "computer_use"), "3": qwen("3", "mobile_use"), "3.5": qwen("3.5", "computer_use")}
FARA = {
    "7B": Grammar(_FARA_7B, "pixels", _parsed, _json("computer_use"), aside=True),
    "1.5": Grammar(_FARA_15, "1000", _parsed, _json("computer_use")),
}
