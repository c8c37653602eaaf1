"""Gemini's vocabulary in its two forms, both of which are always read: a model may have been taught either."""

from lifeworld.agents.arguments import Arguments, Measure
from lifeworld.agents.codecs.parts import (
    choice,
    chord,
    count,
    flag,
    number,
    path,
    spelled,
    target,
    text,
    toward,
    wheel,
    x_y,
)
from lifeworld.agents.codecs.rows import Codec, never_written, read_only, row
from lifeworld.core.actions import (
    Action,
    Button,
    Click,
    Drag,
    Invalid,
    Key,
    Move,
    Navigate,
    Observe,
    OpenApp,
    Scroll,
    System,
    Text,
    Wait,
)

MEASURE: Measure = "1000"
_GRID = 1000
_BUTTONS = {"home": "home", "back": "back", "app_switch": "app_switcher", "menu": "menu"}  # of a phone


def _searched(_: Arguments) -> Action:
    return Invalid(code="blocked", detail="this world has no search engine")


_PLACE = x_y()
_TARGET = target(_PLACE, needed=True)
_PIXELS = wheel("direction", "magnitude_in_pixels", 1)
_SUBMIT = flag("submit", "press_enter", default=False)
_SUBMIT_AT = flag("submit", "press_enter", default=True)  # as Google's own class of a computer has it
_CLICK = (_TARGET, spelled(intent="I tap."))
_LEGACY = (
    row("open_web_browser", Observe),
    row("click_at", Click, _TARGET),
    row("hover_at", Move, _TARGET),
    row("type_text_at", Text, _TARGET, text("text", "text"), flag("clear", "clear_before_typing", True), _SUBMIT_AT),
    row("scroll_document", Scroll, toward(0.9, across=0.5), unit="viewport"),
    never_written(row("scroll_at", Scroll, _TARGET, _PIXELS)),
    row("scroll_at", Scroll, _TARGET, wheel("direction", "magnitude", 1 / _GRID, default=800), unit="viewport"),
    row("key_combination", Key, chord("keys", spell="+".join)),
    row("drag_and_drop", Drag, path(_PLACE, x_y("destination_x", "destination_y"))),
    row("navigate,open_url", Navigate, text("url", "url")),
    read_only("search", _searched),
    row("go_back", System, name="back"),
    row("go_forward", System, name="forward"),
    never_written(row("go_home", System, name="home")),
    row("wait_5_seconds", Wait, seconds=5),
    never_written(row("long_press_at", Click, _TARGET, count("hold_ms", "seconds", scale=1000, default=2))),
)
_MODERN = (
    row("click", Click, *_CLICK),
    row("double_click", Click, *_CLICK, count=2),
    row("triple_click", Click, *_CLICK, count=3),
    row("middle_click", Click, *_CLICK, button="middle"),
    row("right_click", Click, *_CLICK, button="right"),
    row("long_press", Click, _TARGET, count("hold_ms", "seconds", scale=1000, default=2)),
    row("move", Move, _TARGET),
    row("mouse_down", Button, _TARGET, state="down"),
    row("mouse_up", Button, _TARGET, state="up"),
    row("type", Text, text("text", "text"), _SUBMIT),
    row("press_key", System, choice("name", "key", _BUTTONS)),
    row("hotkey", Key, chord("keys")),
    never_written(row("press_key", Key, chord("key"))),
    row("key_down", Key, chord("key", spell="+".join), state="down"),
    row("key_up", Key, chord("key", spell="+".join), state="up"),
    row("scroll", Scroll, _TARGET, wheel("direction", "magnitude", 1 / _GRID), unit="viewport"),
    row("scroll", Scroll, _TARGET, wheel("direction", "magnitude_in_pixels", 1, default=300)),
    row("drag_and_drop", Drag, path(x_y("start_x", "start_y"), x_y("end_x", "end_y"))),
    row("wait", Wait, number("seconds", "seconds", default=1)),
    row("take_screenshot", Observe),
    row("list_apps", OpenApp, op="list"),
    row("open_app", OpenApp, text("name", "app_name", "package_name")),
)
LEGACY, MODERN = Codec((*_LEGACY, *map(never_written, _MODERN))), Codec((*_MODERN, *map(never_written, _LEGACY)))
FORMS = {"browser": LEGACY, "mobile": MODERN, "desktop": MODERN}  # that the mock server writes, by environment
