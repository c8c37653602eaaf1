"""Checks an agent: every capability on every screen, as a table of what is ok, not offered, or wrong and how.

The model behind an adapter is a mock, which sends actions in the provider's own calls. Any other agent gets each action
as a goal in words, one an episode.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from lifeworld.agents.agent import Agent
from lifeworld.agents.arguments import Frame
from lifeworld.agents.calibration.exercises import CAPABILITIES, Lesson, Step, lessons
from lifeworld.agents.calibration.faults import ended, fault, hit
from lifeworld.agents.calibration.playing import Bench, Dictated, Played, Received, Told, played
from lifeworld.agents.codecs.action_spaces import ActionSpace
from lifeworld.agents.codecs.rows import Codec
from lifeworld.agents.mock.script import scripted
from lifeworld.agents.mock.server import KEY, MODEL, MockServer, served
from lifeworld.core.actions import Action, Click, Key, Move, Scroll, Text
from lifeworld.env.drivers.driver import Driver
from lifeworld.web.look import DEVICES, Device

_VARIABLE = "LIFEWORLD_MOCK_KEY"
SCREENS = (
    DEVICES["phone"],
    DEVICES["desktop"],
    Device("small phone", 320, 568, 2, touch=True, wide=False),
    Device("tablet", 820, 1180, 2, touch=True, wide=False),
    Device("large desktop", 1920, 1080, 1, touch=False, wide=True),
)
OK, NOT_OFFERED, NOT_HERE = "ok", "not offered", "not on this screen"
_MOST = 2  # times four actions that a goal may take
# No goal in words means just one of these.
_UNSAID = frozenset(("drag", "swipe", "zoom", "turned screen", "waiting", "answer", "requests"))
_GOALS = {
    "taps": "Tap “{}”.",
    "double tap": "Tap “{}” twice in quick succession.",
    "triple tap": "Click “{}” three times in quick succession.",
    "right button": "Click “{}” with the right button.",
    "middle button": "Click “{}” with the middle button.",
    "held keys": "Click “{}” while Control is held.",
    "long press": "Press “{}” for a second.",
    "hover": "Move the pointer onto “{}” without clicking.",
}


@dataclass(frozen=True)
class Row:
    """What one capability came to on one screen: `OK`, `NOT_OFFERED`, `NOT_HERE`, or what is wrong."""

    capability: str
    screen: Device
    told: str

    @property
    def is_fault(self) -> bool:
        return self.told not in (OK, NOT_OFFERED, NOT_HERE)


def agent_name(name: str, action_space: ActionSpace, origin: str) -> str:
    """Return an adapter's full name, as it is asked for with a mock server behind it."""
    settings = f"&{action_space.settings}" if action_space.settings else ""
    return f"{name}:{MODEL}?base_url={origin}{action_space.base}&key_from={_VARIABLE}{settings}"


async def checked(
    make: Callable[[str], Agent], name: str, action_space: ActionSpace, driver: Driver, screen: Device
) -> list[Row]:
    """Return what each capability comes to on one screen.

    Args:
        make: makes an agent of its full name.
        name: of the adapter, in the roster or as `module:Class`.
        action_space: that its model speaks.
        driver: draws pictures.
        screen: that the driver shows the page on.
    """
    wanted = list(lessons(action_space, screen))
    done, wrong = await taught(make, name, action_space, driver, screen, wanted)
    return [Row(capability, screen, told(capability, done, action_space, wrong)) for capability in CAPABILITIES]


async def taught(
    make: Callable[[str], Agent],
    name: str,
    action_space: ActionSpace,
    driver: Driver,
    screen: Device,
    wanted: Sequence[Lesson],
) -> tuple[list[tuple[Lesson, Played]], list[str]]:
    """Return what came of each lesson, and what the mock server found wrong with requests; see `checked`."""
    mock, done = MockServer(scripted()), list[tuple[Lesson, Played]]()
    os.environ[_VARIABLE] = KEY  # where the adapter looks for it; it opens nothing
    with served(mock) as origin:
        full = agent_name(name, action_space, origin)
        for lesson in wanted:
            bench = Bench(driver, screen, lesson.page, asks=lesson.end.answer is not None)
            mock.script = said = Dictated(lesson, action_space, bench)
            done.append((lesson, await played(make(full), bench, said, len(lesson.steps))))
    return done, mock.wrong


def told(capability: str, done: Sequence[tuple[Lesson, Played]], space: ActionSpace, wrong: Sequence[str]) -> str:
    """Return what a capability came to: `OK`, `NOT_OFFERED`, `NOT_HERE`, or what is wrong with it."""
    if capability == "requests":
        return wrong[0] if wrong else OK
    if capability == "answer":
        ends = [ended(one.done) for _, one in done]
        return next(filter(None, ends), OK)
    wanted = sum(step.capability == capability for lesson, _ in done for step in lesson.steps)
    if not wanted:
        return NOT_HERE if capability in space.offers else NOT_OFFERED
    steps = [one for _, each in done for one in each.steps if one[0].capability == capability]
    if len(steps) < wanted:
        return f"not reached: {next((one.broke for _, one in done if one.broke), 'the episode ended before')}"
    return fault(steps, space) or OK


class _Anything(Codec):
    """The calls of a person, who can do whatever a goal says."""

    def can_write(self, action: Action, frame: Frame) -> bool:
        return True


_ALL = ActionSpace("", "", "", _Anything(()))


def goal(step: Step) -> str:
    """Return in words what a step does; "" where no words mean just that."""
    match step.action:
        case Click() | Move() if step.capability in _GOALS:
            return _GOALS[step.capability].format(step.control)
        case Scroll(dx=dx, dy=dy):
            return f"Scroll the list {'right' if dx > 0 else 'left' if dx else 'down' if dy > 0 else 'up'}."
        case Text(text=text):
            return f"Type this into the field “{step.control}”, and nothing else:\n{text}"
        case Key(chord=chord):
            return f"Press {'+'.join(chord)}, and nothing else."
    return ""


async def followed(make: Callable[[], Agent], driver: Driver, screen: Device) -> list[Row]:
    """Return what each capability comes to on one screen for an agent that is told each step in words."""
    done: dict[str, list[str]] = {name: [] for name in CAPABILITIES if name not in _UNSAID}
    for lesson, step in _steps(screen):
        bench, said = Bench(driver, screen, lesson.page, tree=True), Told(step, goal(step), screen)
        done[step.capability].append(_judged(step, await played(make(), bench, said, _MOST)))
    return [Row(name, screen, next(filter(None, wrong), OK) if wrong else NOT_HERE) for name, wrong in done.items()]


def _steps(screen: Device) -> Iterator[tuple[Lesson, Step]]:
    for lesson in lessons(_ALL, screen):
        yield from ((lesson, step) for step in lesson.steps if step.capability not in _UNSAID and goal(step))


def _judged(step: Step, found: Played) -> str:
    (_, received), *_ = found.steps
    wrong = found.broke or _what(step, received)
    return f"{goal(step).replace(chr(10), '⏎')}: {wrong}" if wrong else ""


def _what(step: Step, received: Received) -> str:
    if isinstance(step.action, Click | Move):
        return hit(step, received)
    if isinstance(step.action, Scroll):
        return _towards(step.action, received)
    return fault([(step, received)], _ALL)


def _towards(meant: Scroll, received: Received) -> str:
    turns = [event for event in received.events if event["kind"] == "scroll"]
    along = sum(event["dx" if meant.dx else "dy"] for event in turns) * (meant.dx or meant.dy)
    return "" if along > 0 else "it scrolls the opposite way" if along < 0 else "nothing scrolls that way"
