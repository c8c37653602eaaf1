"""Checks an adapter: every capability on every screen, as a table of what is ok, not offered, or wrong and how."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from lifeworld.agents.agent import Agent
from lifeworld.agents.calibration.exercises import CAPABILITIES, Lesson, lessons
from lifeworld.agents.calibration.faults import ended, fault
from lifeworld.agents.calibration.playing import Bench, Dictated, Played, played
from lifeworld.agents.calibration.vocabularies import Vocabulary
from lifeworld.agents.standin.grammars import GRAMMARS
from lifeworld.agents.standin.script import scripted
from lifeworld.agents.standin.server import KEY, MODEL, StandIn, served
from lifeworld.env.drivers.driver import Driver
from lifeworld.web.look import DEVICES, Device

_VARIABLE = "LIFEWORLD_STAND_IN_KEY"
SCREENS = (
    DEVICES["phone"],
    DEVICES["desktop"],
    Device("small phone", 320, 568, 2, touch=True, wide=False),
    Device("tablet", 820, 1180, 2, touch=True, wide=False),
    Device("large desktop", 1920, 1080, 1, touch=False, wide=True),
)
OK, NOT_OFFERED, NOT_HERE = "ok", "not offered", "not on this screen"


@dataclass(frozen=True)
class Row:
    """What one capability came to on one screen: `OK`, `NOT_OFFERED`, `NOT_HERE`, or what is wrong."""

    capability: str
    screen: Device
    told: str

    @property
    def is_fault(self) -> bool:
        return self.told not in (OK, NOT_OFFERED, NOT_HERE)


def agent_name(name: str, vocabulary: Vocabulary, origin: str) -> str:
    """Return an adapter's full name, as it is asked for with a stand-in behind it."""
    settings = f"&{vocabulary.settings}" if vocabulary.settings else ""
    return f"{name}:{MODEL}?base_url={origin}{vocabulary.base}&key_from={_VARIABLE}{settings}"


async def checked(
    make: Callable[[str], Agent], name: str, vocabulary: Vocabulary, driver: Driver, screen: Device
) -> list[Row]:
    """Return what each capability comes to on one screen.

    Args:
        make: makes an agent of its full name.
        name: of the adapter, in the roster or as `module:Class`.
        vocabulary: that its model speaks.
        driver: draws pictures.
        screen: that the driver shows the page on.
    """
    talk = Talk(make, name, vocabulary, driver, screen)
    done, wrong = await talk.had(list(lessons(vocabulary, screen)))
    return [Row(capability, screen, told(capability, done, vocabulary, wrong)) for capability in CAPABILITIES]


@dataclass(frozen=True)
class Talk:
    """An adapter with a stand-in behind it; its attributes are the arguments of `checked`."""

    make: Callable[[str], Agent]
    name: str
    vocabulary: Vocabulary
    driver: Driver
    screen: Device

    async def had(self, wanted: Sequence[Lesson]) -> tuple[list[tuple[Lesson, Played]], list[str]]:
        """Return what came of each lesson, and what the stand-in found wrong with requests."""
        standin = StandIn(scripted(), grammar=GRAMMARS.get(self.vocabulary.grammar))
        with _key(), served(standin) as origin:
            full, done = agent_name(self.name, self.vocabulary, origin), list[tuple[Lesson, Played]]()
            for lesson in wanted:
                bench = Bench(self.driver, self.screen, lesson.page, asks=lesson.end.answer is not None)
                standin.script = said = Dictated(lesson, self.vocabulary, bench)
                done.append((lesson, await played(self.make(full), bench, said, len(lesson.steps))))
        return done, standin.wrong


def told(capability: str, done: Sequence[tuple[Lesson, Played]], vocabulary: Vocabulary, wrong: Sequence[str]) -> str:
    """Return what a capability came to: `OK`, `NOT_OFFERED`, `NOT_HERE`, or what is wrong with it."""
    if capability == "requests":
        return wrong[0] if wrong else OK
    if capability == "answer":
        ends = [ended(one.done) for _, one in done]
        return next(filter(None, ends), OK) if "answer" in vocabulary.offers else NOT_OFFERED
    wanted = sum(step.capability == capability for lesson, _ in done for step in lesson.steps)
    if not wanted:
        return NOT_HERE if capability in vocabulary.offers else NOT_OFFERED
    steps = [one for _, each in done for one in each.steps if one[0].capability == capability]
    if len(steps) < wanted:
        return f"not reached: {next((one.broke for _, one in done if one.broke), 'the episode ended before')}"
    return fault(steps, vocabulary) or OK


@contextmanager
def _key() -> Iterator[None]:
    """Put the stand-in's key where an adapter looks for it."""
    before = os.environ.get(_VARIABLE)
    os.environ[_VARIABLE] = KEY
    try:
        yield
    finally:
        if before is None:
            del os.environ[_VARIABLE]
        else:
            os.environ[_VARIABLE] = before
