"""Faults as adapters have them: each is put into a real adapter, and what the check has to say of it."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from lifeworld.agents import anthropic, gemini, openai, qwen
from lifeworld.agents.calibration.page import PageName
from lifeworld.agents.model import ModelAgent
from lifeworld.agents.picture import Picture
from lifeworld.core.actions import Done, Invalid, Point

Plant = Callable[[pytest.MonkeyPatch], None]
PLANTED: dict[str, "Planted"] = {}


@dataclass(frozen=True)
class Planted:
    """A fault: where it shows, and the words that must name it."""

    plant: Plant
    vocabulary: str
    page: PageName
    capability: str
    named: str
    screen: str = "desktop"


def fault(vocabulary: str, page: PageName, capability: str, named: str, screen: str = "desktop") -> Any:
    def kept(plant: Plant) -> Plant:
        PLANTED[plant.__name__] = Planted(plant, vocabulary, page, capability, named, screen)
        return plant

    return kept


def _moved(patch: pytest.MonkeyPatch, change: Callable[[float, float], tuple[float, float]]) -> None:
    """Let every place of a picture mean another, in parts of it."""
    right = Picture.point

    def wrong(self: Picture, x: Any, y: Any, grid: float | None = None) -> Point | Invalid:
        place = right(self, x, y, grid)
        if isinstance(place, Invalid):
            return place
        across, down = change(place.x, place.y)
        return Point(x=min(max(across, 0), 1), y=min(max(down, 0), 1))

    patch.setattr(Picture, "point", wrong)


def _typed(patch: pytest.MonkeyPatch, change: Callable[[str], str]) -> None:
    patch.setitem(anthropic._MEANS, "type", lambda given, _: {"type": "text", "text": change(given["text"])})  # type: ignore[index]


def _clicked(patch: pytest.MonkeyPatch, name: str, **wrong: Any) -> None:
    right = anthropic._MEANS[name]
    patch.setitem(anthropic._MEANS, name, lambda given, frame: {**right(given, frame), **wrong})  # type: ignore


@fault("anthropic toolset", "taps", "taps", "x and y swapped")
def swapped(patch: pytest.MonkeyPatch) -> None:
    _moved(patch, lambda x, y: (y, x))


@fault("openai", "taps", "taps", "x and y swapped", "phone")
def swapped_pixels(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(openai, "_place", lambda given, frame: frame.at(given["y"], given["x"]))


@fault("openai", "taps", "taps", "scaled by 0.93")
def low(patch: pytest.MonkeyPatch) -> None:
    _moved(patch, lambda x, y: (x, 0.93 * y))


@fault("gemini legacy", "taps", "taps", "as if pixels of the screen counted on a grid of 1000", "phone")
def read_on_a_grid(patch: pytest.MonkeyPatch) -> None:
    right = Picture.point

    def by_screen(self: Picture, x: Any, y: Any, grid: float | None = None) -> Point | Invalid:
        return right(self, x * 390 / 1000, y * 844 / 1000, 1000)

    patch.setattr(Picture, "point", by_screen)


@fault("gemini modern", "taps", "taps", "as if a grid of 1000 counted pixels of the screen")
def pixels_for_thousandths(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(gemini, "_GRID", None)


@fault("anthropic toolset", "taps", "taps", "scaled by 0.758 of the width", "large desktop")
def by_the_size_before_it_was_scaled(patch: pytest.MonkeyPatch) -> None:
    right = Picture.point
    patch.setattr(Picture, "point", lambda self, x, y, grid=None: right(Picture(b"", "", 1920, 1080), x, y, grid))


@fault("openai preview", "taps", "taps", "off by 24 pixels downwards")
def below_a_bar(patch: pytest.MonkeyPatch) -> None:
    _moved(patch, lambda x, y: (x, y + 24 / 720))


@fault("anthropic toolset", "taps", "turned screen", "as on the screen before it was turned")
def stale_frame(patch: pytest.MonkeyPatch) -> None:
    right = ModelAgent.show

    def kept(self: ModelAgent, *given: Any) -> Any:
        first, picture = self.frame.picture, right(self, *given)
        self.frame.picture = first or picture
        return picture

    patch.setattr(ModelAgent, "show", kept)
    patch.setattr(anthropic.AnthropicAgent, "_tool", lambda self: {"type": "computer_toolset_20260801"})


@fault("qwen 2.5", "lists", "scrolling", "goes the opposite way")
def scrolls_up_for_down(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(qwen.VERBS, "scroll", qwen.wheel(0, 1))


@fault("anthropic 20250124", "lists", "scrolling", "0.00833 times as far as it should (a notch of 120 pixels")
def without_notches(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(anthropic, "NOTCH", 1)


@fault("openai", "lists", "scrolling", "0.8 times as far as it should", "large desktop")
def scrolls_by_the_picture(patch: pytest.MonkeyPatch) -> None:
    right = openai._scroll
    patch.setitem(
        openai._MEANS,  # type: ignore[arg-type]
        "scroll",
        lambda given, frame: {**right(given, frame), "dx": given["scroll_x"], "dy": given["scroll_y"]},
    )


@fault("gemini modern", "lists", "scrolling", "a scroll down goes to a side")
def scrolls_across(patch: pytest.MonkeyPatch) -> None:
    right = gemini._scroll_at

    def wrong(given: Any, frame: Any) -> Any:
        said: Any = right(given, frame)
        return {**said, "dx": said["dy"], "dy": said["dx"]}

    patch.setattr(gemini, "_scroll_at", wrong)


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
    def split(given: Any, _: Any) -> Any:
        return [{"type": "key", "chord": key} for key in given["text"].split("+") if key]

    patch.setitem(anthropic._MEANS, "key", split)  # type: ignore[index]


@fault("anthropic toolset", "text", "keys", "Home arrives as End")
def another_key(patch: pytest.MonkeyPatch) -> None:
    def pressed(given: Any, _: Any) -> Any:
        return {"type": "key", "chord": given["text"].replace("Home", "End")}

    patch.setitem(anthropic._MEANS, "key", pressed)  # type: ignore[index]


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
    patch.setitem(gemini._MEANS, "long_press", gemini._MEANS["click"])  # type: ignore[index]


@fault("anthropic toolset", "pad", "drag", "dragged from the end to the beginning")
def backwards(patch: pytest.MonkeyPatch) -> None:
    def drag(given: Any, frame: Any) -> Any:
        path = frame.at(*given["coordinate"]), frame.at(*given["start_coordinate"])
        return {"type": "drag", "path": path}

    patch.setitem(anthropic._MEANS, "left_click_drag", drag)  # type: ignore[index]


@fault("anthropic toolset", "taps", "zoom", "another part is looked at closely")
def zooms_elsewhere(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(  # as if the last two numbers were width and height
        anthropic._MEANS,  # type: ignore[arg-type]
        "zoom",
        lambda *_: {"type": "observe", "what": "zoom", "region": (0.25, 0.25, 1, 1)},
    )


@fault("anthropic toolset", "taps", "waiting", "0.002 seconds pass instead of 2")
def milliseconds(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(anthropic._MEANS, "wait", lambda given, _: {"type": "wait", "seconds": given["duration"] / 1000})  # type: ignore[index]


@fault("anthropic 20251124", "lists", "requests", "the tool declares (1024, 768)")
def declares_another_size(patch: pytest.MonkeyPatch) -> None:
    size = {"display_width_px": 1024, "display_height_px": 768}
    tool = {"type": "computer_20251124", "name": "computer", **size}
    patch.setattr(anthropic.AnthropicAgent, "_tool", lambda self: tool)


@fault("gemini modern", "lists", "requests", "wants safety_acknowledgement")
def confirms_nothing(patch: pytest.MonkeyPatch) -> None:
    right = gemini._response

    def silent(result: Any) -> Any:
        said = right(result)
        said["functionResponse"]["response"].pop("safety_acknowledgement", None)
        return said

    patch.setattr(gemini, "_response", silent)


@fault("anthropic toolset", "pad", "answer", "instead of “12”")
def loses_the_answer(patch: pytest.MonkeyPatch) -> None:
    import lifeworld.agents.model as model

    patch.setattr(model, "settled", lambda done, *_: Done(note=done.note))
