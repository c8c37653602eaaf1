"""OpenAI's vocabulary: the actions of `computer_call`, each by its `type`."""

from collections.abc import Sequence

from lifeworld.agents.arguments import Arguments, Frame, Misread
from lifeworld.agents.codecs.parts import choice, chord, held, target, text, x_y
from lifeworld.agents.codecs.rows import Codec, Fields, Part, never_written, read_only, row
from lifeworld.core.actions import Action, Click, Drag, Key, Move, Observe, Scroll, System, Text, Wait

_BUTTONS = {"left": "left", "right": "right", "wheel": "middle"}


def _spelled(keys: Sequence[str]) -> list[str]:
    return ["CTRL" if key == "Control" else key.upper() for key in keys]


def _path() -> Part:
    def read(given: Arguments) -> Fields:
        places = given.given.get("path")
        if not isinstance(places, list) or not all(isinstance(one, dict) for one in places):
            raise Misread("bad_argument", "path is no list of places")
        return {"path": tuple(_PLACE.read(Arguments(one, given.frame)) for one in places)}

    def write(action: Drag, frame: Frame) -> Fields:
        return {"path": [_PLACE.write(one, frame) for one in action.path]}

    return Part(("path",), read, write)


def _distance() -> Part:
    """How far to scroll, in pixels of the picture."""

    def read(given: Arguments) -> Fields:
        dx, dy = given.number("scroll_x", default=0), given.number("scroll_y", default=0)
        return {"dx": dx * given.frame.ratio, "dy": dy * given.frame.ratio}

    def write(action: Scroll, frame: Frame) -> Fields:
        return {"scroll_x": round(action.dx / frame.ratio), "scroll_y": round(action.dy / frame.ratio)}

    return Part(("dx", "dy"), read, write)


def _history(given: Arguments) -> Action:
    return System(name=given.choice({"back": "back", "forward": "forward"}, "button"))


_PLACE = x_y()
_TARGET, _HELD = target(_PLACE, needed=True), held("keys", _spelled)
CODEC = Codec(
    (
        read_only("click", _history),
        row("click", Click, choice("button", "button", _BUTTONS, default="left"), _TARGET, _HELD),
        row("double_click", Click, _TARGET, held("keys", _spelled, required=True), count=2),
        never_written(row("triple_click", Click, _TARGET, _HELD, count=3)),
        row("drag", Drag, _path(), _HELD),
        row("keypress", Key, chord("keys", spell=_spelled)),
        row("move", Move, _TARGET, _HELD),
        row("screenshot", Observe),
        row("scroll", Scroll, _TARGET, _distance(), _HELD),
        row("type", Text, text("text", "text")),
        row("wait", Wait),
    )
)
FORMS = {"computer": CODEC, "computer_use_preview": CODEC.narrowed(modifiers=False)}  # by the tool that is declared
