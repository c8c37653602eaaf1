"""What is done on the calibration page: each step in Lifeworld's own terms, as a model says it, and in plain words."""

from collections.abc import Iterator
from dataclasses import dataclass

from lifeworld.agents.arguments import DIRECTIONS
from lifeworld.agents.calibration.page import TURN, Calibration, PageName
from lifeworld.agents.codecs.action_spaces import ActionSpace
from lifeworld.core.actions import Action, Click, Done, Drag, Key, Move, Observe, Point, Scroll, Wait
from lifeworld.web.look import Device

ANSWER = 12
_ZOOMED = (0.25, 0.25, 0.75, 0.75)
_AFTER_TURN, _AFTER_ZOOM = "ADHLM", "BGM"
_TEXTS = {
    "text": ("Plain", "Two loaves, 3 eggs"),
    "accents": ("Accents", "Zoë Łukasz çà naïve Ñandú"),
    "emoji": ("Emoji", "🥖 for 👩‍👧 🙂"),
    "new lines": ("Lines", "first\nsecond\n\nfourth"),
    "signs": ("Signs", '"it\'s" 100% <b> & {a: [1]} \\ #'),
}
_ON_ALL = ("Enter", "Backspace", "Tab", "ArrowUp", "ArrowLeft")
_ON_KEYBOARDS = ("Home", "End", "PageDown", "Escape", "Delete", "F2", "x")
_CHORDS = (("Control", "b"), ("Control", "Shift", "k"), ("Shift", "Tab"), ("Alt", "ArrowDown"), ("Control", "+"))
# By capability: what is tapped, and how.
_CLICKS: dict[str, tuple[str, Click]] = {
    "double tap": ("D", Click(count=2)),
    "triple tap": ("J", Click(count=3)),
    "right button": ("F", Click(button="right")),
    "middle button": ("G", Click(button="middle")),
    "held keys": ("D", Click(modifiers=("Control",))),
    "long press": ("J", Click(hold_ms=1000)),
}
_TOUCHED = ("double tap", "long press")
CAPABILITIES = (
    "taps",
    *_CLICKS,
    "hover",
    "drag",
    "swipe",
    "scrolling",
    *_TEXTS,
    "keys",
    "chords",
    "zoom",
    "turned screen",
    "waiting",
    "answer",
    "requests",
)


@dataclass(frozen=True)
class Step:
    """One thing that is done.

    Attributes:
        capability: that it shows; "" where it only makes ready.
        action: what is meant.
        control: that it is done to.
        turns: the screen turns once it is done.
    """

    capability: str
    action: Action
    control: str = ""
    turns: bool = False


@dataclass(frozen=True)
class Lesson:
    """Steps on one page, in one conversation."""

    page: PageName
    steps: tuple[Step, ...]
    end: Done


def lessons(action_space: ActionSpace, device: Device) -> Iterator[Lesson]:
    """Yield what can be done on a device with an action space."""
    stage = Calibration(device)
    for page, steps in (
        ("taps", _on_taps(action_space, stage)),
        ("lists", _on_lists(action_space, stage)),
        ("text", _on_text(action_space, stage)),
        ("pad", _on_pad(action_space, stage)),
    ):
        found = tuple(steps)
        if found:
            yield Lesson(page, found, Done(answer=ANSWER))  # type: ignore[arg-type]


def _on_taps(action_space: ActionSpace, stage: Calibration) -> Iterator[Step]:
    device, places = stage.look.device, _points(stage, "taps")
    yield from (Step("taps", Click(target=place), name) for name, place in places.items() if name != TURN)
    for capability, (name, click) in _CLICKS.items():
        if capability in action_space.offers and (capability in _TOUCHED or not device.touch):
            yield Step(capability, click.model_copy(update={"target": places[name]}), name)
    if "hover" in action_space.offers and not device.touch:
        yield from (Step("hover", Move(target=places[name]), name) for name in "AJ")
    if "zoom" in action_space.offers:
        yield Step("zoom", Observe(what="zoom", region=_ZOOMED))
        yield from (Step("zoom", Click(target=places[name])) for name in _AFTER_ZOOM)
    if action_space.pause:
        yield Step("waiting", Wait(seconds=action_space.pause))
    yield Step("", Click(target=places[TURN]), turns=True)
    turned = _points(stage.turned(), "taps")
    yield from (Step("turned screen", Click(target=turned[name])) for name in _AFTER_TURN)


def _on_lists(action_space: ActionSpace, stage: Calibration) -> Iterator[Step]:
    wheel, (place,) = action_space.wheel, _points(stage, "lists").values()
    if wheel is None:
        return
    for way in ("down", "right", "up", "left") if wheel.across else ("down", "up"):
        dx, dy = (side * wheel.amount for side in DIRECTIONS[way])
        meant = Scroll(target=place if wheel.placed else None, dx=dx, dy=dy, unit=wheel.unit)
        yield Step("scrolling", meant)


def _on_text(action_space: ActionSpace, stage: Calibration) -> Iterator[Step]:
    typing, fields = action_space.typing, _points(stage, "text")
    for capability, (field, text) in _TEXTS.items():
        if not typing.placed:
            yield Step("", Click(target=fields[field]))
        yield Step(capability, typing.action(text, fields[field]), field)
    if "keys" in action_space.offers:
        names = _ON_ALL if stage.look.device.touch else (*_ON_ALL, *_ON_KEYBOARDS)
        yield from (Step("keys", Key(chord=(name,))) for name in names)
    if "chords" in action_space.offers and not stage.look.device.touch:
        yield from (Step("chords", Key(chord=chord)) for chord in _CHORDS)


def _on_pad(action_space: ActionSpace, stage: Calibration) -> Iterator[Step]:
    across = (Point(x=0.2, y=0.3), Point(x=0.7, y=0.4))
    down = (Point(x=0.6, y=0.2), Point(x=0.5, y=0.8))
    if "drag" in action_space.offers:
        yield from (Step("drag", Drag(path=path)) for path in (across, down))
    if "swipe" in action_space.offers and stage.look.device.touch:
        yield from (Step("swipe", Drag(path=path, pointer="touch")) for path in (across, down))


def _points(stage: Calibration, page: PageName) -> dict[str, Point]:
    return {name: one.point(stage.look.device) for name, one in stage.controls(page).items()}


def in_its_units(step: Step, action_space: ActionSpace, device: Device, picture: tuple[int, int] | None) -> Action:
    """Return what the model says to do a step: of OpenAI's, a scroll in pixels of the picture that it was sent."""
    action = step.action
    if not (isinstance(action, Scroll) and action_space.agent == "openai" and picture):
        return action
    ratio = picture[0] / device.width
    return action.model_copy(update={"dx": action.dx * ratio, "dy": action.dy * ratio})
