"""Laws over the tasks for plain verbs, which people use every day: short to read, and no more than one thing each."""

import ast
import inspect
import textwrap
from collections import Counter

import pytest

from lifeworld import apps
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.draw import drawn
from lifeworld.taskkit.kit import Task

DAILY = [template for template in tasks() if "daily" in template.tags]
LINES = 14  # of a task, docstring and goals included, blank ones aside
ALL_OF_IT = "shop.EmptyTheCart"  # the one verb that takes as many commands as there are things


def test_there_are_enough_of_every_app() -> None:
    found = Counter(template.home() for template in DAILY)
    assert sum(found.values()) >= 60
    assert all(found[app.id] >= 10 for app in apps.installed()), found


@pytest.mark.parametrize("template", DAILY, ids=lambda template: template.id)
def test_each_is_short(template: type[Task]) -> None:
    body = ast.parse(textwrap.dedent(inspect.getsource(template))).body[0]
    joined = [ast.unparse(one) for one in getattr(body, "body", ())]  # a list of goals counts as one of its lines
    written = len(template.goals) + sum(len(text.splitlines()) for text in joined)
    assert written <= LINES, f"{template.id}: {written} lines"


@pytest.mark.parametrize("template", DAILY, ids=lambda template: template.id)
def test_each_asks_for_one_thing(template: type[Task]) -> None:
    instance = drawn(template.id, "nora", 0)
    target = instance.expectation.targets[0]
    asked = len(target.wanted) + len(target.stated) + bool(instance.expectation.reached)
    assert asked == 1 or template.id == ALL_OF_IT
