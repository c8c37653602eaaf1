"""Long tasks: what makes them so, held against each as it is drawn for one of the people."""

import pytest

from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.solution_driver import SolutionDriver
from lifeworld.taskkit import Configuration, Task
from lifeworld.taskkit.catalogue import needed_apps, tasks
from lifeworld.taskkit.draw import Instance, drawn
from lifeworld.verify.happened import Happened
from lifeworld.verify.judge import judge
from lifeworld.world.profiles import NAMES
from lifeworld.world.tables import by_name

HARD = [one for one in tasks() if "hard" in one.tags]


def profile(template: type[Task]) -> str:
    return NAMES[len(template.id) % len(NAMES)]


def instance(template: type[Task]) -> Instance:
    return drawn(template.id, profile(template), 0)


def test_the_suite_is_the_folder() -> None:
    assert len(HARD) >= 60 and [one for one in tasks() if one.home() == "hard"] == HARD


@pytest.mark.parametrize("template", HARD, ids=lambda template: template.id)
def test_each_writes_often_over_several_apps_and_has_eight_items_or_more(template: type[Task]) -> None:
    one = instance(template)
    assert 4 <= len(one.commands) <= 12 and 2 <= len(needed_apps(template)) <= 6
    nothing = Happened(one.expectation.targets[0].changes, one.world.store.now.date())
    assert len(judge(nothing, one.expectation, by_name()).items) >= 8


@pytest.mark.long
@pytest.mark.parametrize("template", HARD, ids=lambda template: template.id)
def test_the_solution_takes_20_to_60_actions(template: type[Task], environment: SyncEnvironment) -> None:
    hands = SolutionDriver(environment.step, environment.reset(Configuration(template.id, profile(template))))
    hands.solve(instance(template))
    hands.finish()
    assert environment.verdict().outcome == "success" and 20 <= hands.steps <= 60
