"""Faults as adapters have them: each is put into a real adapter, and what the check has to say of it."""

import unicodedata
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import pytest

from lifeworld.agents import anthropic, call_decoding, gemini
from lifeworld.agents.arguments import Arguments, Frame, Misread
from lifeworld.agents.calibration.page import PageName
from lifeworld.agents.codecs import anthropic as anthropic_codec
from lifeworld.agents.codecs import gemini as gemini_codec
from lifeworld.agents.codecs import openai as openai_codec
from lifeworld.agents.codecs.action_spaces import GRAMMARS
from lifeworld.agents.codecs.parts import target, x_y
from lifeworld.agents.codecs.rows import Codec, Row, read_only
from lifeworld.agents.model import ModelAgent
from lifeworld.agents.picture import Picture
from lifeworld.core.actions import Click, Done, Key, Point

Plant = Callable[[pytest.MonkeyPatch], None]
PLANTED: dict[str, "Planted"] = {}


@dataclass(frozen=True)
class Planted:
    """A fault: where it shows, and the words that must name it."""

    plant: Plant
    action_space: str
    page: PageName
    capability: str
    named: str
    screen: str = "desktop"


def fault(action_space: str, page: PageName, capability: str, named: str, screen: str = "desktop") -> Any:
    def kept(plant: Plant) -> Plant:
        PLANTED[plant.__name__] = Planted(plant, action_space, page, capability, named, screen)
        return plant

    return kept


def _moved(patch: pytest.MonkeyPatch, change: Callable[[float, float], tuple[float, float]]) -> None:
    """Let every place of a picture mean another, in parts of it."""
    right = Frame.point

    def wrong(self: Frame, x: float, y: float) -> Point:
        place = right(self, x, y)
        across, down = change(place.x, place.y)
        return Point(x=min(max(across, 0), 1), y=min(max(down, 0), 1))

    patch.setattr(Frame, "point", wrong)


def _decoded(patch: pytest.MonkeyPatch, codec: Codec, name: str, wrong: Callable[[Any], Any]) -> None:
    """Let a call be decoded as another action than it stands for: the right one, changed."""
    rows = codec.names[name]

    def decode(given: Arguments) -> Any:
        for row in rows:
            with suppress(Misread, ValueError):
                return wrong(row.read(given))
        raise AssertionError(name)

    patch.setitem(codec.names, name, [read_only(name, decode)])


def _with(**fields: Any) -> Callable[[Any], Any]:
    """Return the change of an action to these values; one may be a function of the action."""
    return lambda action: action.model_copy(
        update={name: value(action) if callable(value) else value for name, value in fields.items()}
    )


def _typed(patch: pytest.MonkeyPatch, change: Callable[[str], str]) -> None:
    _decoded(patch, anthropic_codec.CODEC, "type", _with(text=lambda action: change(action.text)))


def _clicked(patch: pytest.MonkeyPatch, name: str, **wrong: Any) -> None:
    _decoded(patch, anthropic_codec.CODEC, name, _with(**wrong))


@fault("anthropic toolset", "taps", "taps", "x and y swapped")
def swapped(patch: pytest.MonkeyPatch) -> None:
    _moved(patch, lambda x, y: (y, x))


@fault("openai", "taps", "taps", "x and y swapped", "phone")
def swapped_pixels(patch: pytest.MonkeyPatch) -> None:
    swapped = Row(("click",), Click, (target(x_y("y", "x")),))
    patch.setitem(openai_codec.CODEC.names, "click", [swapped])


@fault("openai", "taps", "taps", "scaled by 0.93")
def low(patch: pytest.MonkeyPatch) -> None:
    _moved(patch, lambda x, y: (x, 0.93 * y))


@fault("gemini legacy", "taps", "taps", "as if pixels of the screen counted on a grid of 1000", "phone")
def read_on_a_grid(patch: pytest.MonkeyPatch) -> None:
    right = Frame.point
    patch.setattr(Frame, "point", lambda self, x, y: right(self, x * 390 / 1000, y * 844 / 1000))


@fault("gemini modern", "taps", "taps", "as if a grid of 1000 counted pixels of the screen")
def pixels_for_thousandths(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Frame, "_sides", lambda self, *_: (self.picture.width, self.picture.height))


@fault("anthropic toolset", "taps", "taps", "scaled by 0.758 of the width", "large desktop")
def by_the_size_before_it_was_scaled(patch: pytest.MonkeyPatch) -> None:
    right, before = Frame.point, Picture(b"", "", 1920, 1080)
    patch.setattr(Frame, "point", lambda self, x, y: right(replace(self, picture=before), x, y))


@fault("openai preview", "taps", "taps", "off by 24 pixels downwards")
def below_a_bar(patch: pytest.MonkeyPatch) -> None:
    _moved(patch, lambda x, y: (x, y + 24 / 720))


@fault("anthropic toolset", "taps", "turned screen", "as on the screen before it was turned")
def stale_frame(patch: pytest.MonkeyPatch) -> None:
    right = ModelAgent.show

    def kept(self: ModelAgent, *given: Any) -> Any:
        first, picture = self.frame.picture, right(self, *given)
        self.frame = replace(self.frame, picture=first or picture)
        return picture

    patch.setattr(ModelAgent, "show", kept)
    patch.setattr(anthropic, "_tool", lambda kind, picture: {"type": "computer_toolset_20260801"})


@fault("qwen 2.5", "lists", "scrolling", "goes the opposite way")
def scrolls_up_for_down(patch: pytest.MonkeyPatch) -> None:
    _decoded(patch, GRAMMARS["qwen-2.5"].codec, "scroll", _with(dy=lambda action: -action.dy))


