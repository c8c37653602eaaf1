"""Anthropic's vocabulary: the actions of the computer tool, which are the members of the toolset."""

from collections.abc import Sequence

from lifeworld.agents.arguments import Arguments, Frame
from lifeworld.agents.codecs.parts import at, chord, count, held, number, numbers, path, target, text, wheel
from lifeworld.agents.codecs.rows import Codec, Fields, Part, row
from lifeworld.core.actions import Button, Click, Drag, Key, Move, Observe, Point, Scroll, Text, Wait

_MOST_NOTCHES = 50
_XDOTOOL = {  # keys as xdotool calls them, where browsers have other names
    "Enter": "Return",
    "Backspace": "BackSpace",
    "PageUp": "Page_Up",
    "PageDown": "Page_Down",
    "ArrowUp": "Up",
    "ArrowDown": "Down",
    "ArrowLeft": "Left",
    "ArrowRight": "Right",
    "Space": "space",
    "Control": "ctrl",
    "Alt": "alt",
    "Shift": "shift",
    "Meta": "super",
}


def _spelled(keys: Sequence[str]) -> str:
    return "+".join(_XDOTOOL.get(key, key) for key in keys)


def _corners() -> Part:
    def read(given: Arguments) -> Fields:
        left, top, right, bottom = given.numbers("region")
        first, last = given.frame.point(left, top), given.frame.point(right, bottom)
        return {"region": (first.x, first.y, last.x, last.y)}

    def write(action: Observe, frame: Frame) -> Fields:
        left, top, right, bottom = action.region or (0, 0, 1, 1)
        corners = Point(x=left, y=top), Point(x=right, y=bottom)
        return {"region": [number for corner in corners for number in numbers(corner, frame)]}

    return Part(("region",), read, write)


_PLACE, _START = at("coordinate"), at("start_coordinate")
_CHORD, _HELD = chord("text", spell=_spelled), held("text", _spelled)
_CLICK = (target(_PLACE), _HELD)
CODEC = Codec(
    (
        row("key", Key, _CHORD, count("repeat", "repeat", default=1)),
        row("hold_key", Key, _CHORD, count("hold_ms", "duration", scale=1000)),
        row("type", Text, text("text", "text")),
        row("cursor_position", Observe, what="cursor"),
        row("mouse_move", Move, target(_PLACE, needed=True)),
        row("left_mouse_down", Button, state="down"),
        row("left_mouse_up", Button, state="up"),
        row("left_click", Click, *_CLICK),
        row("right_click", Click, *_CLICK, button="right"),
        row("middle_click", Click, *_CLICK, button="middle"),
        row("double_click", Click, *_CLICK, count=2),
        row("triple_click", Click, *_CLICK, count=3),
        row("left_click_drag", Drag, path(_START, _PLACE, from_pointer=True), _HELD),
        row("scroll", Scroll, target(_PLACE), wheel("scroll_direction", "scroll_amount", most=_MOST_NOTCHES), _HELD),
        row("wait", Wait, number("seconds", "duration")),
        row("screenshot", Observe),
        row("zoom", Observe, _corners(), what="zoom"),
    )
)
_SINCE_2025 = ("left_mouse_down", "left_mouse_up", "scroll", "hold_key", "wait", "triple_click", "zoom")
FORMS = {  # by the version of the tool that is declared
    "computer_20241022": CODEC.narrowed(_SINCE_2025, modifiers=False),
    "computer_20250124": CODEC.narrowed(("zoom",)),
    "computer_20251124": CODEC,
    "computer_toolset_20260801": CODEC,
}
