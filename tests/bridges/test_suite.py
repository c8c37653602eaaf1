"""A suite: any seed names a configuration, the same in every process, of the tasks and the split that are asked for."""

from typing import Any

import pytest

from lifeworld.bridges.suite import Suite
from lifeworld.core.actions import Done
from lifeworld.core.errors import UserError
from lifeworld.run.sampling import split_of


def test_each_seed_names_a_configuration_of_what_is_asked_for() -> None:
    suite = Suite(apps="todo,bank", themes="dark", split="train", devices=["phone"])
    found = [suite.configuration(seed) for seed in range(40)]
    again = Suite(apps=("todo", "bank"), themes=("dark",), split="train", devices=("phone",))
    assert found == [again.configuration(seed) for seed in range(40)]
    assert {one.theme for one in found} == {"dark"} and {one.device for one in found} == {"phone"}
    assert {split_of(one) for one in found} == {"train"} and len({one.task for one in found}) == 40


def test_so_many_different_ones() -> None:
    suite = Suite(tasks="todo.CompleteTask", profiles="nora")
    assert len({one.id for one in suite.configurations(12)}) == 12


def test_a_session_plays_it() -> None:
    with Suite(apps="todo", max_steps=9).session() as session:
        session.reset(seed=5)
        assert session.configuration == Suite(apps="todo").configuration(5)
        assert session.step(Done()).info["over"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"appz": "todo"}, "there is no key appz; did you mean apps"),
        ({"agents": "label"}, "there is no key agents"),  # of a run, and without effect here
        ({"horizon": 2}, "there is no key horizon"),
        ({"apps": ["tudo"]}, "no app “tudo”; did you mean todo"),
        ({"themes": "drak"}, "no theme “drak”"),
        ({"themes": 3}, "themes = 3"),
        ({"profiles": ["zzz"]}, "no profile “zzz”; there are nora"),
        ({"profiles": "Wilma"}, "did you mean wilma, mila\\? Others are person-17, with any number of up to 18 digits"),
        ({"tasks": "todo.CompleteTask", "phrasings": 99}, "phrasings = 99: these tasks have 7 at most"),
        ({"split": "x"}, "^a suite: split = 'x'; choose 'train', 'validation', 'test' or ''$"),
        ({"channels": "tree,tools"}, "one channel, not tree, tools"),
        ({"apps": "todo", "tasks": "bank.*"}, "no task is left"),
    ],
)
def test_what_there_is_not_is_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(UserError, match=said):
        Suite(**wrong)
