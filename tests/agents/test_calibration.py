"""Adapters against the page of known places: real ones pass, and each planted fault is named."""

from collections.abc import Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.agents.planted import PLANTED
from tests.rotation import some_names

from lifeworld import apps
from lifeworld.agents.calibration.check import SCREENS, Row, checked, taught, told
from lifeworld.agents.calibration.exercises import Lesson, lessons
from lifeworld.agents.codecs.action_spaces import ACTION_SPACES
from lifeworld.agents.roster import create
from lifeworld.cli import group
from lifeworld.core.errors import UserError
from lifeworld.env.drivers.browser import Browser
from lifeworld.env.drivers.chromium import Chromium
from lifeworld.env.environment import run_in_thread

BY_NAME = {screen.name: screen for screen in SCREENS}
SAMPLE = (("anthropic 20251124", "small phone"), ("gemini legacy", "desktop"), ("qwen 2.5", "desktop"))


class Bed:
    """A browser for all tests of the module."""

    def __init__(self, run: Any, driver: Chromium) -> None:
        self.run, self.driver = run, driver

    def __call__(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.run(work)


@pytest.fixture(scope="module")
def bed() -> Iterator[Bed]:
    with run_in_thread() as run:
        browser = Browser()
        try:
            run(browser.start())
        except UserError as problem:
            pytest.skip(str(problem))
        driver = Chromium(browser, scale=0)
        yield Bed(run, driver)
        run(driver.close())
        run(browser.stop())


def rows_of(bed: Bed, name: str, screen: str) -> list[Row]:
    action_space = ACTION_SPACES[name]
    return bed(checked(create, action_space.agent, action_space, bed.driver, BY_NAME[screen]))  # type: ignore[no-any-return]


@pytest.mark.long
@pytest.mark.parametrize(("name", "screen"), SAMPLE)
def test_some_real_adapters_are_right(bed: Bed, name: str, screen: str) -> None:
    found = rows_of(bed, name, screen)
    assert not [row for row in found if row.is_fault]
    assert sum(row.told == "ok" for row in found) >= 14


@pytest.mark.slow
@pytest.mark.parametrize("screen", BY_NAME)
@pytest.mark.parametrize("name", ACTION_SPACES)
def test_every_real_adapter_is_right(bed: Bed, name: str, screen: str) -> None:
    assert not [row for row in rows_of(bed, name, screen) if row.is_fault]


def only(capability: str, lesson: Lesson) -> Lesson:
    """Return a lesson without what has nothing to do with a capability."""
    steps = tuple(step for step in lesson.steps if step.capability in (capability, ""))
    return replace(lesson, steps=steps) if any(step.capability for step in steps) else lesson


@pytest.mark.long
@pytest.mark.parametrize("fault", some_names("planted", PLANTED, 14))
def test_a_planted_fault_is_named(bed: Bed, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = PLANTED[fault]
    action_space, screen = ACTION_SPACES[planted.action_space], BY_NAME[planted.screen]
    planted.plant(monkeypatch)
    wanted = [only(planted.capability, one) for one in lessons(action_space, screen) if one.page == planted.page]
    done, wrong = bed(taught(create, action_space.agent, action_space, bed.driver, screen, wanted))
    said = told(planted.capability, done, action_space, wrong)
    assert planted.named in said, said


OWN = """
from lifeworld.agents.agent import Agent
from lifeworld.agents.openai import OpenAIAgent
from lifeworld.core.actions import Click, Done, Point, Text


class Late(OpenAIAgent):
    async def act(self, observation):
        action = await super().act(observation)
        return action.model_copy(update={"count": 1}) if isinstance(action, Click) else action


class Careful(Agent):
    def begin(self, goal, seed):
        self.goal, self.done = goal, False

    def act(self, observation):
        name = self.goal.split("“")[1].partition("”")[0] if "“" in self.goal else ""
        node = next((one for one in observation.tree.walk() if one.name == name and one.box), None)
        if self.done or node is None:
            return Done()
        self.done = True
        place = Point(x=node.box.centre[0] / observation.size[0], y=node.box.centre[1] / observation.size[1])
        if self.goal.startswith("Type"):
            return Text(text=self.goal.partition("\\n")[2], target=place)
        return Click(target=place, count=2 if "twice" in self.goal else 1)
"""


def ran(*arguments: str) -> tuple[int, str]:
    found = CliRunner().invoke(group, ["agents", "check", *arguments])
    return found.exit_code, str(found.exception) if isinstance(found.exception, UserError) else found.output


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_adapters.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))


def marks(said: str) -> dict[str, str]:
    """Return what a printed table has for each capability."""
    rows = [line.strip().rpartition("  ") for line in said.splitlines()]
    return {name.strip(): mark for name, _, mark in rows if mark in ("ok", "wrong", "–", "·")}


@pytest.mark.long
def test_the_command_prints_a_table(bed: Bed) -> None:
    code, said = ran("holo", "--screen", "small phone")
    assert code == 0, said
    found = marks(said)
    assert (found["taps"], found["double tap"], found["new lines"]) == ("ok", "–", "ok")
    assert "small phone 320×568 at 2" in said


@pytest.mark.long
def test_an_adapter_of_ones_own_is_dictated(bed: Bed, own: None) -> None:
    code, said = ran("own_adapters:Late", "--speaks", "openai", "--screen", "small phone")
    assert code == 1
    assert "double tap, small phone 320×568 at 2: one click instead of two clicks" in said.splitlines()
    assert [name for name, mark in marks(said).items() if mark == "wrong"] == ["double tap"]


@pytest.mark.long
def test_an_agent_that_takes_goals_is_told_them(bed: Bed, own: None) -> None:
    code, said = ran("own_adapters:Careful", "--screen", "small phone")
    assert code == 1
    right = {"taps", "double tap", "text", "accents", "emoji", "new lines", "signs"}
    assert {name for name, mark in marks(said).items() if mark == "ok"} == right
    assert "scrolling, small phone 320×568 at 2: Scroll the list down.: nothing scrolls that way" in said


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("openia",), "did you mean openai"),
        (("openai", "--speaks", "gemini modern"), "no action space “gemini modern” here; "),
        (("openai:MODEL", "--speaks", "openai"), "name openai alone"),
        (("tree", "--speaks", "openai"), "leave --speaks out"),
        (("oracle",), "does not go by what it is told"),
        (("openai", "--screen", "watch"), "no screen “watch”"),
        (("no.such:Agent",), "no agent “no.such”"),
    ],
)
def test_mistakes_are_told(arguments: tuple[str, ...], told: str) -> None:
    code, said = ran(*arguments)
    assert code and told in said, said


def test_no_world_knows_of_the_page() -> None:
    assert "calibration" not in {app.id for app in apps.installed()}