@fault("anthropic 20250124", "lists", "scrolling", "0.00833 times as far as it should (a notch of 120 pixels")
def without_notches(patch: pytest.MonkeyPatch) -> None:
    less = _with(dx=lambda action: action.dx / 120, dy=lambda action: action.dy / 120)
    _decoded(patch, anthropic_codec.CODEC, "scroll", less)


@fault("openai", "lists", "scrolling", "0.8 times as far as it should", "large desktop")
def scrolls_by_the_picture(patch: pytest.MonkeyPatch) -> None:
    right = ModelAgent.show

    def unscaled(self: ModelAgent, *given: Any) -> Any:
        picture = right(self, *given)
        self.frame = replace(self.frame, ratio=1)
        return picture

    patch.setattr(ModelAgent, "show", unscaled)


@fault("gemini modern", "lists", "scrolling", "a scroll down goes to a side")
def scrolls_across(patch: pytest.MonkeyPatch) -> None:
    _decoded(patch, gemini_codec.MODERN, "scroll", _with(dx=lambda action: action.dy, dy=lambda action: action.dx))


@fault("anthropic toolset", "text", "new lines", "new lines are lost")
def one_line(patch: pytest.MonkeyPatch) -> None:
    _typed(patch, lambda text: text.replace("\n", ""))


@fault("anthropic toolset", "text", "accents", "accents are lost")
def plain(patch: pytest.MonkeyPatch) -> None:
    _typed(
        patch, lambda text: "".join(filter(lambda s: not unicodedata.combining(s), unicodedata.normalize("NFD", text)))
    )


@fault("anthropic toolset", "text", "emoji", "emoji are lost")
def without_emoji(patch: pytest.MonkeyPatch) -> None:
    _typed(patch, lambda text: "".join(sign for sign in text if ord(sign) < 0x2000))


@fault("anthropic toolset", "text", "signs", "is typed instead of")
def escaped(patch: pytest.MonkeyPatch) -> None:
    _typed(patch, lambda text: text.replace("&", "&amp;"))


@fault("anthropic toolset", "text", "chords", "Control+b arrives as Control, then b")
def one_after_the_other(patch: pytest.MonkeyPatch) -> None:
    _decoded(patch, anthropic_codec.CODEC, "key", lambda action: tuple(Key(chord=(key,)) for key in action.chord))


@fault("anthropic toolset", "text", "keys", "Home arrives as End")
def another_key(patch: pytest.MonkeyPatch) -> None:
    end = _with(chord=lambda action: tuple("End" if key == "Home" else key for key in action.chord))
    _decoded(patch, anthropic_codec.CODEC, "key", end)


@fault("anthropic toolset", "taps", "double tap", "one click instead of two clicks")
def clicks_once(patch: pytest.MonkeyPatch) -> None:
    _clicked(patch, "double_click", count=1)


@fault("anthropic toolset", "taps", "right button", "the left button instead of the right one")
def left_for_right(patch: pytest.MonkeyPatch) -> None:
    _clicked(patch, "right_click", button="left")


@fault("anthropic toolset", "taps", "held keys", "no key held instead of Control held")
def lets_go(patch: pytest.MonkeyPatch) -> None:
    _clicked(patch, "left_click", modifiers=())


@fault("gemini modern", "taps", "long press", "seconds instead of 1.0", "small phone")
def short_press(patch: pytest.MonkeyPatch) -> None:
    _decoded(patch, gemini_codec.MODERN, "long_press", _with(hold_ms=0))


@fault("anthropic toolset", "taps", "taps", "seconds instead of a tap")
def stays(patch: pytest.MonkeyPatch) -> None:
    _clicked(patch, "left_click", hold_ms=700)


@fault("anthropic toolset", "pad", "drag", "dragged from the end to the beginning")
def backwards(patch: pytest.MonkeyPatch) -> None:
    _decoded(patch, anthropic_codec.CODEC, "left_click_drag", _with(path=lambda action: action.path[::-1]))


@fault("anthropic toolset", "taps", "zoom", "another part is looked at closely")
def zooms_elsewhere(patch: pytest.MonkeyPatch) -> None:
    # as if the last two numbers were width and height
    _decoded(patch, anthropic_codec.CODEC, "zoom", _with(region=(0.25, 0.25, 1, 1)))


@fault("anthropic toolset", "taps", "waiting", "0.002 seconds pass instead of 2")
def milliseconds(patch: pytest.MonkeyPatch) -> None:
    _decoded(patch, anthropic_codec.CODEC, "wait", _with(seconds=lambda action: action.seconds / 1000))


@fault("anthropic 20251124", "lists", "requests", "the tool declares (1024, 768)")
def declares_another_size(patch: pytest.MonkeyPatch) -> None:
    size = {"display_width_px": 1024, "display_height_px": 768}
    tool = {"type": "computer_20251124", "name": "computer", **size}
    patch.setattr(anthropic, "_tool", lambda kind, picture: tool)


@fault("gemini modern", "lists", "requests", "wants safety_acknowledgement")
def confirms_nothing(patch: pytest.MonkeyPatch) -> None:
    right = gemini._response

    def silent(result: Any, url: dict[str, str]) -> Any:
        said = right(result, url)
        said["functionResponse"]["response"].pop("safety_acknowledgement", None)
        return said

    patch.setattr(gemini, "_response", silent)


@fault("anthropic toolset", "pad", "answer", "instead of “12”")
def loses_the_answer(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(call_decoding, "settled", lambda done, *_: Done(note=done.note))
