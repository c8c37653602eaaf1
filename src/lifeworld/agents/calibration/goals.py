"""The same in plain words, for agents that take a goal and find the way themselves: one goal an episode."""

from collections.abc import Callable, Iterator, Sequence

from lifeworld.agents.agent import Agent
from lifeworld.agents.calibration.check import NOT_HERE, OK, Row
from lifeworld.agents.calibration.exercises import CAPABILITIES, Lesson, Step, lessons
from lifeworld.agents.calibration.faults import fault, hit
from lifeworld.agents.calibration.playing import Bench, Played, Received, Told, played
from lifeworld.agents.calibration.vocabularies import Vocabulary, Wheel
from lifeworld.core.actions import Click, Key, Move, Scroll, Text
from lifeworld.env.drivers.driver import Driver
from lifeworld.web.look import Device

_MOST = 2  # times four actions that a goal may take
# No goal in words means just one of these.
_UNSAID = frozenset(("drag", "swipe", "zoom", "turned screen", "waiting", "answer", "requests"))
_CLICKS = {
    "taps": "Tap “{}”.",
    "double tap": "Tap “{}” twice in quick succession.",
    "triple tap": "Click “{}” three times in quick succession.",
    "right button": "Click “{}” with the right button.",
    "middle button": "Click “{}” with the middle button.",
    "held keys": "Click “{}” while Control is held.",
    "long press": "Press “{}” for a second.",
    "hover": "Move the pointer onto “{}” without clicking.",
}
_ALL = Vocabulary("", "", "", frozenset(CAPABILITIES), wheel=Wheel(300, placed=True))


def goal(step: Step) -> str:
    """Return in words what a step does; "" where no words mean just that."""
    match step.action:
        case Click() | Move() if step.capability in _CLICKS:
            return _CLICKS[step.capability].format(step.control)
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
    for lesson, step in _told(screen):
        bench, said = Bench(driver, screen, lesson.page, tree=True), Told(step, goal(step), screen)
        done[step.capability].append(_judged(step, await played(make(), bench, said, _MOST)))
    return [Row(name, screen, _first(wrong)) for name, wrong in done.items()]


def _told(screen: Device) -> Iterator[tuple[Lesson, Step]]:
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


def _first(wrong: Sequence[str]) -> str:
    return next(filter(None, wrong), OK) if wrong else NOT_HERE
