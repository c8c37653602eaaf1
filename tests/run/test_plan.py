"""Which episodes a config asks for."""

import random
from dataclasses import fields, replace
from itertools import product

import pytest

from lifeworld.core.errors import UserError
from lifeworld.run.config import RunConfig, build
from lifeworld.run.plan import composition, configured, plan
from lifeworld.run.sampling import instance
from lifeworld.taskkit import Configuration


def test_the_same_config_plans_the_same_episodes() -> None:
    config = RunConfig(agents=("oracle", "null"), limit=9, repeats=2)
    assert [one.id for one in plan(config)] == [one.id for one in plan(config)]
    assert len({one.id for one in plan(config)}) == 9 * 2 * 2
    assert plan(config) != plan(config.model_copy(update={"seed": 1}))


def test_the_seed_decides_which_instances_are_drawn() -> None:
    numbers = [
        {one.instance for one in configured(RunConfig(apps=("todo",), seed=seed, instances=2))} for seed in (0, 1)
    ]
    assert len(numbers[0] | numbers[1]) == 4


def test_a_crossed_axis_is_run_with_every_value_and_nothing_else_changes() -> None:
    drawn = configured(RunConfig(apps=("todo",)))
    crossed = configured(RunConfig(apps=("todo",), crossed=("theme", "device")))
    every = list(product(("light", "dark"), ("phone", "desktop")))
    assert crossed == [replace(one, theme=theme, device=device) for one in drawn for theme, device in every]


def test_crossed_phrasings_are_the_tasks_own() -> None:
    found = configured(
        RunConfig(tasks=("todo.AddTaskWithDate",), crossed=("phrasing", "profile"), profiles=("nora", "wilma"))
    )
    assert [(one.phrasing, one.profile) for one in found] == [(n, who) for n in range(3) for who in ("nora", "wilma")]


@pytest.mark.parametrize(
    ("axis", "several"),
    [
        ("themes", ("light", "sepia", "dark")), ("devices", ("phone", "tablet")), ("states", ("home", "notifications")),
        ("contents", ("plain", "pop-ups")), ("languages", ("en", "de", "zh")), ("layouts", ("usual", "top")),
        ("goal_languages", ("en", "fr")), ("profiles", ("wilma", "nora")), ("phrasings", 6),
    ],
)  # fmt: skip
def test_to_vary_an_axis_changes_nothing_on_the_others(axis: str, several: object) -> None:
    others = [one.name for one in fields(Configuration) if not axis.startswith(one.name)]
    before, now = (configured(build({"apps": ["todo"], **setting})) for setting in ({}, {axis: several}))
    rest = [{one.task: [getattr(one, name) for name in others] for one in found} for found in (before, now)]
    assert rest[1].items() <= rest[0].items()
    assert before != now


def test_an_axis_of_one_value_can_not_be_crossed() -> None:
    with pytest.raises(UserError, match="state is crossed and has one value; name several"):
        build({"crossed": ["state"]})


def test_that_values_are_drawn_is_told_and_how_to_run_each() -> None:
    apart = {"languages": ("en", "de"), "themes": ("nord",), "limit": 6}
    assert "; language is drawn for each (--crossed language: every value)" in composition(RunConfig(**apart))
    for crossed in (RunConfig(**apart, crossed=("language",)), RunConfig(limit=6)):
        assert "drawn for each" not in composition(crossed)


def test_the_limit_counts_configurations() -> None:
    assert len(configured(RunConfig(limit=5, crossed=("theme", "device")))) == 5


def test_named_apps_own_tasks_come_first() -> None:
    few, many = (configured(RunConfig(apps=("bank", "todo"), limit=limit)) for limit in (12, 200))
    assert [one.task.split(".")[0] for one in few] == ["bank", "todo"] * 6
    apps = [one.task.split(".")[0] in ("bank", "todo") for one in many]
    own = sum(apps)
    assert apps == [True] * own + [False] * (len(apps) - own) and own < len(apps)
    said = composition(RunConfig(apps=("bank",), limit=12))
    assert said.startswith("12 configurations for each agent: 12 bank; the limit leaves out ") and " cross" in said


def test_an_axis_that_can_not_be_crossed_is_refused() -> None:
    with pytest.raises(
        UserError, match="crossed = 'weather'; choose 'profile', 'phrasing', 'theme', 'state', 'content'"
    ):
        build({"crossed": ["weather"]})


def test_what_a_life_does_not_hold_is_left_out_and_told() -> None:
    """Of one month there is no habit that has changed in a year."""
    config = RunConfig(
        tasks=("memory.NextPayday", "todo.CompleteTask"), profiles=("nora",), contents=("plain", "sparse")
    )
    crossed = config.model_copy(update={"crossed": ("content",)})
    assert [(one.task, one.content) for one in configured(crossed)] == [
        ("memory.NextPayday", "plain"),
        ("todo.CompleteTask", "plain"),
        ("todo.CompleteTask", "sparse"),
    ]
    sparse = config.model_copy(update={"contents": ("sparse",)})
    assert composition(sparse) == (
        "1 configuration for each agent: 1 todo; 1 of 2 tasks can't be drawn in nora's life, and is left out "
        "(memory.NextPayday)"
    )
    both = sparse.model_copy(update={"profiles": ("nora", "arvid"), "crossed": ("profile",)})
    assert "in some lives, and are left out there (" in composition(both)
    assert "(memory.NextPayday, todo.CompleteTask in arvid's life; memory.NextPayday in nora's life)" in composition(
        both
    )
    assert composition(sparse.model_copy(update={"limit": 1})).startswith("1 configuration for each agent: 1 todo")
    with pytest.raises(UserError, match=r"none of these tasks can be drawn: memory.NextPayday:nora:.*no fair draw"):
        plan(sparse.model_copy(update={"tasks": ("memory.NextPayday",)}))


def test_no_instance_is_planned_twice() -> None:
    first = [instance(0, number) for number in range(20_000)]
    assert len(set(first)) == 20_000
    assert first[:3] == [random.Random(f"instance 0/{number}").randrange(1_000_000) for number in range(3)]
    several = plan(RunConfig(tasks=("todo.CompleteTask",), instances=5_000))
    assert len({one.id for one in several}) == 5_000
