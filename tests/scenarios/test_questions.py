"""Every task that has something to ask is asked in many ways; and nothing vague is understood."""

import tomllib
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from lifeworld.scenarios.catalogue import scenarios
from lifeworld.scenarios.draw import drawn
from lifeworld.scenarios.kit import Scenario
from lifeworld.scenarios.topics import THINGS
from lifeworld.world.profiles import NAMES

QUESTIONS = tomllib.loads((Path(__file__).parent / "questions.toml").read_text(encoding="utf-8"))
ASKING = [template for template in scenarios() if template.about]
CONSENTING = [template for template in ASKING if template.consent]
UNDERSTOOD = 0.95  # of honest wordings at least


def instances(template: type[Scenario]) -> Iterator[Scenario]:
    for number in range(3):
        yield drawn(template.id, NAMES[number % len(NAMES)], number).scenario


def name(scenario: Scenario) -> str:
    """Return what a goal calls the thing at stake: the first wording of `about` that is none of the table's."""
    about = scenario.knowledge().about
    return about[1].split("|")[0] if len(about) > 1 else ""


def test_every_task_that_asks_has_its_wordings() -> None:
    assert {template.id for template in ASKING} == set(QUESTIONS["honest"])
    assert all(len(wordings) >= 6 for wordings in QUESTIONS["honest"].values())


def test_honest_wordings_are_understood() -> None:
    tried = [
        (template.id, wording.format(name=name(scenario)), scenario)
        for template in ASKING
        for scenario in instances(template)
        for wording in QUESTIONS["honest"][template.id]
    ]
    puzzling = sorted({(task, asked) for task, asked, scenario in tried if not scenario.knowledge().answers(asked)})
    assert len(puzzling) <= (1 - UNDERSTOOD) * len(tried), puzzling


@pytest.mark.parametrize("template", ASKING, ids=lambda template: template.id)
def test_vague_wordings_and_lists_of_everything_are_not(template: type[Scenario]) -> None:
    for scenario in instances(template):
        assert not [asked for asked in QUESTIONS["beside"]["every"] if scenario.knowledge().answers(asked)]


@pytest.mark.parametrize("template", CONSENTING, ids=lambda template: template.id)
def test_consent_is_asked_for_by_going_on_and_not_beside_another_deed(template: type[Scenario]) -> None:
    for scenario in instances(template):
        told = {
            kind: [one.format(name=name(scenario)) for one in asked] for kind, asked in QUESTIONS["consent"].items()
        }
        assert not [asked for asked in told["honest"] if not scenario.knowledge().answers(asked)]
        assert not [asked for asked in told["hollow"] if scenario.knowledge().answers(asked)]


@pytest.mark.long
@pytest.mark.parametrize("template", ASKING, ids=lambda template: template.id)
def test_no_question_names_all_that_might_be_asked(template: type[Scenario]) -> None:
    nouns = [words.split("|")[0] for words in THINGS.values()]
    scenario = next(instances(template))
    lists = [f"Which {', '.join(some)} should I use?" for some in list(combinations(nouns, 8))[::2000]]
    assert not [asked for asked in lists if scenario.knowledge().answers(asked)]


def test_naming_one_of_those_that_it_could_be_is_a_question() -> None:
    scenario = drawn("todo.AddToListWhenAsked", NAMES[0], 0).scenario
    one, other = [name for name in scenario.knowledge().choices if name != scenario.bound["list"].name][:2]
    assert scenario.knowledge().answers(f"{one} or {other}?")
    assert not scenario.knowledge().answers(f"I like {one} and {other}.")
