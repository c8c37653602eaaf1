"""Splits by theme, content and app: nothing of one is in another, each has something, what is in none is refused."""

from collections import defaultdict
from pathlib import Path

import pytest
from tests.commands import command

from lifeworld import apps
from lifeworld.core.choices import SPLITS
from lifeworld.core.errors import UserError
from lifeworld.run.config import RunConfig
from lifeworld.run.plan import configured
from lifeworld.run.sampling import Sampler, split_of, split_of_value
from lifeworld.taskkit.catalogue import apps_of, find
from lifeworld.taskkit.compose import unfit
from lifeworld.taskkit.configuration import Configuration, values


@pytest.mark.parametrize("axis", ["theme", "content"])
def test_each_split_has_values_of_its_own(axis: str) -> None:
    found = defaultdict(set)
    for split in SPLITS:
        sampler = Sampler(RunConfig(split=split, held_out=axis, **{f"{axis}s": values(axis)}))
        found[split] = {getattr(sampler.varied(find("todo.CompleteTask"), n), axis) for n in range(150)}
    assert all(found[split] == {one for one in values(axis) if split_of_value(axis, one) == split} for split in SPLITS)
    assert values(axis)[0] in found["train"] and sum(map(len, found.values())) == len(values(axis))


def test_tasks_of_one_split_touch_no_app_of_another() -> None:
    own = {split: {app for app in apps.by_id() if split_of_value("app", app) == split} for split in SPLITS}
    assert all(own.values())
    for split in SPLITS:
        found = configured(RunConfig(limit=60, split=split, held_out="app"))
        assert {app for one in found for app in apps_of(find(one.task))} <= own[split]
    (train, test) = (next(iter(own[split])) for split in ("train", "test"))
    pair = next(f"{a}+{b}" for a in _of(train) for b in _of(test))
    assert split_of(Configuration(pair, "nora"), "app") == ""


def _of(app: str) -> list[str]:
    found = configured(RunConfig(limit=9, apps=(app,), horizon=(1,)))
    return [one.task for one in found if not unfit(find(one.task), last=False)]


def test_a_mixed_theme_is_where_all_that_it_has_are() -> None:
    same = [one for one in values("theme")[1:] if split_of_value("theme", one) == split_of_value("theme", "light")]
    other = next(one for one in values("theme") if split_of_value("theme", one) == "test")
    for theme, split in ((f"bank:{same[0]}", "train"), (f"bank:{other}", "")):
        assert split_of(Configuration("todo.CompleteTask", "nora", theme=theme), "theme") == split


def test_themes_of_which_none_is_in_the_split_are_refused_with_those_that_are(tmp_path: Path) -> None:
    flags = ["--split", "test", "--set", "held_out=theme", "--agent", "null", "--out", str(tmp_path / "run")]
    said = command("eval", *flags, "--axis", "theme=light", "--app", "todo", "--limit", 4, code=2)
    there = ", ".join(one for one in values("theme") if split_of_value("theme", one) == "test")
    assert f"no theme of light is in the split test by theme; it has {there}" in said
    with pytest.raises(UserError, match="none of these configurations is in the split"):
        configured(RunConfig(split="test", held_out="app", apps=("todo",)))
