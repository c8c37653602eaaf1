"""Laws over every task."""

from contextlib import closing

import pytest
from tests.rotation import some_tasks

from lifeworld.cli.check_before import several
from lifeworld.core.errors import TaskError
from lifeworld.env.drivers.dom import Dom
from lifeworld.env.environment import Environment, SyncEnvironment
from lifeworld.proof.check import guessable, needless, prove
from lifeworld.proof.honest import in_turn
from lifeworld.taskkit import Task, pick
from lifeworld.taskkit.catalogue import apps_of, tasks
from lifeworld.taskkit.choices import candidates, chosen
from lifeworld.world import World, load
from lifeworld.world.profiles import NAMES

INSTANCES = 1  # `lifeworld audit proofs` proves five


@pytest.mark.parametrize("template", some_tasks("proof", 30), ids=lambda template: template.id)
def test_tasks_are_proved(template: type[Task]) -> None:
    """Sufficient, not trivial, coherent, solvable, fair, tight, on each of the profiles.

    Each is tried with one of the kit's honest ways, others for each task; `lifeworld check` tries three.
    """
    environment, first = SyncEnvironment(Environment(Dom())), tasks().index(template) * len(NAMES)
    proofs = [
        prove(one, environment, in_turn(first + turn, 1)) for turn, one in enumerate(several(template, INSTANCES))
    ]
    assert len(proofs) == INSTANCES * len(NAMES)
    problems = [f"{p.configuration.profile} {p.configuration.instance}: {q}" for p in proofs for q in p.problems]
    assert not problems, "\n".join(problems)
    assert not [*guessable(proofs), *needless(proofs)]
    assert all(proof.refused for proof in proofs)


def test_there_are_enough_of_each() -> None:
    found = tasks()
    single = [template for template in found if template.category() == "single"]
    assert len(found) >= 72
    for app in ("mail", "messenger", "calendar", "todo", "bank", "shop"):
        assert sum(apps_of(template) == (app,) for template in single) >= 10, app
    assert sum(template.category() == "cross" for template in found) >= 8
    memory = [template for template in found if template.category() == "memory"]
    assert len(memory) >= 4
    assert sum(len(apps_of(template)) >= 2 for template in memory) >= 17


def test_each_thing_that_can_be_said_is_said_twice() -> None:
    found = tasks()
    for said in ("setup", "effects", "outcomes", "answer", "reached", "impossible", "items"):
        assert sum(template.says(said) for template in found) >= 2, said
    for kind in ("modify", "question", "navigate", "clarify", "infeasible", "confirm"):
        assert sum(template.kind() == kind for template in found) >= 2, kind
    both = [template for template in found if template.says("effects") and template.says("answer")]
    assert len(both) >= 2


GOALS = ["Do {task.title}.", "Please do {task.title}.", "Get {task.title} done."]


def made(**body: object) -> type[Task]:
    known = {"__doc__": "Something.", "__module__": "lifeworld.tasks.trial", "goals": GOALS}
    known |= {"effects": lambda self: (), "solution": lambda self, user: None}
    known |= {"task": pick(_task()), "__annotations__": {"task": object}}
    return type("Trial", (Task,), {**known, **body})


def _answer(self: Task) -> int:
    return 1


def _task() -> type:
    from lifeworld.apps.todo.models import Task as TodoTask

    return TodoTask


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"goals": ["Do it.", "Do {task.title}.", "Please {task.title}."]}, "picks task, but “Do it.” never names it"),
        ({"goals": [*GOALS[:2], "Do {tsak.title}."]}, "no parameter tsak"),
        ({"goals": GOALS[:2]}, "2 phrasings"),
        ({"__doc__": ""}, "docstring"),
        ({"solution": Task.solution, "answer": _answer}, "no solution"),
        ({"effects": Task.effects}, "nothing that should come of it"),
        ({"outcomes": lambda self: []}, "has effects and outcomes"),
        ({"task": pick(_task(), lambda task, other: True)}, "asks for “other”"),
    ],
)
def test_an_author_is_told_what_is_wrong(body: dict[str, object], told: str) -> None:
    with pytest.raises(TaskError, match=r"trial\.Trial") as caught:
        made(**body)
    assert told in str(caught.value)


def test_apps_are_those_declared_or_picked_from() -> None:
    assert apps_of(made()) == ("todo",)
    assert apps_of(made(apps=["bank", "mail"], optional_apps=["mail"])) == ("bank", "mail")
    for body, told in (
        ({"apps": ["bnak"]}, "apps names bnak, but there is no such app; did you mean bank"),
        ({"optional_apps": ["mail"]}, "optional_apps names mail, which is none of its apps"),
        ({"task": 3, "goals": ["Do.", "Go.", "Get."]}, "names no app"),
    ):
        with pytest.raises(TaskError, match=told):
            apps_of(made(**body))


def test_a_free_choice_asks_for_what_there_is() -> None:
    with (
        closing(World(load("nora").data)) as world,
        pytest.raises(TaskError, match=r"test_tasks\.py:\d+\): .* asks for “rwo”; did you mean row"),
    ):
        candidates(chosen(_task(), lambda rwo: True), {}, world.store, None)
