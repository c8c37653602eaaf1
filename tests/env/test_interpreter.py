"""Solutions name controls in English; here they are played on devices that speak other languages."""

from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from tests.commands import command
from tests.rotation import some_apps, some_names, some_tasks

from lifeworld.core.errors import TaskError
from lifeworld.core.observation import Node
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.interpreter import Interpreter, Unlike, differences, driver_for, same_choice
from lifeworld.taskkit import Configuration, Task
from lifeworld.taskkit.catalogue import find, tasks
from lifeworld.taskkit.configuration import states
from lifeworld.taskkit.draw import drawn
from lifeworld.web.look import LANGUAGES
from lifeworld.world.profiles import NAMES

ASKING = [one.id for one in tasks() if one.says("confirmation") or one.says("hidden_info")]
OTHERS = pytest.mark.parametrize("language", LANGUAGES[1:])


def start(template: type[Task]) -> Configuration:
    """Return the configuration of the first profile that a task is fair for."""
    for profile in NAMES:
        try:
            drawn(template.id, profile, 0)
        except TaskError:
            continue
        return Configuration(template.id, profile)
    raise AssertionError(f"{template.id} is fair for nobody")


def failures(environment: SyncEnvironment, configuration: Configuration) -> list[str]:
    """Play the solution and return what the verdict has against it."""
    hands = driver_for(environment.step, environment.reset(configuration), configuration)
    hands.solve(drawn(configuration.task, configuration.profile, configuration.instance))
    hands.finish()
    verdict = environment.verdict()
    return [*verdict.reasons, *(item.text for item in verdict.items if item.met is False)]


@OTHERS
@pytest.mark.parametrize("template", some_tasks("languages", 9), ids=lambda template: template.id)
def test_a_solution_succeeds_in_every_language(
    environment: SyncEnvironment, template: type[Task], language: str
) -> None:
    """On the way every page is built in the language as it is in English, or the interpreter says so."""
    assert failures(environment, replace(start(template), language=language)) == []


@OTHERS
@pytest.mark.parametrize("template", some_names("heard", ASKING, 4))
def test_a_solution_heeds_what_the_person_says_in_every_language(
    environment: SyncEnvironment, template: str, language: str
) -> None:
    assert failures(environment, replace(start(find(template)), goal_language=language)) == []


@OTHERS
@pytest.mark.parametrize("layout", ["top", "cards", "side"])
def test_a_solution_closes_what_pops_up_in_every_language(
    environment: SyncEnvironment, language: str, layout: str
) -> None:
    configuration = Configuration(
        "calendar.AddWeeklyCourse", NAMES[0], language=language, layout=layout, content="pop-ups"
    )
    assert failures(environment, configuration) == []


@OTHERS
def test_an_episode_begins_in_every_state_of_an_app_in_every_language(
    environment: SyncEnvironment, language: str
) -> None:
    """A state names the fields that hold something in English."""
    names = {f"{app.id}." for app in some_apps("states in languages", 2)}
    for state in states():
        if state.startswith(tuple(names)):
            environment.reset(Configuration("todo.CompleteTask", NAMES[0], language=language, state=state))


@pytest.mark.slow
@pytest.mark.parametrize("task", ["calendar.AddWeeklyCourse", "bank.TransferBetweenAccounts", "todo.AddTaskWithDate"])
def test_a_solution_succeeds_in_a_browser_that_speaks_chinese(task: str, chromium: SyncEnvironment) -> None:
    assert failures(chromium, Configuration(task, NAMES[0], language="zh")) == []


def test_a_choice_is_made_by_its_place_in_the_list() -> None:
    english = page("Weekly", "Monthly")
    german = page("Wöchentlich", "Monatlich")
    assert same_choice(english, german, "e2", "Monthly") == "Monatlich"
    assert same_choice(english, german, "e2", "Yearly") is None
    assert same_choice(english, german, "e1", "Monthly") is None


def page(*options: str) -> Node:
    choices = tuple(Node("option", name, ref=f"e{place}") for place, name in enumerate(options, 3))
    return Node("document", ref="e1", children=(Node("combobox", "How often", ref="e2", children=choices),))


def test_pages_that_are_built_in_another_way_are_told_apart(environment: SyncEnvironment) -> None:
    """A control that stands in one language alone ends the play; what is pressed would be another one."""
    assert list(differences(page("Weekly"), page("Wöchentlich"))) == []
    assert "3 nodes in English and 4" in next(differences(page("Weekly"), page("Wöchentlich", "Nie")))
    configuration = Configuration("todo.CompleteTask", NAMES[0], language="de")
    first = environment.reset(configuration)
    interpreter = Interpreter(environment.step, configuration)
    with pytest.raises(Unlike, match="document “Home” is"):
        interpreter.begin(replace(first, tree=page("Nie")))
    interpreter.close()


@pytest.mark.parametrize("language", ["de", "zh"])
def test_the_oracle_reaches_in_another_language_what_it_reaches_in_english(tmp_path: Path, language: str) -> None:
    tasks = "calendar.AddWeeklyCourse,bank.TransferBetweenAccounts,todo.Postpone"
    given = ("--agent", "oracle", "--task", tasks, "--axis", f"language={language}", "--workers", 1)
    command("eval", *given, "--out", tmp_path / "run")
    rows = pq.read_table(tmp_path / "run" / "results.parquet").to_pylist()
    assert {(row["language"], row["status"]) for row in rows} == {(language, "success")}
